/** Somebody on the path from one author to another. */
export interface PathPerson {
  slug: string;
  name: string;
}

/** How two people of a path are tied: where the works that they share are listed. */
export interface PathStep {
  person: PathPerson;
  /** Works shared with the person before; null for the first. */
  works: number | null;
}

/** Hops that a path has at most: beyond four, almost everybody of a field is reached (Newman 2001, "The structure of scientific collaboration networks"). */
export const maxHops = 4;
/** Edges that one search reads at most. */
export const maxEdgesRead = 12_000;

/** A search from both ends: whom each side has reached, from whom, and with how many shared works. */
export interface Side {
  cameFrom: Map<number, { from: number; works: number } | null>;
  frontier: number[];
}

export const sideFrom = (key: number): Side => ({ cameFrom: new Map([[key, null]]), frontier: [key] });

export interface EdgeRead {
  from: number;
  to: number;
  works: number;
}

/** Takes one more hop: those not reached before become the new frontier; of several paths to one the strongest edge is kept. */
export function oneHop(side: Side, edges: readonly EdgeRead[]): Side {
  const cameFrom = new Map(side.cameFrom);
  const reached = new Set<number>();
  for (const { from, to, works } of edges) {
    if (side.cameFrom.has(to)) continue;
    const known = cameFrom.get(to);
    if (!known || works > known.works || (works === known.works && from < known.from)) cameFrom.set(to, { from, works });
    reached.add(to);
  }
  return { cameFrom, frontier: [...reached] };
}

/** The path through an author whom both sides have reached; of several the one with the smallest key, so that the result stays the same. */
export function meeting(one: Side, other: Side): { key: number; works: number | null }[] | null {
  const met = one.frontier.concat(other.frontier).filter((key) => one.cameFrom.has(key) && other.cameFrom.has(key));
  if (met.length === 0) return null;
  const key = met.reduce((least, each) => Math.min(least, each));
  const first = toStart(one, key);
  const second = toStart(other, key);
  // The works of an edge belong to the author that it leads to.
  const forward = first.map(({ at, works }) => ({ key: at, works })).reverse();
  return [...forward, ...second.slice(1).map(({ at }, index) => ({ key: at, works: second[index]?.works ?? null }))];
}

/** The path from an author back to the start of their side; `works` counts those with the next author on it. */
function toStart({ cameFrom }: Side, from: number): { at: number; works: number | null }[] {
  const path: { at: number; works: number | null }[] = [];
  let at: number | undefined = from;
  while (at !== undefined) {
    const came: { from: number; works: number } | null = cameFrom.get(at) ?? null;
    path.push({ at, works: came?.works ?? null });
    at = came?.from;
  }
  return path;
}
