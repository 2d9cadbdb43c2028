import { and, eq, gt } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { contextFollows } from '#lib/platform/db/schema/follows.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { ContextFollowInput, FollowResult } from '../model.ts';
import { contextFollowers } from '../queries/contexts.ts';
import { askAtFirstFollow } from './first-follow.ts';

/** Follows or unfollows a topic, venue or institution, as `want` says. Idempotent. */
export async function followContext(
  tx: Writer,
  actor: Actor,
  { contextId, want }: ContextFollowInput,
): Promise<Outcome<FollowResult, 'unknown_context'>> {
  if (!(await hasRow(tx, contexts, and(eq(contexts.id, contextId), gt(contexts.worksCount, 0))))) return refused('unknown_context');
  const row = { accountId: actor.accountId, contextId, state: 'on', since: now() };
  if (want === 'on') {
    await tx
      .insert(contextFollows)
      .values(row)
      .onConflictDoUpdate({ target: [contextFollows.accountId, contextFollows.contextId], set: { state: 'on' } });
  } else {
    await tx.delete(contextFollows).where(and(eq(contextFollows.accountId, actor.accountId), eq(contextFollows.contextId, contextId)));
  }
  const asksDigest = want === 'on' && (await askAtFirstFollow(tx, actor));
  return done({ state: want, followers: await contextFollowers(tx, contextId), ...(asksDigest && { asksDigest }) });
}
