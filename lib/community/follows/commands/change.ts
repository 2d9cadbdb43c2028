import { and, eq } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { contextFollows, follows, savedSearches } from '#lib/platform/db/schema/follows.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { FollowChange } from '../model.ts';
import { unfollowAuthor } from './authors.ts';

/** The table of each kind of follow, and the column of what is followed. */
const followTables = {
  author: { table: follows, followedId: follows.authorId },
  context: { table: contextFollows, followedId: contextFollows.contextId },
  search: { table: savedSearches, followedId: savedSearches.id },
};

/** Mutes, unmutes or ends one follow of the account. Refuses to change what the account does not follow. */
export async function changeFollow(tx: Writer, actor: Actor, { kind, id, want }: FollowChange): Promise<Outcome<void, 'not_followed'>> {
  const { table, followedId } = followTables[kind];
  const isOwnFollow = and(eq(table.accountId, actor.accountId), eq(followedId, id));
  if (want !== 'off') {
    const changedRows = await tx.update(table).set({ state: want }).where(isOwnFollow).returning({ id: followedId });
    return changedRows.length > 0 ? done(undefined) : refused('not_followed');
  }
  // The follower of a hidden record is not counted again, but the row is deleted all the same.
  const isUnfollowed = kind === 'author' && (await unfollowAuthor(tx, actor, { authorId: id })).ok;
  if (!isUnfollowed) await tx.delete(table).where(isOwnFollow);
  return done(undefined);
}
