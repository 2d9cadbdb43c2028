import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectedComponents, createNamesakeBlock } from '#lib/governance/identity/model/blocks.ts';
import type { FeatureWeights, LinkageModel } from '#lib/governance/identity/model/similarity.ts';
import { bCubed, mean, pairwise } from '#lib/governance/identity/model/training/cluster-metrics.ts';
import { createTrainingBlock, randomNumbers, shuffled, type TrainingBlock } from '#lib/governance/identity/model/training/examples.ts';
import type { GoldBlock } from '#lib/governance/identity/model/training/gold.ts';
import { clusterWorks, trainModel } from '#lib/governance/identity/model/training/train.ts';
import { namesakes1Model } from '#lib/governance/identity/model/weights.ts';
import { readGoldFile, readGoldFolder } from './identity/gold-files.ts';

const folds = 10;

interface GoldSet {
  title: string;
  names: GoldBlock[];
  /** Total training weight of the set's names; 0 for sets that are only evaluated. */
  weight: number;
}

/** Returns the gold sets for training and evaluation. */
function readSets(folder: string): GoldSet[] {
  const read = (title: string, file: string, weight: number): GoldSet => ({ title, names: readGoldFile(join(folder, file)), weight });
  return [
    read('AMiner-110', 'aminer110.jsonl', 54),
    read('INSPIRE Wang', 'inspire_wang.jsonl', 15),
    read('S2AND Qian', 's2and_qian.jsonl', 27),
    read('ACL same name', 'acl_same_name.jsonl', 0),
    read('ACL name variants', 'acl_name_variants.jsonl', 0),
  ];
}

function toTrainingBlocks({ names, weight }: GoldSet): TrainingBlock[] {
  const random = randomNumbers(names.length);
  return names.map((gold) => createTrainingBlock(gold, random, weight / names.length));
}

type Grouping = (gold: GoldBlock) => number[];

const onePerson: Grouping = ({ works }) => works.map(() => 0);
/** Baseline: groups works that share a co-author name, ignoring letter case. */
const byCoauthors: Grouping = ({ coauthorNames }) => connectedComponents(coauthorNames.map((names) => new Set(names)));
const byModel =
  (model: LinkageModel): Grouping =>
  (gold) =>
    clusterWorks(createNamesakeBlock(gold.works, gold.frequency), model);

const percent = (value: number): string => value.toFixed(3).padStart(7);

function printScores(title: string, names: readonly GoldBlock[], grouping: Grouping): void {
  const found = names.map((gold) => ({ groups: grouping(gold), people: gold.people }));
  const [pairs, cubed] = [pairwise, bCubed].map((metric) => mean(found.map(({ groups, people }) => metric(groups, people))));
  const cells = [pairs, cubed].flatMap((score) => (score ? [score.precision, score.recall, score.f1] : []));
  console.log(`  ${title.padEnd(44)}${cells.map(percent).join('')}`);
}

const maxExamples = 20;

/** Prints a wrong pair of works for each of some names: one person's works that are apart, or works of two people that are together. */
function printExamples(title: string, names: readonly GoldBlock[], grouping: Grouping): void {
  const wrongPairs = names.map((gold) => {
    const groups = grouping(gold);
    const pairOf = (isWrong: (one: number, other: number) => boolean): string | null => {
      for (const one of gold.works.keys())
        for (let other = 0; other < one; other += 1)
          if (isWrong(one, other)) {
            const [first, second] = [one, other].map(
              (at) => `“${gold.works[at]?.title ?? 'no title'}” (${gold.works[at]?.year ?? 'no year'})`,
            );
            return `    ${gold.name}: ${first}, ${second}`;
          }
      return null;
    };
    const isSamePerson = (one: number, other: number) => gold.people[one] === gold.people[other];
    const isSameGroup = (one: number, other: number) => groups[one] === groups[other];
    return {
      apart: pairOf((one, other) => isSamePerson(one, other) && !isSameGroup(one, other)),
      together: pairOf((one, other) => !isSamePerson(one, other) && isSameGroup(one, other)),
    };
  });
  for (const [kind, words] of [
    ['apart', 'of one person, apart'],
    ['together', 'of two people, together'],
  ] as const) {
    const found = wrongPairs.flatMap((pairs) => pairs[kind] ?? []);
    console.log(`  ${title}: works ${words} for ${found.length} of ${names.length} names`);
    for (const line of found.slice(0, maxExamples)) console.log(line);
  }
}

