import { and, eq, isNull, lte, ne } from 'drizzle-orm';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import { erasureDays } from '#lib/community/limits.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import type { ErasureChange } from '#lib/community/notifications/model/account-notifications.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { erasures, roles } from '#lib/platform/db/schema/accounts.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';

const isPending = (accountId: string) => and(eq(erasures.accountId, accountId), isNull(erasures.doneAt));

/**
 * Schedules the erasure of an account in three days and notifies it, by email too, so that the owner can cancel a request by somebody else.
 * The caller must have required a recent sign-in.
 */
export async function requestErasure(
  tx: Writer,
  { accountId }: Actor,
): Promise<Outcome<{ runsAt: Date }, 'sole_admin' | 'erasure_pending'>> {
  await tx.lock('admins');
  await lockAccountRows(tx, [accountId]);
  if (await isSoleAdmin(tx, accountId)) return refused('sole_admin');
  const requestedAt = now();
  const runAt = addMs(requestedAt, daysMs(erasureDays));
  const row = { accountId, requestedAt, runAt };
  const [requested] = await tx.insert(erasures).values(row).onConflictDoNothing().returning({ runsAt: erasures.runAt });
  if (!requested) return refused('erasure_pending');
  await notifyErasureChange(tx, accountId, 'asked', requestedAt);
  await enqueueErasure(tx, accountId, runAt);
  return done(requested);
}

/** Cancels a scheduled erasure. Impossible once the erasure has started. */
export async function cancelErasure(tx: Writer, { accountId }: Pick<Actor, 'accountId'>): Promise<Outcome<void, 'no_erasure'>> {
  await lockAccountRows(tx, [accountId]);
  const [cancelled] = await tx.delete(erasures).where(isPending(accountId)).returning({ at: erasures.requestedAt });
  if (!cancelled) return refused('no_erasure');
  await notifyErasureChange(tx, accountId, 'called_off', cancelled.at);
  return done(undefined);
}

/**
 * Returns whether an account is the only remaining admin. Admins who have requested their own erasure do not count. The caller holds the
 * lock 'admins'.
 */
export async function isSoleAdmin(reader: Reader, accountId: string): Promise<boolean> {
  const rows = await reader.prepared(adminsQuery, {});
  return rows.some(({ id }) => id === accountId) && !rows.some(({ id, leaves }) => id !== accountId && leaves === null);
}

const adminsQuery = (reader: Reader) =>
  reader
    .select({ id: roles.accountId, leaves: erasures.accountId })
    .from(roles)
    .leftJoin(erasures, eq(erasures.accountId, roles.accountId))
    .where(eq(roles.role, 'admin'))
    .prepare();

/**
 * Cancels the erasure of an admin if no other admin is left, since the instance must have one.
 * @returns whether the account is the last admin
 */
export async function cancelSoleAdminErasure(tx: Writer, accountId: string): Promise<boolean> {
  const isAdmin = and(eq(roles.accountId, accountId), eq(roles.role, 'admin'));
  const isOtherAdmin = and(ne(roles.accountId, accountId), eq(roles.role, 'admin'));
  if (!(await hasRow(tx, roles, isAdmin)) || (await hasRow(tx, roles, isOtherAdmin))) return false;
  const [cancelled] = await tx.delete(erasures).where(isPending(accountId)).returning({ at: erasures.requestedAt });
  if (cancelled) await notifyErasureChange(tx, accountId, 'held', cancelled.at);
  return true;
}

const notifyErasureChange = (tx: Writer, accountId: string, change: ErasureChange, askedAt: Date): Promise<void> =>
  notify(tx, {
    accountId,
    kind: 'erasure_changed',
    facts: { change, path: '/me/data#erasure' },
    onceKey: `erasure_changed:${change}:${askedAt.getTime()}`,
  });

/**
 * Enqueues the erasure job; one job at a time exists per account. If the erasure was cancelled and requested again, the old job runs at its
 * old time, finds the new request and enqueues itself again.
 */
export const enqueueErasure = (tx: Writer, accountId: string, runAt: Date): Promise<void> =>
  enqueue(tx, { kind: 'erase-account', payload: { accountId }, onceKey: `erase-account:${accountId}`, runAt });

const maxPerRun = 200;

/** Enqueues erasures that are due and whose job was lost. */
export async function enqueueDueErasures(tx: Writer): Promise<void> {
  const due = and(isNull(erasures.doneAt), lte(erasures.runAt, now()));
  const rows = await tx.select({ id: erasures.accountId }).from(erasures).where(due).limit(maxPerRun);
  for (const { id } of rows) await enqueueErasure(tx, id, now());
}
