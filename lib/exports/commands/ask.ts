import { eq } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import { withinLimit } from '../../auth/limits.ts';
import { now } from '../../clock.ts';
import { dataExports } from '../../db/schema/accounts.ts';
import type { Writer } from '../../db/store.ts';
import { newId } from '../../id.ts';
import { enqueue } from '../../jobs/queue.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { copiesADay } from '../model.ts';

/**
 * Asks for a copy of all that the instance holds of the account. One waits at a time: of two that are asked for at once the unique key
 * keeps the first, and the second is told so.
 */
export async function askForCopy(tx: Writer, { accountId }: Actor): Promise<Outcome<{ id: string }, 'copy_waits' | 'too_many_copies'>> {
  const row = { id: newId(), accountId, state: 'waiting', requestedAt: now() };
  const [asked] = await tx.insert(dataExports).values(row).onConflictDoNothing().returning({ id: dataExports.id });
  if (!asked) return refused('copy_waits');
  // Counted last: whoever is told that one waits has asked for nothing more.
  if (!(await withinLimit(tx, 'copy-account', accountId, copiesADay))) {
    await tx.delete(dataExports).where(eq(dataExports.id, asked.id));
    return refused('too_many_copies');
  }
  await enqueue(tx, { kind: 'make-export', payload: { exportId: asked.id }, onceKey: `make-export:${asked.id}` });
  return done(asked);
}
