import { and, count, eq } from 'drizzle-orm';
import { lockAccounts } from '#lib/community/accounts/commands/lock.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { savedWorks } from '#lib/platform/db/schema/saved-works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { maxSavedWorks, type SavedWorkInput } from './model.ts';
import { canBeSaved, isSaved } from './queries.ts';

type SaveErrorCode = 'work_not_listed' | 'too_many_saved_works';

/** Saves a work. Saving it again changes nothing. */
export async function saveWork(tx: Writer, actor: Actor, { workId }: SavedWorkInput): Promise<Outcome<void, SaveErrorCode>> {
  const { accountId } = actor;
  // Of two that are saved at the same moment the second counts the first.
  await lockAccounts(tx, [accountId]);
  if (await isSaved(tx, actor, workId)) return done(undefined);
  if (!(await canBeSaved(tx, workId))) return refused('work_not_listed');
  const [kept] = await tx.select({ works: count() }).from(savedWorks).where(eq(savedWorks.accountId, accountId));
  if ((kept?.works ?? 0) >= maxSavedWorks) return refused('too_many_saved_works');
  await tx.insert(savedWorks).values({ accountId, workId, since: now() }).onConflictDoNothing();
  return done(undefined);
}

/** Removes a work from those that are saved. Where it is not among them, nothing changes. */
export async function removeSavedWork(tx: Writer, { accountId }: Actor, { workId }: SavedWorkInput): Promise<Outcome<void, never>> {
  await tx.delete(savedWorks).where(and(eq(savedWorks.accountId, accountId), eq(savedWorks.workId, workId)));
  return done(undefined);
}
