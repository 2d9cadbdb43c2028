import { inArray, isNotNull } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { accounts, erasures } from '#lib/platform/db/schema/accounts.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { enqueueErasure } from './ask.ts';

/** Accounts that were erased, the last first: what has to be repeated where an older backup is restored. */
export async function erasedAccounts(reader: Reader): Promise<{ accountId: string; doneAt: Date }[]> {
  const rows = await reader.select().from(erasures).where(isNotNull(erasures.doneAt));
  return rows
    .flatMap(({ accountId, doneAt }) => (doneAt === null ? [] : [{ accountId, doneAt }]))
    .sort((one, other) => other.doneAt.getTime() - one.doneAt.getTime());
}

const atOnce = 500;

/** Has accounts erased again that a restored backup has brought back. @returns how many of them there are; the worker erases them */
export async function repeatErasures(tx: Writer, accountIds: readonly string[]): Promise<number> {
  const at = now();
  let found = 0;
  for (let from = 0; from < accountIds.length; from += atOnce) {
    const some = accountIds.slice(from, from + atOnce);
    const back = await tx.select({ id: accounts.id }).from(accounts).where(inArray(accounts.id, some));
    for (const { id: accountId } of back) {
      const again = { requestedAt: at, runAt: at, doneAt: null };
      await tx
        .insert(erasures)
        .values({ accountId, ...again })
        .onConflictDoUpdate({ target: erasures.accountId, set: again });
      await enqueueErasure(tx, accountId, at);
    }
    found += back.length;
  }
  return found;
}
