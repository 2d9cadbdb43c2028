import Graph from 'graphology';
import louvain from 'graphology-communities-louvain';

interface Link {
  from: string;
  to: string;
  works: number;
}

/** Maximum number of groups with their own colour; members of smaller groups are drawn without a group. */
const maxGroups = 6;

/** Returns a deterministic generator of numbers in [0, 1) (Mulberry32), so that the same people always form the same groups. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Detects groups of co-authors who sign with each other: communities by the Louvain method (Blondel et al. 2008), without the central
 * author, who is linked to everybody.
 * @returns the group of each person by slug, numbered from 1 by size; people without a group are absent
 */
function detectCommunities(people: readonly { slug: string }[], links: readonly Link[]): Map<string, number> {
  const graph = new Graph({ type: 'undirected' });
  for (const { slug } of people) graph.mergeNode(slug);
  for (const { from, to, works } of links) {
    if (from !== to && graph.hasNode(from) && graph.hasNode(to)) graph.mergeEdge(from, to, { weight: works });
  }
  if (graph.size === 0) return new Map();
  const communityOf = louvain(graph, { rng: createRandom(7), getEdgeWeight: 'weight' });
  const members = Map.groupBy(
    people.map(({ slug }) => slug),
    (slug) => communityOf[slug] ?? -1,
  );
  const largest = [...members.values()].filter(({ length }) => length > 1).sort((a, b) => b.length - a.length);
  return new Map(largest.slice(0, maxGroups).flatMap((slugs, index) => slugs.map((slug) => [slug, index + 1] as const)));
}

/** Returns the groups of the people around an author. */
export const groupPeople = (
  centre: { slug: string },
  around: { people: readonly { slug: string }[]; links: readonly Link[] },
): Map<string, number> =>
  detectCommunities(
    around.people,
    around.links.filter(({ from, to }) => from !== centre.slug && to !== centre.slug),
  );
