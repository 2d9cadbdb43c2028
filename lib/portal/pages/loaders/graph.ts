import { connection } from 'next/server';
import { cache } from 'react';
import { recordLoader } from '#lib/catalog/authors/loaders.ts';
import { type AuthorLookup, type AuthorRow, findAuthor } from '#lib/catalog/authors/queries/find.ts';
import type { CoauthorPage } from '#lib/catalog/graph/model/coauthors.ts';
import { type GraphNode, type GraphSlice, type NodeId, type NodeKind, parseNodeHref } from '#lib/catalog/graph/model/kinds.ts';
import { formatGraphQuery, type GraphQuery, parseGraphQuery } from '#lib/catalog/graph/model/query.ts';
import { emptySlice, type SliceQuery, type SliceView } from '#lib/catalog/graph/model/slice.ts';
import { coauthorsOf, exampleGraphCentres } from '#lib/catalog/graph/queries/coauthors.ts';
import { sharedWorkKeys } from '#lib/catalog/graph/queries/edges.ts';
import { graphSlice } from '#lib/catalog/graph/queries/graph-slice.ts';
import { type FoundNode, findNode } from '#lib/catalog/graph/queries/nodes.ts';
import { type Path, shortestPath } from '#lib/catalog/graph/queries/path.ts';
import { findPaths, type GraphPaths } from '#lib/catalog/graph/queries/paths.ts';
import { sliceAround } from '#lib/catalog/graph/queries/slice.ts';
import { findablePersonCondition, searchNames } from '#lib/catalog/search-index/names.ts';
import { isHidden, isListed } from '#lib/catalog/statements/model/statement.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { worksByKey } from '#lib/catalog/works/queries/works.ts';
import { reader } from '#lib/platform/db/store.ts';
import { peopleResults } from '#lib/portal/search/queries/people.ts';
import { searchSuggestions } from '#lib/portal/search/queries/suggestions.ts';

/**
 * Loads the connection of two authors: their joint works or, without any, the shortest path. Returns the path for a redirect, or null if
 * either does not exist.
 */
export async function loadEdge(
  slug: string,
  otherSlug: string,
): Promise<{ author: GraphAuthor; other: GraphAuthor; works: WorkView[]; connection: Path | null } | { redirect: string } | null> {
  await connection();
  const [author, other] = await Promise.all([findAuthor(reader(), slug), findAuthor(reader(), otherSlug)]);
  if (author.kind === 'missing' || other.kind === 'missing' || slug === otherSlug) return null;
  // An owner who hides co-authors has no such page. The page of the other author remains reachable from that author.
  if (author.kind === 'here' && isHidden(author.author.privacy, 'coauthors')) return null;
  if (author.kind === 'moved' || other.kind === 'moved') return { redirect: `/graph/${slugOf(author)}/${slugOf(other)}` };
  const keys = await sharedWorkKeys(reader(), author.author.key, other.author.key, 200);
  return {
    author: toGraphAuthor(author.author),
    other: toGraphAuthor(other.author),
    works: await worksByKey(reader(), keys, author.author.key),
    connection: keys.length === 0 ? await shortestPath(reader(), author.author.key, other.author.key) : null,
  };
}

const slugOf = (found: Exclude<AuthorLookup, { kind: 'missing' }>): string => (found.kind === 'here' ? found.author.slug : found.slug);

interface GraphAuthor {
  slug: string;
  name: string;
  coauthorsHidden: boolean;
  /** Whether search engines may index the record. */
  listed: boolean;
}

const toGraphAuthor = (row: AuthorRow): GraphAuthor => ({
  slug: row.slug,
  name: row.name,
  coauthorsHidden: isHidden(row.privacy, 'coauthors'),
  listed: isListed(row),
});

/** Loads the co-authors of an author. */
export const loadCoauthors = cache(
  recordLoader(async (record, by: 'works' | 'name', after?: string): Promise<{ author: GraphAuthor; page: CoauthorPage }> => {
    const author = toGraphAuthor(record);
    if (author.coauthorsHidden) return { author, page: { people: [], organisations: [], total: 0, omittedWorks: 0, next: null } };
    return { author, page: await coauthorsOf(reader(), record.key, { by, after, limit: 100 }) };
  }),
);

