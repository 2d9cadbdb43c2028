import { and, min, type SQLWrapper, sql } from 'drizzle-orm';
import { hides } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { isListed, listed } from '#lib/platform/db/prepared.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type EdgeRead, maxEdgesRead, maxHops, meeting, oneHop, type PathStep, type Side, sideFrom } from '../model/path.ts';

export interface EdgeRow {
  near: number;
  far: number;
  works: number;
}

/** In SQL: others may be led to somebody's co-authors through them. Nobody who hides their co-authors lies on a path. */
export const shownThrough = `a.visibility = 'visible' and a.merged_into is null and a.kind = 'person' and not ${hides('a', 'coauthors')}`;
const forward = `select e.author_key as near, e.coauthor_key as far, e.works from coauthor_edges e
  join authors a on a.key = e.coauthor_key where e.author_key in $many and ${shownThrough} limit ?`;
const backward = `select e.coauthor_key as near, e.author_key as far, e.works from coauthor_edges e
  join authors a on a.key = e.author_key where e.coauthor_key in $many and ${shownThrough} limit ?`;

/** The co-authors of some authors whom everybody may see, up to a bound: two index scans. */
async function edgesFrom(reader: Reader, keys: readonly number[], limit: number): Promise<EdgeRead[]> {
  const rows = await reader.query<EdgeRow>(forward, keys, [limit]);
  const left = limit - rows.length;
  const more = left > 0 ? await reader.query<EdgeRow>(backward, keys, [left]) : [];
  return [...rows, ...more].map(({ near, far, works }) => ({ from: near, to: far, works }));
}

/** A frontier of more authors has so many edges that reading some of them takes less time than looking through all. */
const maxFrontierAcross = 2_000;

/** The edges by which a frontier reaches the other one: those to the smallest key of it that any leads to. */
async function edgesAcross(reader: Reader, from: readonly number[], to: readonly number[]): Promise<EdgeRead[]> {
  const values = { from: listed(from), to: listed(to) };
  const found = await Promise.all(directions.map(({ smallest }) => reader.prepared(smallest, values)));
  const keys = found.flat().flatMap(({ key }) => (key === null ? [] : [key]));
  if (keys.length === 0) return [];
  const one = { from: listed(from), to: listed([Math.min(...keys)]) };
  return (await Promise.all(directions.map(({ edges }) => reader.prepared(edges, one)))).flat();
}

type End = typeof coauthorEdges.authorKey | typeof coauthorEdges.coauthorKey;

/** An edge is stored once, from the smaller key to the larger: a frontier can be at either end. */
const across = (near: End, far: End) => {
  const between = (end: SQLWrapper) => and(isListed(near, 'from'), isListed(end, 'to'));
  return {
    // The sign keeps SQLite from looking up every pair: it reads the index of the frontier's edges instead.
    smallest: (reader: Reader) =>
      reader
        .select({ key: min(far) })
        .from(coauthorEdges)
        .where(between(sql`+${far}`))
        .prepare(),
    edges: (reader: Reader) =>
      reader.select({ from: near, to: far, works: coauthorEdges.works }).from(coauthorEdges).where(between(far)).prepare(),
  };
};

const directions = [across(coauthorEdges.authorKey, coauthorEdges.coauthorKey), across(coauthorEdges.coauthorKey, coauthorEdges.authorKey)];

interface Search {
  path: { key: number; works: number | null }[] | null;
  searchedAll: boolean;
  /** Keys of those who have signed works with both. */
  common: number[];
}

/**
 * The shortest co-author path between two authors, by a search from both ends that always goes on from the smaller side (Pohl 1971,
 * "Bi-directional search"): `maxHops` hops and `maxEdgesRead` edges at most. Nobody hidden lies on it.
 */
