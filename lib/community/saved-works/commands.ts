import { and, count, eq } from 'drizzle-orm';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { later, now } from '#lib/platform/clock.ts';
import { savedWorks } from '#lib/platform/db/schema/saved-works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { maxSavedWorks, type SavedWorkInput } from './model.ts';
import { isSaved, listedAmong, savedAmong } from './queries.ts';

type SaveErrorCode = 'work_not_listed' | 'too_many_saved_works';

/** Saves a work. Saving it again changes nothing. */
export async function saveWork(tx: Writer, actor: Actor, { workId }: SavedWorkInput): Promise<Outcome<void, SaveErrorCode>> {
  const { accountId } = actor;
  // Of two that are saved at the same moment the second counts the first.
  await lockAccountRows(tx, [accountId]);
  if (await isSaved(tx, actor, workId)) return done(undefined);
  if (!(await listedAmong(tx, [workId])).has(workId)) return refused('work_not_listed');
  if ((await roomOf(tx, actor)) <= 0) return refused('too_many_saved_works');
  await tx.insert(savedWorks).values({ accountId, workId, since: now() }).onConflictDoNothing();
  return done(undefined);
}

async function roomOf(tx: Writer, { accountId }: Actor): Promise<number> {
  const [kept] = await tx.select({ works: count() }).from(savedWorks).where(eq(savedWorks.accountId, accountId));
  return maxSavedWorks - (kept?.works ?? 0);
}

const atOnce = 500;

/**
 * Saves many works at once, as a copy of another instance brings them: the same as `saveWork` for each, in few statements.
 * @param workIds the one that is to be first in the list comes first
 * @returns how many are saved that were not
 */
export async function saveMany(tx: Writer, actor: Actor, workIds: readonly string[]): Promise<number> {
  const { accountId } = actor;
  await lockAccountRows(tx, [accountId]);
  const room = await roomOf(tx, actor);
  const at = now();
  let saved = 0;
  for (let start = 0; start < workIds.length && saved < room; start += atOnce) {
    const some = workIds.slice(start, start + atOnce);
    const listed = await listedAmong(tx, some);
    const before = await savedAmong(tx, actor, some);
    const rows = some
      .map((workId, place) => ({ accountId, workId, since: later(at, -(start + place)) }))
      .filter(({ workId }) => listed.has(workId) && !before.has(workId));
    if (rows.length === 0) continue;
    const made = await tx
      .insert(savedWorks)
      .values(rows.slice(0, room - saved))
      .onConflictDoNothing()
      .returning({ id: savedWorks.workId });
    saved += made.length;
  }
  return saved;
}

/** Removes a work from those that are saved. Where it is not among them, nothing changes. */
export async function removeSavedWork(tx: Writer, { accountId }: Actor, { workId }: SavedWorkInput): Promise<Outcome<void, never>> {
  await tx.delete(savedWorks).where(and(eq(savedWorks.accountId, accountId), eq(savedWorks.workId, workId)));
  return done(undefined);
}
