import { eq } from 'drizzle-orm';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { now } from '#lib/platform/clock.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';

export type ChangeRow = typeof identityChanges.$inferSelect;

/**
 * Takes a change's row, so that of two who decide at once the second finds it closed; then imports wait, and are waited for. Reviewers
 * take the same row before they come here, so nobody waits for each other.
 */
export async function lockChange(tx: Writer, changeId: string): Promise<ChangeRow | null> {
  const row = await lockChangeRow(tx, changeId);
  await tx.lock('imports');
  return row;
}

/** Locks the row of a change until the transaction ends, and nothing besides. */
export async function lockChangeRow(tx: Writer, changeId: string): Promise<ChangeRow | null> {
  const [row] = await tx.update(identityChanges).set({ id: changeId }).where(eq(identityChanges.id, changeId)).returning();
  return row ?? null;
}

/** Ends a proposal without a change. */
export async function rejectChange(tx: Writer, changeId: string): Promise<Outcome<void, 'unknown_change' | 'change_closed'>> {
  const row = await lockChange(tx, changeId);
  if (row?.state !== 'proposed') return refused(row ? 'change_closed' : 'unknown_change');
  await tx.update(identityChanges).set({ state: 'rejected', endedAt: now() }).where(eq(identityChanges.id, changeId));
  await closeReview(tx, 'merge', changeId);
  return done(undefined);
}
