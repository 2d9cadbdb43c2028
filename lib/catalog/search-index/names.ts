import type { Reader } from '#lib/platform/db/store.ts';
import { type DocumentKind, searchTokens, subjectOf } from '#lib/platform/text/tokenizer.ts';
import { type Closeness, looserTiers, type Query, type Tier, tiersForContexts, tiersForPeople, tokensToCorrect } from './model/query.ts';
import { type Condition, countMatches, expression, matchCondition, matches, subjectKey } from './tables.ts';
import { correctedTokens } from './vocabulary.ts';

interface NamedHit {
  subjectKey: number;
  closeness: Closeness;
}

export interface NamesFound {
  hits: NamedHit[];
  next: string | null;
  /** Number of matches: exact up to `maxCounted`. */
  total: number;
  /** Expression of all matches, for facets: see `expression`. */
  match: string;
}

interface NameQuery {
  kind: Exclude<DocumentKind, 'work'>;
  /** 0 to return only the number of matches. */
  limit: number;
  after?: string | undefined;
  /** Condition for subjects that may be found at all. */
  where?: Condition | undefined;
  /** Filter on the first `maxCounted` matches. */
  filter?: Condition | undefined;
}

/** Upper bound on matches that are counted and filtered, those with most works first. */
export const maxCounted = 2_000;
/** Below this number of matches, abbreviations and typos are accepted. */
const few = 3;
const maxTerms = 12;
const maxLetters = 200;

const nothing: NamesFound = { hits: [], next: null, total: 0, match: '' };

/**
 * Returns people, topics, venues or institutions whose names contain every word of a query: by closeness (`closenesses`), then by number of
 * works known here. That order finds a well-recorded person among namesakes; it does not rate them. Any text is a valid query.
 */
export async function searchNames(reader: Reader, text: string, requested: NameQuery): Promise<NamesFound> {
  const words = searchTokens(text.slice(0, maxLetters)).slice(0, maxTerms);
  if (words.length === 0) return nothing;
  const query = queryOf(text);
  const close = requested.kind === 'author' ? tiersForPeople(query) : tiersForContexts(query);
  const unfiltered = { ...requested, filter: undefined };
  const total = await count(reader, close, unfiltered);
  const { tiers, all } = total >= few ? { tiers: close, all: total } : await loosened(reader, query, close, total, unfiltered);
  return walk(reader, tiers, requested, requested.filter ? await count(reader, tiers, requested) : all);
}

const queryOf = (text: string): string => {
  const words = searchTokens(text.slice(0, maxLetters));
  return words.length < maxTerms ? text.slice(0, maxLetters) : words.slice(0, maxTerms).join(' ');
};

/**
 * Adds looser tiers if there are few matches: abbreviations and one typo. Typos in several words are added only if these find nothing
 * either.
 */
async function loosened(
  reader: Reader,
  query: string,
  close: readonly Tier[],
  total: number,
  requested: NameQuery,
): Promise<{ tiers: readonly Tier[]; all: number }> {
  const loose = looserTiers(query, await correctedTokens(reader, tokensToCorrect(query)));
  const careful = [...close, ...loose.filter(({ closeness }) => closeness !== 'slips')];
  const some = careful.length > close.length ? await count(reader, careful, requested) : total;
  if (some > 0) return { tiers: some > total ? careful : close, all: some };
  const any = [...close, ...loose];
  return any.length > careful.length ? { tiers: any, all: await count(reader, any, requested) } : { tiers: close, all: 0 };
}

const wholeOf = (tiers: readonly Tier[]): Query => tiers.filter(({ closeness }) => closeness !== 'words').flatMap(({ query }) => query);

const count = (reader: Reader, tiers: readonly Tier[], { kind, where, filter }: NameQuery): Promise<number> =>
  countMatches(reader, kind, expression(wholeOf(tiers)), { most: maxCounted, where, filter });

/**
 * Returns the condition for people who may be found by a query: neither suppressed nor merged. A search-only record is found only by its
 * whole name.
 */
export function findableBy(text: string): Condition {
  const whole = expression(tiersForPeople(queryOf(text)).flatMap(({ closeness, query }) => (closeness === 'name' ? query : [])));
  const isWholeName = matchCondition('author', whole);
  return {
    // A scalar subquery instead of `exists`, for which PostgreSQL would join all authors.
    text: `coalesce((select a.merged_into is null and (a.visibility = 'visible' or (a.visibility = 'search_only' and ${isWholeName.text}))
      from authors a where a.key = ${subjectKey}), false)`,
    args: isWholeName.args,
  };
}

/** Reads one tier after another, each without the matches of previous tiers, until a page is full. */
async function walk(reader: Reader, tiers: readonly Tier[], requested: NameQuery, total: number): Promise<NamesFound> {
  if (requested.limit === 0) return { ...nothing, total, match: expression(wholeOf(tiers)) };
  const from = cursor(requested.after);
  // If the list starts at the beginning and the count is exact, reading stops at the last match.
  const last = requested.after === undefined && total < maxCounted ? total : Number.POSITIVE_INFINITY;
  const found: { number: number; tier: number }[] = [];
  for (let tier = from.tier; tier < tiers.length && found.length <= requested.limit && found.length < last; tier += 1) {
    const match = expression(
      tiers[tier]?.query ?? [],
      tiers.slice(0, tier).map(({ query }) => query),
    );
    const numbers = await matches(reader, requested.kind, match, {
      most: maxCounted,
      where: requested.where,
      filter: requested.filter,
      after: tier === from.tier ? from.number : undefined,
      limit: requested.limit + 1 - found.length,
    });
    found.push(...numbers.map((number) => ({ number, tier })));
  }
  return { ...pageOf(found, tiers, requested.limit), total, match: expression(wholeOf(tiers)) };
}

function pageOf(found: readonly { number: number; tier: number }[], tiers: readonly Tier[], limit: number) {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    hits: page.map(({ number, tier }) => ({ subjectKey: subjectOf(number), closeness: tiers[tier]?.closeness ?? 'words' })),
    next: last ? `${last.tier}-${last.number}` : null,
  };
}

/** Parses a cursor from a URL; an invalid one starts at the beginning. */
function cursor(text: string | undefined): { tier: number; number: number | undefined } {
  const match = /^(\d)-(\d{1,16})$/.exec(text ?? '');
  return match ? { tier: Number(match[1]), number: Number(match[2]) } : { tier: 0, number: undefined };
}
