import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import { mergeSearchIndexes } from '#lib/catalog/search-index/merge.ts';
import { identifierSeals } from '#lib/community/accounts/queries/identifiers.ts';
import { erasureDays } from '#lib/community/limits.ts';
import { addMs, minutesMs, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { accounts, erasures } from '#lib/platform/db/schema/accounts.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import type { ErasedAccount } from '#lib/platform/db/table-lifecycle.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { inWords } from '#lib/platform/limits.ts';
import { createMessage } from '#lib/platform/mail/messages.ts';
import { siteName } from '#lib/platform/site.ts';
import { exportsLifecycle } from '#lib/portal/exports/lifecycle.ts';
import { accessLifecycles, actLifecycles } from '#lib/portal/lifecycles.ts';
import { eraseConnections } from './connections.ts';
import { emailAddressesOf, eraseOutboxMails } from './files.ts';
import { eraseRecords } from './records.ts';
import { cancelSoleAdminErasure, enqueueErasure } from './request.ts';
import { eraseTables } from './tables.ts';

/** Delay of the second erasure. By then, everything that was being written during the first one is committed. */
const secondErasureDelayMs = minutesMs(2);

/**
 * Erases an account whose waiting period is over: files first, then every table in one transaction. A crash at any point is safe, since the
 * job can be repeated. Finally, the free pages of the database are overwritten.
 */
export async function eraseAccount(store: Store, { accountId }: { accountId: string }): Promise<void> {
  const isDue = and(eq(erasures.accountId, accountId), isNull(erasures.doneAt), lte(erasures.runAt, now()));
  if (await hasRow(store.reader, erasures, isDue)) await eraseOutboxMails(store.reader, accountId);
  await store.transact((tx) => eraseIfDue(tx, accountId));
  await store.eraseDeletedRows();
}

/** Erases the account's rows, unless the erasure was cancelled. */
async function eraseIfDue(tx: Writer, accountId: string): Promise<void> {
  // Named locks before row locks, in the same order as the account's own commands take them.
  await tx.lock(`account ${accountId}`);
  await tx.lock('admins');
  await tx.lock('imports');
  const pending = and(eq(erasures.accountId, accountId), isNull(erasures.doneAt));
  const [erasure] = await tx.update(erasures).set({ accountId }).where(pending).returning();
  if (!erasure) return;
  if (erasure.runAt > now()) return enqueueErasure(tx, accountId, erasure.runAt);
  if (await cancelSoleAdminErasure(tx, accountId)) return;
  await tx.update(erasures).set({ doneAt: now() }).where(pending);
  const [account] = await tx.update(accounts).set({ id: accountId }).where(eq(accounts.id, accountId)).returning();
  const { email = null, emailVerified = null, sample = false } = account ?? {};
  // Anyone who has ever claimed a record may have stated names for it, even if no statement remains.
  const hasClaimed = await hasRow(tx, claims, eq(claims.accountId, accountId));
  await eraseRows(tx, { accountId, addresses: await emailAddressesOf(tx, accountId), seals: await identifierSeals(tx, accountId) });
  const payload = { accountId, ...(hasClaimed && { found: true as const }) };
  await enqueue(tx, { kind: 'erase-rest', payload, runAt: addMs(now(), secondErasureDelayMs) });
  // A repetition after a restore sends no email, since one was sent when the account was first erased.
  const isRepeated = erasure.runAt <= erasure.requestedAt;
  if (email && emailVerified && !sample && !isRepeated)
    await enqueue(tx, { kind: 'send-mail', payload: { to: email, forget: true, ...erasureMail() } });
}

/** Erases the account again, for rows written concurrently with the first erasure, and removes its words from the search index. */
export async function eraseRemainingRows(store: Store, { accountId, found }: { accountId: string; found?: true }): Promise<void> {
  await store.transact(async (tx) => {
    const isErased = and(eq(erasures.accountId, accountId), isNotNull(erasures.doneAt));
    if (!(await hasRow(tx, erasures, isErased))) return;
    await tx.lock(`account ${accountId}`);
    await tx.lock('imports');
    await eraseRows(tx, { accountId, addresses: [], seals: [] });
  });
  // The full-text index retains words of deleted documents until its segments are merged.
  if (found) await mergeSearchIndexes(store, { only: ['search_people'] });
  await store.eraseDeletedRows();
}

/** Erases the account's rows in every table, in the order in which rows are locked. Idempotent. */
async function eraseRows(tx: Writer, erased: ErasedAccount): Promise<void> {
  await eraseRecords(tx, erased);
  await eraseConnections(tx, erased);
  await eraseTables(tx, erased, [...actLifecycles, ...exportsLifecycle, ...accessLifecycles]);
}

const erasureMail = () =>
  createMessage(`Your ${siteName()} account is erased`, [
    `You asked for this ${inWords(erasureDays)} days ago. Your account, your sign-in methods and what you wrote here are deleted. Your profiles show what their sources say.`,
    'People you wrote with keep their own messages, and see “a former member” instead of your name.',
    'This is our last email, and your address is deleted. If you sign in again, that creates a new, empty account.',
  ]);
