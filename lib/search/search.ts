import { dialect } from '../db/columns.ts';
import type { Reader } from '../db/store.ts';
import { type DocumentKind, numbersOf, words } from './model.ts';

/** A subject that a query found: the key of an author or of a work. */
export interface Hit {
  subjectKey: number;
}

export interface Found {
  hits: Hit[];
  /** False where so many match that they stand in order of importance, not of relevance. */
  exact: boolean;
}

/** Up to so many matches are ranked one by one; beyond, importance decides (performance.md, P3). */
const mostRanked = 20_000;
/** People, topics, venues and institutions are put in order by their names among so many at most. */
const mostCompared = 500;
const mostTerms = 12;

const stopWords = new Set(
  'a an and are as at be but by for from if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

const nothing: Found = { hits: [], exact: true };

/**
 * Subjects of one kind that have every word of a query. People, topics, venues, institutions: by any of their names, words in any order,
 * the last word as the beginning of one; exact names first, then those with more works. Works: by title, names, venue and abstract, best
 * match first; the
 * last word as a beginning only where nothing has it whole.
 * Case and diacritics do not count. Any text is a query: nothing in it is syntax.
 */
export async function search(reader: Reader, text: string, { kind, limit }: { kind: DocumentKind; limit: number }): Promise<Found> {
  const terms = termsOf(text, kind);
  if (terms.length === 0) return nothing;
  if (kind !== 'work') {
    const numbers = await matches(reader, kind, queryOf(terms, true), mostCompared + 1);
    return named(reader, words(text).join(' '), numbers, limit);
  }
  const whole = await works(reader, queryOf(terms, false), limit);
  return whole.hits.length > 0 ? whole : works(reader, queryOf(terms, true), limit);
}

async function works(reader: Reader, query: string, limit: number): Promise<Found> {
  const numbers = await matches(reader, 'work', query, mostRanked + 1);
  if (numbers.length > mostRanked) return { hits: numbers.slice(0, limit).map(subject), exact: false };
  return { hits: (await ranked(reader, query, limit)).map(subject), exact: true };
}

/** The folded words that count. A query of nothing but common words is searched as it is. */
function termsOf(text: string, kind: DocumentKind): string[] {
  const all = words(text.slice(0, 500)).slice(0, mostTerms);
  const telling = kind !== 'work' ? all : all.filter((word, at) => at === all.length - 1 || !stopWords.has(word));
  return telling.length > 0 ? telling : all;
}

/** Words are letters and digits alone, so that quoted they cannot be syntax of either engine. */
const queryOf = (terms: readonly string[], lastBegins: boolean): string =>
  dialect === 'postgres'
    ? terms.map((term, at) => `'${term}'${lastBegins && at === terms.length - 1 ? ':*' : ''}`).join(' & ')
    : terms.map((term, at) => `"${term}"${lastBegins && at === terms.length - 1 ? '*' : ''}`).join(' ');

const tables: Record<DocumentKind, string> = {
  author: 'search_people',
  work: 'search_works',
  topic: 'search_contexts',
  venue: 'search_contexts',
  institution: 'search_contexts',
};
const subject = (number: number): Hit => ({ subjectKey: number % 2 ** 31 });

interface Row {
  number: number | string;
}

/** The numbers of what matches, the most important first. */
async function matches(reader: Reader, kind: DocumentKind, query: string, limit: number): Promise<number[]> {
  const { from, to } = numbersOf(kind);
  const text =
    dialect === 'postgres'
      ? "select number from search_documents where terms @@ to_tsquery('simple', ?) and number between ? and ? order by number limit ?"
      : `select rowid as number from ${tables[kind]} where ${tables[kind]} match ? and rowid between ? and ? order by rowid limit ?`;
  return (await reader.lookup<Row>(text, [], [query, from, to, limit])).map(({ number }) => Number(number));
}

/** Works by relevance: BM25 on SQLite, ts_rank on PostgreSQL; a word of the title weighs most. */
async function ranked(reader: Reader, query: string, limit: number): Promise<number[]> {
  const { from, to } = numbersOf('work');
  const text =
    dialect === 'postgres'
      ? `select number from search_documents, to_tsquery('simple', ?) query where terms @@ query and number between ? and ?
         order by ts_rank('{0.1, 0.2, 0.2, 1.0}', terms, query, 1) desc, number limit ?`
      : `select rowid as number from search_works where search_works match ? and rowid between ? and ?
         order by bm25(search_works, 8.0, 1.0), rowid limit ?`;
  return (await reader.lookup<Row>(text, [], [query, from, to, limit])).map(({ number }) => Number(number));
}

/** What is named as the query, before that in whose names it only occurs. */
async function named(reader: Reader, name: string, numbers: readonly number[], limit: number): Promise<Found> {
  const compared = numbers.slice(0, mostCompared);
  const rows = await reader.lookup<Row & { title: string }>('select number, title from search_documents where number in $many', compared);
  const exactly = new Set(
    rows.filter(({ title }) => title.split('\n').some((each) => words(each).join(' ') === name)).map(({ number }) => Number(number)),
  );
  const order = [...compared.filter((number) => exactly.has(number)), ...compared.filter((number) => !exactly.has(number))];
  return { hits: order.slice(0, limit).map(subject), exact: numbers.length <= mostCompared };
}
