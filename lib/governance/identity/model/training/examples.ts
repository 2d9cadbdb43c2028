import { createNamesakeBlock, type NamesakeBlock } from '../blocks.ts';
import { agglomerate, rulingOf, type Scorer } from '../linkage.ts';
import { type GroupProfile, joinProfiles } from '../profiles.ts';
import { computeFeatures, similarityFeatures } from '../similarity.ts';
import type { GoldBlock } from './gold.ts';
import type { Examples } from './logistic.ts';

/** A training name: the input of the method, and the correct answer. */
export interface TrainingBlock {
  gold: GoldBlock;
  block: NamesakeBlock;
  /** Training weight of the name. */
  weight: number;
}

/** Approximate number of pairs sampled from each name in each of the two rounds. */
const pairsPerName = 2500;
/** Weight of a pair that the first model would merge, relative to a pair that it only compares. */
const mergedWeight = 3;
/** Upper bound on sampled works of a name without titles and co-authors. */
const maxWorks = 300;
/** Log-odds below the threshold of the first model (0) down to which its merges are sampled. */
export const lowestThreshold = -2;

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const again = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const shuffled = <T>(all: readonly T[], random: () => number): T[] =>
  all
    .map((each) => [random(), each] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each);

/** Creates the training input of a name; a long name without titles and co-authors is sampled. */
export function createTrainingBlock(gold: GoldBlock, random: () => number, weight: number): TrainingBlock {
  const places = shuffled([...gold.works.keys()], random).slice(0, gold.namesOnly ? maxWorks : gold.works.length);
  const pick = <T>(all: readonly T[]): T[] => places.toSorted((a, b) => a - b).flatMap((place) => all[place] ?? []);
  const part = { ...gold, works: pick(gold.works), people: pick(gold.people), coauthorNames: pick(gold.coauthorNames) };
  return { gold: part, weight, block: createNamesakeBlock(part.works, gold.frequency) };
}

/** Returns the share of work pairs across two groups that have the same author. */
function sameAuthorShare(people: readonly string[], a: GroupProfile, b: GroupProfile): number {
  let same = 0;
  for (const one of a.members) for (const other of b.members) if (people[one] === people[other]) same += 1;
  return same / (a.size * b.size);
}

const pairWeight = (a: GroupProfile, b: GroupProfile): number => Math.sqrt(Math.min(a.size, b.size));

/** Adds pairs of single works, and of random partial clusters of each person. Works with a shared co-author are more likely together. */
export function addPartialPairs({ gold, block, weight }: TrainingBlock, examples: Examples, random: () => number): void {
  const start = examples.rows.length;
  const values = new Float64Array(similarityFeatures.length);
  for (const chance of [0, 0.02, 0.25]) {
    const parts = chance === 0 ? [...block.singles] : createParts(gold, block, chance, random);
    const rate = Math.min(1, (2 * pairsPerName) / 3 / (parts.length * (parts.length - 1) + 1));
    for (const [at, a] of parts.entries())
      for (const b of parts.slice(0, at)) {
        if (rulingOf(a, b)) continue;
        const same = sameAuthorShare(gold.people, a, b);
        const samplingRate = same > 0.5 ? Math.min(1, rate * 3) : rate;
        if (random() >= samplingRate) continue;
        computeFeatures(a, b, block, values);
        examples.add(values, same, pairWeight(a, b) / samplingRate);
      }
  }
  examples.level(start, weight);
}

function createParts(gold: GoldBlock, block: NamesakeBlock, chance: number, random: () => number): GroupProfile[] {
  const people = new Map<string, GroupProfile[]>();
  for (const [place, single] of block.singles.entries()) {
    const parts = people.get(gold.people[place] ?? '') ?? [];
    const shares = (part: GroupProfile) => [...single.coauthors.keys()].some((key) => part.coauthors.has(key));
    const at = parts.findIndex((part) => random() < (shares(part) ? 0.9 : chance));
    const part = parts[at];
    if (part) parts[at] = joinProfiles(part, single);
    else parts.push(single);
    people.set(gold.people[place] ?? '', parts);
  }
  return [...people.values()].flat();
}

/** Adds the pairs that a first model merges, and a sample of each merged group paired with other groups. */
export function addMergePairs({ gold, block, weight }: TrainingBlock, scorer: Scorer, examples: Examples, random: () => number): void {
  const start = examples.rows.length;
  const values = new Float64Array(similarityFeatures.length);
  const groups: (GroupProfile | null)[] = [...block.singles];
  const merges = agglomerate(block, block.singles, scorer, lowestThreshold);
  const chance = pairsPerName / (merges.length * groups.length + 1);
  const addExample = (a: GroupProfile | null | undefined, b: GroupProfile | null | undefined, counts: number) => {
    if (!a || !b || a === b || rulingOf(a, b)) return;
    computeFeatures(a, b, block, values);
    examples.add(values, sameAuthorShare(gold.people, a, b), counts * pairWeight(a, b));
  };
  for (const { one, other } of merges) {
    const [a, b] = [groups[one], groups[other]];
    addExample(a, b, mergedWeight);
    if (!a || !b) continue;
    const merged = joinProfiles(a, b);
    groups[one] = merged;
    groups[other] = null;
    for (const third of groups) if (random() < chance) addExample(merged, third, 1);
  }
  examples.level(start, weight);
}
