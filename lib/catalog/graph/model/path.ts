/** Somebody on the way from one author to another. */
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

/** Takes one more hop: those not reached before become the new frontier; of several ways to one the strongest edge is kept. */
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

/** The way through somebody whom both sides have reached; of several the one with the smallest key, so that the answer stays the same. */
export function meeting(one: Side, other: Side): { key: number; works: number | null }[] | null {
  const met = one.frontier.concat(other.frontier).filter((key) => one.cameFrom.has(key) && other.cameFrom.has(key));
  if (met.length === 0) return null;
  const key = met.reduce((least, each) => Math.min(least, each));
  const back = wayBack(one, key);
  const on = wayBack(other, key);
  // Each edge's works stand with the person it leads to.
  const forth = back.map(({ at, works }) => ({ key: at, works })).reverse();
  return [...forth, ...on.slice(1).map(({ at }, index) => ({ key: at, works: on[index]?.works ?? null }))];
}

/** From somebody back to where their side began; `works` ties each to the one after it. */
function wayBack({ cameFrom }: Side, from: number): { at: number; works: number | null }[] {
  const way: { at: number; works: number | null }[] = [];
  let at: number | undefined = from;
  while (at !== undefined) {
    const came: { from: number; works: number } | null = cameFrom.get(at) ?? null;
    way.push({ at, works: came?.works ?? null });
    at = came?.from;
  }
  return way;
}
