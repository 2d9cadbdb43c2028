import { eq, sql } from 'drizzle-orm';
import { authorContexts } from '#lib/platform/db/schema/contexts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type Adjacency, pairOf, shortestPaths } from '../model/adjacency.ts';
import { type GraphPath, type GraphPaths, maxPathSteps, type PathNode } from '../model/connections.ts';
import type { GraphLink, NodeKind } from '../model/kinds.ts';
import { linkHref, linkKindBetween } from '../model/select.ts';
import { adjacencyOf } from './adjacency.ts';
import { sharedWorkKeys } from './edges.ts';
import { type KeyLink, linksAmong } from './links.ts';
import { neighboursOf } from './neighbours.ts';
import { type FoundNode, type NodeTable, visibleNodes } from './nodes.ts';

const maxPaths = 3;
/** Joint works that are named for each link. */
const maxWorksOfLink = 3;
/** Co-authors of an end that is not in the copy of the links: an organisation, or somebody new. */
const maxPeopleOfEnd = 1_000;
/** How often a search is repeated without people and links that are no longer there. */
const maxRepeats = 5;
const noFilter = { since: null, until: null, least: 1 };

/** One end of a search: the people it starts from, and the node before them, if it is not one of them. */
interface End {
  keys: readonly number[];
  outer: FoundNode | null;
}

const selectMembers = (reader: Reader) =>
  reader
    .select({ key: authorContexts.authorKey })
    .from(authorContexts)
    .where(eq(authorContexts.contextKey, sql.placeholder('key')))
    .prepare();

const coauthorsIn = ({ offsets }: Adjacency, key: number): number => (offsets[key + 1] ?? 0) - (offsets[key] ?? 0);
const isInCopy = (graph: Adjacency, key: number): boolean => coauthorsIn(graph, key) > 0;

async function endOf(reader: Reader, graph: Adjacency, found: FoundNode): Promise<End> {
  if (found.table === 'author' && isInCopy(graph, found.key)) return { keys: [found.key], outer: null };
  if (found.table === 'context')
    return { keys: (await reader.prepared(selectMembers, { key: found.key })).map(({ key }) => key), outer: found };
  const { rows } = await neighboursOf(reader, found, 'author', noFilter, maxPeopleOfEnd);
  return { keys: rows.map(({ key }) => key), outer: found };
}

/**
 * Returns up to three of the shortest paths between two nodes over joint works. A topic, venue, institution, work or organisation is the
 * end of a path, and never within it. People who are hidden or hide their co-authors are on no path.
 * @param kinds with works among them, each link names some of its works
 */
export async function findPaths(reader: Reader, from: FoundNode, to: FoundNode, kinds: readonly NodeKind[]): Promise<GraphPaths> {
  if (from.hidesCoauthors || to.hidesCoauthors || from.node.id === to.node.id) return { paths: [], searchedAll: false };
  const graph = await adjacencyOf(reader);
  const [start, end] = await Promise.all([endOf(reader, graph, from), endOf(reader, graph, to)]);
  const excludedKeys = new Set([from, to].flatMap(({ table, key }) => (table === 'author' && !isInCopy(graph, key) ? [key] : [])));
  const excludedPairs = new Set<string>();
  const maxSteps = maxPathSteps - Number(start.outer !== null) - Number(end.outer !== null);
  for (let repeat = 0; repeat < maxRepeats; repeat += 1) {
    const found = shortestPaths(graph, start.keys, end.keys, { maxSteps, alternatives: maxPaths, excludedKeys, excludedPairs });
    const wholePaths = found.map((keys) => ({ keys, start, end }));
    const { paths, isCurrent } = await readPaths(reader, wholePaths, { excludedKeys, excludedPairs });
    if (isCurrent) return { paths: kinds.includes('work') ? await withWorks(reader, paths, graph) : paths.map(toPath), searchedAll: true };
  }
  return { paths: [], searchedAll: false };
}

interface FoundPath extends Record<'start' | 'end', End> {
  keys: number[];
}

interface ReadPath {
  nodes: FoundNode[];
  links: GraphLink[];
}

