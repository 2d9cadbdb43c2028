import { agglomerate, groupsAfter } from '#lib/identity/model/linkage.ts';
import { logOdds, type Measure, measures, type Weights } from '#lib/identity/model/similarity.ts';
import { type Lesson, lowestThreshold, pairsOfParts, pairsOnTheWay, randomNumbers } from './lessons.ts';
import { Examples, logisticRegression } from './logistic.ts';
import { bCubed, mean, type Score } from './metrics.ts';

const thresholds = Array.from({ length: 26 }, (_, step) => 3 - step * 0.2);
const ridge = 5;
/** What the threshold must keep on the names learnt from; a little more than is wanted, because new names are harder. */
const leastPrecision = 0.945;

/** Measures that may only speak for one person, or only against it; the others may do either. */
const speaksFor: readonly Measure[] = [
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
const speaksAgainst: readonly Measure[] = [
  'noneSharedOf',
  'affiliationsDiffer',
  'yearsBetween',
  'yearsNearest',
  'longGap',
  'otherGivenName',
  'otherMiddleInitial',
];

const named = (coefficients: Float64Array): Weights => {
  const entries = Object.fromEntries(measures.map((name, place) => [name, coefficients[place] ?? 0]));
  return { ...(entries as Record<Measure, number>), constant: coefficients[measures.length] ?? 0 };
};

/** Fits, and fits again without the measures whose coefficients have a sign that nobody could explain. */
function fairFit(examples: Examples): Weights {
  const left = new Set<Measure>();
  for (;;) {
    for (const row of examples.rows) for (const name of left) row[measures.indexOf(name)] = 0;
    const weights = named(logisticRegression(examples, measures.length, ridge));
    const wrong = [...speaksFor.filter((name) => weights[name] < 0), ...speaksAgainst.filter((name) => weights[name] > 0)];
    if (wrong.length === 0) return weights;
    for (const name of wrong) left.add(name);
  }
}

/**
 * The model of some names: learnt from pairs of parts of people, then once more with the choices that the first model met. The
 * thresholds, one for names with titles and one for those without, are those that are best on the same names; they go into the
 * constant, so that groups are joined from 0 up.
 */
export function learnt(lessons: readonly Lesson[], seed = 1): Weights {
  const random = randomNumbers(seed);
  const examples = new Examples();
  const useful = lessons.filter(({ block }) => block.works.length > 1);
  for (const lesson of useful) pairsOfParts(lesson, examples, random);
  const scorer = logOdds(fairFit(examples));
  for (const lesson of useful) pairsOnTheWay(lesson, scorer, examples, random);
  const weights = fairFit(examples);
  const told = bestThreshold(
    useful.filter(({ gold }) => !gold.untold),
    weights,
  );
  const untold = bestThreshold(
    useful.filter(({ gold }) => gold.untold),
    weights,
  );
  return { ...weights, constant: weights.constant - told, titleUnknown: weights.titleUnknown - (untold - told) };
}

/** The threshold with the highest mean B³ F1 among those that keep the precision; 0 where there is nothing to choose by. */
function bestThreshold(lessons: readonly Lesson[], weights: Weights): number {
  if (lessons.length === 0) return 0;
  const scored = lessons.map(({ gold, block }) => {
    const merges = agglomerate(block, block.singles, logOdds(weights), lowestThreshold);
    return thresholds.map((until) => bCubed(groupsAfter(block.works.length, merges, until), gold.people));
  });
  const means = thresholds.map((until, at) => ({ until, score: mean(scored.flatMap((scores) => scores[at] ?? [])) }));
  const kept = means.filter(({ score }) => score.precision >= leastPrecision);
  return kept.toSorted((a, b) => b.score.f1 - a.score.f1)[0]?.until ?? thresholds[0] ?? 0;
}

/** The groups that a model makes of a name's works. */
export const groupsBy = ({ block }: Pick<Lesson, 'block'>, weights: Weights): number[] =>
  groupsAfter(block.works.length, agglomerate(block, block.singles, logOdds(weights), 0), 0);

export type { Score };
