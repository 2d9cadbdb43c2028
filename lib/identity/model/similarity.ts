import type { Block } from './blocks.ts';
import type { Profile } from './profiles.ts';
import { cosine, dot } from './vectors.ts';
import { mayBeOne } from './written-names.ts';

/** What is measured of two groups of works. Logarithms are natural, of 1 + a count; the rest is 0 to 1 unless it says otherwise. */
export const measures = [
  'shareCoauthor',
  'sharedCoauthors',
  'sharedByInitial',
  'sharedOfShorterList',
  'noneSharedOf',
  'oneWithoutCoauthors',
  'bothWithoutCoauthors',
  'titlesAlike',
  'titlesAlikeRoot',
  'titlesAlikeMean',
  'titlesAlikeMost',
  'sameTitle',
  'titleUnknown',
  'sameVenue',
  'sameVenueThen',
  'venuesAlike',
  'venueUnknown',
  'affiliationsAlike',
  'affiliationsDiffer',
  'affiliationUnknown',
  'yearsBetween',
  'yearsNearest',
  'longGap',
  'yearUnknown',
  'smallerGroup',
  'largerGroup',
  'sameGivenName',
  'otherGivenName',
  'sameMiddleInitial',
  'otherMiddleInitial',
  'givenNameUnknown',
  'blockSize',
  'blockSpread',
  'blockTitles',
  'nameCommon',
  'nameCommonUnknown',
] as const;

export type Measure = (typeof measures)[number];
export type Weights = Record<Measure, number> & { constant: number };

/** Above this, two titles are taken for the same text. */
const sameTitleFrom = 0.85;
/** Below this, two affiliations are taken for different places. */
export const otherPlaceBelow = 0.2;

/** Years without a work between two groups that are a long time in a working life (the rule of trust.md for a record's flag). */
export const longGapYears = 6;

/** Writes the measures of two groups to `out`, in the order of `measures`. */
export function measure(a: Profile, b: Profile, block: Block, out: Float64Array): void {
  const people = coauthorMeasures(a, b);
  const venues = venueMeasures(a, b, block);
  const [gap, nearest] = yearsBetween(a.years, b.years);
  const values = [
    ...people,
    ...titleMeasures(a, b, block),
    venues.same,
    venues.same > 0 && nearest <= 1 ? 1 : 0,
    venues.alike,
    a.placed > 0 && b.placed > 0 ? 0 : 1,
    ...affiliationMeasures(a, b, block),
    Math.log1p(gap),
    Math.log1p(nearest),
    gap >= longGapYears ? 1 : 0,
    a.years.length > 0 && b.years.length > 0 ? 0 : 1,
    Math.log(Math.min(a.size, b.size)),
    Math.log(Math.max(a.size, b.size)),
    ...nameMeasures(a, b, block),
    block.facts.logSize,
    block.facts.spread,
    block.facts.strangersTitles,
    block.facts.commonness ?? 0,
    block.facts.commonness === null ? 1 : 0,
  ];
  out.set(values);
}

const smallerFirst = <T extends { size: number }>(a: T, b: T): [T, T] => (a.size <= b.size ? [a, b] : [b, a]);

/** Keys of co-authors that both groups have, named in full in both; and how many more meet by an initial. */
export function sharedCoauthors(a: Profile, b: Profile): { full: string[]; byInitial: number } {
  const [few, many] = smallerFirst(a.coauthors, b.coauthors);
  const [fewInitials, manyInitials] = smallerFirst(a.initials, b.initials);
  let byInitial = 0;
  for (const [key, isInitial] of fewInitials) {
    const other = manyInitials.get(key);
    if (other !== undefined && (other || isInitial)) byInitial += 1;
  }
  return { full: few.size === 0 ? [] : [...few.keys()].filter((key) => many.has(key)), byInitial };
}

