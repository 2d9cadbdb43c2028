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
  /** How many are meant: exact up to `maxMatches`, and one more where there are more. */
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
  /** What is meant of the first `maxMatches` matches. */
  filter?: Condition | undefined;
}

/** Up to so many matches are counted, and looked at for filters; the newest are meant first. */
export const maxMatches = 20_000;
/** Above so many matches, the best of those with the words in the title come first, and then the newest of all others. */
const maxRanked = 8_000;
/** So many of these. */
const maxFirst = 100;
/** Up to so many matches, each counted for every word, these are put in the order that they have by all of their words. */
const maxReordered = 14_000;
/**
 * Above so many matches, works that have the words in the title are ranked first. A word of the title weighs eight of the abstract, so
 * these hold the best ten of nearly every query, and the others need no score.
 */
const maxRankedTogether = 2_000;
/** With fewer titles than that, all matches are ranked together. */
const minTitles = 100;
/** Of more titles than that, the newest come first, and not the best. */
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
 * whole; where few have them, those with other forms and spellings of the words after them. Common words do not count, unless there is
 * nothing else. Any text is a query.
 */
export async function searchWorks(reader: Reader, text: string, asked: WorksQuery): Promise<WorksFound> {
  const counting = countingWords(text);
  if (counting.length === 0) return nothing;
  const whole = await page(reader, wholeWords(counting), asked);
  if (whole.matching >= fewMatches) return whole;
  const begun = whole.matching > 0 ? null : begunWords(counting);
  const found = begun ? await page(reader, begun, asked, 'begun') : whole;
  if (found.matching >= fewMatches) return found;
  const forms = await page(reader, formsOfWords(counting), asked, 'forms', found);
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
  const words = [...new Set(searchTokens(text.slice(0, maxLetters)))].slice(0, maxTerms);
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

const formsOfWords = (counting: readonly string[]): Query => [counting.map((word) => ({ any: formsOf(word) }))];

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

type Page = Pick<WorksFound, 'keys' | 'next'>;

interface Asked extends Sought {
  match: string;
  limit: number;
  after?: string | undefined;
}

/** @param found what comes before the other forms of its words */
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
  const asked: Asked = { match, limit, after, range, where: filter };
  const listed = by
    ? await newestAfter(reader, asked, found)
    : await ordered(reader, asked, { count, total, titles: titleExpression(query), words: query[0]?.length ?? 1 });
  return { ...listed, order: by ?? orderOf(count), total, matching: count, match };
}

const orderOf = (count: number): WorksOrder => (count > maxMatches ? 'newest' : count > maxRanked ? 'titles' : 'relevance');

/** What has the words as they are, the best first, and then the newest of the others. */
function newestAfter(reader: Reader, asked: Asked, found: WorksFound | undefined): Promise<Page> {
  if (!found || found.matching === 0) return newest(reader, asked);
  const { match } = found;
  return inTurn(
    asked,
    (page) => best(reader, { ...page, match }),
    (page) => newest(reader, page, isAmong(match, false)),
  );
}

interface Titles {
  /** How many works match, up to one more than `maxMatches`; and of these, how many the filter leaves. */
  count: number;
  total: number;
  /** What has the words in the title. */
  titles: string;
  words: number;
}

/** Where many match, first those with the words in the title. */
async function ordered(reader: Reader, asked: Asked, { count, total, titles, words }: Titles): Promise<Page> {
  if (count <= maxRankedTogether) return best(reader, asked);
  const titled = await countMatches(reader, 'work', titles, { range: asked.range, where: asked.where, most: maxTitles + 1 });
  if (count > maxRanked) {
    const first =
      titled > maxTitles ? await newestTitles(reader, asked, titles) : await bestTitles(reader, asked, { titles, count, words });
    return inTurn(
      asked,
      (page) => listed(first, page),
      (page) => newest(reader, page, isOneOf(first, false)),
    );
  }
  // In more than half of the matches, ranking the titles first costs as much as ranking all.
  if (titled < minTitles || titled > count / 2) return best(reader, asked);
  return inTurn(
    asked,
    (page) => best(reader, { ...page, where: both(isAmong(titles, true), asked.where) }),
    (page) => best(reader, { ...page, where: both(isAmong(titles, false), asked.where) }),
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

/** A list that is at hand, by its places. */
async function listed(numbers: readonly number[], { limit, after }: Asked): Promise<Page> {
  const from = Number(/^t(\d{1,3})$/.exec(after ?? '')?.[1] ?? 0);
  const next = from + limit;
  return { keys: numbers.slice(from, next).map(subjectOf), next: next < numbers.length ? `t${next}` : null };
}

/** The cursor of what comes after the first list begins so. */
const afterFirst = 'o';

/** One list, and then another of what is not in the first. */
async function inTurn(
  asked: Asked,
  first: (page: Asked) => Promise<Page>,
  second: (page: Asked) => Promise<Page>,
  hasMore = true,
): Promise<Page> {
  const others = async (limit: number, after?: string): Promise<Page> => {
    const found = await second({ ...asked, limit, after });
    return { ...found, next: found.next && afterFirst + found.next };
  };
  if (asked.after?.startsWith(afterFirst)) return others(asked.limit, asked.after.slice(afterFirst.length));
  const found = await first(asked);
  const left = asked.limit - found.keys.length;
  if (left === 0) return { ...found, next: found.next ?? (hasMore ? afterFirst : null) };
  const rest = await others(left);
  return { ...found, keys: [...found.keys, ...rest.keys], next: rest.next };
}

/** @param but what of the matches is meant */
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
