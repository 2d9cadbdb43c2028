import { longGapYears, topicTermsOf } from '#lib/catalog/authors/model/identity-flags.ts';
import { connectedComponents, createNamesakeBlock, type NamesakeBlock } from './blocks.ts';
import { agglomerate, type Barrier, groupsAfter, type MergeStep, measuredScore, rulingOf } from './linkage.ts';
import type { ClusterComparison, NamesakeCluster, NamesakeWork } from './namesakes.ts';
import { type GroupProfile, joinProfiles } from './profiles.ts';
import { evidenceForOnePerson, evidenceForTwoPeople, evidenceWithin } from './reasons.ts';
import { givenNames, logOdds, sharedCoauthors, yearsBetween } from './similarity.ts';
import { namesakes1Model } from './weights.ts';

const scorerOf = (block: NamesakeBlock) => logOdds(namesakes1Model, block);

/** Sorts the works by id, so that their input order has no effect. */
const sortById = (works: readonly NamesakeWork[]): NamesakeWork[] => works.toSorted((a, b) => (a.id < b.id ? -1 : 1));

interface ClusterOptions {
  /**
   * Whether the works belong to one record, so that a source has already joined them. Groups then stay apart only if there is evidence for
   * two people (`mustStayApart`), not merely for lack of evidence for one.
   */
  oneRecord?: boolean;
}

/**
 * Groups the works under one name by likely person, with method namesakes-1 (see /methods). Largest group first. `works` are all works
 * under the name or of the record, so that what is common among them has little weight. The result is a proposal; a person must decide.
 */
export function proposeClusters(works: readonly NamesakeWork[], { oneRecord = false }: ClusterOptions = {}): NamesakeCluster[] {
  const block = createNamesakeBlock(sortById(works));
  const scorer = scorerOf(block);
  const initialGroups = block.singles.length > maxGroups ? groupByCoauthors(block) : block.singles;
  const likelyGroups = mergeGroups(initialGroups, (groups) => agglomerate(block, groups, scorer, 0));
  const finalGroups = oneRecord
    ? mergeGroups(likelyGroups, (groups) => agglomerate(block, groups, scorer, Number.MIN_SAFE_INTEGER, mustStayApart(block)))
    : likelyGroups;
  const groups = finalGroups.sort((a, b) => b.size - a.size || (a.members[0] ?? 0) - (b.members[0] ?? 0));
  return groups.map((group, index) => ({
    ids: idsByYear(group, block),
    years: yearSpan(group),
    evidenceFor: group.size > 1 ? evidenceWithin(group, block) : [],
    nearest: nearestOf(index, groups, block),
  }));
}

/** Upper bound on works that start as separate groups, and on groups that are compared. Time grows with the square. */
const maxGroups = 600;

/** Groups works that are linked by shared co-authors with full names, unless a rule separates them. The starting point for long lists. */
function groupByCoauthors({ singles }: NamesakeBlock): GroupProfile[] {
  const numbers = connectedComponents(singles.map(({ coauthors }) => coauthors));
  return [...Map.groupBy(singles, (_, index) => numbers[index]).values()].flatMap((linkedProfiles) => {
    const joinedGroup = joinAll(linkedProfiles);
    return joinedGroup.orcids.size < 2 && joinedGroup.works.size === joinedGroup.size ? [joinedGroup] : linkedProfiles;
  });
}

function mergeGroups(groups: readonly GroupProfile[], mergesOf: (groups: readonly GroupProfile[]) => MergeStep[]): GroupProfile[] {
  if (groups.length > maxGroups) return [...groups];
  const numbers = groupsAfter(groups.length, mergesOf(groups), Number.NEGATIVE_INFINITY);
  return [...Map.groupBy(groups, (_, index) => numbers[index]).values()].map(joinAll);
}

/** Minimum works for a circle of co-authors; fewer may be occasional. Same value as in the rule for a record's flag. */
export const minCircleWorks = 3;

/**
 * Returns whether two groups of one record must stay apart, by the rules for identity flags (trust.md): incompatible names; a gap of six
 * years or more without a common topic; or two circles of co-authors without a common member.
 */
const mustStayApart =
  (block: NamesakeBlock): Barrier =>
  (a, b) => {
    const { full, byInitial } = sharedCoauthors(a, b);
    const [gap] = yearsBetween(a.years, b.years);
    return (
      givenNames(a, b).differ ||
      (gap >= longGapYears && topicsOf(a, block).isDisjointFrom(topicsOf(b, block))) ||
      (Math.min(a.signed, b.signed) >= minCircleWorks && full + byInitial === 0)
    );
  };

const topicsOf = ({ members }: GroupProfile, block: NamesakeBlock): Set<string> =>
  new Set(members.flatMap((index) => [...topicTermsOf(block.works[index]?.title ?? ''), ...(block.works[index]?.topics ?? [])]));

const joinAll = (profiles: readonly GroupProfile[]): GroupProfile => profiles.reduce(joinProfiles);

const compareGroups = (a: GroupProfile, b: GroupProfile, block: NamesakeBlock): ClusterComparison => ({
  score: measuredScore(a, b, block, scorerOf(block)),
  ruling: rulingOf(a, b),
  evidenceFor: evidenceForOnePerson(a, b, block),
  evidenceAgainst: evidenceForTwoPeople(a, b, block),
});

function nearestOf(index: number, groups: readonly GroupProfile[], block: NamesakeBlock): NamesakeCluster['nearest'] {
  const group = groups[index];
  if (!group) return null;
  const scorer = scorerOf(block);
  const scores = groups.map((other) => (other === group ? Number.NEGATIVE_INFINITY : measuredScore(group, other, block, scorer)));
  const cluster = scores.indexOf(Math.max(...scores));
  const other = groups[cluster];
  return other && other !== group ? { cluster, ...compareGroups(group, other, block) } : null;
}

const idsByYear = ({ members }: GroupProfile, block: NamesakeBlock): string[] =>
  members
    .flatMap((index) => block.works[index] ?? [])
    .sort((a, b) => (a.year ?? Number.POSITIVE_INFINITY) - (b.year ?? Number.POSITIVE_INFINITY) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);

const yearSpan = ({ years }: GroupProfile): NamesakeCluster['years'] => {
  const [from, to] = [years[0], years.at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
};