/** Path to an author, with that author. */
export type ConnectionView = Path & { other: GraphAuthor };

/** People who match the name entered as the end of a path. */
export type PathCandidatesView = { text: string; people: { slug: string; name: string; affiliation: string | null }[] };

/** Loads the graph slice around an author. */
export const loadSlice = cache(
  recordLoader(async (record, requested: SliceQuery): Promise<{ author: GraphAuthor; slice: SliceView }> => {
    const author = toGraphAuthor(record);
    return { author, slice: author.coauthorsHidden ? emptySlice : await sliceAround(reader(), record.key, requested) };
  }),
);

/** Loads the shortest path between two authors; null if either does not exist or both are the same. */
export async function loadConnection(slug: string, otherSlug: string): Promise<ConnectionView | null> {
  await connection();
  const [author, other] = await Promise.all([findAuthor(reader(), slug), findAuthor(reader(), otherSlug)]);
  if (author.kind !== 'here' || other.kind !== 'here' || author.author.key === other.author.key) return null;
  return { other: toGraphAuthor(other.author), ...(await shortestPath(reader(), author.author.key, other.author.key)) };
}

const maxCandidates = 8;
const maxExamples = 3;

/** Loads people by name, as candidates for the end of a path. */
export async function loadPathCandidates(text: string): Promise<PathCandidatesView> {
  await connection();
  const { hits } = await searchNames(reader(), text, { kind: 'author', limit: maxCandidates, where: findablePersonCondition(text) });
  const keys = hits.map(({ subjectKey }) => subjectKey);
  const people = await peopleResults(reader(), text, keys);
  return { text, people: people.map(({ card: { slug, name, affiliation } }) => ({ slug, name, affiliation })) };
}

/** Loads the start page of the graph: people by name, or some examples. */
export async function loadGraphStart(text: string | undefined) {
  await connection();
  return { found: text ? await loadPathCandidates(text) : null, examples: await exampleGraphCentres(reader(), maxExamples) };
}

/** A slice of the research graph with its start. */
interface GraphView {
  slice: GraphSlice;
  start: FoundNode;
}

/** Loads a slice of the research graph; the current id of a start that has moved, or null if there is no such start. */
export const loadGraph = (query: GraphQuery) => loadGraphAt(formatGraphQuery(query));

/** React caches by value, so by the address of the query. */
const loadGraphAt = cache(async (address: string): Promise<GraphView | { redirect: NodeId } | null> => {
  await connection();
  const query = parseGraphQuery(new URLSearchParams(address));
  const start = query && (await findNode(reader(), query.from));
  if (query === null || start === null) return null;
  return 'redirect' in start ? start : { start, slice: await graphSlice(reader(), start, query) };
});

/** Loads nodes by name. */
export async function loadGraphNodes(text: string): Promise<SuggestedNode[]> {
  await connection();
  return (await searchSuggestions(reader(), text)).flatMap(({ href, label, hint }) => {
    const node = parseNodeHref(href);
    return node ? [{ ...node, label, href, detail: hint || null }] : [];
  });
}

type SuggestedNode = Pick<GraphNode, 'id' | 'kind' | 'label' | 'href' | 'detail'>;

/** Returns the current node of an id, or null if there is none. */
async function currentNode(id: NodeId): Promise<FoundNode | null> {
  const found = await findNode(reader(), id);
  return found && 'redirect' in found ? currentNode(found.redirect) : found;
}

/** Loads the shortest paths between two nodes; null if either does not exist. */
export async function loadPaths(from: NodeId, to: NodeId, kinds: readonly NodeKind[]): Promise<GraphPaths | null> {
  await connection();
  const [start, end] = await Promise.all([currentNode(from), currentNode(to)]);
  return start && end && findPaths(reader(), start, end, kinds);
}
