import { eq, getTableColumns } from 'drizzle-orm';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { ErasedAccount, EraseRows, TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

/** Applies the erasure rules of table lifecycles to the account's rows. Idempotent. */
export async function eraseTables(tx: Writer, erased: ErasedAccount, lifecycles: readonly TableLifecycle[]): Promise<void> {
  const appliedRules = new Set<EraseRows>();
  for (const { table, columns } of lifecycles) {
    for (const [name, column] of Object.entries(getTableColumns(table))) {
      const lifecycle = columns[name];
      if (!lifecycle || !('erasure' in lifecycle) || lifecycle.erasure.eraseRows === 'elsewhere') continue;
      const { action, eraseRows, alsoSet } = lifecycle.erasure;
      if (eraseRows && !appliedRules.has(eraseRows)) await eraseRows(tx, erased);
      if (eraseRows) appliedRules.add(eraseRows);
      else if (lifecycle.holds === 'id' && action !== 'keep') {
        const isOwnRow = eq(column, erased.accountId);
        const change = { [name]: action === 'clear' ? null : erasedAccount, ...alsoSet };
        await (action === 'delete' ? tx.delete(table).where(isOwnRow) : tx.update(table).set(change).where(isOwnRow));
      }
    }
  }
}
