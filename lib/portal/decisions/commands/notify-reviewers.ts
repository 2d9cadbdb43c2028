import { and, eq, inArray, isNull } from 'drizzle-orm';
import { endNotifications, notify, renewNotification } from '#lib/community/notifications/commands/notify.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { roles } from '#lib/platform/db/schema/accounts.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import { waitingSince } from '../queries/waiting.ts';

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
    if (await hasRow(store.reader, notifications, isUnreadOf(accountId))) continue;
    const since = await waitingSince(store.reader, accountId);
    if (since) await store.transact((tx) => notifyReviewer(tx, accountId, since));
  }
}

/** Ends the notification of each account for which no case waits any more, because others have decided or withdrawn the last one. */
export async function endReviewNotifications(store: Pick<Store, 'reader' | 'transact'>): Promise<void> {
  const isUnread = and(eq(notifications.kind, 'review_waiting'), isNull(notifications.readAt));
  const rows = await store.reader
    .selectDistinct({ accountId: notifications.accountId })
    .from(notifications)
    .where(isUnread)
    .limit(maxReviewers);
  for (const { accountId } of rows) {
    if (await waitingSince(store.reader, accountId)) continue;
    await store.transact((tx) => endNotifications(tx, accountId, 'review_waiting'));
    // A case may have been opened meanwhile.
    const since = await waitingSince(store.reader, accountId);
    if (since) await store.transact((tx) => notifyReviewer(tx, accountId, since));
  }
}

const isUnreadOf = (accountId: string) =>
  and(eq(notifications.accountId, accountId), eq(notifications.kind, 'review_waiting'), isNull(notifications.readAt));

/** Notifies a reviewer. The notification of the same day becomes unread again if all cases that wait are newer than its reading. */
async function notifyReviewer(tx: Writer, accountId: string, since: Date): Promise<void> {
  const facts = { path: '/review', since: dayOf(since) };
  const notification = { accountId, kind: 'review_waiting', facts, onceKey: `review_waiting:${dayOf(now())}` } as const;
  await renewNotification(tx, notification, since);
  await notify(tx, notification);
}
