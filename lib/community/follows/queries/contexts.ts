import { and, asc, count, desc, eq, gt, notExists, sql } from 'drizzle-orm';
import { type ContextKind, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { contextFollows } from '#lib/platform/db/schema/follows.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { FollowRow, FollowState, TopicToFollow } from '../model.ts';

/** Returns the exact number of followers of a topic, venue or institution, counted on its index. */
export async function contextFollowers(reader: Reader, contextId: string): Promise<number> {
  const [row] = await reader.select({ followers: count() }).from(contextFollows).where(eq(contextFollows.contextId, contextId));
  return row?.followers ?? 0;
}

/** Returns a topic, venue or institution that can be followed, by its id; undefined if there is none. */
export async function followableContext(reader: Reader, contextId: string): Promise<{ id: string; name: string } | undefined> {
  const isFollowable = and(eq(contexts.id, contextId), gt(contexts.worksCount, 0));
  const [context] = await reader.select({ id: contexts.id, name: contexts.name }).from(contexts).where(isFollowable).limit(1);
  return context;
}

/** Returns whether an account follows a topic, venue or institution. */
export async function contextFollowState(reader: Reader, actor: Actor, contextId: string): Promise<FollowState> {
  const [row] = await reader.prepared(followStateQuery, { accountId: actor.accountId, contextId });
  return row?.state === 'on' || row?.state === 'muted' ? row.state : 'off';
}

const followStateQuery = (reader: Reader) =>
  reader
    .select({ state: contextFollows.state })
    .from(contextFollows)
    .where(and(eq(contextFollows.accountId, sql.placeholder('accountId')), eq(contextFollows.contextId, sql.placeholder('contextId'))))
    .prepare();

/** Returns the topics with the most works that an account does not follow, as suggestions. */
export async function topicsToFollow(reader: Reader, { accountId }: Actor, limit: number): Promise<TopicToFollow[]> {
  const isFollowed = and(eq(contextFollows.accountId, accountId), eq(contextFollows.contextId, contexts.id));
  const followed = reader.select({ id: contextFollows.contextId }).from(contextFollows).where(isFollowed);
  const rows = await reader
    .select({ contextId: contexts.id, slug: contexts.slug, name: contexts.name, works: contexts.worksCount, people: contexts.peopleCount })
    .from(contexts)
    .where(and(eq(contexts.kind, 'topic'), gt(contexts.worksCount, 0), notExists(followed)))
    .orderBy(desc(contexts.worksCount), asc(contexts.sortName), asc(contexts.key))
    .limit(limit);
  return rows.map(({ slug, ...topic }) => ({ ...topic, path: `/${contextPathSegments.topic}/${slug}` }));
}

const kindLabels: Record<ContextKind, string> = { topic: 'Topic', venue: 'Venue', institution: 'Institution' };

/** Returns the topics, venues and institutions that an account follows, newest first. */
export async function contextFollowsOf(reader: Reader, actor: Actor, limit = 1000): Promise<FollowRow[]> {
  const rows = await reader.prepared(contextFollowsQuery, { accountId: actor.accountId, limit });
  return rows.map(({ id, kind, slug, name, since, state }) => ({
    kind: 'context',
    id,
    kindLabel: kindLabels[kind as ContextKind],
    name,
    detail: null,
    path: `/${contextPathSegments[kind as ContextKind]}/${slug}`,
    since,
    muted: state === 'muted',
  }));
}

const contextFollowsQuery = (reader: Reader) =>
  reader
    .select({ ...columnsOf(contexts, 'id', 'kind', 'slug', 'name'), ...columnsOf(contextFollows, 'since', 'state') })
    .from(contextFollows)
    .innerJoin(contexts, eq(contexts.id, contextFollows.contextId))
    .where(eq(contextFollows.accountId, sql.placeholder('accountId')))
    .orderBy(desc(contextFollows.since), desc(contexts.key))
    .limit(sql.placeholder('limit'))
    .prepare();
