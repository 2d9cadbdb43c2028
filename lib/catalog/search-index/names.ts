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
  /** Cursor of the next page, or null. */
  next: string | null;
  /** How many match: exact up to `maxCounted`. */
  total: number;
  /** All that matches, for facets: see `expression`. */
  match: string;
}

interface NameQuery {
  kind: Exclude<DocumentKind, 'work'>;
  /** 0 where only the number of matches is asked for. */
  limit: number;
  after?: string | undefined;
  /** What may be found at all. */
  where?: Condition | undefined;
  /** What is meant of the first `maxCounted` matches. */
  filter?: Condition | undefined;
}

/** Matches are counted, and filtered, among so many: those with most works. */
export const maxCounted = 2_000;
/** Where fewer than this are found, slips and abbreviations are forgiven. */
const few = 3;
const maxTerms = 12;
const maxLetters = 200;

const nothing: NamesFound = { hits: [], next: null, total: 0, match: '' };

/**
 * People, topics, venues or institutions whose names have every word of a query, in order of closeness (`closenesses`), then those with
 * more works known here: that is to find a well-recorded person among namesakes, not a judgement. Any text is a query.
 */
export async function searchNames(reader: Reader, text: string, asked: NameQuery): Promise<NamesFound> {
  const words = searchTokens(text.slice(0, maxLetters)).slice(0, maxTerms);
  if (words.length === 0) return nothing;
  const query = queryOf(text);
  const close = asked.kind === 'author' ? tiersForPeople(query) : tiersForContexts(query);
  const unfiltered = { ...asked, filter: undefined };
  const total = await count(reader, close, unfiltered);
  const { tiers, all } = total >= few ? { tiers: close, all: total } : await loosened(reader, query, close, total, unfiltered);
  return walk(reader, tiers, asked, asked.filter ? await count(reader, tiers, asked) : all);
}

const queryOf = (text: string): string => {
  const words = searchTokens(text.slice(0, maxLetters));
  return words.length < maxTerms ? text.slice(0, maxLetters) : words.slice(0, maxTerms).join(' ');
};

/** What else is meant where little was found: abbreviations and a slip; slips in several words only where that finds nobody either. */
async function loosened(
  reader: Reader,
  query: string,
  close: readonly Tier[],
  total: number,
  asked: NameQuery,
): Promise<{ tiers: readonly Tier[]; all: number }> {
  const loose = looserTiers(query, await correctedTokens(reader, tokensToCorrect(query)));
  const careful = [...close, ...loose.filter(({ closeness }) => closeness !== 'slips')];
  const some = careful.length > close.length ? await count(reader, careful, asked) : total;
  if (some > 0) return { tiers: some > total ? careful : close, all: some };
  const any = [...close, ...loose];
  return any.length > careful.length ? { tiers: any, all: await count(reader, any, asked) } : { tiers: close, all: 0 };
}

const wholeOf = (tiers: readonly Tier[]): Query => tiers.filter(({ closeness }) => closeness !== 'words').flatMap(({ query }) => query);

const count = (reader: Reader, tiers: readonly Tier[], { kind, where, filter }: NameQuery): Promise<number> =>
  countMatches(reader, kind, expression(wholeOf(tiers)), { most: maxCounted, where, filter });

/**
 * Who may be found by a query at all: nobody who is suppressed, no record that became part of another, and who wants to be found by
 * search only not by a part of the name.
 */
export function findableBy(text: string): Condition {
  const whole = expression(tiersForPeople(queryOf(text)).flatMap(({ closeness, query }) => (closeness === 'name' ? query : [])));
  const isWholeName = matchCondition('author', whole);
  return {
    // A value asked of each match, not an `exists`: PostgreSQL would join all authors for it.
    text: `coalesce((select a.merged_into is null and (a.visibility = 'visible' or (a.visibility = 'search_only' and ${isWholeName.text}))
      from authors a where a.key = ${subjectKey}), false)`,
    args: isWholeName.args,
  };
}

/** Tier after tier, each without what the ones before it have, until a page is full. */
async function walk(reader: Reader, tiers: readonly Tier[], asked: NameQuery, total: number): Promise<NamesFound> {
  if (asked.limit === 0) return { ...nothing, total, match: expression(wholeOf(tiers)) };
  const from = cursor(asked.after);
  // From the beginning, and counted to the end, the last is known when it is met.
  const last = asked.after === undefined && total < maxCounted ? total : Number.POSITIVE_INFINITY;
  const found: { number: number; tier: number }[] = [];
  for (let tier = from.tier; tier < tiers.length && found.length <= asked.limit && found.length < last; tier += 1) {
    const match = expression(
      tiers[tier]?.query ?? [],
      tiers.slice(0, tier).map(({ query }) => query),
    );
    const numbers = await matches(reader, asked.kind, match, {
      most: maxCounted,
      where: asked.where,
      filter: asked.filter,
      after: tier === from.tier ? from.number : undefined,
      limit: asked.limit + 1 - found.length,
    });
    found.push(...numbers.map((number) => ({ number, tier })));
  }
  return { ...pageOf(found, tiers, asked.limit), total, match: expression(wholeOf(tiers)) };
}

function pageOf(found: readonly { number: number; tier: number }[], tiers: readonly Tier[], limit: number) {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    hits: page.map(({ number, tier }) => ({ subjectKey: subjectOf(number), closeness: tiers[tier]?.closeness ?? 'words' })),
    next: last ? `${last.tier}-${last.number}` : null,
  };
}

/** A cursor from a URL; one that is none begins at the beginning. */
function cursor(text: string | undefined): { tier: number; number: number | undefined } {
  const match = /^(\d)-(\d{1,16})$/.exec(text ?? '');
  return match ? { tier: Number(match[1]), number: Number(match[2]) } : { tier: 0, number: undefined };
}
