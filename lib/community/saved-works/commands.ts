import { and, count, eq } from 'drizzle-orm';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { savedWorks } from '#lib/platform/db/schema/saved-works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { maxSavedWorks, type SavedWorkInput } from './model.ts';
import { isSaved, listableTitlesOf } from './queries.ts';

type SaveErrorCode = 'work_not_listed' | 'too_many_saved_works';

/** Saves a work. Idempotent. */
export async function saveWork(tx: Writer, actor: Actor, { workId }: SavedWorkInput): Promise<Outcome<void, SaveErrorCode>> {
  const { accountId } = actor;
  // The lock makes the second of two concurrent saves count the first.
  await lockAccountRows(tx, [accountId]);
  if (await isSaved(tx, actor, workId)) return done(undefined);
  if (!(await listableTitlesOf(tx, [workId])).has(workId)) return refused('work_not_listed');
  if ((await remainingCapacity(tx, actor)) <= 0) return refused('too_many_saved_works');
  await tx.insert(savedWorks).values({ accountId, workId, since: now() }).onConflictDoNothing();
  return done(undefined);
}

async function remainingCapacity(tx: Writer, { accountId }: Actor): Promise<number> {
  const [row] = await tx.select({ works: count() }).from(savedWorks).where(eq(savedWorks.accountId, accountId));
  return maxSavedWorks - (row?.works ?? 0);
}

/** Removes a saved work. Idempotent. */
export async function removeSavedWork(tx: Writer, { accountId }: Actor, { workId }: SavedWorkInput): Promise<Outcome<void, never>> {
  await tx.delete(savedWorks).where(and(eq(savedWorks.accountId, accountId), eq(savedWorks.workId, workId)));
  return done(undefined);
}
