import type { Reader } from '#lib/platform/db/store.ts';
import { documentNumbersOf, searchTokens, subjectKeyOf } from '#lib/platform/text/tokenizer.ts';
import { wordFormsOf } from '#lib/platform/text/word-forms.ts';
import { maxMatches, maxRanked } from './model/limits.ts';
import { type Query, tiersForPeople } from './model/query.ts';
import type { WorksOrder, WorksSort } from './model/search-query.ts';
import { selectNameVariants } from './name-variants.ts';
import { findablePersonCondition } from './names.ts';
import {
  type Condition,
  combineConditions,
  compileMatch,
  compileTitleMatch,
  countMatches,
  isAmong,
  isNoneOf,
  isNotAmong,
  isOneOf,
  type MatchConditions,
  type NumberRange,
  type RankedMatch,
  selectMatches,
  selectRanked,
  subjectKeySql,
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
  range?: NumberRange | undefined;
  /** Filter on the first `maxMatches` matches. */
  filter?: Condition | undefined;
  /** Best match by default. */
  sort?: WorksSort | undefined;
}

/** Maximum number of title matches that come first. */
const maxTitlesFirst = 100;
/** Upper bound on matches × query words up to which the first title matches are ranked by all their words. */
const maxReorderCost = 14_000;
/**
 * Above this number of matches, title matches are ranked before the others. A title word has eight times the weight of an abstract word, so
 * title matches include the ten best results of nearly every query.
 */
const maxRankedAtOnce = 2_000;
/** Below this number of title matches, all matches are ranked together. */
const minTitleMatches = 100;
/** Above this number of title matches, the newest come first instead of the best. */
const maxTitleMatches = 5_000;
const maxTerms = 12;
const maxQueryCharacters = 500;
/** Upper bounds for a query that is a name: its words, the people of this name whose works come first, those with most works first, and its
 * characters. */
const maxNameWords = 6;
const maxNamesakes = 20;
const maxNameCharacters = 200;
/** Below this number of matches, other forms of the words are searched too. */
const fewMatches = 10;
/** Minimum length of a prefix; shorter ones match too many words. */
const minPrefixLength = 3;

const stopWords = new Set(
  'a an and are as at be but by can for from if in into is it no not of on or our such that the their then there these they this to using via was we will with'.split(
    ' ',
  ),
);

const nothingFound: WorksFound = { keys: [], order: 'relevance', next: null, total: 0, matching: 0, match: '' };

/**
 * Returns works that contain every word of a query in title, names, venue or abstract. The last word is a prefix only if no work contains
 * it whole. Names are found in any spelling that the search for people accepts. If few works match, those with other forms of the words
 * follow. If the query is a name, the works of people of this name come first. Stop words are ignored, unless there are no others. Any text is a valid query.
 */
export async function searchWorks(reader: Reader, text: string, requested: WorksQuery): Promise<WorksFound> {
  const words = significantWords(text);
  if (words.length === 0) return nothingFound;
  const namesakes = await selectNamesakes(reader, text);
  const people = requested.sort === 'newest' ? [] : namesakes;
  const nameVariants = await selectNameVariants(reader, {
    text: text.slice(0, maxNameCharacters),
    words,
    people: namesakes,
    where: findablePersonCondition(text),
  });
  const search = (query: Query, fallback?: 'begun' | 'forms', precedingPage?: WorksFound) =>
    searchPage(reader, query, requested, { people, fallback, precedingPage });
  const wholePage = await search([...wholeWordQuery(words), ...nameVariants]);
  if (wholePage.matching >= fewMatches) return wholePage;
  const prefix = wholePage.matching > 0 ? null : prefixQuery(words);
  const widestPage = prefix ? await search(prefix, 'begun') : wholePage;
  if (widestPage.matching >= fewMatches) return widestPage;
  const formsPage = await search([...wordFormQuery(words), ...nameVariants], 'forms', widestPage);
  return formsPage.matching > widestPage.matching ? formsPage : widestPage;
}

