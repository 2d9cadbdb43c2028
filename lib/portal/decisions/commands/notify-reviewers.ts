import { and, eq, inArray, isNull } from 'drizzle-orm';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { roles } from '#lib/platform/db/schema/accounts.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { queuePage } from '../queries/queue.ts';
import { notifiableReviewer } from '../queries/reviewers.ts';

/** Upper bound on the accounts that one job reads; no instance has more reviewers. */
const maxReviewers = 500;

/**
 * Notifies all who may decide an open case: admins, and reviewers while their record is at L4. One notification covers all open cases. None
 * is sent while an earlier one is unread, and at most one per day, to limit mail. Each account has its own transaction, so that many
 * reviewers do not block other writers.
 */
export async function notifyReviewers(store: Pick<Store, 'reader' | 'transact'>): Promise<void> {
  const canDecide = inArray(roles.role, ['admin', 'reviewer']);
  const rows = await store.reader
    .selectDistinct({ accountId: roles.accountId })
    .from(roles)
    .where(canDecide)
    .orderBy(roles.accountId)
    .limit(maxReviewers);
  for (const { accountId } of rows) {
    const since = await waitingSince(store.reader, accountId);
    if (since) await store.transact((tx) => notifyReviewer(tx, accountId, since));
  }
}

/**
 * Returns when the oldest case was opened that an account may decide and has not voted on. Returns null if there is none, or if the account
 * has an unread notification.
 */
async function waitingSince(reader: Reader, accountId: string): Promise<Date | null> {
  const unread = and(eq(notifications.accountId, accountId), eq(notifications.kind, 'review_waiting'), isNull(notifications.readAt));
  if (await hasRow(reader, notifications, unread)) return null;
  const reviewer = await notifiableReviewer(reader, accountId);
  if (!reviewer) return null;
  let after: string | null = null;
  do {
    const { rows, next } = await queuePage(reader, reviewer, null, after);
    const firstWaiting = rows.find(({ voted }) => !voted);
    if (firstWaiting) return firstWaiting.openedAt;
    after = next;
  } while (after !== null);
  return null;
}

async function notifyReviewer(tx: Writer, accountId: string, since: Date): Promise<void> {
  const day = dayOf(now());
  const facts = { path: '/review', since: dayOf(since) };
  await notify(tx, { accountId, kind: 'review_waiting', facts, onceKey: `review_waiting:${day}` });
}
