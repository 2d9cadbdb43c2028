import { and, gt, type SQL, sql } from 'drizzle-orm';
import { type AuthorRow, findAuthor } from '#lib/catalog/authors/queries/find.ts';
import type { ContextKind } from '#lib/catalog/contexts/model/context.ts';
import { findContext } from '#lib/catalog/contexts/queries/contexts.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { isHidden, isListed } from '#lib/catalog/statements/model/statement.ts';
import { hiddenColumn } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { fullyVisibleRecord, isStatedByOwners, isWorkShownInListsText, keysShownInLists } from '#lib/catalog/visibility/queries.ts';
import { findDescribedWorkKey, isDescribed } from '#lib/catalog/works/queries/works.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type GraphNode, type NodeId, type NodeKind, nodeHref, nodeId, parseNodeId } from '../model/kinds.ts';

/*
 * Everything that a graph may show passes this file: who is visible, which works are in lists, and who hides their co-authors. A slice, a
 * path and a comparison name and count only the nodes that it returns.
 */

/** The table of a node. */
export type NodeTable = 'author' | 'work' | 'context';

export const tableOf = (kind: NodeKind): NodeTable =>
  kind === 'author' || kind === 'organisation' ? 'author' : kind === 'work' ? 'work' : 'context';

/** A node with its key, which is never shown. */
export interface FoundNode {
  table: NodeTable;
  key: number;
  node: Omit<GraphNode, 'steps'>;
  /** True for people who hide their co-authors: they are linked with the start only, and a start that hides them has no people around it. */
  hidesCoauthors: boolean;
  /** Stated number of people of a topic, venue or institution; null for others. */
  people: number | null;
  /** False for a record that search engines may not index. */
  listed: boolean;
}

/** Formats a table and key as the key of a map. */
export const slotOf = (table: NodeTable, key: number): string => `${table} ${key}`;

const plain = { hidesCoauthors: false, people: null, listed: true };

interface AuthorFields {
  key: number;
  kind: string;
  slug: string;
  name: string;
  worksCount: number;
}

function authorNode({ key, kind, slug, name, worksCount }: AuthorFields): FoundNode {
  const nodeKind = kind === 'organisation' ? 'organisation' : 'author';
  const node = { id: nodeId(nodeKind, slug), kind: nodeKind, label: name, href: nodeHref(nodeKind, slug), works: worksCount } as const;
  return { ...plain, table: 'author', key, node };
}

function workNode({ key, id, title, year }: Pick<typeof works.$inferSelect, 'key' | 'id' | 'title' | 'year'>): FoundNode {
  const node = { id: nodeId('work', id), kind: 'work', label: title ?? untitledWork, href: nodeHref('work', id), works: 1, year } as const;
  return { ...plain, table: 'work', key, node };
}

type ContextFields = Pick<typeof contexts.$inferSelect, 'key' | 'kind' | 'slug' | 'name' | 'worksCount' | 'peopleCount'>;

function contextNode({ key, kind, slug, name, worksCount, peopleCount }: ContextFields): FoundNode {
  const nodeKind = kind as ContextKind;
  const node = { id: nodeId(nodeKind, slug), kind: nodeKind, label: name, href: nodeHref(nodeKind, slug), works: worksCount };
  return { ...plain, table: 'context', key, node, people: peopleCount };
}

/** Returns the node of an id, its current id if it has another, or null if there is no such page. */
export async function findNode(reader: Reader, id: NodeId): Promise<FoundNode | { redirect: NodeId } | null> {
  const parsed = parseNodeId(id);
  if (!parsed) return null;
  const { kind, name } = parsed;
  const found =
    kind === 'work'
      ? await findWorkNode(reader, name)
      : await (tableOf(kind) === 'author' ? findAuthorNode : findContextNode)(reader, name, kind);
  return found && 'node' in found && found.node.id !== id ? { redirect: found.node.id } : found;
}

async function findAuthorNode(reader: Reader, name: string, kind: NodeKind): Promise<FoundNode | { redirect: NodeId } | null> {
  const found = await findAuthor(reader, name);
  if (found.kind === 'missing') return null;
  if (found.kind === 'moved') return { redirect: nodeId(kind, found.slug) };
  return startOfAuthor(found.author);
}

/** Returns the node of a record that was found. */
export const startOfAuthor = (author: AuthorRow): FoundNode => ({
  ...{ ...authorNode(author), hidesCoauthors: isHidden(author.privacy, 'coauthors'), listed: isListed(author) },
});

async function findContextNode(reader: Reader, name: string, kind: NodeKind): Promise<FoundNode | null> {
  const row = await findContext(reader, kind as ContextKind, name);
  return row && contextNode(row);
}

async function findWorkNode(reader: Reader, id: string): Promise<FoundNode | null> {
  const key = await findDescribedWorkKey(reader, id);
  return key === undefined ? null : ((await visibleNodes(reader, 'work', [key], { ofProfile: true })).get(key) ?? null);
}

interface Around {
  /** True for the works of a profile, which are all on it; else only works that lists may show. */
  ofProfile?: boolean;
}

/**
 * Returns the nodes of a table that a graph may show, by key: people and organisations that lists may name, works that lists may show, and
 * topics, venues and institutions with works.
 */
export async function visibleNodes(
  reader: Reader,
  table: NodeTable,
  keys: readonly number[],
  { ofProfile = false }: Around = {},
): Promise<Map<number, FoundNode>> {
  if (keys.length === 0) return new Map();
  const values = { keys: encodeList(keys) };
  if (table === 'author') {
    // Counts works by links: the number of all works of a person would drop the pages of others with each new work.
    const rows = await reader.prepared(selectAuthors, values);
    return new Map(rows.map((row) => [row.key, { ...authorNode({ ...row, worksCount: 0 }), hidesCoauthors: row.hidesCoauthors }]));
  }
  if (table === 'context') return new Map((await reader.prepared(selectContexts, values)).map((row) => [row.key, contextNode(row)]));
  const rows = await reader.prepared(selectWorks, values);
  const shown = ofProfile ? null : await keysShownInLists(reader, rows);
  return new Map(rows.flatMap((row) => (shown?.has(row.key) === false ? [] : [[row.key, workNode(row)]])));
}

/** Condition for people and organisations of a graph. */
export const isShownAuthor = fullyVisibleRecord;

const selectAuthors = (reader: Reader) =>
  reader
    .select({
      ...columnsOf(authors, 'key', 'kind', 'slug', 'name'),
      hidesCoauthors: hiddenColumn('coauthors'),
    })
    .from(authors)
    .where(and(isInList(authors.key, 'keys'), isShownAuthor()))
    .prepare();

const selectWorks = (reader: Reader) =>
  reader
    .select({ ...columnsOf(works, 'key', 'id', 'title', 'year'), isStatedByOwners: isStatedByOwners() })
    .from(works)
    .where(and(isInList(works.key, 'keys'), isDescribed))
    .prepare();

/** Condition for works of a graph. @param key the column of the key in the statement */
export const isListedWork = (key: string): SQL => sql.raw(isWorkShownInListsText(key));

const selectContexts = (reader: Reader) =>
  reader
    .select(columnsOf(contexts, 'key', 'kind', 'slug', 'name', 'worksCount', 'peopleCount'))
    .from(contexts)
    .where(and(isInList(contexts.key, 'keys'), gt(contexts.worksCount, 0)))
    .prepare();
