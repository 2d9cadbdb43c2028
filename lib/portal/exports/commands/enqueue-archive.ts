import { eq } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { now } from '#lib/platform/clock.ts';
import { dataExports } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { archivesPerDay } from '../model/archive.ts';

/**
 * Requests an archive of all data of the account. Only one request is open at a time: the unique key accepts the first of two concurrent
 * requests and refuses the second.
 */
export async function enqueueArchive(
  tx: Writer,
  { accountId }: Actor,
): Promise<Outcome<{ id: string }, 'archive_pending' | 'too_many_archives'>> {
  const row = { id: newId(), accountId, state: 'waiting', requestedAt: now() };
  const [requested] = await tx.insert(dataExports).values(row).onConflictDoNothing().returning({ id: dataExports.id });
  if (!requested) return refused('archive_pending');
  // Counted last, so that a refused request does not use up the limit.
  if (!(await withinLimit(tx, 'archives-account', accountId, archivesPerDay))) {
    await tx.delete(dataExports).where(eq(dataExports.id, requested.id));
    return refused('too_many_archives');
  }
  await enqueue(tx, { kind: 'make-export', payload: { exportId: requested.id }, onceKey: `make-export:${requested.id}` });
  return done(requested);
}
