import type { Reader } from '#lib/platform/db/store.ts';
import { numbersOf, searchTokens, subjectOf } from '#lib/platform/text/tokenizer.ts';
import { formsOf } from '#lib/platform/text/word-forms.ts';
import type { Query } from './model/query.ts';
import type { WorksOrder } from './model/search-query.ts';
import {
  both,
  type Condition,
  countMatches,
  expression,
  isAmong,
  isOneOf,
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
  /** Number of filtered matches: exact up to `maxMatches`; one more means that there are more. */
  total: number;
  /** Number of matches without the filter, counted the same way. */
  matching: number;
  /** Expression of all matches, for facets. */
  match: string;
}

interface WorksQuery {
  /** 0 to return only the number of matches. */
  limit: number;
  after?: string | undefined;
  /** Document numbers of some years: see `numbersOfYears`. */
  range?: Range | undefined;
  /** Filter on the first `maxMatches` matches. */
  filter?: Condition | undefined;
}

/** Upper bound on matches that are counted and filtered, newest first. */
export const maxMatches = 20_000;
/** Above this number of matches, the best `maxFirst` title matches come first, then the newest of all others. */
const maxRanked = 8_000;
/** Maximum number of title matches that come first. */
const maxFirst = 100;
/** Upper bound on matches × query words up to which the first title matches are ranked by all their words. */
const maxReordered = 14_000;
/**
 * Above this number of matches, title matches are ranked before the others. A title word has eight times the weight of an abstract word, so
 * title matches include the ten best results of nearly every query.
 */
const maxRankedTogether = 2_000;
/** Below this number of title matches, all matches are ranked together. */
const minTitles = 100;
/** Above this number of title matches, the newest come first instead of the best. */
const maxTitles = 5_000;
const maxTerms = 12;
const maxLetters = 500;
/** Below this number of matches, other forms of the words are searched too. */
const fewMatches = 10;
/** Minimum length of a prefix; shorter ones match too many words. */
const minBegun = 3;

const stopWords = new Set(
  'a an and are as at be but by can for from if in into is it no not of on or our such that the their then there these they this to using via was we will with'.split(
    ' ',
  ),
);

const nothing: WorksFound = { keys: [], order: 'relevance', next: null, total: 0, matching: 0, match: '' };

/**
 * Returns works that contain every word of a query in title, names, venue or abstract. The last word is a prefix only if no work contains
 * it whole. If few works match, those with other forms and spellings of the words follow. Stop words are ignored, unless there are no
 * others. Any text is a valid query.
 */
export async function searchWorks(reader: Reader, text: string, requested: WorksQuery): Promise<WorksFound> {
  const counting = countingWords(text);
  if (counting.length === 0) return nothing;
  const whole = await page(reader, wholeWords(counting), requested);
  if (whole.matching >= fewMatches) return whole;
  const begun = whole.matching > 0 ? null : begunWords(counting);
  const found = begun ? await page(reader, begun, requested, 'begun') : whole;
  if (found.matching >= fewMatches) return found;
  const forms = await page(reader, formsOfWords(counting), requested, 'forms', found);
  return forms.matching > found.matching ? forms : found;
}

/** Returns the expression of a query for the engine, interpreted as in `searchWorks`; null if it has no search words. */
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
  const words = [...new Set(searchTokens(text.slice(0, maxLetters)))].slice(0, maxTerms);
  const telling = words.filter((word, at) => at === words.length - 1 || !stopWords.has(word));
  return telling.length > 0 ? telling : words;
}

const wholeWords = (counting: readonly string[]): Query => [counting.map((word) => ({ any: [word] }))];

/** Returns the last token as a prefix query; null if it is too short. */
function begunWords(counting: readonly string[]): Query | null {
  const last = counting.at(-1) ?? '';
  if (last.length < minBegun || stopWords.has(last)) return null;
  return [counting.map((word, at) => ({ any: [word], begins: at === counting.length - 1 }))];
}

const formsOfWords = (counting: readonly string[]): Query => [counting.map((word) => ({ any: formsOf(word) }))];

/** Returns the document numbers of works of some years. Undated works are excluded. */
function numbersOfYears({ from, to }: { from?: number | undefined; to?: number | undefined }): Range {
  const { from: first } = numbersOf('work');
  const start = (year: number): number => first + (2 ** 20 - 1 - year) * 2 ** 31;
  return { from: to === undefined ? first : start(to), to: start(from ?? 1) + 2 ** 31 - 1 };
}

/** Returns the document numbers for the years of a search; undefined if it has none. */
export function yearsOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Range | undefined {
  if (from === undefined && to === undefined) return undefined;
  return numbersOfYears({ from: from === undefined ? undefined : Number(from), to: to === undefined ? undefined : Number(to) });
}

type Page = Pick<WorksFound, 'keys' | 'next'>;

interface Asked extends Sought {
  match: string;
  limit: number;
  after?: string | undefined;
}

/** @param found the matches that precede those with other forms of the words */
async function page(
  reader: Reader,
  query: Query,
  { range, filter, limit, after }: WorksQuery,
  by?: 'begun' | 'forms',
  found?: WorksFound,
): Promise<WorksFound> {
  const match = expression(query);
  const count = await countMatches(reader, 'work', match, { most: maxMatches + 1, range });
  const total = filter && count > 0 ? await countMatches(reader, 'work', match, { most: maxMatches, range, filter }) : count;
  if (total === 0 || limit === 0) return { ...nothing, total, matching: count, match };
  const requested: Asked = { match, limit, after, range, where: filter };
  const listed = by
    ? await newestAfter(reader, requested, found)
    : await ordered(reader, requested, { count, total, titles: titleExpression(query), words: query[0]?.length ?? 1 });
  return { ...listed, order: by ?? orderOf(count), total, matching: count, match };
}

