import { type Block, blockOf } from './blocks.ts';
import { agglomerate, groupsAfter, measuredScore, ruling, scoreOf } from './linkage.ts';
import type { Cluster, Comparison, NameFrequency, NamesakeWork } from './namesakes.ts';
import { joined, type Profile } from './profiles.ts';
import { bondsBetween, bondsWithin, dividesBetween } from './reasons.ts';
import { logOdds } from './similarity.ts';
import { namesakes1 } from './weights.ts';

const scorer = logOdds(namesakes1);

/** The works in an order of their own, so that the order given does not matter. */
const sorted = (works: readonly NamesakeWork[]): NamesakeWork[] => works.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/**
 * Groups the works under one name by the people that they may be of: method namesakes-1, see /methods. Largest group first.
 * `works` are all works under the name, so that what is common among them weighs little; `frequency` makes it surer where it is known.
 * A proposal only: whoever shows it lets a person decide.
 */
export function proposeClusters(works: readonly NamesakeWork[], frequency: NameFrequency | null = null): Cluster[] {
  const block = blockOf(sorted(works), frequency);
  const numbers = groupsAfter(block.works.length, agglomerate(block, scorer, 0), 0);
  const groups = [...Map.groupBy(block.singles, (_, place) => numbers[place]).values()]
    .map(together)
    .sort((a, b) => b.size - a.size || (a.members[0] ?? 0) - (b.members[0] ?? 0));
  return groups.map((group, at) => ({
    ids: inYears(group, block),
    years: span(group),
    bonds: group.size > 1 ? bondsWithin(group, block) : [],
    nearest: nearestOf(at, groups, block),
  }));
}

/**
 * Two sets of the works side by side, by their ids: any two clusters, a cluster and a work that somebody would move, or two works.
 * `works` and `frequency` are as in `proposeClusters`. Ids that are not among the works are left out; null where a side is then empty.
 */
export function compareWorks(
  works: readonly NamesakeWork[],
  one: readonly string[],
  other: readonly string[],
  frequency: NameFrequency | null = null,
): Comparison | null {
  const block = blockOf(sorted(works), frequency);
  const side = (ids: readonly string[]) => block.singles.filter((_, place) => ids.includes(block.works[place]?.id ?? ''));
  const [a, b] = [side(one), side(other)];
  return a.length > 0 && b.length > 0 ? comparison(together(a), together(b), block) : null;
}

const together = (profiles: readonly Profile[]): Profile => profiles.reduce(joined);

const comparison = (a: Profile, b: Profile, block: Block): Comparison => ({
  score: measuredScore(a, b, block, scorer),
  ruled: ruling(a, b),
  bonds: bondsBetween(a, b, block),
  divides: dividesBetween(a, b, block),
});

function nearestOf(at: number, groups: readonly Profile[], block: Block): Cluster['nearest'] {
  const own = groups[at];
  if (!own) return null;
  const scores = groups.map((other) => (other === own ? Number.NEGATIVE_INFINITY : scoreOf(own, other, block, scorer)));
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
