import { and, eq } from 'drizzle-orm';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
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

/**
 * Withdraws a proposal of the account that is not decided yet, and closes its review. Locks the change before the review, as votes do, so
 * that one of a concurrent vote and a withdrawal finds it closed.
 */
export async function withdrawProposal(
  tx: Writer,
  { accountId }: Pick<Actor, 'accountId'>,
  { changeId }: { changeId: string },
): Promise<Outcome<void, 'unknown_proposal'>> {
  const { id, state } = identityChanges;
  const isOwnOpen = and(eq(id, changeId), eq(identityChanges.accountId, accountId), eq(state, 'proposed'));
  const [change] = await tx.update(identityChanges).set({ state: 'withdrawn', endedAt: now() }).where(isOwnOpen).returning({ id });
  if (!change) return refused('unknown_proposal');
  await closeReview(tx, 'merge', change.id);
  return done(undefined);
}
