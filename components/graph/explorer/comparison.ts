import type { GraphNode, NodeId, NodeKind } from '#lib/catalog/graph/model/kinds.ts';
import { nodeKinds } from '#lib/catalog/graph/model/kinds.ts';
import { type Neighbour, type NodesAndLinks, neighboursOf } from './shown-graph.ts';

/** A node that both share, with its works of each. */
interface Shared {
  node: GraphNode;
  works: readonly [number, number];
}

/** What two nodes share, and what each has alone, of one kind. */
export interface KindComparison {
  kind: NodeKind;
  shared: Shared[];
  onlyOne: Neighbour[];
  onlyOther: Neighbour[];
}

/** Compares the neighbourhoods of two nodes, kind by kind; kinds that neither has are left out. Most works first. */
export function compareNeighbours(graph: NodesAndLinks, one: NodeId, other: NodeId): KindComparison[] {
  const neighbours = neighboursOf(graph);
  const listOf = (id: NodeId) => (neighbours.get(id) ?? []).filter(({ node }) => node.id !== one && node.id !== other);
  const [ofOne, ofOther] = [listOf(one), listOf(other)];
  const othersById = new Map(ofOther.map(({ node, link }) => [node.id, link]));
  const ids = new Set(ofOne.map(({ node }) => node.id));
  return nodeKinds.flatMap((kind) => {
    const isKind = ({ node }: Neighbour) => node.kind === kind;
    const shared = ofOne.filter(isKind).flatMap(({ node, link }): Shared[] => {
      const otherLink = othersById.get(node.id);
      return otherLink ? [{ node, works: [link.works, otherLink.works] }] : [];
    });
    const onlyOne = ofOne.filter((each) => isKind(each) && !othersById.has(each.node.id));
    const onlyOther = ofOther.filter((each) => isKind(each) && !ids.has(each.node.id));
    shared.sort((a, b) => Math.min(...b.works) - Math.min(...a.works));
    return shared.length + onlyOne.length + onlyOther.length > 0 ? [{ kind, shared, onlyOne, onlyOther }] : [];
  });
}
