import { recordShape, type SliceShape } from './caps.ts';
import type { GraphPath } from './connections.ts';
import type { GraphLink, GraphNode, GraphSlice, LinkKind, NodeId, NodeKind } from './kinds.ts';

/** Returns the kind of a link between two kinds of nodes, the person or work first; null if there is none. */
export function linkKindBetween(from: NodeKind, to: NodeKind): LinkKind | null {
  const isPerson = (kind: NodeKind) => kind === 'author' || kind === 'organisation';
  if (isPerson(from) && isPerson(to)) return 'together';
  if (isPerson(from) && to === 'work') return 'wrote';
  if (!isPerson(from) && from !== 'work') return null;
  return to === 'topic' ? 'about' : to === 'venue' ? 'appeared' : to === 'institution' ? 'affiliated' : null;
}

/** Returns the page with the evidence of a link. */
export function linkHref(from: Pick<GraphNode, 'id' | 'kind' | 'href'>, to: Pick<GraphNode, 'id' | 'kind' | 'href'>): string {
  const kind = linkKindBetween(from.kind, to.kind);
  const nameOf = ({ id }: Pick<GraphNode, 'id'>) => encodeURIComponent(id.slice(id.indexOf(':') + 1));
  if (kind === 'together') return `/graph/${nameOf(from)}/${nameOf(to)}`;
  if (kind === 'wrote') return to.href;
  if (from.kind === 'work') return from.href;
  return kind === 'appeared' ? `${from.href}?venue=${nameOf(to)}#works` : `${from.href}/topics`;
}

/**
 * Returns the links that a slice shows: all links of the start, then the strongest within the caps. Links between two nodes of the second
 * step are omitted, and all but the strongest links of a person with topics, venues and institutions.
 */
export function selectLinks(
  nodes: readonly GraphNode[],
  links: readonly GraphLink[],
  { maxLinks, contextLinksPerPerson }: Omit<SliceShape, 'caps'>,
): GraphLink[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const stepsOf = (id: NodeId) => byId.get(id)?.steps ?? 2;
  const start = nodes.find(({ steps }) => steps === 0)?.id;
  const isOfStart = ({ from, to }: GraphLink) => from === start || to === start;
  const sorted = links
    .filter(({ from, to }) => byId.has(from) && byId.has(to) && stepsOf(from) + stepsOf(to) < 4)
    .toSorted(
      (a, b) =>
        Number(isOfStart(b)) - Number(isOfStart(a)) ||
        b.works - a.works ||
        (b.lastYear ?? 0) - (a.lastYear ?? 0) ||
        compare(a.from, b.from) ||
        compare(a.to, b.to),
    );
  const contextLinks = new Map<string, number>();
  const linked = new Set<NodeId>(nodes.filter(({ steps }) => steps < 2).map(({ id }) => id));
  const isStrong = (link: GraphLink): boolean => {
    const isOfPerson = byId.get(link.from)?.kind !== 'work' && link.kind !== 'together' && link.kind !== 'wrote';
    if (!isOfPerson || isOfStart(link)) return true;
    const slot = `${link.kind} ${link.from}`;
    const taken = (contextLinks.get(slot) ?? 0) + 1;
    contextLinks.set(slot, taken);
    const isFirst = !linked.has(link.to);
    linked.add(link.to);
    return isFirst || taken <= contextLinksPerPerson;
  };
  return sorted.filter(isStrong).slice(0, Math.max(maxLinks, links.filter(isOfStart).length));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Adds the nodes and links of a path to a slice. */
export function withPath(slice: GraphSlice, path: Pick<GraphPath, 'nodes' | 'links'> | undefined): GraphSlice {
  if (!path) return slice;
  const known = new Set(slice.nodes.map(({ id }) => id));
  const pairs = new Set(slice.links.flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`]));
  const nodes = path.nodes.filter(({ id }) => !known.has(id)).map((node): GraphNode => ({ ...node, steps: 2 }));
  const links = path.links.filter(({ from, to }) => !pairs.has(`${from} ${to}`));
  return { ...slice, nodes: [...slice.nodes, ...nodes], links: [...slice.links, ...links] };
}

/** Returns the strongest part of a slice, as large as that on the page of a record. */
export function trimSlice({ start, nodes, links, omitted }: GraphSlice): GraphSlice {
  const { caps } = recordShape;
  const counts = new Map<NodeKind, number>();
  const kept = nodes.filter(({ kind, steps }) => {
    if (steps === 0) return true;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= caps[kind];
  });
  return { start, nodes: kept, links: selectLinks(kept, links, recordShape), omitted };
}
