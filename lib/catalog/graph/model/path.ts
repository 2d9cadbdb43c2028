/** A person on the path between two authors. */
export interface PathPerson {
  slug: string;
  name: string;
}

/** One step of a path. */
export interface PathStep {
  person: PathPerson;
  /** Number of works shared with the previous person; null for the first. */
  works: number | null;
}

/**
 * Maximum number of hops: within four, almost everybody in a field is connected (Newman 2001, "The structure of scientific collaboration
 * networks").
 */
export const maxHops = 4;
/** Maximum number of edges that one search reads. */
export const maxEdgesRead = 12_000;

/** One side of a bidirectional search: the authors it has reached, each with the previous author and the number of shared works. */
export interface SearchSide {
  cameFrom: Map<number, { from: number; works: number } | null>;
  frontier: number[];
}

export const createSearchSide = (key: number): SearchSide => ({ cameFrom: new Map([[key, null]]), frontier: [key] });

export interface EdgeRead {
  from: number;
  to: number;
  works: number;
}

/** Advances a side by one hop. Newly reached authors become the frontier. If several edges reach an author, the strongest is used. */
export function extendByHop(side: SearchSide, edges: readonly EdgeRead[]): SearchSide {
  const cameFrom = new Map(side.cameFrom);
  const reached = new Set<number>();
  for (const { from, to, works } of edges) {
    if (side.cameFrom.has(to)) continue;
    const current = cameFrom.get(to);
    if (!current || works > current.works || (works === current.works && from < current.from)) cameFrom.set(to, { from, works });
    reached.add(to);
  }
  return { cameFrom, frontier: [...reached] };
}

/**
 * Returns the path through an author whom both sides have reached; of several, the one with the smallest key, so that the result is
 * deterministic.
 */
export function findMeetingPath(one: SearchSide, other: SearchSide): { key: number; works: number | null }[] | null {
  const metKeys = one.frontier.concat(other.frontier).filter((key) => one.cameFrom.has(key) && other.cameFrom.has(key));
  if (metKeys.length === 0) return null;
  const key = metKeys.reduce((least, each) => Math.min(least, each));
  const first = pathToStart(one, key);
  const second = pathToStart(other, key);
  // The works of an edge are stored with the author that it leads to.
  const forward = first.map(({ at, works }) => ({ key: at, works })).reverse();
  return [...forward, ...second.slice(1).map(({ at }, index) => ({ key: at, works: second[index]?.works ?? null }))];
}

/** Returns the path from an author back to the start of their side. `works` counts the works shared with the next author on it. */
function pathToStart({ cameFrom }: SearchSide, from: number): { at: number; works: number | null }[] {
  const path: { at: number; works: number | null }[] = [];
  let at: number | undefined = from;
  while (at !== undefined) {
    const step: { from: number; works: number } | null = cameFrom.get(at) ?? null;
    path.push({ at, works: step?.works ?? null });
    at = step?.from;
  }
  return path;
}
