import { connection } from 'next/server';
import { cache } from 'react';
import { recordLoader } from '#lib/catalog/authors/loaders.ts';
import { type AuthorLookup, type AuthorRow, findAuthor, findPublicRecord } from '#lib/catalog/authors/queries/find.ts';
import { recordShape } from '#lib/catalog/graph/model/caps.ts';
import type { CoauthorPage } from '#lib/catalog/graph/model/coauthors.ts';
import type { GraphPaths, SharedNodes } from '#lib/catalog/graph/model/connections.ts';
import {
  authorNodeId,
  type GraphNode,
  type GraphSlice,
  type NodeId,
  type NodeKind,
  parseNodeHref,
  parseNodeId,
} from '#lib/catalog/graph/model/kinds.ts';
import { formatGraphQuery, type GraphQuery, graphQueryOf, parseGraphQuery } from '#lib/catalog/graph/model/query.ts';
import { coauthorsOf, exampleGraphCentres } from '#lib/catalog/graph/queries/coauthors.ts';
import { sharedNodes } from '#lib/catalog/graph/queries/comparison.ts';
import { describeNode } from '#lib/catalog/graph/queries/details.ts';
import { sharedWorkKeys } from '#lib/catalog/graph/queries/edges.ts';
import { graphSlice } from '#lib/catalog/graph/queries/graph-slice.ts';
import { type FoundNode, findNode } from '#lib/catalog/graph/queries/nodes.ts';
import { type Path, shortestPath } from '#lib/catalog/graph/queries/path.ts';
import { findPaths } from '#lib/catalog/graph/queries/paths.ts';
import { isHidden, isListed } from '#lib/catalog/statements/model/statement.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { worksByKey } from '#lib/catalog/works/queries/works.ts';
import { reader } from '#lib/platform/db/store.ts';
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

const maxExamples = 3;

/** Loads some people as examples of starts. */
export async function loadGraphStart() {
  await connection();
  return exampleGraphCentres(reader(), maxExamples);
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

/**
 * Loads the slice on the page of a record; null if there is no such record. Around a person it has one step, around anything else two: the
 * topics and institutions of a topic are those of its people and works.
 */
export const loadRecordSlice = cache(async (id: NodeId): Promise<{ slice: GraphSlice; query: GraphQuery } | null> => {
  await connection();
  const start = await findNode(reader(), id);
  if (start === null || 'redirect' in start) return null;
  const query: GraphQuery = { ...graphQueryOf(id), steps: start.table === 'author' ? 1 : 2 };
  return { query, slice: await graphSlice(reader(), start, query, recordShape) };
});

/** Loads nodes by name. */
export async function loadGraphNodes(text: string): Promise<SuggestedNode[]> {
  await connection();
  return (await searchSuggestions(reader(), text)).flatMap(({ href, label, hint }) => {
    const node = parseNodeHref(href);
    return node ? [{ ...node, label, href, detail: hint || null }] : [];
  });
}

export type SuggestedNode = Pick<GraphNode, 'id' | 'kind' | 'label' | 'href' | 'detail'>;

/** Loads the node of an id with what it is in a few words; none if there is no such node. */
export async function loadGraphNode(text: string): Promise<SuggestedNode[]> {
  await connection();
  const found = parseNodeId(text) && (await currentNode(text as NodeId));
  if (!found) return [];
  const { id, kind, label, href } = found.node;
  return [{ id, kind, label, href, detail: await describeNode(reader(), found) }];
}

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

/** The other node of a path or comparison: as found by its id, or nodes that a text may name. */
export type OtherNode = { node: FoundNode } | { text: string; candidates: SuggestedNode[] };

/** Finds the other node of a path or comparison, by its id or its name. */
async function findOther(text: string): Promise<OtherNode | null> {
  if (text === '') return null;
  const id = parseGraphQuery({ from: text })?.from;
  const node = id ? await currentNode(id) : null;
  return node ? { node } : { text, candidates: id ? [] : await loadGraphNodes(text) };
}

/** Loads what the page of the graph shows beside the slice: paths to one node, and what the start shares with another. */
export async function loadConnections(start: FoundNode, query: GraphQuery, { to, other }: { to: string; other: string }) {
  await connection();
  const [end, compared] = [await findOther(to), await findOther(other)];
  return {
    end,
    paths: end && 'node' in end ? await findPaths(reader(), start, end.node, query.kinds) : null,
    compared,
    shared: compared && 'node' in compared ? await sharedNodes(reader(), start, compared.node, query) : null,
  };
}

/** Loads what two nodes share; null if either does not exist. */
export async function loadShared(query: GraphQuery, other: NodeId): Promise<SharedNodes[] | null> {
  await connection();
  const [start, compared] = await Promise.all([currentNode(query.from), currentNode(other)]);
  return start && compared && sharedNodes(reader(), start, compared, query);
}

/** Returns the id of the node of a record by its slug; null if there is none. */
export async function loadAuthorNode(slug: string): Promise<NodeId | null> {
  await connection();
  const record = await findPublicRecord(reader(), slug);
  return record && authorNodeId({ kind: record.kind === 'organisation' ? 'organisation' : 'person', slug: record.slug });
}
