import { type GraphNode, linkKindFacts, type NodeId, nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';
import type { Neighbour } from './shown-graph.ts';

/** Where a reader is who travels by arrow keys. */
export interface Place {
  at: NodeId;
  /** The chosen link, by its position in the list of links; -1 if none is chosen yet. */
  link: number;
  /** The nodes that led here, the last one last. */
  trail: readonly NodeId[];
}

type Neighbours = ReadonlyMap<NodeId, readonly Neighbour[]>;

/** Keys of travel: left and right choose a link, down follows it, up goes back. */
export const travelKeys = ['ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp', 'Home'] as const;
export type TravelKey = (typeof travelKeys)[number];

/** Returns the place after a key. Links wrap around; what is impossible changes nothing. */
export function travel(place: Place, key: TravelKey, neighbours: Neighbours, start: NodeId): Place {
  const links = neighbours.get(place.at) ?? [];
  switch (key) {
    case 'ArrowRight':
      return links.length === 0 ? place : { ...place, link: (place.link + 1) % links.length };
    case 'ArrowLeft':
      return links.length === 0 ? place : { ...place, link: (Math.max(place.link, 0) - 1 + links.length) % links.length };
    case 'ArrowDown': {
      const target = links[Math.max(place.link, 0)]?.node.id;
      return target ? { at: target, link: -1, trail: [...place.trail, place.at] } : place;
    }
    case 'ArrowUp': {
      const trail = place.trail.filter((id) => neighbours.has(id));
      const back = trail.at(-1) ?? start;
      const link = (neighbours.get(back) ?? []).findIndex(({ node }) => node.id === place.at);
      return back === place.at ? place : { at: back, link, trail: trail.slice(0, -1) };
    }
    case 'Home':
      return place.at === start ? { ...place, link: -1, trail: [] } : { at: start, link: -1, trail: [] };
  }
}

/** What is said of a place: its node, or the chosen link and where it leads. */
export function describePlace({ at, link }: Place, neighbours: Neighbours, nodes: ReadonlyMap<NodeId, GraphNode>): string {
  const links = neighbours.get(at) ?? [];
  const chosen = links[link];
  if (chosen) {
    const facts = linkKindFacts[chosen.link.kind].sentence(chosen.link);
    return `${link + 1} of ${links.length}: ${describeNode(chosen.node)}, ${facts}.`;
  }
  const node = nodes.get(at);
  return node ? `${describeNode(node)}, ${links.length} ${links.length === 1 ? 'link' : 'links'}.` : '';
}

const describeNode = ({ label, kind }: GraphNode): string => `${label}, ${nodeKindFacts[kind].one}`;