/** Returns the expression of a query for the engine, interpreted as in `searchWorks`; null if it has no search words. */
export async function matchExpressionOf(reader: Reader, text: string): Promise<string | null> {
  const words = significantWords(text);
  if (words.length === 0) return null;
  const prefix = prefixQuery(words);
  const people = await selectNamesakes(reader, text);
  const nameVariants = await selectNameVariants(reader, {
    text: text.slice(0, maxNameCharacters),
    words,
    people,
    where: findablePersonCondition(text),
  });
  for (const query of [[...wholeWordQuery(words), ...nameVariants], ...(prefix ? [prefix] : [])]) {
    const match = compileMatch(query);
    if ((await selectMatches(reader, 'work', match, { limit: 1 })).length > 0) return match;
  }
  return compileMatch(wordFormQuery(words));
}

/**
 * Returns the keys of people whose name is the query, in any word order; if there are none, of those whose names contain its words. A
 * single word must be a whole name, because many family names are words of titles.
 */
async function selectNamesakes(reader: Reader, text: string): Promise<number[]> {
  const wordCount = searchTokens(text.slice(0, maxQueryCharacters)).length;
  if (wordCount > maxNameWords) return [];
  for (const { closeness, query } of tiersForPeople(text)) {
    if (closeness !== 'name' && !(closeness === 'words' && wordCount > 1)) continue;
    const where = findablePersonCondition(text);
    const numbers = await selectMatches(reader, 'author', compileMatch(query), { where, limit: maxNamesakes });
    if (numbers.length > 0) return numbers.map(subjectKeyOf);
  }
  return [];
}

/** Conditions that a work is by one of some people, or by none of them. The sum keeps the engine from looking up each number separately. */
const isWorkOf = (people: readonly number[], membership: 'in' | 'not in'): Condition => ({
  text: `${subjectKeySql} + 0 ${membership} (select work_key from authorships where author_key in (${people.join(', ')}))`,
  args: [],
});

function significantWords(text: string): string[] {
  const words = [...new Set(searchTokens(text.slice(0, maxQueryCharacters)))].slice(0, maxTerms);
  const withoutStopWords = words.filter((word, at) => at === words.length - 1 || !stopWords.has(word));
  return withoutStopWords.length > 0 ? withoutStopWords : words;
}

const wholeWordQuery = (words: readonly string[]): Query => [words.map((word) => ({ anyOf: [word] }))];

/** Returns the last token as a prefix query; null if it is too short. */
function prefixQuery(words: readonly string[]): Query | null {
  const lastWord = words.at(-1) ?? '';
  if (lastWord.length < minPrefixLength || stopWords.has(lastWord)) return null;
  return [words.map((word, at) => ({ anyOf: [word], isPrefix: at === words.length - 1 }))];
}

const wordFormQuery = (words: readonly string[]): Query => [words.map((word) => ({ anyOf: wordFormsOf(word) }))];

/** Returns the document numbers of works of some years. Undated works are excluded. */
function numbersOfYears({ from, to }: { from?: number | undefined; to?: number | undefined }): NumberRange {
  const { from: firstNumber } = documentNumbersOf('work');
  const startOf = (year: number): number => firstNumber + (2 ** 20 - 1 - year) * 2 ** 31;
  return { from: to === undefined ? firstNumber : startOf(to), to: startOf(from ?? 1) + 2 ** 31 - 1 };
}

/** Returns the document numbers for the years of a search; undefined if it has none. */
export function numberRangeOfYears({ from, to }: { from?: string | undefined; to?: string | undefined }): NumberRange | undefined {
  if (from === undefined && to === undefined) return undefined;
  return numbersOfYears({ from: from === undefined ? undefined : Number(from), to: to === undefined ? undefined : Number(to) });
}

type WorksPage = Pick<WorksFound, 'keys' | 'next'>;

interface PageRequest extends MatchConditions {
  match: string;
  limit: number;
  after?: string | undefined;
}

interface PageOrder {
  /** Keys of people whose works come first. */
  people: readonly number[];
  fallback?: 'begun' | 'forms' | undefined;
  /** The matches that precede those with other forms of the words. */
  precedingPage?: WorksFound | undefined;
}

