import type { NamesakeBlock } from '../blocks.ts';
import { agglomerate, groupsAfter, type Scorer } from '../linkage.ts';
import { type FeatureWeights, type LinkageModel, logOdds, type SimilarityFeature, similarityFeatures } from '../similarity.ts';
import { bCubed, mean } from './cluster-metrics.ts';
import { addMergePairs, addPartialPairs, lowestThreshold, randomNumbers, type TrainingBlock } from './examples.ts';
import { Examples, logisticRegression } from './logistic.ts';

const thresholds = Array.from({ length: 26 }, (_, step) => 3 - step * 0.2);
const ridge = 5;
/** Minimum precision on the training names. It is slightly above the goal, because unseen names are harder. */
const minPrecision = 0.945;

/** Measures whose weight must not be negative. `nonPositiveMeasures` has those whose weight must not be positive. */
const nonNegativeMeasures: readonly SimilarityFeature[] = [
  'shareCoauthor',
  'sharedByInitial',
  'sharedOfShorterList',
  'titlesAlike',
  'titlesAlikeRoot',
  'titlesAlikeMost',
  'sameTitle',
  'sameVenue',
  'sameVenueThen',
  'venuesAlike',
  'affiliationsAlike',
  'sameGivenName',
  'sameMiddleInitial',
];
const nonPositiveMeasures: readonly SimilarityFeature[] = [
  'noneSharedOf',
  'affiliationsDiffer',
  'yearsBetween',
  'yearsNearest',
  'longGap',
  'otherGivenName',
  'otherMiddleInitial',
];

const toWeights = (coefficients: Float64Array): FeatureWeights => {
  const entries = Object.fromEntries(similarityFeatures.map((name, place) => [name, coefficients[place] ?? 0]));
  return { ...(entries as Record<SimilarityFeature, number>), constant: coefficients[similarityFeatures.length] ?? 0 };
};

/** Marks the name frequency as unknown in 20 % of the examples, so that the model also works without it. */
function maskNameFrequency({ rows }: Examples, random: () => number): void {
  for (const row of rows) {
    if (random() >= 0.2) continue;
    row[similarityFeatures.indexOf('nameCommon')] = 0;
    row[similarityFeatures.indexOf('nameCommonUnknown')] = 1;
  }
}

/** Fits repeatedly, and drops measures whose coefficient has an implausible sign. */
function fitWithPlausibleSigns(examples: Examples): FeatureWeights {
  const dropped = new Set<SimilarityFeature>();
  for (;;) {
    for (const row of examples.rows) for (const name of dropped) row[similarityFeatures.indexOf(name)] = 0;
    const weights = toWeights(logisticRegression(examples, similarityFeatures.length, ridge));
    const wrong = [
      ...nonNegativeMeasures.filter((name) => (weights[name] ?? 0) < 0),
      ...nonPositiveMeasures.filter((name) => (weights[name] ?? 0) > 0),
    ];
    if (wrong.length === 0) return weights;
    for (const name of wrong) dropped.add(name);
  }
}

/**
 * Trains separate weights for names with titles or co-authors, and for names without. If one kind is missing, it gets the weights of
 * the other.
 */
export function trainModel(trainingBlocks: readonly TrainingBlock[], seed = 1): LinkageModel {
  const useful = trainingBlocks.filter(({ block }) => block.works.length > 1);
  const [withContext, namesOnly] = [true, false].map((isTold) => useful.filter(({ block }) => block.hasContext === isTold));
  const some = (kind: readonly TrainingBlock[] = []) => (kind.length > 0 ? weightsOf(kind, seed) : null);
  const [ofTold, ofUntold] = [some(withContext), some(namesOnly)];
  const either = ofTold ?? ofUntold;
  if (!either) throw new Error('There is nothing to learn from.');
  return { withContext: ofTold ?? either, namesOnly: ofUntold ?? either };
}

/**
 * Learnt from pairs of parts of people, then once more with the choices that the first weights met. The threshold is the one that is
 * best on the same names; it goes into the constant, so that groups are joined from 0 up.
 */
function weightsOf(trainingBlocks: readonly TrainingBlock[], seed: number): FeatureWeights {
  const random = randomNumbers(seed);
  const examples = new Examples();
  for (const trainingBlock of trainingBlocks) addPartialPairs(trainingBlock, examples, random);
  const first = fitWithPlausibleSigns(examples);
  for (const trainingBlock of trainingBlocks) addMergePairs(trainingBlock, scorerOf(first, trainingBlock), examples, random);
  maskNameFrequency(examples, random);
  const weights = fitWithPlausibleSigns(examples);
  return { ...weights, constant: weights.constant - bestThreshold(trainingBlocks, weights) };
}

const scorerOf = (weights: FeatureWeights, { block }: Pick<TrainingBlock, 'block'>): Scorer =>
  logOdds({ withContext: weights, namesOnly: weights }, block);

/** Returns the threshold with the highest mean B³ F1 among those that reach the minimum precision. */
function bestThreshold(trainingBlocks: readonly TrainingBlock[], weights: FeatureWeights): number {
  const scored = trainingBlocks.map((trainingBlock) => {
    const { gold, block } = trainingBlock;
    const merges = agglomerate(block, block.singles, scorerOf(weights, trainingBlock), lowestThreshold);
    return thresholds.map((until) => bCubed(groupsAfter(block.works.length, merges, until), gold.people));
  });
  const means = thresholds.map((until, at) => ({ until, score: mean(scored.flatMap((scores) => scores[at] ?? [])) }));
  const precise = means.filter(({ score }) => score.precision >= minPrecision);
  return precise.toSorted((a, b) => b.score.f1 - a.score.f1)[0]?.until ?? thresholds[0] ?? 0;
}

/** Returns the cluster index of each work in a block. */
export const clusterWorks = (block: NamesakeBlock, model: LinkageModel): number[] =>
  groupsAfter(block.works.length, agglomerate(block, block.singles, logOdds(model, block), 0), 0);
