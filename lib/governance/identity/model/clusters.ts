import { longGapYears, topicTerms } from '#lib/catalog/authors/model/identity-flags.ts';
import { type Block, blockOf, linkedBy } from './blocks.ts';
import { agglomerate, type Barrier, groupsAfter, type Merge, measuredScore, ruling } from './linkage.ts';
import type { Cluster, Comparison, NamesakeWork } from './namesakes.ts';
import { joined, type Profile } from './profiles.ts';
import { bondsBetween, bondsWithin, dividesBetween } from './reasons.ts';
import { givenNames, logOdds, sharedCoauthors, yearsBetween } from './similarity.ts';
import { namesakes1 } from './weights.ts';

const scorerOf = (block: Block) => logOdds(namesakes1, block);

/** Sorts the works by id, so that their input order has no effect. */
const sorted = (works: readonly NamesakeWork[]): NamesakeWork[] => works.toSorted((a, b) => (a.id < b.id ? -1 : 1));

interface Knowledge {
  /**
   * Whether the works belong to one record, so that a source has already joined them. Groups then stay apart only if there is evidence for
   * two people (`standsBetween`), not merely for lack of evidence for one.
   */
  oneRecord?: boolean;
}

/**
 * Groups the works under one name by likely person, with method namesakes-1 (see /methods). Largest group first. `works` are all works
 * under the name or of the record, so that what is common among them has little weight. The result is a proposal; a person must decide.
 */
export function proposeClusters(works: readonly NamesakeWork[], { oneRecord = false }: Knowledge = {}): Cluster[] {
  const block = blockOf(sorted(works));
  const scorer = scorerOf(block);
  const first = block.singles.length > maxGroups ? byCoauthors(block) : block.singles;
  const likely = compared(first, (groups) => agglomerate(block, groups, scorer, 0));
  const last = oneRecord
    ? compared(likely, (groups) => agglomerate(block, groups, scorer, Number.MIN_SAFE_INTEGER, standsBetween(block)))
    : likely;
  const groups = last.sort((a, b) => b.size - a.size || (a.members[0] ?? 0) - (b.members[0] ?? 0));
  return groups.map((group, at) => ({
    ids: inYears(group, block),
    years: span(group),
    bonds: group.size > 1 ? bondsWithin(group, block) : [],
    nearest: nearestOf(at, groups, block),
  }));
}

/** Upper bound on works that start as separate groups, and on groups that are compared. Time grows with the square. */
const maxGroups = 600;

/** Groups works that are linked by shared co-authors with full names, unless a rule separates them. The starting point for long lists. */
function byCoauthors({ singles }: Block): Profile[] {
  const numbers = linkedBy(singles.map(({ coauthors }) => coauthors));
  return [...Map.groupBy(singles, (_, place) => numbers[place]).values()].flatMap((linked) => {
    const whole = together(linked);
    return whole.orcids.size < 2 && whole.works.size === whole.size ? [whole] : linked;
  });
}

function compared(groups: readonly Profile[], mergesOf: (groups: readonly Profile[]) => Merge[]): Profile[] {
  if (groups.length > maxGroups) return [...groups];
  const numbers = groupsAfter(groups.length, mergesOf(groups), Number.NEGATIVE_INFINITY);
  return [...Map.groupBy(groups, (_, place) => numbers[place]).values()].map(together);
}

/** Minimum works for a circle of co-authors; fewer may be occasional. Same value as in the rule for a record's flag. */
export const circleOfWorks = 3;

/**
 * Returns whether two groups of one record must stay apart, by the rules for identity flags (trust.md): incompatible names; a gap of six
 * years or more without a common topic; or two circles of co-authors without a common member.
 */
const standsBetween =
  (block: Block): Barrier =>
  (a, b) => {
    const { full, byInitial } = sharedCoauthors(a, b);
    const [gap] = yearsBetween(a.years, b.years);
    return (
      givenNames(a, b).differ ||
      (gap >= longGapYears && topicsOf(a, block).isDisjointFrom(topicsOf(b, block))) ||
      (Math.min(a.signed, b.signed) >= circleOfWorks && full + byInitial === 0)
    );
  };

const topicsOf = ({ members }: Profile, block: Block): Set<string> =>
  new Set(members.flatMap((place) => [...topicTerms(block.works[place]?.title ?? ''), ...(block.works[place]?.topics ?? [])]));

const together = (profiles: readonly Profile[]): Profile => profiles.reduce(joined);

const comparison = (a: Profile, b: Profile, block: Block): Comparison => ({
  score: measuredScore(a, b, block, scorerOf(block)),
  ruled: ruling(a, b),
  bonds: bondsBetween(a, b, block),
  divides: dividesBetween(a, b, block),
});

function nearestOf(at: number, groups: readonly Profile[], block: Block): Cluster['nearest'] {
  const own = groups[at];
  if (!own) return null;
  const scorer = scorerOf(block);
  const scores = groups.map((other) => (other === own ? Number.NEGATIVE_INFINITY : measuredScore(own, other, block, scorer)));
  const cluster = scores.indexOf(Math.max(...scores));
  const other = groups[cluster];
  return other && other !== own ? { cluster, ...comparison(own, other, block) } : null;
}

const inYears = ({ members }: Profile, block: Block): string[] =>
  members
    .flatMap((place) => block.works[place] ?? [])
    .sort((a, b) => (a.year ?? Number.POSITIVE_INFINITY) - (b.year ?? Number.POSITIVE_INFINITY) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);

const span = ({ years }: Profile): Cluster['years'] => {
  const [from, to] = [years[0], years.at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
};