/** Reads the people and links of paths. What is no longer there is excluded from the next search. */
async function readPaths(
  reader: Reader,
  found: readonly FoundPath[],
  excluded: { excludedKeys: Set<number>; excludedPairs: Set<string> },
): Promise<{ paths: ReadPath[]; isCurrent: boolean }> {
  const keys = [...new Set(found.flatMap((path) => path.keys))];
  const people = await visibleNodes(reader, 'author', keys);
  const gone = keys.filter((key) => people.get(key)?.node.kind !== 'author' || people.get(key)?.hidesCoauthors);
  for (const key of gone) excluded.excludedKeys.add(key);
  if (gone.length > 0) return { paths: [], isCurrent: false };
  const paths = found.map(({ keys: own, start, end }) => [
    ...(start.outer ? [start.outer] : []),
    ...own.flatMap((key) => people.get(key) ?? []),
    ...(end.outer ? [end.outer] : []),
  ]);
  const links = await linksOfNodes(reader, paths.flat());
  let isCurrent = true;
  const read = paths.map((nodes): ReadPath => {
    const own = nodes.slice(1).flatMap((node, at): GraphLink[] => {
      const before = nodes[at] as FoundNode;
      const link = links.get(slotOf(before, node));
      if (link) return [toLink(before, node, link)];
      excluded.excludedPairs.add(pairOf(before.key, node.key));
      isCurrent = false;
      return [];
    });
    return { nodes, links: own };
  });
  return { paths: read, isCurrent };
}

const slotOf = (one: Pick<FoundNode, 'table' | 'key'>, other: Pick<FoundNode, 'table' | 'key'>): string =>
  [`${one.table} ${one.key}`, `${other.table} ${other.key}`].sort().join(' ');

async function linksOfNodes(reader: Reader, nodes: readonly FoundNode[]): Promise<Map<string, KeyLink>> {
  const keysIn = (table: NodeTable) => [...new Set(nodes.filter((node) => node.table === table).map(({ key }) => key))];
  const years = new Map(nodes.filter(({ table }) => table === 'work').map(({ key, node }) => [key, node.year ?? null]));
  const links = await linksAmong(reader, { author: keysIn('author'), work: keysIn('work'), context: keysIn('context') }, years, noFilter);
  const endOfLink = ([table, key]: KeyLink['from']) => ({ table, key });
  return new Map(links.map((link) => [slotOf(endOfLink(link.from), endOfLink(link.to)), link]));
}

/** A link goes from a person or a work to what it is linked with; between two people, it follows the path. */
function toLink(before: FoundNode, after: FoundNode, { works, firstYear, lastYear }: KeyLink): GraphLink {
  const isForward = linkKindBetween(before.node.kind, after.node.kind) !== null;
  const [from, to] = isForward ? [before.node, after.node] : [after.node, before.node];
  const kind = linkKindBetween(from.kind, to.kind) ?? 'together';
  return { from: from.id, to: to.id, kind, works, firstYear, lastYear, href: linkHref(from, to) };
}

const toPath = ({ nodes, links }: ReadPath): GraphPath => ({
  nodes: nodes.map(({ node }) => node),
  links: links.map((link) => ({ ...link, through: [] })),
});

/** Adds the newest joint works of each two people. Works that only a profile may show are on no other page. */
async function withWorks(reader: Reader, paths: readonly ReadPath[], graph: Adjacency): Promise<GraphPath[]> {
  const keysOfPair = new Map<string, number[]>();
  for (const [one, other] of paths.flatMap(({ nodes }) => nodes.slice(1).map((node, at) => [nodes[at] as FoundNode, node] as const))) {
    if (one.table !== 'author' || other.table !== 'author' || keysOfPair.has(slotOf(one, other))) continue;
    // Reads the works of the one with fewer co-authors, who usually has fewer works.
    const [more, fewer] = coauthorsIn(graph, one.key) < coauthorsIn(graph, other.key) ? [other, one] : [one, other];
    keysOfPair.set(slotOf(one, other), await sharedWorkKeys(reader, more.key, fewer.key, maxWorksOfLink));
  }
  const works = await visibleNodes(reader, 'work', [...new Set([...keysOfPair.values()].flat())]);
  const through = (one: FoundNode, other: FoundNode): PathNode[] =>
    (keysOfPair.get(slotOf(one, other)) ?? []).flatMap((key) => works.get(key)?.node ?? []);
  return paths.map((path) => ({
    nodes: path.nodes.map(({ node }) => node),
    links: path.links.map((link, at) => ({
      ...link,
      through: through(path.nodes[at] as FoundNode, path.nodes[at + 1] as FoundNode),
    })),
  }));
}
