import { eq } from 'drizzle-orm';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/**
 * Locks the rows of some accounts until the transaction ends, always in the same order, so that what is counted or read of them next stays
 * so. Unlike `lockAccount` (lib/platform/auth/sessions.ts), it may come after other rows, and does not wait for all that another account does.
 */
export async function lockAccountRows(tx: Writer, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) {
    await tx.update(accounts).set({ id }).where(eq(accounts.id, id)).returning({ id: accounts.id });
  }
}
