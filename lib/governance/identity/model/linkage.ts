import type { NamesakeBlock } from './blocks.ts';
import { type GroupProfile, joinProfiles } from './profiles.ts';
import { computeFeatures, similarityFeatures } from './similarity.ts';

/** A step of the grouping: the group at index `other` is merged into the one at `one`. */
export interface MergeStep {
  one: number;
  other: number;
  score: number;
}

export type Scorer = (values: Float64Array) => number;

/**
 * Returns the verdict of a rule on two groups, before any score: 'apart' for different iDs or a common work, 'together' for a common iD or
 * email address.
 */
export function rulingOf(a: GroupProfile, b: GroupProfile): 'apart' | 'together' | null {
  const sharesOrcid = a.orcids.size > 0 && !a.orcids.isDisjointFrom(b.orcids);
  if (!sharesOrcid && a.orcids.size > 0 && b.orcids.size > 0) return 'apart';
  if (sharesOrcid || (a.emails.size > 0 && !a.emails.isDisjointFrom(b.emails))) return 'together';
  return a.works.isDisjointFrom(b.works) ? null : 'apart';
}

/** Returns the log-odds that two groups belong to one person; infinite if a rule decides. */
function scoreOf(a: GroupProfile, b: GroupProfile, block: NamesakeBlock, scorer: Scorer, values?: Float64Array): number {
  const verdict = rulingOf(a, b);
  if (verdict) return verdict === 'apart' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return measuredScore(a, b, block, scorer, values);
}

/** Returns the same without the rules. */
export function measuredScore(
  a: GroupProfile,
  b: GroupProfile,
  block: NamesakeBlock,
  scorer: Scorer,
  values: Float64Array = new Float64Array(similarityFeatures.length),
): number {
  computeFeatures(a, b, block, values);
  return scorer(values);
}

/** Returns whether two groups must never be joined. */
export type Barrier = (a: GroupProfile, b: GroupProfile) => boolean;

/**
 * Agglomerative clustering of `given` groups: joins the two most similar groups while their score is at least `until` and no barrier
 * separates them. A joined group is scored again as a whole, so that all works of a person count together, not only pairs.
 */
export function agglomerate(
  block: NamesakeBlock,
  initialGroups: readonly GroupProfile[],
  scorer: Scorer,
  minScore: number,
  barrier: Barrier = () => false,
): MergeStep[] {
  const groups: (GroupProfile | null)[] = [...initialGroups];
  const table = new ScoreTable(groups, (a, b, values) => (barrier(a, b) ? Number.NEGATIVE_INFINITY : scoreOf(a, b, block, scorer, values)));
  const merges: MergeStep[] = [];
  for (;;) {
    const { one, other, score } = table.bestPair();
    const [a, b] = [groups[one], groups[other]];
    if (!a || !b || score < minScore) return merges;
    merges.push({ one, other, score });
    groups[one] = joinProfiles(a, b);
    groups[other] = null;
    table.updateAfterMerge(one, other);
  }
}

/** The scores of all pairs of groups, with the best partner of each group cached. A merged group is null. */
class ScoreTable {
  readonly #groups: readonly (GroupProfile | null)[];
  readonly #score: (a: GroupProfile, b: GroupProfile, values: Float64Array) => number;
  readonly #scores: Float64Array;
  readonly #bestPartners: Int32Array;
  readonly #values = new Float64Array(similarityFeatures.length);

  constructor(groups: readonly (GroupProfile | null)[], score: (a: GroupProfile, b: GroupProfile, values: Float64Array) => number) {
    this.#groups = groups;
    this.#score = score;
    this.#scores = new Float64Array(groups.length ** 2).fill(Number.NEGATIVE_INFINITY);
    this.#bestPartners = new Int32Array(groups.length).fill(-1);
    for (const one of groups.keys()) for (let other = 0; other < one; other += 1) this.#rescore(one, other);
    for (const one of groups.keys()) this.#findBestPartner(one);
  }

  bestPair(): MergeStep {
    let best: MergeStep = { one: -1, other: -1, score: Number.NEGATIVE_INFINITY };
    for (const [one, other] of this.#bestPartners.entries()) {
      if (!this.#groups[one]) continue;
      const score = this.#at(one, other);
      if (score > best.score) best = { one, other, score };
    }
    return best;
  }

  /** Updates the table after `other` was merged into `one`. */
  updateAfterMerge(one: number, other: number): void {
    for (const index of this.#groups.keys()) this.#rescore(one, index);
    for (const index of this.#groups.keys()) {
      if (!this.#groups[index]) continue;
      const partner = this.#bestPartners[index] ?? -1;
      if (index === one || partner === one || partner === other) this.#findBestPartner(index);
      else if (this.#at(index, one) > this.#at(index, partner)) this.#bestPartners[index] = one;
    }
  }

  #at(one: number, other: number): number {
    return other < 0 ? Number.NEGATIVE_INFINITY : (this.#scores[one * this.#groups.length + other] ?? 0);
  }

  #rescore(one: number, other: number): void {
    const [a, b] = [this.#groups[one], this.#groups[other]];
    if (!a || !b || one === other) return;
    const score = this.#score(a, b, this.#values);
    this.#scores[one * this.#groups.length + other] = score;
    this.#scores[other * this.#groups.length + one] = score;
  }

  #findBestPartner(one: number): void {
    let best = -1;
    for (const other of this.#groups.keys())
      if (this.#groups[other] && other !== one && this.#at(one, other) > this.#at(one, best)) best = other;
    this.#bestPartners[one] = best;
  }
}

/** Returns the number of each group, if grouping stops at the first step below `until`. */
export function groupsAfter(count: number, merges: readonly MergeStep[], minScore: number): number[] {
  const group = Array.from({ length: count }, (_, index) => index);
  for (const { one, other, score } of merges) {
    if (score < minScore) break;
    for (const [index, each] of group.entries()) if (each === other) group[index] = one;
  }
  return group;
}
