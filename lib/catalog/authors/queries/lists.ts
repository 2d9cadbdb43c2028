import { and, asc, eq, gt, gte, isNull, or, sql } from 'drizzle-orm';
import { isInvented } from '#lib/catalog/sources/model.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { AuthorCard, ClaimState } from '../model/author.ts';

/** Columns that `asCard` reads. */
export const card = {
  key: authors.key,
  slug: authors.slug,
  name: authors.name,
  sortName: authors.sortName,
  listName: authors.listName,
  kind: authors.kind,
  affiliation: authors.affiliation,
  claimState: authors.claimState,
  sources: authors.sources,
  worksCount: authors.worksCount,
  firstYear: authors.firstYear,
  lastYear: authors.lastYear,
  yearCounts: authors.yearCounts,
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
  years: Object.entries(row.yearCounts ?? {}).map(([year, works]) => ({ year: Number(year), works })),
});

/**
 * Records that a list may show. Literal words, so that both engines see that a partial index covers the read: SQLite would plan it again for each
 * value that is bound.
 */
export const listed = and(sql`${authors.visibility} = 'visible'`, isNull(authors.mergedInto), sql`${authors.worksCount} > 0`);

// The same without the name of the table.
const onHome = "visibility = 'visible' and merged_into is null and works_count > 0";
const claimedOnly = `${onHome} and claim_state = 'claimed'`;

/** Which part of the directory is read. */
export interface DirectoryRange {
  /** The cursor of a page before (`next`), or any text to begin at, such as a letter. */
  from?: string | undefined;
  /** Only profiles that their owners have claimed. */
  isClaimed: boolean;
}

/**
 * Authors in the order of their family names: the last word of a name as written, but for "Jr." and the like; then the others.
 * Organisations by their whole name.
 */
export async function authorList(
  reader: Reader,
  { from, isClaimed }: DirectoryRange,
  limit: number,
): Promise<{ rows: CardRow[]; next: string | null }> {
  const [name = '', key] = (from ?? '').toLowerCase().split('~', 2);
  const begin =
    key && /^\d{1,15}$/.test(key)
      ? or(gt(authors.listName, name), and(eq(authors.listName, name), gt(authors.key, Number(key))))
      : gte(authors.listName, name);
  const rows = await reader
    .select(card)
    .from(authors)
    .where(and(sql.raw(isClaimed ? claimedOnly : onHome), name ? begin : undefined))
    .orderBy(asc(authors.listName), asc(authors.key))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { rows: rows.slice(0, limit), next: last ? `${last.listName}~${last.key}` : null };
}

interface LetterCount {
  kind: AuthorCard['kind'];
  /** First letter of the name listed, folded: "b" for Beethoven. */
  letter: string;
  count: number;
}

const letters = (which: string) =>
  `select kind, letter, sum(count) as count from author_letters${which} group by kind, letter order by kind, letter`;

/** How many people and organisations are listed under each letter. */
export async function authorLetters(reader: Reader, { isClaimed }: Pick<DirectoryRange, 'isClaimed'>): Promise<LetterCount[]> {
  const found = await reader.query<{ kind: string; letter: string; count: number | string }>(
    letters(isClaimed ? ' where claimed' : ''),
    [],
  );
  return found.map(({ kind, letter, count }) => ({
    kind: kind === 'organisation' ? kind : 'person',
    letter,
    count: Number(count),
  }));
}

const counts = `select (select coalesce(sum(count), 0) from author_letters) as authors, (select count(*) from works) as works,
  (select count(*) from authors where claim_state = 'claimed') as claimed`;

/** How much this instance holds. */
export async function instanceFigures(reader: Reader): Promise<{ authors: number; works: number; claimed: number }> {
  const [found] = await reader.query<{ authors: number | string; works: number | string; claimed: number | string }>(counts, []);
  return {
    authors: Number(found?.authors ?? 0),
    works: Number(found?.works ?? 0),
    claimed: Number(found?.claimed ?? 0),
  };
}
