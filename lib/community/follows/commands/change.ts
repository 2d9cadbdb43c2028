import { and, eq } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { contextFollows, follows, savedSearches } from '#lib/platform/db/schema/follows.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { FollowChange } from '../model.ts';
import { unfollowAuthor } from './authors.ts';

/** Mutes, unmutes or ends one follow of the account. Refuses to change what the account does not follow. */
export async function changeFollow(tx: Writer, actor: Actor, change: FollowChange): Promise<Outcome<void, 'not_followed'>> {
  if (change.want === 'off') return endFollow(tx, actor, change);
  const changes = { state: change.want };
  const { accountId } = actor;
  const changedRows =
    change.kind === 'author'
      ? await tx
          .update(follows)
          .set(changes)
          .where(and(eq(follows.accountId, accountId), eq(follows.authorId, change.id)))
          .returning({ id: follows.authorId })
      : change.kind === 'context'
        ? await tx
            .update(contextFollows)
            .set(changes)
            .where(and(eq(contextFollows.accountId, accountId), eq(contextFollows.contextId, change.id)))
            .returning({ id: contextFollows.contextId })
        : await tx
            .update(savedSearches)
            .set(changes)
            .where(and(eq(savedSearches.accountId, accountId), eq(savedSearches.id, change.id)))
            .returning({ id: savedSearches.id });
  return changedRows.length > 0 ? done(undefined) : refused('not_followed');
}

async function endFollow(tx: Writer, actor: Actor, { kind, id }: FollowChange): Promise<Outcome<void, 'not_followed'>> {
  const { accountId } = actor;
  if (kind === 'author') {
    // A hidden record is not counted again, but its row is deleted all the same.
    const result = await unfollowAuthor(tx, actor, { authorId: id });
    if (!result.ok) await tx.delete(follows).where(and(eq(follows.accountId, accountId), eq(follows.authorId, id)));
  } else if (kind === 'context') {
    await tx.delete(contextFollows).where(and(eq(contextFollows.accountId, accountId), eq(contextFollows.contextId, id)));
  } else {
    await tx.delete(savedSearches).where(and(eq(savedSearches.accountId, accountId), eq(savedSearches.id, id)));
  }
  return done(undefined);
}