function coauthorMeasures(a: Profile, b: Profile): number[] {
  const { full, byInitial } = sharedCoauthors(a, b);
  const shared = full.length + byInitial;
  const fewest = Math.min(a.initials.size, b.initials.size);
  return [
    full.length > 0 ? 1 : 0,
    Math.log1p(full.length),
    Math.log1p(byInitial),
    fewest === 0 ? 0 : Math.min(1, shared / fewest),
    shared === 0 ? Math.log1p(fewest) : 0,
    (a.signed === 0) !== (b.signed === 0) ? 1 : 0,
    a.signed === 0 && b.signed === 0 ? 1 : 0,
  ];
}

function titleMeasures(a: Profile, b: Profile, block: Block): number[] {
  if (a.titled === 0 || b.titled === 0) return [0, 0, 0, 0, 0, 1];
  const product = dot(a.title, b.title);
  if (product === 0) return [0, 0, 0, 0, 0, 0];
  const alike = cosine(a.title, b.title);
  let most = 0;
  for (const one of a.members) for (const other of b.members) most = Math.max(most, block.titlesAlike(one, other));
  return [alike, Math.sqrt(alike), product / (a.titled * b.titled), most, most > sameTitleFrom ? 1 : 0, 0];
}

function venueMeasures(a: Profile, b: Profile, block: Block): { same: number; alike: number } {
  const [few, many] = smallerFirst(a.venues, b.venues);
  let same = 0;
  for (const [key, works] of few) same += Math.min(works, many.get(key) ?? 0) * block.venueRarity(key);
  return { same: Math.log1p(same), alike: a.placed > 0 && b.placed > 0 ? cosine(a.venue, b.venue) : 0 };
}

/** The likest of the affiliations of the two groups, 0 where one has none. */
export function affiliationsAlike(a: Profile, b: Profile, block: Block): number {
  let alike = 0;
  for (const one of a.affiliations.keys())
    for (const other of b.affiliations.keys()) alike = Math.max(alike, block.affiliationsAlike(one, other));
  return alike;
}

function affiliationMeasures(a: Profile, b: Profile, block: Block): number[] {
  if (a.affiliated === 0 || b.affiliated === 0) return [0, 0, 1];
  const alike = affiliationsAlike(a, b, block);
  return [alike, alike < otherPlaceBelow ? 1 : 0, 0];
}

/** Full given names that the two groups share, and whether any two of them cannot be one person's. */
export function givenNames(a: Profile, b: Profile): { shared: string[]; differ: boolean } {
  const shared = [...a.given.keys()].filter((given) => b.given.has(given));
  const differ = [...a.given.keys()].some((one) => [...b.given.keys()].some((other) => !mayBeOne(one, other)));
  return { shared, differ };
}

function nameMeasures(a: Profile, b: Profile, block: Block): number[] {
  const { shared, differ } = givenNames(a, b);
  const sharesMiddle = [...a.middle].some((initials) => b.middle.has(initials));
  return [
    shared.length === 0 ? 0 : Math.max(...shared.map(block.givenRarity)),
    differ ? 1 : 0,
    sharesMiddle ? 1 : 0,
    a.middle.size > 0 && b.middle.size > 0 && !sharesMiddle ? 1 : 0,
    a.given.size === 0 || b.given.size === 0 ? 1 : 0,
  ];
}

/** Years that lie between the two groups, and between their two nearest works; 0 where a group has no year. Lists are ascending. */
export function yearsBetween(a: readonly number[], b: readonly number[]): [gap: number, nearest: number] {
  const [a0, a1, b0, b1] = [a[0], a.at(-1), b[0], b.at(-1)];
  if (a0 === undefined || a1 === undefined || b0 === undefined || b1 === undefined) return [0, 0];
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x = 0, y = 0] = [a[i], b[j]];
    nearest = Math.min(nearest, Math.abs(x - y));
    if (x < y) i += 1;
    else j += 1;
  }
  return [Math.max(0, b0 - a1, a0 - b1), nearest];
}

/** Log-odds that two groups with these measures are one person's. */
export const logOdds =
  (weights: Weights) =>
  (values: Float64Array): number =>
    measures.reduce((sum, name, place) => sum + weights[name] * (values[place] ?? 0), weights.constant);
