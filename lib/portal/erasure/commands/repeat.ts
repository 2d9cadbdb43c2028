import { desc, inArray, isNotNull } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { accounts, erasures } from '#lib/platform/db/schema/accounts.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { enqueueErasure, isSoleAdmin } from './request.ts';

/** Returns the erased accounts, latest first. Their erasure must be repeated after an older backup is restored. */
export async function erasedAccounts(reader: Reader): Promise<{ accountId: string; doneAt: Date }[]> {
  const rows = await rowsOf(reader, erasures, isNotNull(erasures.doneAt), desc(erasures.doneAt));
  return rows.flatMap(({ accountId, doneAt }) => (doneAt === null ? [] : [{ accountId, doneAt }]));
}

/** Parses a list as printed by `erasures`: one id per line, with or without a time. Other lines are ignored. */
export const parseAccountIds = (list: string): string[] => [
  ...new Set(list.split(/\r?\n/).flatMap((line) => /^([\w-]{1,40})(?:\s+\d{4}-\d\d-\d\dT\S+)?$/.exec(line.trim())?.[1] ?? [])),
];

const batchSize = 500;

/** Returns which accounts exist. After a restore, these are the ones that the backup has brought back. */
export async function existingAccounts(reader: Reader, accountIds: readonly string[]): Promise<string[]> {
  const existing: string[] = [];
  for (let from = 0; from < accountIds.length; from += batchSize) {
    const isInBatch = inArray(accounts.id, accountIds.slice(from, from + batchSize));
    existing.push(...(await reader.select({ id: accounts.id }).from(accounts).where(isInBatch)).map(({ id }) => id));
  }
  return existing;
}

/**
 * Schedules the erasure of accounts again, by the worker and without another email.
 * @returns accounts that are not erased, because no other admin would be left
 */
export async function repeatErasures(tx: Writer, accountIds: readonly string[]): Promise<string[]> {
  await tx.lock('admins');
  const notErased: string[] = [];
  const request = { requestedAt: now(), runAt: now(), doneAt: null };
  for (const accountId of await existingAccounts(tx, accountIds)) {
    if (await isSoleAdmin(tx, accountId)) {
      notErased.push(accountId);
      continue;
    }
    const erasure = tx.insert(erasures).values({ accountId, ...request });
    await erasure.onConflictDoUpdate({ target: erasures.accountId, set: request });
    await enqueueErasure(tx, accountId, request.runAt);
  }
  return notErased;
}
