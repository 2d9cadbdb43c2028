import Graph from 'graphology';
import louvain from 'graphology-communities-louvain';
import forceAtlas2 from 'graphology-layout-forceatlas2';

/** A graph to arrange, as lists that a worker receives without copying each node. */
export interface LayoutRequest {
  /** Radius of each node in the picture, in pixels. */
  sizes: Float32Array;
  /** Left and top of each node; NaN if it has no position yet. */
  positions: Float32Array;
  /** 1 for nodes that must stay where they are. */
  fixed: Uint8Array;
  /** Both ends of each link, as positions in the list of nodes. */
  ends: Uint32Array;
  works: Float32Array;
  /** Position of the start in the list of nodes. */
  start: number;
}

/** Rounds of the layout by number of nodes: a small graph gets a careful one, a large one stays within seconds. */
const roundsFor = (count: number): number => (count <= 400 ? 600 : count <= 2_000 ? 200 : 100);
/** Rounds between two intermediate results of a large graph. */
const roundsAtOnce = 5;
/** Up to here, nodes are moved apart at the end until they do not overlap; the cost grows with the square of their number. */
const maxApart = 600;
const roundsApart = 120;
/** Side of a picture in which sizes are in pixels, and the space around each node in it. */
const pictureSide = 620;
const spaceAround = 5;
/** The start is linked with almost everything: its links hold the picture together, but do not shape it. */
const startInfluence = 0.25;
const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/**
 * Arranges a graph by ForceAtlas2 (Jacomy et al. 2014): nodes with strong links are near each other. The same graph is always arranged in the
 * same way. Nodes with a position move little, fixed ones not at all.
 * @returns left and top of each node, first after some rounds and last after all of them
 */
export function* arrange(request: LayoutRequest): Generator<Float32Array> {
  const count = request.sizes.length;
  const graph = graphOf(request);
  const inferred = forceAtlas2.inferSettings(Math.max(2, count));
  const settings = { ...inferred, gravity: 0.08, edgeWeightInfluence: 1, barnesHutOptimize: count > maxApart };
  const hasPositions = count > 0 && request.positions.some((value) => !Number.isNaN(value));
  const rounds = Math.ceil(roundsFor(count) * (hasPositions ? 0.4 : 1));
  if (count > maxApart) {
    for (let done = 0; done < rounds; done += roundsAtOnce) {
      forceAtlas2.assign(graph, { iterations: roundsAtOnce, settings });
      yield positionsOf(graph, count);
    }
    return;
  }
  forceAtlas2.assign(graph, { iterations: rounds, settings });
  const { scale } = extentOf(graph);
  graph.updateEachNodeAttributes((_, attributes) => ({ ...attributes, size: (attributes.size + spaceAround) * scale }));
  forceAtlas2.assign(graph, { iterations: roundsApart, settings: { ...settings, adjustSizes: true, barnesHutOptimize: false } });
  yield positionsOf(graph, count);
}

function graphOf({ sizes, positions, fixed, ends, works, start }: LayoutRequest): Graph {
  const graph = new Graph({ type: 'undirected' });
  const near = firstNeighbours(ends, positions);
  for (const [index, size] of sizes.entries()) {
    const [x = Number.NaN, y = Number.NaN] = positions.subarray(index * 2, index * 2 + 2);
    const anchor = near.get(index) ?? (start >= 0 && start !== index ? start : undefined);
    const [left, top] = anchor === undefined ? [0, 0] : [positions[anchor * 2] || 0, positions[anchor * 2 + 1] || 0];
    const [radius, angle] = [20 * Math.sqrt(index + 0.5), index * goldenAngle];
    const isKnown = !Number.isNaN(x);
    graph.addNode(index, {
      x: isKnown ? x : left + radius * Math.cos(angle),
      y: isKnown ? y : top + radius * Math.sin(angle),
      size,
      fixed: fixed[index] === 1,
    });
  }
  for (let link = 0; link * 2 < ends.length; link += 1) {
    const [from = 0, to = 0] = [ends[link * 2], ends[link * 2 + 1]];
    const weight = (1 + Math.log2(works[link] ?? 1)) * (from === start || to === start ? startInfluence : 1);
    if (from === to) continue;
    if (graph.hasEdge(from, to)) graph.updateEdgeAttribute(graph.edge(from, to), 'weight', (known) => Math.max(known ?? 0, weight));
    else graph.addEdge(from, to, { weight });
  }
  return graph;
}

/** Returns for each node without a position a neighbour that has one. */
function firstNeighbours(ends: Uint32Array, positions: Float32Array): Map<number, number> {
  const near = new Map<number, number>();
  const hasPosition = (index: number) => !Number.isNaN(positions[index * 2] ?? Number.NaN);
  for (let link = 0; link < ends.length; link += 2) {
    const [from = 0, to = 0] = [ends[link], ends[link + 1]];
    if (!near.has(from) && hasPosition(to)) near.set(from, to);
    if (!near.has(to) && hasPosition(from)) near.set(to, from);
  }
  return near;
}

const positionsOf = (graph: Graph, count: number): Float32Array => {
  const positions = new Float32Array(count * 2);
  graph.forEachNode((key, { x, y }) => positions.set([x, y], Number(key) * 2));
  return positions;
};

/** Returns how long a pixel of the picture is. */
function extentOf(graph: Graph): { scale: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  graph.forEachNode((_, { x, y }) => {
    least = Math.min(least, x, y);
    most = Math.max(most, x, y);
  });
  return { scale: most > least ? (most - least) / pictureSide : 1 };
}

/**
 * Detects communities by the Louvain method (Blondel et al. 2008), without the start, which is linked with almost everything.
 * @returns the community of each node
 */
export function detectCommunities({ sizes, ends, works, start }: LayoutRequest): Int32Array {
  const graph = new Graph({ type: 'undirected' });
  for (const index of sizes.keys()) if (index !== start) graph.addNode(index);
  for (let link = 0; link * 2 < ends.length; link += 1) {
    const [from = 0, to = 0] = [ends[link * 2], ends[link * 2 + 1]];
    if (from !== to && from !== start && to !== start) graph.mergeEdge(from, to, { weight: works[link] });
  }
  const communities = new Int32Array(sizes.length).fill(-1);
  if (graph.size === 0) return communities;
  // Without a random walk, the same graph always has the same communities.
  const found = louvain(graph, { getEdgeWeight: 'weight', randomWalk: false });
  graph.forEachNode((key) => {
    if (graph.degree(key) > 0) communities[Number(key)] = found[key] ?? -1;
  });
  return communities;
}
