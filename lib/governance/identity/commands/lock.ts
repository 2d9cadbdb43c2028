import { eq } from 'drizzle-orm';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { now } from '#lib/platform/clock.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';

export type ChangeRow = typeof identityChanges.$inferSelect;

/**
 * Locks a change, so that the second of two concurrent decisions finds it closed; then locks imports. Reviews lock the same row before
 * this, which prevents deadlocks.
 */
export async function lockChange(tx: Writer, changeId: string): Promise<ChangeRow | null> {
  const row = await lockChangeRow(tx, changeId);
  await tx.lock('imports');
  return row;
}

/** Locks only the row of a change until the transaction ends. */
export async function lockChangeRow(tx: Writer, changeId: string): Promise<ChangeRow | null> {
  const [row] = await tx.update(identityChanges).set({ id: changeId }).where(eq(identityChanges.id, changeId)).returning();
  return row ?? null;
}

/** Rejects a proposal. */
export async function rejectChange(tx: Writer, changeId: string): Promise<Outcome<void, 'unknown_change' | 'change_closed'>> {
  const row = await lockChange(tx, changeId);
  if (row?.state !== 'proposed') return refused(row ? 'change_closed' : 'unknown_change');
  await tx.update(identityChanges).set({ state: 'rejected', endedAt: now() }).where(eq(identityChanges.id, changeId));
  await closeReview(tx, 'merge', changeId);
  return done(undefined);
}
