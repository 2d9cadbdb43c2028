import { and, asc, count, desc, eq, gt, gte, isNull, or } from 'drizzle-orm';
import { authors } from '../../db/schema/authors.ts';
import { works } from '../../db/schema/works.ts';
import type { Reader } from '../../db/store.ts';
import { isInvented } from '../../imports/model.ts';
import type { AuthorCard, ClaimState } from '../model.ts';

/** Columns that `asCard` reads. */
export const card = {
  key: authors.key,
  slug: authors.slug,
  name: authors.name,
  sortName: authors.sortName,
  kind: authors.kind,
  affiliation: authors.affiliation,
  claimState: authors.claimState,
  sources: authors.sources,
  worksCount: authors.worksCount,
  firstYear: authors.firstYear,
  lastYear: authors.lastYear,
};
export type CardRow = Pick<typeof authors.$inferSelect, keyof typeof card>;

export const asCard = (row: CardRow): AuthorCard => ({
  slug: row.slug,
  name: row.name,
  kind: row.kind === 'organisation' ? 'organisation' : 'person',
  invented: isInvented(row.sources),
  affiliation: row.affiliation?.name ?? null,
  claimState: row.claimState as ClaimState,
  worksCount: row.worksCount,
  firstYear: row.firstYear,
  lastYear: row.lastYear,
});

/** Records that a list may show. */
export const listed = and(eq(authors.visibility, 'visible'), isNull(authors.mergedInto), gt(authors.worksCount, 0));

/**
 * Authors in the order of their folded names.
 * @param from the cursor of a page before (`next`), or any text to begin at, such as a letter
 */
export async function authorList(
  reader: Reader,
  from: string | undefined,
  limit: number,
): Promise<{ authors: AuthorCard[]; next: string | null }> {
  const [name = '', key] = (from ?? '').toLowerCase().split('~', 2);
  const begin =
    key && /^\d{1,15}$/.test(key)
      ? or(gt(authors.sortName, name), and(eq(authors.sortName, name), gt(authors.key, Number(key))))
      : gte(authors.sortName, name);
  const rows = await reader
    .select(card)
    .from(authors)
    .where(name ? and(listed, begin) : listed)
    .orderBy(asc(authors.sortName), asc(authors.key))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { authors: rows.slice(0, limit).map(asCard), next: last ? `${last.sortName}~${last.key}` : null };
}

/** Records that show much, in the order of their names: no list of people is sorted by a count. */
const byName = (rows: readonly CardRow[]): CardRow[] =>
  rows.toSorted((a, b) => (a.sortName < b.sortName ? -1 : a.sortName > b.sortName ? 1 : a.key - b.key));

/** What the home page says of this instance: its own figures, and some records to begin with. */
export async function instanceFigures(
  reader: Reader,
): Promise<{ authors: number; works: number; claimed: number; examples: AuthorCard[] }> {
  const [people] = await reader.select({ count: count() }).from(authors).where(listed);
  const [texts] = await reader.select({ count: count() }).from(works);
  const [claimed] = await reader.select({ count: count() }).from(authors).where(eq(authors.claimState, 'claimed'));
  const examples = await reader
    .select(card)
    .from(authors)
    .where(and(listed, eq(authors.kind, 'person')))
    .orderBy(desc(authors.worksCount), asc(authors.sortName))
    .limit(6);
  return { authors: people?.count ?? 0, works: texts?.count ?? 0, claimed: claimed?.count ?? 0, examples: byName(examples).map(asCard) };
}
