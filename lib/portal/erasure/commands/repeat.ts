import { desc, inArray, isNotNull } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { accounts, erasures } from '#lib/platform/db/schema/accounts.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { enqueueErasure, isSoleAdmin } from './ask.ts';

/** Accounts that were erased, the last first: what has to be repeated where an older backup is restored. */
export async function erasedAccounts(reader: Reader): Promise<{ accountId: string; doneAt: Date }[]> {
  const rows = await rowsOf(reader, erasures, isNotNull(erasures.doneAt), desc(erasures.doneAt));
  return rows.flatMap(({ accountId, doneAt }) => (doneAt === null ? [] : [{ accountId, doneAt }]));
}

/** The ids in a list as `erasures` prints it: an id on each line, with the moment after it or alone. Other lines are left out. */
export const accountIdsIn = (list: string): string[] => [
  ...new Set(list.split(/\r?\n/).flatMap((line) => /^([\w-]{1,40})(?:\s+\d{4}-\d\d-\d\dT\S+)?$/.exec(line.trim())?.[1] ?? [])),
];

const atOnce = 500;

/** Which of some accounts are here: after a restore, those that the backup has brought back. */
export async function accountsHere(reader: Reader, accountIds: readonly string[]): Promise<string[]> {
  const here: string[] = [];
  for (let from = 0; from < accountIds.length; from += atOnce) {
    const some = inArray(accounts.id, accountIds.slice(from, from + atOnce));
    here.push(...(await reader.select({ id: accounts.id }).from(accounts).where(some)).map(({ id }) => id));
  }
  return here;
}

/** Has accounts erased again, by the worker and without another mail. @returns those that stay, because no other admin would be left */
export async function repeatErasures(tx: Writer, accountIds: readonly string[]): Promise<string[]> {
  await tx.lock('admins');
  const stay: string[] = [];
  const again = { requestedAt: now(), runAt: now(), doneAt: null };
  for (const accountId of await accountsHere(tx, accountIds)) {
    if (await isSoleAdmin(tx, accountId)) {
      stay.push(accountId);
      continue;
    }
    const erasure = tx.insert(erasures).values({ accountId, ...again });
    await erasure.onConflictDoUpdate({ target: erasures.accountId, set: again });
    await enqueueErasure(tx, accountId, again.runAt);
  }
  return stay;
}