/** Returns, for each name, a model trained on the folds that exclude the name. */
function crossValidated(sets: readonly GoldSet[]): Map<GoldBlock, LinkageModel> {
  const random = randomNumbers(110);
  const mixed = sets.map((set) => ({ ...set, names: shuffled(set.names, random) }));
  const isIn = (fold: number, place: number) => place % folds === fold;
  const models = new Map<GoldBlock, LinkageModel>();
  for (let fold = 0; fold < folds; fold += 1) {
    const model = trainModel(
      mixed.flatMap((set) => toTrainingBlocks({ ...set, names: set.names.filter((_, place) => !isIn(fold, place)) })),
    );
    for (const gold of mixed.flatMap(({ names }) => names.filter((_, place) => isIn(fold, place)))) models.set(gold, model);
  }
  return models;
}

const heading = `  ${''.padEnd(44)}  pairs: P   R      F1     B³: P   R      F1`;

function printSize(title: string, names: readonly GoldBlock[]): void {
  console.log(`${title}: ${names.length} names, ${names.reduce((sum, { works }) => sum + works.length, 0)} works`);
}

/** Evaluates the shipped weights and the two baselines on every gold set in a folder. */
export function judgeShippedWeights(folder: string): void {
  const sets = readGoldFolder(folder);
  console.log(heading);
  for (const { file, names } of sets) {
    printSize(file, names);
    printScores('one name is one person', names, onePerson);
    printScores('exact co-author overlap', names, byCoauthors);
    printScores('namesakes-1 as shipped', names, byModel(namesakes1Model));
  }
}

/** Prints pairwise and B³ precision, recall and F1 on every gold set, macro-averaged over names, with the two baselines. */
export async function benchIdentity(folder: string): Promise<void> {
  const startedAt = performance.now();
  const sets = readSets(folder);
  const trainingSets = sets.filter(({ weight }) => weight > 0);
  const models = crossValidated(trainingSets);
  console.log(heading);
  for (const set of sets) {
    const { title, names } = set;
    printSize(title, names);
    printScores('one name is one person', names, onePerson);
    printScores('exact co-author overlap', names, byCoauthors);
    const others = set.weight === 0 ? namesakes1Model : trainModel(trainingSets.filter((other) => other !== set).flatMap(toTrainingBlocks));
    printScores('namesakes-1 learnt from other sets', names, byModel(others));
    if (set.weight === 0) continue;
    const unseen: Grouping = (gold) => {
      const model = models.get(gold);
      return model ? byModel(model)(gold) : [];
    };
    printScores(`namesakes-1 cross-validated over names (${folds})`, names, unseen);
    printExamples(title, names, unseen);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${seconds.toFixed(0)} s, ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most`);
}

const weightsFile = 'lib/governance/identity/model/weights.json';

/** Trains the weights on all names of the training sets, and writes them to the file that the product imports. */
export async function writeIdentityWeights(folder: string): Promise<void> {
  const trainingSets = readSets(folder).filter(({ weight }) => weight > 0);
  const model = trainModel(trainingSets.flatMap(toTrainingBlocks));
  const names = trainingSets.map(({ title, names: all }) => `${title} (${all.length} names)`).join(', ');
  const rounded = (weights: FeatureWeights) =>
    Object.fromEntries(
      Object.entries(weights)
        .map(([name, value]) => [name, Number(value.toFixed(3))] as const)
        .filter(([, value]) => value !== 0),
    );
  const written = { withContext: rounded(model.withContext), namesOnly: rounded(model.namesOnly) };
  writeFileSync(weightsFile, `${JSON.stringify(written, null, 2)}\n`);
  console.log(`Weights of ${names} written to ${weightsFile}.`);
}
