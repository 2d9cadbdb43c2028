import { findableRecordText } from '#lib/catalog/visibility/queries.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type DocumentKind, searchTokens, subjectKeyOf } from '#lib/platform/text/tokenizer.ts';
import {
  type Closeness,
  looserTiers,
  type Query,
  type QueryTier,
  tiersForContexts,
  tiersForPeople,
  tokensToCorrect,
} from './model/query.ts';
import { type Condition, compileMatch, countMatches, matchCondition, selectMatches, subjectKeySql } from './tables.ts';
import { findTokenCorrections } from './vocabulary.ts';

interface NamedHit {
  subjectKey: number;
  closeness: Closeness;
}

export interface NamesFound {
  hits: NamedHit[];
  next: string | null;
  /** Number of matches: exact up to `maxCountedNames`. */
  total: number;
  /** Expression of all matches, for facets: see `compileMatch`. */
  match: string;
}

interface NameQuery {
  kind: Exclude<DocumentKind, 'work'>;
  /** 0 to return only the number of matches. */
  limit: number;
  after?: string | undefined;
  /** Condition for subjects that may be found at all. */
  where?: Condition | undefined;
  /** Filter on the first `maxCountedNames` matches. */
  filter?: Condition | undefined;
}

/** Upper bound on matches that are counted and filtered, those with most works first. */
export const maxCountedNames = 2_000;
/** Below this number of matches, abbreviations and typos are accepted. */
const fewMatches = 3;
const maxTerms = 12;
const maxQueryCharacters = 200;

const nothingFound: NamesFound = { hits: [], next: null, total: 0, match: '' };

/**
 * Returns people, topics, venues or institutions whose names contain every word of a query: by closeness (`closenesses`), then by number of
 * works known here. That order finds a well-recorded person among namesakes; it does not rate them. Any text is a valid query.
 */
export async function searchNames(reader: Reader, text: string, requested: NameQuery): Promise<NamesFound> {
  const words = searchTokens(text.slice(0, maxQueryCharacters)).slice(0, maxTerms);
  if (words.length === 0) return nothingFound;
  const query = limitQuery(text);
  const closeTiers = requested.kind === 'author' ? tiersForPeople(query) : tiersForContexts(query);
  const unfiltered = { ...requested, filter: undefined };
  const total = await countTierMatches(reader, closeTiers, unfiltered);
  const { tiers, all: matchCount } =
    total >= fewMatches ? { tiers: closeTiers, all: total } : await addLooserTiers(reader, query, closeTiers, total, unfiltered);
  return readPage(reader, tiers, requested, requested.filter ? await countTierMatches(reader, tiers, requested) : matchCount);
}

const limitQuery = (text: string): string => {
  const words = searchTokens(text.slice(0, maxQueryCharacters));
  return words.length < maxTerms ? text.slice(0, maxQueryCharacters) : words.slice(0, maxTerms).join(' ');
};

/**
 * Adds looser tiers if there are few matches: abbreviations and one typo. Typos in several words are added only if these find nothing
 * either.
 */
async function addLooserTiers(
  reader: Reader,
  query: string,
  closeTiers: readonly QueryTier[],
  total: number,
  requested: NameQuery,
): Promise<{ tiers: readonly QueryTier[]; all: number }> {
  const additionalTiers = looserTiers(query, await findTokenCorrections(reader, tokensToCorrect(query)));
  const oneTypoTiers = [...closeTiers, ...additionalTiers.filter(({ closeness }) => closeness !== 'typos')];
  const oneTypoCount = oneTypoTiers.length > closeTiers.length ? await countTierMatches(reader, oneTypoTiers, requested) : total;
  if (oneTypoCount > 0) return { tiers: oneTypoCount > total ? oneTypoTiers : closeTiers, all: oneTypoCount };
  const allTiers = [...closeTiers, ...additionalTiers];
  return allTiers.length > oneTypoTiers.length
    ? { tiers: allTiers, all: await countTierMatches(reader, allTiers, requested) }
    : { tiers: closeTiers, all: 0 };
}

const combinedQuery = (tiers: readonly QueryTier[]): Query =>
  tiers.filter(({ closeness }) => closeness !== 'words').flatMap(({ query }) => query);

const countTierMatches = (reader: Reader, tiers: readonly QueryTier[], { kind, where, filter }: NameQuery): Promise<number> =>
  countMatches(reader, kind, compileMatch(combinedQuery(tiers)), { maxConsidered: maxCountedNames, where, filter });

/**
 * Returns the condition for people who may be found by a query: neither suppressed nor merged. A search-only record is found only by its
 * whole name.
 */
export function findablePersonCondition(text: string): Condition {
  const wholeNameMatch = compileMatch(
    tiersForPeople(limitQuery(text)).flatMap(({ closeness, query }) => (closeness === 'name' ? query : [])),
  );
  const isWholeName = matchCondition('author', wholeNameMatch);
  return {
    // A scalar subquery instead of `exists`, for which PostgreSQL would join all authors.
    text: `coalesce((select ${findableRecordText('a', isWholeName.text)}
      from authors a where a.key = ${subjectKeySql}), false)`,
    args: isWholeName.args,
  };
}

/** Reads one tier after another, each without the matches of previous tiers, until a page is full. */
async function readPage(reader: Reader, tiers: readonly QueryTier[], requested: NameQuery, total: number): Promise<NamesFound> {
  if (requested.limit === 0) return { ...nothingFound, total, match: compileMatch(combinedQuery(tiers)) };
  const start = parseCursor(requested.after);
  // If the list starts at the beginning and the count is exact, reading stops at the last match.
  const matchLimit = requested.after === undefined && total < maxCountedNames ? total : Number.POSITIVE_INFINITY;
  const matched: { number: number; tier: number }[] = [];
  for (let tier = start.tier; tier < tiers.length && matched.length <= requested.limit && matched.length < matchLimit; tier += 1) {
    const earlierQueries = tiers.slice(0, tier).map(({ query }) => query);
    const match = compileMatch(tiers[tier]?.query ?? [], earlierQueries);
    const numbers = await selectMatches(reader, requested.kind, match, {
      maxConsidered: maxCountedNames,
      where: requested.where,
      filter: requested.filter,
      after: tier === start.tier ? start.number : undefined,
      limit: requested.limit + 1 - matched.length,
    });
    matched.push(...numbers.map((number) => ({ number, tier })));
  }
  return { ...pageOf(matched, tiers, requested.limit), total, match: compileMatch(combinedQuery(tiers)) };
}

function pageOf(matched: readonly { number: number; tier: number }[], tiers: readonly QueryTier[], limit: number) {
  const page = matched.slice(0, limit);
  const last = matched.length > limit ? page.at(-1) : undefined;
  return {
    hits: page.map(({ number, tier }) => ({ subjectKey: subjectKeyOf(number), closeness: tiers[tier]?.closeness ?? 'words' })),
    next: last ? `${last.tier}-${last.number}` : null,
  };
}

/** Parses a cursor from a URL; an invalid one starts at the beginning. */
function parseCursor(text: string | undefined): { tier: number; number: number | undefined } {
  const match = /^(\d)-(\d{1,16})$/.exec(text ?? '');
  return match ? { tier: Number(match[1]), number: Number(match[2]) } : { tier: 0, number: undefined };
}