async function searchPage(
  reader: Reader,
  query: Query,
  { range, filter, limit, after, sort }: WorksQuery,
  { people, fallback, precedingPage }: PageOrder,
): Promise<WorksFound> {
  const match = compileMatch(query);
  const count = await countMatches(reader, 'work', match, { maxConsidered: maxMatches + 1, range });
  const total = filter && count > 0 ? await countMatches(reader, 'work', match, { maxConsidered: maxMatches, range, filter }) : count;
  if (total === 0 || limit === 0) return { ...nothingFound, total, matching: count, match };
  const requested: PageRequest = { match, limit, after, range, where: filter };
  const byMatch = (page: PageRequest): Promise<WorksPage> =>
    fallback
      ? exactThenNewest(reader, page, precedingPage)
      : orderedPage(reader, page, { count, total, titles: compileTitleMatch(query), words: query[0]?.length ?? 1 });
  const isName = people.length > 0 && (await isMostlyName(reader, match, compileTitleMatch(query), people));
  const ordered = await (sort === 'newest'
    ? newestPage(reader, requested)
    : isName
      ? pageThroughBoth(
          requested,
          (page) => newestPage(reader, page, isWorkOf(people, 'in')),
          (page) => byMatch({ ...page, where: combineConditions(isWorkOf(people, 'not in'), page.where) }),
        )
      : byMatch(requested));
  return { ...ordered, order: fallback ?? (isName ? 'names' : worksOrderOf(count)), total, matching: count, match };
}

/** True if people of this name have more of the matches than there are titles with the words: "Machine Translation" may be an author too. */
async function isMostlyName(reader: Reader, match: string, titles: string, people: readonly number[]): Promise<boolean> {
  const ownWorks = await countMatches(reader, 'work', match, { maxConsidered: maxMatches, where: isWorkOf(people, 'in') });
  return ownWorks > 0 && (await countMatches(reader, 'work', titles, { maxConsidered: ownWorks + 1 })) <= ownWorks;
}

const worksOrderOf = (count: number): WorksOrder => (count > maxMatches ? 'newest' : count > maxRanked ? 'titles' : 'relevance');

/** Returns exact matches by relevance, then the newest of the others. */
function exactThenNewest(reader: Reader, requested: PageRequest, precedingPage: WorksFound | undefined): Promise<WorksPage> {
  if (!precedingPage || precedingPage.matching === 0) return newestPage(reader, requested);
  const { match } = precedingPage;
  return pageThroughBoth(
    requested,
    (page) => bestPage(reader, { ...page, match }),
    (page) => newestPage(reader, page, isNotAmong(match)),
  );
}

interface TitleMatches {
  /** Number of matches, up to `maxMatches` + 1, and how many of them pass the filter. */
  count: number;
  total: number;
  /** Expression of the title matches. */
  titles: string;
  words: number;
}

/** Orders the matches; if there are many, title matches come first. */
async function orderedPage(reader: Reader, requested: PageRequest, { count, total, titles, words }: TitleMatches): Promise<WorksPage> {
  if (count <= maxRankedAtOnce) return bestPage(reader, requested);
  const titleCount = await countMatches(reader, 'work', titles, {
    range: requested.range,
    where: requested.where,
    maxConsidered: maxTitleMatches + 1,
  });
  if (count > maxRanked) {
    const firstNumbers =
      titleCount > maxTitleMatches
        ? await selectNewestTitles(reader, requested, titles)
        : await selectBestTitles(reader, requested, { titles, count, words });
    return pageThroughBoth(
      requested,
      (page) => pageOfList(firstNumbers, page),
      (page) => newestPage(reader, page, isNoneOf(firstNumbers)),
    );
  }
  // If more than half of the matches are title matches, ranking them first costs as much as ranking all.
  if (titleCount < minTitleMatches || titleCount > count / 2) return bestPage(reader, requested);
  return pageThroughBoth(
    requested,
    (page) => bestPage(reader, { ...page, where: combineConditions(isAmong(titles), requested.where) }),
    (page) => bestPage(reader, { ...page, where: combineConditions(isNotAmong(titles), requested.where) }),
    titleCount < total,
  );
}

