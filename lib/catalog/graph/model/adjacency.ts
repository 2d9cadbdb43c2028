/** All co-author links as two arrays (compressed sparse rows): the neighbours of a person are one range of `targets`. */
export interface Adjacency {
  /** Index of the first neighbour by key; one more than there are keys. */
  offsets: Int32Array;
  targets: Int32Array;
  /** Joint works, parallel to `targets`. */
  works: Uint16Array;
}

/** Pairs of keys with their joint works, three numbers for each pair. */
type PackedEdges = Int32Array;

/** Returns the adjacency of pairs. */
export function createAdjacency(edges: PackedEdges): Adjacency {
  let largest = 0;
  for (let at = 0; at < edges.length; at += 3) largest = Math.max(largest, edges[at] ?? 0, edges[at + 1] ?? 0);
  const offsets = new Int32Array(largest + 2);
  const add = (key: number | undefined) => {
    const slot = (key ?? 0) + 1;
    offsets[slot] = (offsets[slot] ?? 0) + 1;
  };
  for (let at = 0; at < edges.length; at += 3) {
    add(edges[at]);
    add(edges[at + 1]);
  }
  for (let key = 1; key < offsets.length; key += 1) offsets[key] = (offsets[key] ?? 0) + (offsets[key - 1] ?? 0);
  const next = offsets.slice();
  const targets = new Int32Array((edges.length / 3) * 2);
  const works = new Uint16Array(targets.length);
  const put = (from: number, to: number, count: number) => {
    const slot = next[from] ?? 0;
    next[from] = slot + 1;
    targets[slot] = to;
    works[slot] = Math.min(count, 0xffff);
  };
  for (let at = 0; at < edges.length; at += 3) {
    const [one = 0, other = 0, count = 0] = [edges[at], edges[at + 1], edges[at + 2]];
    put(one, other, count);
    put(other, one, count);
  }
  return { offsets, targets, works };
}

const sizeOf = ({ offsets }: Adjacency): number => offsets.length - 1;

/** The key of a pair in a set. */
export const pairOf = (one: number, other: number): string => `${Math.min(one, other)} ${Math.max(one, other)}`;

interface PathLimits {
  /** Maximum number of links. */
  maxSteps: number;
  /** How many of the shortest paths to return. */
  alternatives: number;
  /** People who may be on no path, and pairs that are not linked. */
  excludedKeys: ReadonlySet<number>;
  excludedPairs: ReadonlySet<string>;
}

/** One side of the search: the distance of each key from its start, and the keys at the largest distance. */
interface Side {
  distances: Int8Array;
  frontier: number[];
  level: number;
}

/** Equally short paths that are compared: between two sides of a field there are thousands. */
const maxCompared = 64;

/**
 * Returns the shortest paths from any of some people to any of others, by bidirectional breadth-first search that extends the side with
 * fewer links (Pohl 1971, "Bi-directional search"). Of equally short paths, those with more joint works on each step come first, and each
 * goes through another person in its middle.
 */
export function shortestPaths(graph: Adjacency, from: readonly number[], to: readonly number[], limits: PathLimits): number[][] {
  const size = sizeOf(graph);
  const [one, other] = [from, to].map((keys): Side => {
    const distances = new Int8Array(size).fill(-1);
    const frontier = keys.filter((key) => key < size && !limits.excludedKeys.has(key));
    for (const key of frontier) distances[key] = 0;
    return { distances, frontier, level: 0 };
  }) as [Side, Side];
  let met = one.frontier.filter((key) => other.distances[key] === 0);
  while (met.length === 0) {
    if (one.frontier.length === 0 || other.frontier.length === 0 || one.level + other.level >= limits.maxSteps) return [];
    const isOne = linksOf(graph, one) <= linksOf(graph, other);
    const [side, opposite] = isOne ? [one, other] : [other, one];
    met = extend(graph, side, limits).filter((key) => (opposite.distances[key] ?? -1) >= 0);
  }
  const paths = met.slice(0, maxCompared).map((key) => {
    const [start, end] = [walkBack(graph, one, key, limits), walkBack(graph, other, key, limits)];
    return { keys: [...start.keys.reverse(), ...end.keys.slice(1)], works: Math.min(start.works, end.works) };
  });
  paths.sort((a, b) => b.works - a.works || compareKeys(a.keys, b.keys));
  return paths.slice(0, limits.alternatives).map(({ keys }) => keys);
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((key, index) => key !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

const linksOf = ({ offsets }: Adjacency, { frontier }: Side): number =>
  frontier.reduce((sum, key) => sum + (offsets[key + 1] ?? 0) - (offsets[key] ?? 0), 0);

/** Advances a side by one step. Returns its new frontier. */
function extend({ offsets, targets }: Adjacency, side: Side, { excludedKeys, excludedPairs }: PathLimits): number[] {
  const reached: number[] = [];
  const { distances, frontier } = side;
  side.level += 1;
  const isRestricted = excludedKeys.size + excludedPairs.size > 0;
  for (const key of frontier) {
    for (let at = offsets[key] ?? 0; at < (offsets[key + 1] ?? 0); at += 1) {
      const target = targets[at] ?? 0;
      if (distances[target] !== -1) continue;
      if (isRestricted && (excludedKeys.has(target) || excludedPairs.has(pairOf(key, target)))) continue;
      distances[target] = side.level;
      reached.push(target);
    }
  }
  side.frontier = reached;
  return reached;
}

/** Returns the strongest way from a key back to the start of its side, and the fewest joint works on it. */
function walkBack({ offsets, targets, works }: Adjacency, { distances }: Side, from: number, { excludedPairs }: PathLimits) {
  const keys = [from];
  let fewest = Number.POSITIVE_INFINITY;
  for (let key = from; (distances[key] ?? 0) > 0; ) {
    let best = { target: -1, works: -1 };
    for (let at = offsets[key] ?? 0; at < (offsets[key + 1] ?? 0); at += 1) {
      const [target = 0, count = 0] = [targets[at], works[at]];
      const isNearer = distances[target] === (distances[key] ?? 0) - 1 && !excludedPairs.has(pairOf(key, target));
      if (isNearer && (count > best.works || (count === best.works && target < best.target))) best = { target, works: count };
    }
    if (best.target === -1) throw new Error('A reached person has no way back.');
    keys.push(best.target);
    fewest = Math.min(fewest, best.works);
    key = best.target;
  }
  return { keys, works: fewest };
}
