import { eq } from 'drizzle-orm';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Takes the rows of some accounts, always in the same order, so that what is counted or read of them next stays so until the end. */
export async function lockAccounts(tx: Writer, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) {
    await tx.update(accounts).set({ id }).where(eq(accounts.id, id)).returning({ id: accounts.id });
  }
}
