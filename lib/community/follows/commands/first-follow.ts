import { eq } from 'drizzle-orm';
import { askAboutDigest } from '#lib/community/notifications/commands/settings.ts';
import { digestQuestionOf } from '#lib/community/notifications/queries/settings.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { contextFollows, follows } from '#lib/platform/db/schema/follows.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Asks an account about a digest if it has just followed for the first time. @returns whether it is asked */
export async function askAtFirstFollow(tx: Writer, actor: Actor): Promise<boolean> {
  const { accountId, emailConfirmed } = actor;
  if (!emailConfirmed || (await digestQuestionOf(tx, actor)) !== null) return false;
  const people = await tx.select({ id: follows.authorId }).from(follows).where(eq(follows.accountId, accountId)).limit(2);
  const contexts = await tx
    .select({ id: contextFollows.contextId })
    .from(contextFollows)
    .where(eq(contextFollows.accountId, accountId))
    .limit(2);
  return people.length + contexts.length === 1 && askAboutDigest(tx, accountId);
}
