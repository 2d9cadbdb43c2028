import type { GraphNode, NodeId } from '#lib/catalog/graph/model/kinds.ts';
import type { NodesAndLinks } from './shown-graph.ts';

/** Number of each node's group, from 1 by size. Nodes of small groups are absent. */
export type Groups = ReadonlyMap<NodeId, number>;

/** Maximum number of groups that are told apart; there are as many colours. */
export const maxGroups = 6;
/** Smallest group that is shown. */
const minMembers = 3;

/** Numbers communities by size, the largest first. */
export function numberGroups(communities: ReadonlyMap<NodeId, number>): Map<NodeId, number> {
  const members = Map.groupBy(communities.keys(), (id) => communities.get(id) ?? -1);
  const largest = [...members.values()].filter(({ length }) => length >= minMembers).sort((a, b) => b.length - a.length);
  // A single group distinguishes nothing.
  if (largest.length < 2) return new Map();
  return new Map(largest.slice(0, maxGroups).flatMap((ids, index) => ids.map((id) => [id, index + 1] as const)));
}

export interface NamedGroup {
  group: number;
  name: string;
  members: GraphNode[];
}

/**
 * Names each group by the topics (but not the start) that are most its own: by works of its members, weighted by the share of the topic's works in the group.
 * A group without topics is named after its member with the most works in it. No two groups have the same name.
 */
export function nameGroups({ nodes, links }: NodesAndLinks, groups: Groups): NamedGroup[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const members = Map.groupBy(
    nodes.filter(({ id }) => groups.has(id)),
    ({ id }) => groups.get(id) ?? 0,
  );
  const topicWorks = new Map<NodeId, Map<number, number>>();
  const strength = new Map<NodeId, number>();
  const count = (topic: NodeId, group: number | undefined, works: number) => {
    if (group === undefined || byId.get(topic)?.steps === 0) return;
    const ofTopic = topicWorks.get(topic) ?? new Map<number, number>();
    topicWorks.set(topic, ofTopic.set(group, (ofTopic.get(group) ?? 0) + works));
  };
  for (const { from, to, works } of links) {
    if (byId.get(to)?.kind === 'topic') count(to, groups.get(from), works);
    if (byId.get(from)?.kind === 'topic') count(from, groups.get(to), works);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      if (groups.has(one) && groups.get(one) === groups.get(other)) strength.set(one, (strength.get(one) ?? 0) + works);
  }
  const candidates = [...topicWorks].flatMap(([topic, byGroup]) => {
    const total = [...byGroup.values()].reduce((sum, works) => sum + works, 0);
    return [...byGroup].map(([group, works]) => ({ topic, group, score: (works * works) / total }));
  });
  candidates.sort((a, b) => b.score - a.score || (a.topic < b.topic ? -1 : 1));
  const names = new Map<number, string[]>();
  const taken = new Set<NodeId>();
  for (const { topic, group } of candidates) {
    const ofGroup = names.get(group) ?? [];
    if (taken.has(topic) || ofGroup.length === maxTopicsInName) continue;
    taken.add(topic);
    names.set(group, [...ofGroup, byId.get(topic)?.label ?? '']);
  }
  return [...members]
    .sort(([one], [other]) => one - other)
    .map(([group, list]) => {
      const sorted = list.toSorted((a, b) => (strength.get(b.id) ?? 0) - (strength.get(a.id) ?? 0) || (a.id < b.id ? -1 : 1));
      const leader = sorted.find(({ kind }) => kind === 'author') ?? sorted[0];
      return { group, name: names.get(group)?.join(', ') ?? `Around ${leader?.label ?? ''}`, members: sorted };
    });
}

const maxTopicsInName = 2;

/** A node between two groups, with the works of its links into each. */
export interface Bridge {
  node: GraphNode;
  works: readonly [number, number];
}

/** Returns the nodes that link two groups: with links into both, the strongest in the weaker of its two directions first. */
export function bridgesBetween({ nodes, links }: NodesAndLinks, groups: Groups, one: number, other: number): Bridge[] {
  const works = new Map<NodeId, [number, number]>();
  const count = (id: NodeId, group: number | undefined, amount: number) => {
    if (group !== one && group !== other) return;
    const counted = works.get(id) ?? [0, 0];
    counted[group === one ? 0 : 1] += amount;
    works.set(id, counted);
  };
  for (const link of links) {
    count(link.from, groups.get(link.to), link.works);
    count(link.to, groups.get(link.from), link.works);
  }
  return nodes
    .flatMap((node): Bridge[] => {
      const counted = works.get(node.id);
      return counted && counted[0] > 0 && counted[1] > 0 ? [{ node, works: counted }] : [];
    })
    .sort((a, b) => Math.min(...b.works) - Math.min(...a.works) || a.node.label.localeCompare(b.node.label, 'en'));
}
