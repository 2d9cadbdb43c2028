import { and, inArray } from 'drizzle-orm';
import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';
import { asCard, type CardRow, card, listed } from '#lib/catalog/authors/queries/lists.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** End of a page of people: their last year in the context, folded name and key. */
interface Place {
  year: number;
  name: string;
  key: number;
}

const placeIn = (cursor: string | undefined): Place | null => {
  const [, year, name = '', key] = /^(\d{1,4})~(.*)~(\d{1,15})$/s.exec(cursor ?? '') ?? [];
  return year && key ? { year: Number(year), name, key: Number(key) } : null;
};

/** Upper bound on people of one year who are sorted in memory. Larger years are read in name order through an index. */
const maxSorted = 1000;

/**
 * Returns the people of a context: by the year of their newest work in it, then by name. The cost of a page does not grow with the corpus,
 * except for a year above `maxSorted`: there, authors outside the context are scanned too.
 */
export async function peopleIn(
  reader: Reader,
  contextKey: number,
  cursor: string | undefined,
  limit: number,
): Promise<{ people: AuthorCard[]; next: string | null }> {
  let after = placeIn(cursor);
  const found: { row: CardRow; year: number }[] = [];
  for (let from = after?.year ?? 9999; found.length <= limit; ) {
    const members = await membersUpTo(reader, contextKey, from);
    if (members.length === 0) break;
    for (const [year, some] of Map.groupBy(members, ({ last_year }) => last_year)) {
      if (found.length > limit) break;
      const place = after?.year === year ? after : null;
      const missing = limit + 1 - found.length;
      const rows = some.length > maxSorted ? await walked(reader, contextKey, year, place, missing) : await sorted(reader, some, place);
      found.push(...rows.slice(0, missing).map((row) => ({ row, year })));
      from = year - 1;
    }
    after = null;
  }
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    people: found.slice(0, limit).map(({ row }) => asCard(row)),
    next: last ? `${last.year}~${last.row.sortName}~${last.row.key}` : null,
  };
}

interface Member {
  author_key: number;
  last_year: number;
}

/** Returns the members with a last year up to `year`: whole years with at most `maxSorted` people in total, or one larger year. */
async function membersUpTo(reader: Reader, contextKey: number, year: number): Promise<Member[]> {
  const text = `select author_key, last_year from author_contexts where context_key = ? and last_year <= ?
    order by last_year desc limit ${maxSorted + 1}`;
  const rows = (await reader.query<Member>(text, [], [contextKey, year])).map((row) => ({ ...row, last_year: Number(row.last_year) }));
  const [first, last] = [rows[0]?.last_year, rows.at(-1)?.last_year];
  return rows.length > maxSorted && first !== last ? rows.filter((row) => row.last_year !== last) : rows;
}

const isAfter = (row: Pick<CardRow, 'sortName' | 'key'>, place: Place | null): boolean =>
  !place || row.sortName > place.name || (row.sortName === place.name && row.key > place.key);

async function sorted(reader: Reader, members: readonly Member[], place: Place | null): Promise<CardRow[]> {
  const keys = members.map(({ author_key }) => author_key);
  const rows = await reader
    .select(card)
    .from(authors)
    .where(and(inArray(authors.key, keys), listed));
  return rows
    .filter((row) => isAfter(row, place))
    .sort((a, b) => (a.sortName < b.sortName ? -1 : a.sortName > b.sortName ? 1 : a.key - b.key));
}

/** Returns one page in name order. SQLite joins the tables of a cross join in the written order: by name, until the page is full. */
async function walked(reader: Reader, contextKey: number, year: number, place: Place | null, limit: number): Promise<CardRow[]> {
  const name = place?.name ?? '';
  const keys = await reader.query<{ key: number }>(
    `select a.key from authors a cross join author_contexts c
     where c.author_key = a.key and c.context_key = ? and c.last_year = ? and a.sort_name >= ? and (a.sort_name > ? or a.key > ?)
       and a.visibility = 'visible' and a.merged_into is null and a.works_count > 0
     order by a.sort_name, a.key limit ?`,
    [],
    [contextKey, year, name, name, place?.key ?? 0, limit],
  );
  const rows = await reader
    .select(card)
    .from(authors)
    .where(
      inArray(
        authors.key,
        keys.map(({ key }) => key),
      ),
    );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap(({ key }) => byKey.get(key) ?? []);
}
