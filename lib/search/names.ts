import type { Reader } from '../db/store.ts';
import { type Closeness, looserTiers, type Query, type Tier, tiersForContexts, tiersForPeople } from './model/query.ts';
import { type DocumentKind, terms } from './model.ts';
import { type Condition, countMatches, expression, matches } from './tables.ts';
import { wordsMeant } from './vocabulary.ts';

export interface NamedHit {
  subjectKey: number;
  closeness: Closeness;
}

export interface NamesFound {
  hits: NamedHit[];
  /** Cursor of the next page, or null. */
  next: string | null;
  /** How many match: exact up to `mostCounted`. */
  total: number;
  /** All that matches, for facets: see `expression`. */
  match: string;
}

export interface NamesAsked {
  kind: Exclude<DocumentKind, 'work'>;
  limit: number;
  after?: string | undefined;
  /** What may be found at all. */
  where?: Condition | undefined;
  /** What is meant of the first `mostCounted` matches. */
  filter?: Condition | undefined;
}

/** Matches are counted, and filtered, among so many: those with most works. */
export const mostCounted = 20_000;
/** Where fewer than this are found, slips and abbreviations are forgiven. */
const few = 3;
const mostTerms = 12;
const mostLetters = 200;

const nothing: NamesFound = { hits: [], next: null, total: 0, match: '' };

/**
 * People, topics, venues or institutions whose names have every word of a query, in order of closeness (`closenesses`), then those with
 * more works known here: that is to find a well-recorded person among namesakes, not a judgement. Any text is a query.
 */
export async function searchNames(reader: Reader, text: string, asked: NamesAsked): Promise<NamesFound> {
  const words = terms(text.slice(0, mostLetters)).slice(0, mostTerms);
  if (words.length === 0) return nothing;
  const query = words.length === mostTerms ? words.join(' ') : text.slice(0, mostLetters);
  const close = asked.kind === 'author' ? tiersForPeople(query) : tiersForContexts(query);
  const total = await count(reader, close, asked);
  if (total >= few) return walk(reader, close, asked, total);
  const loose = looserTiers(query, await wordsMeant(reader, words));
  const more = loose.length > 0 ? await count(reader, [...close, ...loose], asked) : total;
  return walk(reader, more > total ? [...close, ...loose] : close, asked, more);
}

const all = (tiers: readonly Tier[]): Query => tiers.filter(({ closeness }) => closeness !== 'words').flatMap(({ query }) => query);

const count = (reader: Reader, tiers: readonly Tier[], { kind, where, filter }: NamesAsked): Promise<number> =>
  countMatches(reader, kind, expression(all(tiers)), { most: mostCounted, where, filter });

/** Tier after tier, each without what the ones before it have, until a page is full. */
async function walk(reader: Reader, tiers: readonly Tier[], asked: NamesAsked, total: number): Promise<NamesFound> {
  const from = cursor(asked.after);
  const found: { number: number; tier: number }[] = [];
  for (let tier = from.tier; tier < tiers.length && found.length <= asked.limit; tier += 1) {
    const match = expression(
      tiers[tier]?.query ?? [],
      tiers.slice(0, tier).map(({ query }) => query),
    );
    const numbers = await matches(reader, asked.kind, match, {
      most: mostCounted,
      where: asked.where,
      filter: asked.filter,
      after: tier === from.tier ? from.number : undefined,
      limit: asked.limit + 1 - found.length,
    });
    found.push(...numbers.map((number) => ({ number, tier })));
  }
  const page = found.slice(0, asked.limit);
  const last = found.length > asked.limit ? page.at(-1) : undefined;
  return {
    hits: page.map(({ number, tier }) => ({ subjectKey: number % 2 ** 31, closeness: tiers[tier]?.closeness ?? 'words' })),
    next: last ? `${last.tier}-${last.number}` : null,
    total,
    match: expression(all(tiers)),
  };
}

/** A cursor from a URL; one that is none begins at the beginning. */
function cursor(text: string | undefined): { tier: number; number: number | undefined } {
  const match = /^(\d)-(\d{1,16})$/.exec(text ?? '');
  return match ? { tier: Number(match[1]), number: Number(match[2]) } : { tier: 0, number: undefined };
}
