import { and, count, desc, eq, isNotNull, or, sql } from 'drizzle-orm';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { FollowState, FollowView, ListFollows } from '../model.ts';

/** Returns whether the actor follows a record. */
export async function followStateOf(reader: Reader, actor: Actor | null, authorId: string): Promise<FollowState> {
  if (!actor) return 'off';
  const [row] = await reader.prepared(followStateQuery, { accountId: actor.accountId, authorId });
  return row?.state === 'on' || row?.state === 'muted' ? row.state : 'off';
}

const followStateQuery = (reader: Reader) =>
  reader
    .select({ state: follows.state })
    .from(follows)
    .where(and(eq(follows.accountId, sql.placeholder('accountId')), eq(follows.authorId, sql.placeholder('authorId'))))
    .prepare();

/** Returns which of the listed people an account follows or owns, by slug. */
export async function listFollowsOf(reader: Reader, { accountId }: Actor, slugs: readonly string[]): Promise<ListFollows> {
  if (slugs.length === 0) return new Map();
  const rows = await reader.prepared(listFollowsQuery, { accountId, slugs: encodeList(slugs) });
  return new Map(rows.map(({ slug, ownerId }) => [slug, ownerId === accountId ? 'own' : 'following']));
}

const listFollowsQuery = (reader: Reader) =>
  reader
    .select(columnsOf(authors, 'slug', 'ownerId'))
    .from(authors)
    .leftJoin(follows, and(eq(follows.authorId, authors.id), eq(follows.accountId, sql.placeholder('accountId'))))
    .where(and(isInList(authors.slug, 'slugs'), or(isNotNull(follows.authorId), eq(authors.ownerId, sql.placeholder('accountId')))))
    .prepare();

/** Returns the records that an account followed last; a suppressed record among them is left out. */
export async function newestFollowsOf(reader: Reader, { accountId }: Actor, limit: number): Promise<FollowView[]> {
  return toFollowViews(await reader.prepared(newestFollowsQuery, { accountId, limit }));
}

const newestFollowsQuery = (reader: Reader) => {
  const newest = reader
    .select(columnsOf(follows, 'authorId', 'since', 'state'))
    .from(follows)
    .where(eq(follows.accountId, sql.placeholder('accountId')))
    .orderBy(desc(follows.since))
    .limit(sql.placeholder('limit'))
    .as('newest');
  return reader
    .select({ authorId: authors.id, ...columnsOf(authors, 'slug', 'name', 'affiliation'), since: newest.since, state: newest.state })
    .from(newest)
    .innerJoin(authors, eq(authors.id, newest.authorId))
    .where(visibleRecord())
    .orderBy(desc(newest.since), desc(authors.key))
    .prepare();
};

/** Returns the number of records that an account follows. */
export async function countFollows(reader: Reader, { accountId }: Actor): Promise<number> {
  const [row] = await reader.prepared(countFollowsQuery, { accountId });
  return row?.all ?? 0;
}

const countFollowsQuery = (reader: Reader) =>
  reader
    .select({ all: count() })
    .from(follows)
    .where(eq(follows.accountId, sql.placeholder('accountId')))
    .prepare();

/** Returns the records that an account follows, newest first. Records suppressed since are excluded. */
export async function followsOf(reader: Reader, actor: Actor, limit = 1000): Promise<FollowView[]> {
  return toFollowViews(await reader.prepared(followsQuery, { accountId: actor.accountId, limit }));
}

const followsQuery = (reader: Reader) =>
  reader
    .select({ authorId: authors.id, ...columnsOf(authors, 'slug', 'name', 'affiliation'), ...columnsOf(follows, 'since', 'state') })
    .from(follows)
    .innerJoin(authors, eq(authors.id, follows.authorId))
    .where(and(eq(follows.accountId, sql.placeholder('accountId')), visibleRecord()))
    .orderBy(desc(follows.since), desc(authors.key))
    .limit(sql.placeholder('limit'))
    .prepare();

type FollowedRow = Pick<typeof authors.$inferSelect, 'slug' | 'name' | 'affiliation'> & { authorId: string; since: Date; state: string };

const toFollowViews = (rows: readonly FollowedRow[]): FollowView[] =>
  rows.map(({ state, ...row }) => ({
    ...row,
    affiliation: row.affiliation?.name ?? null,
    state: state === 'muted' ? ('muted' as const) : ('on' as const),
  }));
