import type { GraphLink, GraphNode, GraphSlice, NodeId } from '#lib/catalog/graph/model/kinds.ts';
import type { ExplorerState } from './explorer-state.ts';

/** Nodes and links, as a slice has them and as the explorer shows them. */
export type NodesAndLinks = Pick<GraphSlice, 'nodes' | 'links'>;

/** Identifies a link, in whichever direction a slice states it. */
export const linkKey = ({ from, to, kind }: Pick<GraphLink, 'from' | 'to' | 'kind'>): string =>
  from < to ? `${from} ${to} ${kind}` : `${to} ${from} ${kind}`;

/** Merges slices. Of a node or link that several have, the first counts. */
export function mergeSlices(slices: readonly NodesAndLinks[]): NodesAndLinks {
  const nodes = new Map<NodeId, GraphNode>();
  const links = new Map<string, GraphLink>();
  for (const slice of slices) {
    for (const node of slice.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node);
    for (const link of slice.links) if (link.from !== link.to && !links.has(linkKey(link))) links.set(linkKey(link), link);
  }
  return { nodes: [...nodes.values()], links: [...links.values()].filter(({ from, to }) => nodes.has(from) && nodes.has(to)) };
}

/** A node at the other end of a link. */
export interface Neighbour {
  node: GraphNode;
  link: GraphLink;
}

/** Returns the neighbours of each node, those with the most works first. */
export function neighboursOf({ nodes, links }: NodesAndLinks): Map<NodeId, Neighbour[]> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const neighbours = new Map<NodeId, Neighbour[]>(nodes.map(({ id }) => [id, []]));
  for (const link of links) {
    const [from, to] = [byId.get(link.from), byId.get(link.to)];
    if (!from || !to) continue;
    neighbours.get(from.id)?.push({ node: to, link });
    neighbours.get(to.id)?.push({ node: from, link });
  }
  for (const list of neighbours.values()) list.sort(byStrength);
  return neighbours;
}

const byStrength = (one: Neighbour, other: Neighbour): number =>
  other.link.works - one.link.works || (one.node.label < other.node.label ? -1 : 1);

type Selection = Pick<ExplorerState, 'query' | 'hidden' | 'focus' | 'path' | 'comparison'>;

/**
 * Returns what is shown of a graph: without hidden nodes and what hung on them alone, around the focus, and as of a year.
 * @param asOf the last year, while the years are played; null for all
 */
export function shownGraph(
  graph: NodesAndLinks,
  { query, hidden, focus, path, comparison }: Selection,
  asOf: number | null = null,
): NodesAndLinks {
  const anchors = [query.from, path?.from, path?.to, comparison?.one, comparison?.other, focus];
  const isShown = ({ id, kind, year, steps }: GraphNode) =>
    !hidden.includes(id) &&
    (steps === 0 || anchors.includes(id) || query.kinds.includes(kind)) &&
    (asOf === null || year === null || year === undefined || year <= asOf);
  const nodes = graph.nodes.filter(isShown);
  const ids = new Set(nodes.map(({ id }) => id));
  const links = graph.links.filter(
    ({ from, to, firstYear }) => ids.has(from) && ids.has(to) && (asOf === null || firstYear === null || firstYear <= asOf),
  );
  const reached = reachedFrom(anchors, links);
  const reachedBefore = nodes.length === graph.nodes.length && asOf === null ? reached : reachedFrom(anchors, graph.links);
  const near =
    focus && ids.has(focus) ? new Set([focus, ...links.flatMap(({ from, to }) => (from === focus ? to : to === focus ? from : []))]) : null;
  const remaining = nodes.filter(({ id }) => (reached.has(id) || !reachedBefore.has(id)) && (near === null || near.has(id)));
  const remainingIds = new Set(remaining.map(({ id }) => id));
  return { nodes: remaining, links: links.filter(({ from, to }) => remainingIds.has(from) && remainingIds.has(to)) };
}

/** Returns all nodes that links connect with the given ones. */
function reachedFrom(starts: readonly (NodeId | null | undefined)[], links: readonly GraphLink[]): Set<NodeId> {
  const next = new Map<NodeId, NodeId[]>();
  for (const { from, to } of links) {
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const list = next.get(one);
      if (list) list.push(other);
      else next.set(one, [other]);
    }
  }
  const reached = new Set(starts.filter((id) => id !== null && id !== undefined));
  for (const id of reached) for (const other of next.get(id) ?? []) reached.add(other);
  return reached;
}
