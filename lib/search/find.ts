import { sql } from 'drizzle-orm';
import { dialect } from '../db/columns.ts';
import type { Reader } from '../db/store.ts';
import { type DocumentKind, numbersOf, words } from './model.ts';

/** Up to so many matches are ranked exactly; beyond, the important come first, and the page says so. */
const mostRanked = 20_000;
const mostWords = 12;
const mostLetters = 40;

export interface Hit {
  subjectKey: number;
  title: string;
}

/**
 * What matches every word of a text as typed, the last one as the beginning of a word; order, case and diacritics do not matter.
 * People come by importance, a record named exactly so first; works by relevance (BM25 on SQLite, ts_rank on PostgreSQL) while the
 * matches are at most 20,000, by importance beyond.
 * @returns at most `limit` hits; `exact` is false where there were too many to rank
 */
export async function search(
  reader: Reader,
  text: string,
  { kind, limit }: { kind: DocumentKind; limit: number },
): Promise<{ hits: Hit[]; exact: boolean }> {
  const wanted = words(text)
    .slice(0, mostWords)
    .map((word) => word.slice(0, mostLetters));
  if (wanted.length === 0) return { hits: [], exact: true };
  const { hits, exact } = await (dialect === 'postgres' ? onPostgres : onSqlite)(reader, wanted, kind, limit);
  return { hits: kind === 'author' ? exactNamesFirst(hits, wanted) : hits, exact };
}

type Row = { subject_key: number; title: string };
type Found = { hits: Hit[]; exact: boolean };

const asHits = (rows: Row[]): Hit[] => rows.map(({ subject_key, title }) => ({ subjectKey: Number(subject_key), title }));

function exactNamesFirst(hits: Hit[], wanted: string[]): Hit[] {
  const asked = [...wanted].sort().join(' ');
  const isExact = ({ title }: Hit) => Number([...new Set(words(title))].sort().join(' ') === asked);
  return [...hits].sort((a, b) => isExact(b) - isExact(a));
}

async function onSqlite(reader: Reader, wanted: string[], kind: DocumentKind, limit: number): Promise<Found> {
  const query = wanted.map((word, at) => (at === wanted.length - 1 ? `"${word}"*` : `"${word}"`)).join(' ');
  const table = sql.raw(kind === 'author' ? 'search_people' : 'search_works');
  try {
    const ranked = kind === 'work' && (await countOnSqlite(reader, table, query)) <= mostRanked;
    const order = ranked ? sql.raw('bm25(search_works, 4.0, 1.0), i.rowid') : sql.raw('i.rowid');
    const rows = await reader.rows<Row>(
      sql`select d.subject_key, d.title from ${table} i join search_documents d on d.number = i.rowid where ${table} match ${query} order by ${order} limit ${limit}`,
    );
    return { hits: asHits(rows), exact: ranked || kind === 'author' };
  } catch (error) {
    // A letter younger than SQLite's Unicode tables splits a word where no phrase may stand: then nothing matches it.
    if (String(error instanceof Error ? (error.cause ?? error) : error).includes('fts5')) return { hits: [], exact: true };
    throw error;
  }
}

async function countOnSqlite(reader: Reader, table: ReturnType<typeof sql.raw>, query: string): Promise<number> {
  const [row] = await reader.rows<{ count: number }>(
    sql`select count(*) as count from (select 1 from ${table} where ${table} match ${query} limit ${mostRanked + 1})`,
  );
  return row?.count ?? 0;
}

async function onPostgres(reader: Reader, wanted: string[], kind: DocumentKind, limit: number): Promise<Found> {
  const query = wanted.map((word, at) => (at === wanted.length - 1 ? `'${word}':*` : `'${word}'`)).join(' & ');
  const { from, to } = numbersOf(kind);
  const matching = sql`terms @@ to_tsquery('simple', ${query}) and number between ${from} and ${to}`;
  const [row] = await reader.rows<{ count: string }>(
    sql`select count(*) as count from (select 1 from search_documents where ${matching} limit ${mostRanked + 1}) some`,
  );
  const few = Number(row?.count ?? 0) <= mostRanked;
  const order = few && kind === 'work' ? sql`ts_rank(terms, to_tsquery('simple', ${query})) desc, number` : sql`number`;
  // Few matches are fetched first and sorted then: walking the numbers until enough match would read the whole table.
  const rows = few
    ? await reader.rows<Row>(
        sql`with some as materialized (select number, subject_key, title, terms from search_documents where ${matching}) select subject_key, title from some order by ${order} limit ${limit}`,
      )
    : await reader.rows<Row>(sql`select subject_key, title from search_documents where ${matching} order by number limit ${limit}`);
  return { hits: asHits(rows), exact: few || kind === 'author' };
}