const selectNewestTitles = (reader: Reader, { range, where }: PageRequest, titles: string): Promise<number[]> =>
  selectMatches(reader, 'work', titles, { range, where, limit: maxTitlesFirst });

async function selectBestTitles(
  reader: Reader,
  { match, range, where }: PageRequest,
  { titles, count, words }: Omit<TitleMatches, 'total'>,
): Promise<number[]> {
  const titleNumbers = (await selectRanked(reader, titles, { range, where, limit: maxTitlesFirst })).map(({ number }) => number);
  if (count * words > maxReorderCost || titleNumbers.length === 0) return titleNumbers;
  return (await selectRanked(reader, match, { where: isOneOf(titleNumbers), limit: maxTitlesFirst })).map(({ number }) => number);
}

/** Returns a page of a list in memory; cursors are positions. */
async function pageOfList(numbers: readonly number[], { limit, after }: PageRequest): Promise<WorksPage> {
  const from = Number(/^t(\d{1,3})$/.exec(after ?? '')?.[1] ?? 0);
  const next = from + limit;
  return { keys: numbers.slice(from, next).map(subjectKeyOf), next: next < numbers.length ? `t${next}` : null };
}

/** Prefix of cursors in the second list. */
const secondListPrefix = 'o';

/** Pages through one list, then through another that excludes the first. */
async function pageThroughBoth(
  requested: PageRequest,
  readFirst: (page: PageRequest) => Promise<WorksPage>,
  readSecond: (page: PageRequest) => Promise<WorksPage>,
  hasMore = true,
): Promise<WorksPage> {
  const readOthers = async (limit: number, after?: string): Promise<WorksPage> => {
    const page = await readSecond({ ...requested, limit, after });
    return { ...page, next: page.next && secondListPrefix + page.next };
  };
  if (requested.after?.startsWith(secondListPrefix)) return readOthers(requested.limit, requested.after.slice(secondListPrefix.length));
  const firstPage = await readFirst(requested);
  const remaining = requested.limit - firstPage.keys.length;
  if (remaining === 0) return { ...firstPage, next: firstPage.next ?? (hasMore ? secondListPrefix : null) };
  const secondPage = await readOthers(remaining);
  return { ...firstPage, keys: [...firstPage.keys, ...secondPage.keys], next: secondPage.next };
}

/** @param condition further condition on the matches */
async function newestPage(
  reader: Reader,
  { match, limit, after: cursor, ...sought }: PageRequest,
  condition?: Condition,
): Promise<WorksPage> {
  const after = /^n(\d{1,16})$/.exec(cursor ?? '')?.[1];
  const numbers = await selectMatches(reader, 'work', match, {
    range: sought.range,
    where: condition,
    filter: sought.where,
    maxConsidered: maxMatches,
    after: after === undefined ? undefined : Number(after),
    limit: limit + 1,
  });
  const pageNumbers = numbers.slice(0, limit);
  return { keys: pageNumbers.map(subjectKeyOf), next: numbers.length > limit ? `n${pageNumbers.at(-1)}` : null };
}

async function bestPage(reader: Reader, { match, limit, after, ...sought }: PageRequest): Promise<WorksPage> {
  const rows = await selectRanked(reader, match, { ...sought, limit: limit + 1, after: rankCursor(after) });
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    keys: pageRows.map(({ number }) => subjectKeyOf(number)),
    next: rows.length > limit && last ? `r${last.score}_${last.number}` : null,
  };
}

function rankCursor(text: string | undefined): RankedMatch | undefined {
  const match = /^r(-?\d{1,6}(?:\.\d{1,25})?(?:e-?\d{1,3})?)_(\d{1,16})$/.exec(text ?? '');
  return match ? { score: Number(match[1]), number: Number(match[2]) } : undefined;
}
