import { eq, getTableColumns } from 'drizzle-orm';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { Leaving, TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

/** Does with the rows of some tables what their entries say. Twice is as once. */
export async function eraseTables(tx: Writer, leaving: Leaving, lifecycles: readonly TableLifecycle[]): Promise<void> {
  for (const { table, accounts, erase } of lifecycles) {
    await erase?.(tx, leaving);
    const columns = typeof accounts === 'string' ? [] : Object.entries(accounts);
    for (const [name, { holds, erasure }] of columns) {
      const column = getTableColumns(table)[name];
      if (!column || holds !== 'id' || erasure.byFunction || erasure.does === 'keep') continue;
      const isTheirs = eq(column, leaving.accountId);
      const value = erasure.does === 'clear' ? null : erasedAccount;
      if (erasure.does === 'delete') await tx.delete(table).where(isTheirs);
      else
        await tx
          .update(table)
          .set({ [name]: value, ...erasure.with })
          .where(isTheirs);
    }
  }
}
