import type { Reader } from '#lib/platform/db/store.ts';
import { numbersOf, searchTokens, subjectOf } from '#lib/platform/text/tokenizer.ts';
import { formsOf } from '#lib/platform/text/word-forms.ts';
import type { WorksOrder } from './model/asked.ts';
import type { Query } from './model/query.ts';
import {
  both,
  type Condition,
  countMatches,
  expression,
  isAmong,
  matches,
  type Range,
  type Ranked,
  ranked,
  type Sought,
  titleExpression,
} from './tables.ts';

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
  /** 0 where only the number of matches is asked for. */
  limit: number;
  after?: string | undefined;
  /** Numbers of some years: see `numbersOfYears`. */
  range?: Range | undefined;
  /** What is meant of the first `mostRanked` matches. */
  filter?: Condition | undefined;
}

/** Up to so many matches are ranked one by one; beyond, the newest come first, after those with the words in the title. */
export const maxRanked = 20_000;
/**
 * Above so many matches, works that have the words in the title are ranked first. A word of the title weighs eight of the abstract, so
 * these hold the best ten of nearly every query, and the others need no score.
 */
const maxRankedTogether = 2_000;
/** With fewer titles than that, all matches are ranked together. */
const minTitles = 100;
/** With more titles, or in more than half of the matches, ranking them first costs as much as ranking all. */
const maxTitles = 5_000;
const maxTerms = 12;
const maxLetters = 500;
/** With fewer works than that, other forms of the words are looked for. */
const fewMatches = 10;
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
 * whole; where few have them, other forms and spellings of the words, too. Common words do not count, unless there is nothing else. Any
 * text is a query.
 */
export async function searchWorks(reader: Reader, text: string, asked: WorksQuery): Promise<WorksFound> {
  const counting = countingWords(text);
  if (counting.length === 0) return nothing;
  const whole = await page(reader, wholeWords(counting), asked);
  if (whole.matching >= fewMatches) return whole;
  const begun = whole.matching > 0 ? null : begunWords(counting);
  const found = begun ? await page(reader, begun, asked, 'begun') : whole;
  if (found.matching >= fewMatches) return found;
  const forms = await page(reader, formsOfWords(counting), asked, 'forms');
  return forms.matching > found.matching ? forms : found;
}

/** What a query matches, as `searchWorks` reads it, in the engine's own words; null where it looks for nothing. */
export async function matchOf(reader: Reader, text: string): Promise<string | null> {
  const counting = countingWords(text);
  if (counting.length === 0) return null;
  const begun = begunWords(counting);
  for (const query of [wholeWords(counting), ...(begun ? [begun] : [])]) {
    const match = expression(query);
    if ((await matches(reader, 'work', match, { limit: 1 })).length > 0) return match;
  }
  return expression(formsOfWords(counting));
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

const formsOfWords = (counting: readonly string[]): Query => [counting.map(formsOf)];

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

type Page = Pick<WorksFound, 'keys' | 'order' | 'next'>;

interface Asked extends Sought {
  match: string;
  limit: number;
  after?: string | undefined;
}

async function page(
  reader: Reader,
  query: Query,
  { range, filter, limit, after }: WorksQuery,
  by?: 'begun' | 'forms',
): Promise<WorksFound> {
  const match = expression(query);
  const count = await countMatches(reader, 'work', match, { most: maxRanked + 1, range });
  const total = filter && count > 0 ? await countMatches(reader, 'work', match, { most: maxRanked, range, filter }) : count;
  if (total === 0 || limit === 0) return { ...nothing, total, matching: count, match };
  const asked: Asked = { match, limit, after, range, where: filter };
  const found = by ? await newest(reader, asked) : await ordered(reader, asked, { count, total, titles: titleExpression(query) });
  return { ...found, order: by ?? found.order, total, matching: count, match };
}

/** The cursor of what comes after the titles begins so. */
const afterTitles = 'o';

/** Where many match, first those with the words in the title. */
async function ordered(reader: Reader, asked: Asked, { count, total, titles }: Record<'count' | 'total', number> & { titles: string }) {
  const all = count > maxRanked ? newest : best;
  if (count <= maxRankedTogether) return all(reader, asked);
  const titled = await countMatches(reader, 'work', titles, { range: asked.range, where: asked.where, most: maxRanked + 1 });
  if (titled < minTitles || titled > Math.min(count / 2, maxTitles)) return all(reader, asked);

  const others = async (limit: number, after?: string): Promise<Page> => {
    const found = await all(reader, { ...asked, where: both(isAmong(titles, false), asked.where), limit, after });
    return { ...found, next: found.next && afterTitles + found.next };
  };
  if (asked.after?.startsWith(afterTitles)) return others(asked.limit, asked.after.slice(afterTitles.length));
  const first = await best(reader, { ...asked, where: both(isAmong(titles, true), asked.where) });
  const left = asked.limit - first.keys.length;
  if (left === 0) return { ...first, next: first.next ?? (titled < total ? afterTitles : null) };
  const rest = await others(left);
  return { ...first, keys: [...first.keys, ...rest.keys], next: rest.next };
}

async function newest(reader: Reader, { match, limit, after: cursor, ...sought }: Asked): Promise<Page> {
  const after = /^n(\d{1,16})$/.exec(cursor ?? '')?.[1];
  const numbers = await matches(reader, 'work', match, {
    range: sought.range,
    filter: sought.where,
    most: maxRanked,
    after: after === undefined ? undefined : Number(after),
    limit: limit + 1,
  });
  const shown = numbers.slice(0, limit);
  return { keys: shown.map(subjectOf), order: 'newest', next: numbers.length > limit ? `n${shown.at(-1)}` : null };
}

async function best(reader: Reader, { match, limit, after, ...sought }: Asked): Promise<Page> {
  const rows = await ranked(reader, match, { ...sought, limit: limit + 1, after: rankCursor(after) });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    keys: shown.map(({ number }) => subjectOf(number)),
    order: 'relevance',
    next: rows.length > limit && last ? `r${last.score}_${last.number}` : null,
  };
}

function rankCursor(text: string | undefined): Ranked | undefined {
  const match = /^r(-?\d{1,6}(?:\.\d{1,25})?(?:e-?\d{1,3})?)_(\d{1,16})$/.exec(text ?? '');
  return match ? { score: Number(match[1]), number: Number(match[2]) } : undefined;
}
