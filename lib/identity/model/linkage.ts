import type { Block } from './blocks.ts';
import { joined, type Profile } from './profiles.ts';
import { measure, measures } from './similarity.ts';

/** One step of the grouping: the group that stands at place `other` goes into the one at `one`. */
export interface Merge {
  one: number;
  other: number;
  score: number;
}

export type Scorer = (values: Float64Array) => number;

/** What a rule says of two groups, before any score: different iDs and one work are two people; an iD or an address in common is one. */
export function ruling(a: Profile, b: Profile): 'apart' | 'together' | null {
  const sharesOrcid = !a.orcids.isDisjointFrom(b.orcids);
  if (!sharesOrcid && a.orcids.size > 0 && b.orcids.size > 0) return 'apart';
  if (sharesOrcid || !a.emails.isDisjointFrom(b.emails)) return 'together';
  return a.works.isDisjointFrom(b.works) ? null : 'apart';
}

/** Log-odds that two groups are one person's; infinite where a rule decides. */
export function scoreOf(a: Profile, b: Profile, block: Block, scorer: Scorer, values = new Float64Array(measures.length)): number {
  const ruled = ruling(a, b);
  if (ruled) return ruled === 'apart' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return measuredScore(a, b, block, scorer, values);
}

/** The same without the rules. */
export function measuredScore(a: Profile, b: Profile, block: Block, scorer: Scorer, values = new Float64Array(measures.length)): number {
  measure(a, b, block, values);
  return scorer(values);
}

/**
 * Agglomerative grouping: the two likest groups become one, as long as their score is at least `until`. A joined group is measured
 * anew as a whole, so that what a person's works say together counts, and not only what two works say of each other.
 */
export function agglomerate(block: Block, scorer: Scorer, until: number): Merge[] {
  const groups: (Profile | null)[] = [...block.singles];
  const count = groups.length;
  const scores = new Float64Array(count * count).fill(Number.NEGATIVE_INFINITY);
  const likest = new Int32Array(count).fill(-1);
  const values = new Float64Array(measures.length);
  const scoreAt = (one: number, other: number): number => (other < 0 ? Number.NEGATIVE_INFINITY : (scores[one * count + other] ?? 0));
  const rescore = (one: number, other: number) => {
    const [a, b] = [groups[one], groups[other]];
    if (!a || !b || one === other) return;
    const score = scoreOf(a, b, block, scorer, values);
    scores[one * count + other] = score;
    scores[other * count + one] = score;
  };
  const findLikest = (one: number) => {
    let best = -1;
    for (let other = 0; other < count; other += 1)
      if (groups[other] && other !== one && scoreAt(one, other) > scoreAt(one, best)) best = other;
    likest[one] = best;
  };
  for (let one = 0; one < count; one += 1) for (let other = 0; other < one; other += 1) rescore(one, other);
  for (let one = 0; one < count; one += 1) findLikest(one);
  const merges: Merge[] = [];
  for (;;) {
    let one = -1;
    for (let place = 0; place < count; place += 1)
      if (groups[place] && (one < 0 || scoreAt(place, likest[place] ?? -1) > scoreAt(one, likest[one] ?? -1))) one = place;
    const other = likest[one] ?? -1;
    const [a, b] = [groups[one], groups[other]];
    const score = scoreAt(one, other);
    if (!a || !b || score < until) return merges;
    merges.push({ one, other, score });
    groups[one] = joined(a, b);
    groups[other] = null;
    for (let place = 0; place < count; place += 1) rescore(one, place);
    for (let place = 0; place < count; place += 1) {
      if (!groups[place]) continue;
      if (place === one || likest[place] === one || likest[place] === other) findLikest(place);
      else if (scoreAt(place, one) > scoreAt(place, likest[place] ?? -1)) likest[place] = one;
    }
  }
}

/** The number of each work's group, when grouping stops at the first step below `until`. */
export function groupsAfter(count: number, merges: readonly Merge[], until: number): number[] {
  const group = Array.from({ length: count }, (_, place) => place);
  for (const { one, other, score } of merges) {
    if (score < until) break;
    for (const [place, each] of group.entries()) if (each === other) group[place] = one;
  }
  return group;
}
