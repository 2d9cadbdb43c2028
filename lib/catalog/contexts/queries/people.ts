import { and, asc, desc, eq, gt, gte, inArray, lte, or, sql } from 'drizzle-orm';
import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';
import { type AuthorCardRow, authorCardColumns, toAuthorCard } from '#lib/catalog/authors/queries/lists.ts';
import { listedRecord } from '#lib/catalog/visibility/queries.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorContexts } from '#lib/platform/db/schema/contexts.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** End of a page of people: their last year in the context, folded name and key. */
interface PersonPosition {
  year: number;
  name: string;
  key: number;
}

const positionOf = (cursor: string | undefined): PersonPosition | null => {
  const [, year, name = '', key] = /^(\d{1,4})~(.*)~(\d{1,15})$/s.exec(cursor ?? '') ?? [];
  return year && key ? { year: Number(year), name, key: Number(key) } : null;
};

/** Upper bound on people of one year who are sorted in memory. Larger years are read in name order through an index. */
const maxSortedPeople = 1000;

/**
 * Returns the people of a context: by the year of their newest work in it, then by name. The cost of a page does not grow with the corpus,
 * except for a year above `maxSortedPeople`: there, authors outside the context are scanned too.
 */
export async function peopleOfContext(
  reader: Reader,
  contextKey: number,
  cursor: string | undefined,
  limit: number,
): Promise<{ people: AuthorCard[]; next: string | null }> {
  let after = positionOf(cursor);
  const people: { row: AuthorCardRow; year: number }[] = [];
  for (let from = after?.year ?? 9999; people.length <= limit; ) {
    const members = await membersUpTo(reader, contextKey, from);
    if (members.length === 0) break;
    for (const [year, yearMembers] of Map.groupBy(members, ({ lastYear }) => lastYear)) {
      if (people.length > limit) break;
      const position = after?.year === year ? after : null;
      const missing = limit + 1 - people.length;
      const rows =
        yearMembers.length > maxSortedPeople
          ? await selectInNameOrder(reader, contextKey, year, position, missing)
          : await sortInMemory(reader, yearMembers, position);
      people.push(...rows.slice(0, missing).map((row) => ({ row, year })));
      from = year - 1;
    }
    after = null;
  }
  const last = people.length > limit ? people[limit - 1] : undefined;
  return {
    people: people.slice(0, limit).map(({ row }) => toAuthorCard(row)),
    next: last ? `${last.year}~${last.row.sortName}~${last.row.key}` : null,
  };
}

interface Member {
  authorKey: number;
  lastYear: number;
}

const selectMembers = (reader: Reader) => {
  const { authorKey, lastYear, contextKey } = authorContexts;
  return reader
    .select({ authorKey, lastYear })
    .from(authorContexts)
    .where(and(eq(contextKey, sql.placeholder('contextKey')), lte(lastYear, sql.placeholder('year'))))
    .orderBy(desc(lastYear))
    .limit(maxSortedPeople + 1)
    .prepare();
};

/** Returns the members with a last year up to `year`: whole years with at most `maxSortedPeople` people in total, or one larger year. */
async function membersUpTo(reader: Reader, contextKey: number, year: number): Promise<Member[]> {
  const rows = await reader.prepared(selectMembers, { contextKey, year });
  const [firstYear, lastYear] = [rows[0]?.lastYear, rows.at(-1)?.lastYear];
  return rows.length > maxSortedPeople && firstYear !== lastYear ? rows.filter((row) => row.lastYear !== lastYear) : rows;
}

const isAfter = (row: Pick<AuthorCardRow, 'sortName' | 'key'>, position: PersonPosition | null): boolean =>
  !position || row.sortName > position.name || (row.sortName === position.name && row.key > position.key);

async function sortInMemory(reader: Reader, members: readonly Member[], position: PersonPosition | null): Promise<AuthorCardRow[]> {
  const keys = members.map(({ authorKey }) => authorKey);
  const isListedOfKeys = and(inArray(authors.key, keys), listedRecord());
  const rows = await reader.select(authorCardColumns).from(authors).where(isListedOfKeys);
  return rows
    .filter((row) => isAfter(row, position))
    .sort((a, b) => (a.sortName < b.sortName ? -1 : a.sortName > b.sortName ? 1 : a.key - b.key));
}

/** Returns one page in name order. SQLite joins the tables of a cross join in the written order: by name, until the page is full. */
async function selectInNameOrder(
  reader: Reader,
  contextKey: number,
  year: number,
  position: PersonPosition | null,
  limit: number,
): Promise<AuthorCardRow[]> {
  const { sortName, key } = authors;
  const name = position?.name ?? '';
  return reader
    .select(authorCardColumns)
    .from(authors)
    .crossJoin(authorContexts)
    .where(
      and(
        eq(authorContexts.authorKey, key),
        eq(authorContexts.contextKey, contextKey),
        eq(authorContexts.lastYear, year),
        gte(sortName, name),
        or(gt(sortName, name), gt(key, position?.key ?? 0)),
        listedRecord(),
      ),
    )
    .orderBy(asc(sortName), asc(key))
    .limit(limit);
}
