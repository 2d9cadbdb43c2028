import { inArray } from 'drizzle-orm';
import { authorCardColumns, toAuthorCard } from '#lib/catalog/authors/queries/lists.ts';
import { listedRecordText } from '#lib/catalog/visibility/queries.ts';
import { nowByTheHour } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type ContextCard, type ContextPerson, recentYears } from '../model/context.ts';

/** Somebody's works in a context: a place in the list. */
interface Place {
  works: number;
  lastYear: number;
  authorKey: number;
}

/** A list of people: those with a work in the last years, and then all others. */
type Part = 'recent' | 'earlier';

/**
 * Returns the people of a context: first those with a work there in the last five years, by their number of works there; then the others, by
 * the year of their newest work there and the number of works. Each part is read in the order of an index, so that the cost of a page does not
 * grow with the context.
 */
export async function peopleOfContext(
  reader: Reader,
  { key, lastYear }: Pick<ContextCard, 'lastYear'> & { key: number },
  cursor: string | undefined,
  limit: number,
): Promise<{ people: ContextPerson[]; next: string | null }> {
  const after = parseCursor(cursor);
  const newestYear = Math.min(lastYear ?? 0, nowByTheHour().getUTCFullYear());
  const recent = after?.part === 'earlier' ? [] : await selectRecent(reader, key, newestYear, after?.place ?? null, limit + 1);
  const remaining = limit + 1 - recent.length;
  const earlier =
    remaining === 0
      ? []
      : await selectEarlier(reader, key, newestYear - recentYears, after?.part === 'earlier' ? after.place : null, remaining);
  const places = [...recent, ...earlier];
  const last = places.length > limit ? places[limit - 1] : undefined;
  return {
    people: await peopleAt(reader, places.slice(0, limit)),
    next: last ? formatCursor(limit <= recent.length ? 'recent' : 'earlier', last) : null,
  };
}

const formatCursor = (part: Part, { works, lastYear, authorKey }: Place): string => `${part}-${works}-${lastYear}-${authorKey}`;

function parseCursor(cursor: string | undefined): { part: Part; place: Place } | null {
  const [, part, works, lastYear, authorKey] = /^(recent|earlier)-(\d{1,9})-(\d{1,4})-(\d{1,15})$/.exec(cursor ?? '') ?? [];
  if (!part) return null;
  return { part: part as Part, place: { works: Number(works), lastYear: Number(lastYear), authorKey: Number(authorKey) } };
}

interface PlaceRow {
  works: number | string;
  last_year: number | string;
  author_key: number | string;
}

const toPlace = (row: PlaceRow): Place => ({
  works: Number(row.works),
  lastYear: Number(row.last_year),
  authorKey: Number(row.author_key),
});

/** SQLite joins the tables of a cross join in the written order. */
const selectPlaces = (condition: string, order: string): string => `select * from (
  select x.works, x.last_year, x.author_key from author_contexts x cross join authors a
  where x.context_key = ? and ${condition} and a.key = x.author_key and ${listedRecordText('a')}
  order by ${order} limit ?) people`;

const byWorks = (a: Place, b: Place): number => b.works - a.works || b.lastYear - a.lastYear || b.authorKey - a.authorKey;

/** Reads the first people of each year, and merges them. Years after the newest one can only be errors in the data, and have few people. */
async function selectRecent(reader: Reader, contextKey: number, newestYear: number, after: Place | null, limit: number): Promise<Place[]> {
  const years = Array.from({ length: recentYears }, (_, at) => newestYear - at).filter((year) => year > 0);
  const isAfter = after ? ' and x.works <= ? and (x.works, x.last_year, x.author_key) < (?, ?, ?)' : '';
  const afterArgs = after ? [after.works, after.works, after.lastYear, after.authorKey] : [];
  const conditions = ['x.last_year > ?', ...years.map(() => 'x.last_year = ?')];
  const rows = await reader.query<PlaceRow>(
    conditions
      .map((condition) => selectPlaces(condition + isAfter, 'x.works desc, x.last_year desc, x.author_key desc'))
      .join(' union all '),
    [],
    [newestYear, ...years].flatMap((year) => [contextKey, year, ...afterArgs, limit]),
  );
  return rows.map(toPlace).sort(byWorks).slice(0, limit);
}

/** Reads people whose newest work in the context is of `maxYear` or earlier. */
async function selectEarlier(reader: Reader, contextKey: number, maxYear: number, after: Place | null, limit: number): Promise<Place[]> {
  const start = after ?? { lastYear: Math.max(maxYear, 0), works: 2 ** 31 - 1, authorKey: 0 };
  const rows = await reader.query<PlaceRow>(
    selectPlaces('(x.last_year, x.works, x.author_key) < (?, ?, ?)', 'x.last_year desc, x.works desc, x.author_key desc'),
    [],
    [contextKey, start.lastYear, start.works, start.authorKey, limit],
  );
  return rows.map(toPlace);
}

async function peopleAt(reader: Reader, places: readonly Place[]): Promise<ContextPerson[]> {
  if (places.length === 0) return [];
  const keys = places.map(({ authorKey }) => authorKey);
  const rows = await reader.select(authorCardColumns).from(authors).where(inArray(authors.key, keys));
  const rowsByKey = new Map(rows.map((row) => [row.key, row]));
  return places.flatMap(({ authorKey, works }) => {
    const row = rowsByKey.get(authorKey);
    return row ? [{ ...toAuthorCard(row), worksHere: works }] : [];
  });
}
