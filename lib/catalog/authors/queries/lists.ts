import { and, asc, count, eq, gt, gte, or, sql, sum } from 'drizzle-orm';
import { isSampleOnly } from '#lib/catalog/sources/model.ts';
import { listedRecordText } from '#lib/catalog/visibility/queries.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors, authorLetters as letterCounts } from '#lib/platform/db/schema/authors.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { AuthorCard, ClaimState } from '../model/author.ts';

/** Columns that `toAuthorCard` reads. */
export const authorCardColumns = {
  ...columnsOf(authors, 'key', 'slug', 'name', 'family', 'sortName', 'listName', 'kind', 'affiliation'),
  ...columnsOf(authors, 'claimState', 'sources', 'worksCount', 'firstYear', 'lastYear', 'yearCounts'),
};
export type AuthorCardRow = Pick<typeof authors.$inferSelect, keyof typeof authorCardColumns>;

export const toAuthorCard = (row: AuthorCardRow): AuthorCard => ({
  slug: row.slug,
  name: row.name,
  family: row.family,
  kind: row.kind === 'organisation' ? 'organisation' : 'person',
  invented: isSampleOnly(row.sources),
  affiliation: row.affiliation?.name ?? null,
  claimState: row.claimState as ClaimState,
  worksCount: row.worksCount,
  firstYear: row.firstYear,
  lastYear: row.lastYear,
  years: Object.entries(row.yearCounts ?? {}).map(([year, works]) => ({ year: Number(year), works })),
});

const claimedRecordText = `${listedRecordText()} and claim_state = 'claimed'`;

/** Part of the directory to read. */
export interface DirectoryRange {
  /** Cursor of a previous page (`next`), or text to start at, such as a letter. */
  from?: string | undefined;
  /** Restricts the list to claimed profiles. */
  isClaimed: boolean;
}

/**
 * Returns authors in the order of their family names (`listKeyOf`), then by key. Organisations are sorted by their whole name.
 */
export async function authorList(
  reader: Reader,
  { from, isClaimed }: DirectoryRange,
  limit: number,
): Promise<{ rows: AuthorCardRow[]; next: string | null }> {
  const [name = '', key] = (from ?? '').toLowerCase().split('~', 2);
  const isFromStart =
    key && /^\d{1,15}$/.test(key)
      ? or(gt(authors.listName, name), and(eq(authors.listName, name), gt(authors.key, Number(key))))
      : gte(authors.listName, name);
  const rows = await reader
    .select(authorCardColumns)
    .from(authors)
    .where(and(sql.raw(isClaimed ? claimedRecordText : listedRecordText()), name ? isFromStart : undefined))
    .orderBy(asc(authors.listName), asc(authors.key))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { rows: rows.slice(0, limit), next: last ? `${last.listName}~${last.key}` : null };
}

interface LetterCount {
  kind: AuthorCard['kind'];
  /** First letter of `listName`: "b" for Beethoven. */
  letter: string;
  count: number;
}

/** Returns the number of people and organisations under each letter. */
export async function authorLetters(reader: Reader, { isClaimed }: Pick<DirectoryRange, 'isClaimed'>): Promise<LetterCount[]> {
  const { kind, letter } = letterCounts;
  const rows = await reader
    .select({ kind, letter, count: sum(letterCounts.count).mapWith(Number) })
    .from(letterCounts)
    .where(isClaimed ? sql`${letterCounts.claimed}` : undefined)
    .groupBy(kind, letter)
    .orderBy(kind, letter);
  return rows.map((row) => ({ ...row, kind: row.kind === 'organisation' ? row.kind : 'person' }));
}

/** Returns the numbers of authors, works and claimed profiles of this instance. */
export async function instanceFigures(reader: Reader): Promise<{ authors: number; works: number; claimed: number }> {
  const isClaimed = eq(authors.claimState, 'claimed');
  const [[letters], [all], [volumes], [claimed]] = await Promise.all([
    reader.select({ authors: sum(letterCounts.count).mapWith(Number) }).from(letterCounts),
    reader.select({ works: count() }).from(works),
    reader.select({ works: count() }).from(works).where(sql`${works.isVolume}`),
    reader.select({ claimed: count() }).from(authors).where(isClaimed),
  ]);
  return { authors: letters?.authors ?? 0, works: (all?.works ?? 0) - (volumes?.works ?? 0), claimed: claimed?.claimed ?? 0 };
}
