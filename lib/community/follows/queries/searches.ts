import { and, desc, eq, sql } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { savedSearches } from '#lib/platform/db/schema/follows.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { FollowRow } from '../model.ts';

/** Returns the saved searches of an account, newest first. */
export async function searchFollowsOf(reader: Reader, actor: Actor): Promise<FollowRow[]> {
  const rows = await reader.prepared(searchFollowsQuery, { accountId: actor.accountId });
  return rows.map(({ id, query, name, state, since }) => ({
    kind: 'search',
    id,
    kindLabel: 'Search',
    name,
    detail: null,
    path: `/search?${query}`,
    since,
    muted: state === 'muted',
  }));
}

const searchFollowsQuery = (reader: Reader) =>
  reader
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.accountId, sql.placeholder('accountId')))
    .orderBy(desc(savedSearches.since))
    .prepare();

/** Returns the id under which an account has saved a search, or null. */
export async function savedSearchIdOf(reader: Reader, actor: Actor, query: string): Promise<string | null> {
  const isOwn = and(eq(savedSearches.accountId, actor.accountId), eq(savedSearches.query, query));
  const [row] = await reader.select({ id: savedSearches.id }).from(savedSearches).where(isOwn).limit(1);
  return row?.id ?? null;
}