async function search(reader: Reader, fromKey: number, toKey: number): Promise<Search> {
  let [one, other] = [sideFrom(fromKey), sideFrom(toKey)];
  let [path, left, hops]: [Search['path'], number, number] = [null, maxEdgesRead, 0];
  let common: number[] = [];
  // One hop from each end first, whatever their sizes: those whom both reach are the shared collaborators.
  while (hops < maxHops && left > 0 && (hops < 2 || path === null)) {
    const fromOne: boolean = hops === 0 || (hops > 1 && one.frontier.length <= other.frontier.length);
    const side: Side = fromOne ? one : other;
    if (side.frontier.length === 0) return { path, searchedAll: true, common };
    // Whom both sides reach is found in the index alone; only where there is nobody, all edges are read, and none after the last hop.
    const searchesAcross = hops > 1 && side.frontier.length <= maxFrontierAcross;
    const last = searchesAcross ? await edgesAcross(reader, side.frontier, (fromOne ? other : one).frontier) : [];
    const isDone = last.length > 0 || (searchesAcross && hops + 1 === maxHops);
    const edges = isDone ? last : await edgesFrom(reader, side.frontier, left);
    if (!isDone) left -= edges.length;
    const next = oneHop(side, edges);
    [one, other] = fromOne ? [next, other] : [one, next];
    path ??= meeting(one, other);
    hops += 1;
    if (hops === 2) common = inBoth(one.frontier, other.frontier);
  }
  return { path, searchedAll: left > 0, common };
}

function inBoth(some: readonly number[], others: readonly number[]): number[] {
  const known = new Set(others);
  return some.filter((key) => known.has(key));
}

/** True where somebody whom everybody may see has signed works with both. */
export async function shareCollaborator(reader: Reader, oneKey: number, otherKey: number): Promise<boolean> {
  const [mine, theirs] = await Promise.all([edgesFrom(reader, [oneKey], maxEdgesRead), edgesFrom(reader, [otherKey], maxEdgesRead)]);
  const keys = (edges: EdgeRead[]) => edges.map(({ to }) => to);
  return inBoth(keys(mine), keys(theirs)).length > 0;
}

/** How two authors are tied. */
export interface Path {
  /** From the one to the other, both named; null where none was found. */
  path: PathStep[] | null;
  /** False where the search ended at its bound: then a shorter path, or one at all, may exist. */
  searchedAll: boolean;
  /** One of the two hides co-authors: nothing is searched. */
  isHidden: boolean;
  /** Those who have signed works with both, in the order of their names. */
  common: { slug: string; name: string }[];
}

interface PersonRow {
  key: number;
  slug: string;
  name: string;
}

const nobody: Search = { path: null, searchedAll: false, common: [] };

/** How many of some authors hide their co-authors. */
async function countHiding(reader: Reader, keys: readonly number[]): Promise<number> {
  return (await reader.query(`select a.key from authors a where ${hides('a', 'coauthors')} and a.key in $many`, keys)).length;
}

/** The shortest path from one author to another over works signed together, and who has signed with both; nobody hidden is named. */
export async function shortestPath(reader: Reader, fromKey: number, toKey: number): Promise<Path> {
  const isHidden = (await countHiding(reader, [fromKey, toKey])) > 0;
  const { path, searchedAll, common } = isHidden ? nobody : await search(reader, fromKey, toKey);
  const onPath = path?.map(({ key }) => key) ?? [];
  const people = await reader.query<PersonRow>(
    "select key, slug, name from authors where key in $many and visibility <> 'suppressed' order by sort_name, key",
    [...new Set([...onPath, ...common])],
  );
  const named = new Map(people.map(({ key, slug, name }) => [key, { slug, name }]));
  const steps = path?.flatMap(({ key, works }): PathStep[] => {
    const person = named.get(key);
    return person ? [{ person, works }] : [];
  });
  const both = new Set(common);
  return {
    path: steps && steps.length === onPath.length ? steps : null,
    searchedAll,
    isHidden,
    common: people.filter(({ key }) => both.has(key)).map(({ slug, name }) => ({ slug, name })),
  };
}
