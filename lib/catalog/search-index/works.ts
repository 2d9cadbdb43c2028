import type { Reader } from '#lib/platform/db/store.ts';
import { numbersOf, searchTokens, subjectOf } from '#lib/platform/text/tokenizer.ts';
import type { WorksOrder } from './model/asked.ts';
import type { Query } from './model/query.ts';
import { type Condition, countMatches, expression, matches, type Range, type Ranked, ranked, type Sought } from './tables.ts';

export interface WorksFound {
  /** Keys of works. */
  keys: number[];
  order: WorksOrder;
  next: string | null;
  /** How many are meant: exact up to `mostRanked`, and one more where there are more. */
  total: number;
  /** How many match, whatever the filter; counted likewise. */
  matching: number;
  /** All that matches, for facets. */
  match: string;
}

interface WorksQuery {
  limit: number;
  after?: string | undefined;
  /** Numbers of some years: see `numbersOfYears`. */
  range?: Range | undefined;
  /** What is meant of the first `mostRanked` matches. */
  filter?: Condition | undefined;
}

/** Up to so many matches are ranked one by one; beyond, the newest come first (performance.md, P3). */
export const maxRanked = 20_000;
const maxTerms = 12;
const maxLetters = 500;
/** Fewer letters begin too many words to mean one of them. */
const minBegun = 3;

const stopWords = new Set(
  'a an and are as at be but by can for from if in into is it no not of on or our such that the their then there these they this to using via was we will with'.split(
    ' ',
  ),
);

const nothing: WorksFound = { keys: [], order: 'relevance', next: null, total: 0, matching: 0, match: '' };

/**
 * Works that have every word of a query in title, names, venue or abstract; the last word as a beginning only where nothing has it
 * whole. Common words do not count, unless there is nothing else. Any text is a query.
 */
export async function searchWorks(reader: Reader, text: string, asked: WorksQuery): Promise<WorksFound> {
  const counting = countingWords(text);
  if (counting.length === 0) return nothing;
  const whole = await page(reader, wholeWords(counting), asked);
  const begun = whole.matching > 0 ? null : begunWords(counting);
  return begun ? page(reader, begun, asked, 'begun') : whole;
}

/** What a query matches, as `searchWorks` reads it, in the engine's own words; null where it looks for nothing. */
export async function matchOf(reader: Reader, text: string): Promise<string | null> {
  const counting = countingWords(text);
  if (counting.length === 0) return null;
  const whole = expression(wholeWords(counting));
  const begun = begunWords(counting);
  const isThere = begun === null || (await matches(reader, 'work', whole, { limit: 1 })).length > 0;
  return isThere ? whole : expression(begun);
}

function countingWords(text: string): string[] {
  const words = searchTokens(text.slice(0, maxLetters)).slice(0, maxTerms);
  const telling = words.filter((word, at) => at === words.length - 1 || !stopWords.has(word));
  return telling.length > 0 ? telling : words;
}

const wholeWords = (counting: readonly string[]): Query => [counting.map((word) => ({ any: [word] }))];

/** The last word as a beginning; null where it is too short for that. */
function begunWords(counting: readonly string[]): Query | null {
  const last = counting.at(-1) ?? '';
  if (last.length < minBegun || stopWords.has(last)) return null;
  return [counting.map((word, at) => ({ any: [word], begins: at === counting.length - 1 }))];
}

/** The numbers of works of some years; undated works have none of them. */
function numbersOfYears({ from, to }: { from?: number | undefined; to?: number | undefined }): Range {
  const { from: first } = numbersOf('work');
  const start = (year: number): number => first + (2 ** 20 - 1 - year) * 2 ** 31;
  return { from: to === undefined ? first : start(to), to: start(from ?? 1) + 2 ** 31 - 1 };
}

/** The numbers that a search's years leave; undefined where it names none. */
export function yearsOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Range | undefined {
  if (from === undefined && to === undefined) return undefined;
  return numbersOfYears({ from: from === undefined ? undefined : Number(from), to: to === undefined ? undefined : Number(to) });
}

async function page(reader: Reader, query: Query, { range, filter, limit, after }: WorksQuery, by?: 'begun'): Promise<WorksFound> {
  const match = expression(query);
  const count = await countMatches(reader, 'work', match, { most: maxRanked + 1, range });
  const total = filter && count > 0 ? await countMatches(reader, 'work', match, { most: maxRanked, range, filter }) : count;
  if (total === 0) return { ...nothing, matching: count, match };
  const found =
    count > maxRanked || by
      ? await newest(reader, match, { range, filter }, limit, after)
      : await best(reader, match, { range, where: filter }, limit, after);
  return { ...found, order: by ?? found.order, total, matching: count, match };
}

type Page = Pick<WorksFound, 'keys' | 'order' | 'next'>;

async function newest(
  reader: Reader,
  match: string,
  sought: { range?: Range | undefined; filter?: Condition | undefined },
  limit: number,
  cursor: string | undefined,
): Promise<Page> {
  const after = /^n(\d{1,16})$/.exec(cursor ?? '')?.[1];
  const numbers = await matches(reader, 'work', match, {
    ...sought,
    most: maxRanked,
    after: after === undefined ? undefined : Number(after),
    limit: limit + 1,
  });
  const shown = numbers.slice(0, limit);
  return { keys: shown.map(subjectOf), order: 'newest', next: numbers.length > limit ? `n${shown.at(-1)}` : null };
}

async function best(reader: Reader, match: string, sought: Sought, limit: number, cursor: string | undefined): Promise<Page> {
  const rows = await ranked(reader, match, { ...sought, limit: limit + 1, after: rankCursor(cursor) });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    keys: shown.map(({ number }) => subjectOf(number)),
    order: 'relevance',
    next: rows.length > limit && last ? `r${last.score}_${last.number}` : null,
  };
}

function rankCursor(text: string | undefined): Ranked | undefined {
  const match = /^r(-?\d{1,6}(?:\.\d{1,20})?(?:e-?\d{1,3})?)_(\d{1,16})$/.exec(text ?? '');
  return match ? { score: Number(match[1]), number: Number(match[2]) } : undefined;
}
