import { and, asc, eq, inArray, min, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { hidesField } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { fullyVisibleRecord, notSuppressed } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import {
  createSearchSide,
  type EdgeRead,
  extendByHop,
  findMeetingPath,
  maxEdgesRead,
  maxHops,
  type PathStep,
  type SearchSide,
} from '../model/path.ts';

const hidesCoauthors = sql.raw(hidesField('authors', 'coauthors'));

/** Condition: the person may connect others. People who hide their co-authors are on no path. */
export const isConnecting = (): SQL | undefined => and(fullyVisibleRecord(), sql`${authors.kind} = 'person'`, sql`not ${hidesCoauthors}`);

/** Returns the visible co-authors of some authors, up to a limit, with two index scans. */
async function edgesFrom(reader: Reader, frontier: readonly number[], limit: number): Promise<EdgeRead[]> {
  let edges: EdgeRead[] = [];
  for (const { connecting } of directions) {
    const remaining = limit - edges.length;
    if (remaining > 0) edges = edges.concat(await reader.prepared(connecting, { from: encodeList(frontier), limit: remaining }));
  }
  return edges;
}

/** Size above which a frontier has so many edges that reading a bounded number is faster than searching all of them. */
const maxFrontierAcross = 2_000;

/** Returns the edges from one frontier to the other that lead to its smallest reachable key. */
async function edgesAcross(reader: Reader, fromFrontier: readonly number[], toFrontier: readonly number[]): Promise<EdgeRead[]> {
  const values = { from: encodeList(fromFrontier), to: encodeList(toFrontier) };
  const smallestRows = await Promise.all(directions.map(({ smallest }) => reader.prepared(smallest, values)));
  const keys = smallestRows.flat().flatMap(({ key }) => (key === null ? [] : [key]));
  if (keys.length === 0) return [];
  const smallestOnly = { from: encodeList(fromFrontier), to: encodeList([Math.min(...keys)]) };
  return (await Promise.all(directions.map(({ edges }) => reader.prepared(edges, smallestOnly)))).flat();
}

type EdgeColumn = typeof coauthorEdges.authorKey | typeof coauthorEdges.coauthorKey;

/** Queries one direction: an edge is stored once, from the smaller key to the larger, so a frontier can be at either end. */
const createEdgeQueries = (near: EdgeColumn, far: EdgeColumn) => {
  const isBetween = (end: SQLWrapper) => and(isInList(near, 'from'), isInList(end, 'to'));
  return {
    // The unary plus keeps SQLite from looking up every pair. It then uses the index on the edges of the frontier.
    smallest: (reader: Reader) =>
      reader
        .select({ key: min(far) })
        .from(coauthorEdges)
        .where(isBetween(sql`+${far}`))
        .prepare(),
    edges: (reader: Reader) =>
      reader.select({ from: near, to: far, works: coauthorEdges.works }).from(coauthorEdges).where(isBetween(far)).prepare(),
    connecting: (reader: Reader) =>
      reader
        .select({ from: near, to: far, works: coauthorEdges.works })
        .from(coauthorEdges)
        .innerJoin(authors, eq(authors.key, far))
        .where(and(isInList(near, 'from'), isConnecting()))
        .limit(sql.placeholder('limit'))
        .prepare(),
  };
};

const directions = [
  createEdgeQueries(coauthorEdges.authorKey, coauthorEdges.coauthorKey),
  createEdgeQueries(coauthorEdges.coauthorKey, coauthorEdges.authorKey),
];

interface PathSearch {
  path: { key: number; works: number | null }[] | null;
  searchedAll: boolean;
  /** Keys of the authors who share works with both. */
  common: number[];
}

/**
 * Finds the shortest co-author path between two authors by bidirectional search, always extending the smaller side (Pohl 1971,
 * "Bi-directional search"): at most `maxHops` hops and `maxEdgesRead` edges. Hidden people are excluded.
 */
async function searchPath(reader: Reader, fromKey: number, toKey: number): Promise<PathSearch> {
  let [one, other] = [createSearchSide(fromKey), createSearchSide(toKey)];
  let [path, remaining, hops]: [PathSearch['path'], number, number] = [null, maxEdgesRead, 0];
  let common: number[] = [];
  // The first hop is taken from each end, whatever their sizes, because the authors that both reach are the shared co-authors.
  while (hops < maxHops && remaining > 0 && (hops < 2 || path === null)) {
    const fromOne: boolean = hops === 0 || (hops > 1 && one.frontier.length <= other.frontier.length);
    const side: SearchSide = fromOne ? one : other;
    if (side.frontier.length === 0) return { path, searchedAll: true, common };
    // A connection of both frontiers is searched in the index alone. All edges are read only if there is none, and not after the last hop.
    const searchesAcross = hops > 1 && side.frontier.length <= maxFrontierAcross;
    const connecting = searchesAcross ? await edgesAcross(reader, side.frontier, (fromOne ? other : one).frontier) : [];
    const isDone = connecting.length > 0 || (searchesAcross && hops + 1 === maxHops);
    const edges = isDone ? connecting : await edgesFrom(reader, side.frontier, remaining);
    if (!isDone) remaining -= edges.length;
    const next = extendByHop(side, edges);
    [one, other] = fromOne ? [next, other] : [one, next];
    path ??= findMeetingPath(one, other);
    hops += 1;
    if (hops === 2) common = intersection(one.frontier, other.frontier);
  }
  return { path, searchedAll: remaining > 0, common };
}

function intersection(first: readonly number[], second: readonly number[]): number[] {
  const secondKeys = new Set(second);
  return first.filter((key) => secondKeys.has(key));
}

/** True if a visible person shares works with both authors. */
export async function haveCommonCoauthor(reader: Reader, oneKey: number, otherKey: number): Promise<boolean> {
  const [ownEdges, otherEdges] = await Promise.all([
    edgesFrom(reader, [oneKey], maxEdgesRead),
    edgesFrom(reader, [otherKey], maxEdgesRead),
  ]);
  const keysOf = (edges: EdgeRead[]) => edges.map(({ to }) => to);
  return intersection(keysOf(ownEdges), keysOf(otherEdges)).length > 0;
}

/** The connection of two authors. */
export interface Path {
  /** The path including both authors; null if none was found. */
  path: PathStep[] | null;
  /** False if the search ended at its limit; a shorter path, or any path, may then exist. */
  searchedAll: boolean;
  /** True if one of the two hides co-authors; then nothing is searched. */
  isHidden: boolean;
  /** People who share works with both, in name order. */
  common: { slug: string; name: string }[];
}

const selectNames = (reader: Reader) =>
  reader
    .select(columnsOf(authors, 'key', 'slug', 'name'))
    .from(authors)
    .where(and(isInList(authors.key, 'keys'), notSuppressed()))
    .orderBy(asc(authors.sortName), asc(authors.key))
    .prepare();

const noSearch: PathSearch = { path: null, searchedAll: false, common: [] };

/** Returns how many of some authors hide their co-authors. */
async function countHiding(reader: Reader, keys: readonly number[]): Promise<number> {
  const isHiding = and(hidesCoauthors, inArray(authors.key, [...keys]));
  return (await reader.select({ key: authors.key }).from(authors).where(isHiding)).length;
}

/** Returns the shortest path between two authors over joint works, and their shared co-authors. Suppressed people are never named. */
export async function shortestPath(reader: Reader, fromKey: number, toKey: number): Promise<Path> {
  const isHidden = (await countHiding(reader, [fromKey, toKey])) > 0;
  const { path, searchedAll, common } = isHidden ? noSearch : await searchPath(reader, fromKey, toKey);
  const onPath = path?.map(({ key }) => key) ?? [];
  const people = await reader.prepared(selectNames, { keys: encodeList([...new Set([...onPath, ...common])]) });
  const peopleByKey = new Map(people.map(({ key, slug, name }) => [key, { slug, name }]));
  const steps = path?.flatMap(({ key, works }): PathStep[] => {
    const person = peopleByKey.get(key);
    return person ? [{ person, works }] : [];
  });
  const commonKeys = new Set(common);
  return {
    path: steps && steps.length === onPath.length ? steps : null,
    searchedAll,
    isHidden,
    common: people.filter(({ key }) => commonKeys.has(key)).map(({ slug, name }) => ({ slug, name })),
  };
}
