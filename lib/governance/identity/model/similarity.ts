import { longGapYears } from '#lib/catalog/authors/model/identity-flags.ts';
import { mayBeSameGivenName } from '#lib/platform/names/written-names.ts';
import type { NamesakeBlock } from './blocks.ts';
import type { GroupProfile } from './profiles.ts';
import { dotProduct } from './vectors.ts';

/** The features of two groups of works. Logarithms are natural, of 1 + a count; all others are 0 to 1 unless stated otherwise. */
export const similarityFeatures = [
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

export type SimilarityFeature = (typeof similarityFeatures)[number];
/** A feature without a weight does not count. */
export type FeatureWeights = Partial<Record<SimilarityFeature, number>> & { constant: number };

/** One model for blocks with titles or co-authors, and another for blocks without, which uses only names and affiliations. */
export interface LinkageModel {
  withContext: FeatureWeights;
  namesOnly: FeatureWeights;
}

/** Similarity above which two titles count as the same text. */
const sameTitleFrom = 0.85;
/** Similarity below which two affiliations count as different institutions. */
export const minSameInstitutionSimilarity = 0.2;

/**
 * Writes the features of two groups to `out`, in the order of `similarityFeatures`. Symmetric in the groups. The method spends most of its time here.
 */
export function computeFeatures(one: GroupProfile, other: GroupProfile, block: NamesakeBlock, out: Float64Array): void {
  // A floating-point sum depends on the order of its terms.
  const [a, b] = (one.members[0] ?? 0) <= (other.members[0] ?? 0) ? [one, other] : [other, one];
  const [gap, nearest] = yearsBetween(a.years, b.years);
  coauthorMeasures(a, b, out, 0);
  titleMeasures(a, b, block, out, 7);
  venueMeasures(a, b, block, nearest, out, 13);
  affiliationMeasures(a, b, block, out, 17);
  out[20] = Math.log1p(gap);
  out[21] = Math.log1p(nearest);
  out[22] = gap >= longGapYears ? 1 : 0;
  out[23] = a.years.length > 0 && b.years.length > 0 ? 0 : 1;
  out[24] = Math.log(Math.min(a.size, b.size));
  out[25] = Math.log(Math.max(a.size, b.size));
  nameMeasures(a, b, block, out, 26);
  out[31] = block.facts.logSize;
  out[32] = block.facts.spread;
  out[33] = block.facts.strangersTitles;
  out[34] = block.facts.commonness ?? 0;
  out[35] = block.facts.commonness === null ? 1 : 0;
}

/** Returns how many co-authors both groups share with full names on both sides, and how many more match by an initial. */
export function sharedCoauthors(a: GroupProfile, b: GroupProfile): { full: number; byInitial: number } {
  let [full, byInitial] = [0, 0];
  const [few, many] = a.coauthors.size <= b.coauthors.size ? [a.coauthors, b.coauthors] : [b.coauthors, a.coauthors];
  for (const key of few.keys()) if (many.has(key)) full += 1;
  const [fewInitials, manyInitials] = a.initials.size <= b.initials.size ? [a.initials, b.initials] : [b.initials, a.initials];
  for (const [key, isInitial] of fewInitials) {
    const other = manyInitials.get(key);
    if (other !== undefined && (other || isInitial)) byInitial += 1;
  }
  return { full, byInitial };
}

function coauthorMeasures(a: GroupProfile, b: GroupProfile, out: Float64Array, offset: number): void {
  const { full, byInitial } = sharedCoauthors(a, b);
  const shared = full + byInitial;
  const fewest = Math.min(a.initials.size, b.initials.size);
  out[offset] = full > 0 ? 1 : 0;
  out[offset + 1] = Math.log1p(full);
  out[offset + 2] = Math.log1p(byInitial);
  out[offset + 3] = fewest === 0 ? 0 : Math.min(1, shared / fewest);
  out[offset + 4] = shared === 0 ? Math.log1p(fewest) : 0;
  out[offset + 5] = (a.signed === 0) !== (b.signed === 0) ? 1 : 0;
  out[offset + 6] = a.signed === 0 && b.signed === 0 ? 1 : 0;
}

function titleMeasures(a: GroupProfile, b: GroupProfile, block: NamesakeBlock, out: Float64Array, offset: number): void {
  out.fill(0, offset, offset + 5);
  out[offset + 5] = a.titled > 0 && b.titled > 0 ? 0 : 1;
  const product = a.titled > 0 && b.titled > 0 ? dotProduct(a.title, b.title) : 0;
  if (product === 0) return;
  let maxSimilarity = 0;
  for (const one of a.members) for (const other of b.members) maxSimilarity = Math.max(maxSimilarity, block.titlesAlike(one, other));
  const similarity = product / (a.titleLength * b.titleLength);
  out[offset] = similarity;
  out[offset + 1] = Math.sqrt(similarity);
  out[offset + 2] = product / (a.titled * b.titled);
  out[offset + 3] = maxSimilarity;
  out[offset + 4] = maxSimilarity > sameTitleFrom ? 1 : 0;
}

function venueMeasures(
  a: GroupProfile,
  b: GroupProfile,
  block: NamesakeBlock,
  yearsNearest: number,
  out: Float64Array,
  offset: number,
): void {
  let sharedWeight = 0;
  const [few, many] = a.venues.size <= b.venues.size ? [a.venues, b.venues] : [b.venues, a.venues];
  for (const [key, works] of few) {
    const otherWorks = many.get(key);
    if (otherWorks !== undefined) sharedWeight += Math.min(works, otherWorks) * block.venueRarity(key);
  }
  const product = sharedWeight > 0 || (a.placed > 0 && b.placed > 0) ? dotProduct(a.venue, b.venue) : 0;
  out[offset] = Math.log1p(sharedWeight);
  out[offset + 1] = sharedWeight > 0 && yearsNearest <= 1 ? 1 : 0;
  out[offset + 2] = product === 0 ? 0 : product / (a.venueLength * b.venueLength);
  out[offset + 3] = a.placed > 0 && b.placed > 0 ? 0 : 1;
}

/** Returns the greatest similarity between affiliations of the two groups, 0 if one has none. */
export function affiliationsAlike(a: GroupProfile, b: GroupProfile, block: NamesakeBlock): number {
  let similarity = 0;
  for (const one of a.affiliations.keys())
    for (const other of b.affiliations.keys()) similarity = Math.max(similarity, block.affiliationsAlike(one, other));
  return similarity;
}

function affiliationMeasures(a: GroupProfile, b: GroupProfile, block: NamesakeBlock, out: Float64Array, offset: number): void {
  const isKnown = a.affiliated > 0 && b.affiliated > 0;
  const similarity = isKnown ? affiliationsAlike(a, b, block) : 0;
  out[offset] = similarity;
  out[offset + 1] = isKnown && similarity < minSameInstitutionSimilarity ? 1 : 0;
  out[offset + 2] = isKnown ? 0 : 1;
}

/** Returns full given names that the two groups share, and whether any two of them cannot belong to one person. */
export function givenNames(a: GroupProfile, b: GroupProfile): { shared: string[]; differ: boolean } {
  const shared: string[] = [];
  let differ = false;
  for (const one of a.given.keys())
    for (const other of b.given.keys()) {
      if (one === other) shared.push(one);
      else if (!mayBeSameGivenName(one, other)) differ = true;
    }
  return { shared, differ };
}

function nameMeasures(a: GroupProfile, b: GroupProfile, block: NamesakeBlock, out: Float64Array, offset: number): void {
  const { shared, differ } = givenNames(a, b);
  const hasMiddle = a.middle.size > 0 && b.middle.size > 0;
  const sharesMiddle = hasMiddle && !a.middle.isDisjointFrom(b.middle);
  out[offset] = shared.reduce((max, given) => Math.max(max, block.givenRarity(given)), 0);
  out[offset + 1] = differ ? 1 : 0;
  out[offset + 2] = sharesMiddle ? 1 : 0;
  out[offset + 3] = hasMiddle && !sharesMiddle ? 1 : 0;
  out[offset + 4] = a.given.size === 0 || b.given.size === 0 ? 1 : 0;
}

/**
 * Returns the gap in years between the two groups, and the distance of their closest works; 0 if a group has no year. Lists are ascending.
 */
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

/** Returns a function for the log-odds, by a model, that two groups of a block belong to one person. */
export function logOdds(model: LinkageModel, block: NamesakeBlock): (values: Float64Array) => number {
  const weights = block.hasContext ? model.withContext : model.namesOnly;
  const factors = Float64Array.from(similarityFeatures, (name) => weights[name] ?? 0);
  return (values) => {
    let sum = weights.constant;
    for (let index = 0; index < factors.length; index += 1) sum += (factors[index] ?? 0) * (values[index] ?? 0);
    return sum;
  };
}
