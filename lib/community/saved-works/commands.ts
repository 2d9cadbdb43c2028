import { and, count, eq } from 'drizzle-orm';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, now } from '#lib/platform/clock.ts';
import { savedWorks } from '#lib/platform/db/schema/saved-works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { maxSavedWorks, type SavedWorkInput } from './model.ts';
import { isSaved, listableTitlesOf, selectSavedIds } from './queries.ts';

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

const batchSize = 500;

/**
 * Saves many works for an archive import: like `saveWork` for each, but in few statements.
 * @param workIds in the order of the list, first one first
 * @returns the number of newly saved works
 */
export async function saveMany(tx: Writer, actor: Actor, workIds: readonly string[]): Promise<number> {
  const { accountId } = actor;
  await lockAccountRows(tx, [accountId]);
  const capacity = await remainingCapacity(tx, actor);
  const at = now();
  let savedCount = 0;
  for (let start = 0; start < workIds.length && savedCount < capacity; start += batchSize) {
    const batch = workIds.slice(start, start + batchSize);
    const listedTitles = await listableTitlesOf(tx, batch);
    const alreadySaved = await selectSavedIds(tx, actor, batch);
    const rows = batch
      .map((workId, index) => ({ accountId, workId, since: addMs(at, -(start + index)) }))
      .filter(({ workId }) => listedTitles.has(workId) && !alreadySaved.has(workId));
    if (rows.length === 0) continue;
    const inserted = await tx
      .insert(savedWorks)
      .values(rows.slice(0, capacity - savedCount))
      .onConflictDoNothing()
      .returning({ id: savedWorks.workId });
    savedCount += inserted.length;
  }
  return savedCount;
}

/** Removes a saved work. Idempotent. */
export async function removeSavedWork(tx: Writer, { accountId }: Actor, { workId }: SavedWorkInput): Promise<Outcome<void, never>> {
  await tx.delete(savedWorks).where(and(eq(savedWorks.accountId, accountId), eq(savedWorks.workId, workId)));
  return done(undefined);
}
