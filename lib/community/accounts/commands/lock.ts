import { eq } from 'drizzle-orm';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/**
 * Locks the rows of some accounts until the transaction ends, in a fixed order, so that later reads and counts stay valid. Unlike
 * `lockAccount` (lib/platform/auth/sessions.ts), it may follow other row locks and does not wait for every action of the account.
 */
export async function lockAccountRows(tx: Writer, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) {
    await tx.update(accounts).set({ id }).where(eq(accounts.id, id)).returning({ id: accounts.id });
  }
}