const orderOf = (count: number): WorksOrder => (count > maxMatches ? 'newest' : count > maxRanked ? 'titles' : 'relevance');

/** Returns exact matches by relevance, then the newest of the others. */
function newestAfter(reader: Reader, requested: Asked, found: WorksFound | undefined): Promise<Page> {
  if (!found || found.matching === 0) return newest(reader, requested);
  const { match } = found;
  return inTurn(
    requested,
    (page) => best(reader, { ...page, match }),
    (page) => newest(reader, page, isAmong(match, false)),
  );
}

interface Titles {
  /** Number of matches, up to `maxMatches` + 1, and how many of them pass the filter. */
  count: number;
  total: number;
  /** Expression of the title matches. */
  titles: string;
  words: number;
}

/** Orders the matches; if there are many, title matches come first. */
async function ordered(reader: Reader, requested: Asked, { count, total, titles, words }: Titles): Promise<Page> {
  if (count <= maxRankedTogether) return best(reader, requested);
  const titled = await countMatches(reader, 'work', titles, { range: requested.range, where: requested.where, most: maxTitles + 1 });
  if (count > maxRanked) {
    const first =
      titled > maxTitles ? await newestTitles(reader, requested, titles) : await bestTitles(reader, requested, { titles, count, words });
    return inTurn(
      requested,
      (page) => listed(first, page),
      (page) => newest(reader, page, isOneOf(first, false)),
    );
  }
  // If more than half of the matches are title matches, ranking them first costs as much as ranking all.
  if (titled < minTitles || titled > count / 2) return best(reader, requested);
  return inTurn(
    requested,
    (page) => best(reader, { ...page, where: both(isAmong(titles, true), requested.where) }),
    (page) => best(reader, { ...page, where: both(isAmong(titles, false), requested.where) }),
    titled < total,
  );
}

const newestTitles = (reader: Reader, { range, where }: Asked, titles: string): Promise<number[]> =>
  matches(reader, 'work', titles, { range, where, limit: maxFirst });

async function bestTitles(
  reader: Reader,
  { match, range, where }: Asked,
  { titles, count, words }: Omit<Titles, 'total'>,
): Promise<number[]> {
  const found = (await ranked(reader, titles, { range, where, limit: maxFirst })).map(({ number }) => number);
  if (count * words > maxReordered || found.length === 0) return found;
  return (await ranked(reader, match, { where: isOneOf(found, true), limit: maxFirst })).map(({ number }) => number);
}

/** Returns a page of a list in memory; cursors are positions. */
async function listed(numbers: readonly number[], { limit, after }: Asked): Promise<Page> {
  const from = Number(/^t(\d{1,3})$/.exec(after ?? '')?.[1] ?? 0);
  const next = from + limit;
  return { keys: numbers.slice(from, next).map(subjectOf), next: next < numbers.length ? `t${next}` : null };
}

/** Prefix of cursors in the second list. */
const afterFirst = 'o';

/** Pages through one list, then through another that excludes the first. */
async function inTurn(
  requested: Asked,
  first: (page: Asked) => Promise<Page>,
  second: (page: Asked) => Promise<Page>,
  hasMore = true,
): Promise<Page> {
  const others = async (limit: number, after?: string): Promise<Page> => {
    const found = await second({ ...requested, limit, after });
    return { ...found, next: found.next && afterFirst + found.next };
  };
  if (requested.after?.startsWith(afterFirst)) return others(requested.limit, requested.after.slice(afterFirst.length));
  const found = await first(requested);
  const left = requested.limit - found.keys.length;
  if (left === 0) return { ...found, next: found.next ?? (hasMore ? afterFirst : null) };
  const rest = await others(left);
  return { ...found, keys: [...found.keys, ...rest.keys], next: rest.next };
}

/** @param but further condition on the matches */
async function newest(reader: Reader, { match, limit, after: cursor, ...sought }: Asked, but?: Condition): Promise<Page> {
  const after = /^n(\d{1,16})$/.exec(cursor ?? '')?.[1];
  const numbers = await matches(reader, 'work', match, {
    range: sought.range,
    where: but,
    filter: sought.where,
    most: maxMatches,
    after: after === undefined ? undefined : Number(after),
    limit: limit + 1,
  });
  const shown = numbers.slice(0, limit);
  return { keys: shown.map(subjectOf), next: numbers.length > limit ? `n${shown.at(-1)}` : null };
}

async function best(reader: Reader, { match, limit, after, ...sought }: Asked): Promise<Page> {
  const rows = await ranked(reader, match, { ...sought, limit: limit + 1, after: rankCursor(after) });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    keys: shown.map(({ number }) => subjectOf(number)),
    next: rows.length > limit && last ? `r${last.score}_${last.number}` : null,
  };
}

function rankCursor(text: string | undefined): Ranked | undefined {
  const match = /^r(-?\d{1,6}(?:\.\d{1,25})?(?:e-?\d{1,3})?)_(\d{1,16})$/.exec(text ?? '');
  return match ? { score: Number(match[1]), number: Number(match[2]) } : undefined;
}
