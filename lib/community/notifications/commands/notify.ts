import { and, eq, inArray, isNull, lt, lte, type SQL } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import { now } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { notificationMessage } from '#lib/platform/mail/messages.ts';
import { objectionLink } from '#lib/platform/mail/objection-link.ts';
import { unsubscribeLinks } from '#lib/platform/mail/unsubscribe.ts';
import { done, type Outcome } from '#lib/platform/outcome.ts';
import { type NotificationKind, notificationSpec, notificationText } from '../model/notification.ts';
import type { NotificationFacts } from '../model/notification-text.ts';
import { isKindOptional } from '../model/settings.ts';
import { settingOf } from '../queries/settings.ts';
import { currentNotifications } from '../queries/shown-notifications.ts';
import { unsubscribeTokenOf } from './settings.ts';

interface NewNotification {
  accountId: string;
  kind: NotificationKind;
  facts: NotificationFacts & { path: string };
  /** Identifies the event, so that a repeated job notifies only once. */
  onceKey: string;
}

/**
 * Notifies an account within the transaction of the event. Sends an email immediately if the account wants that and has a confirmed
 * address. A kind that the account hides is stored as read, so that the once key still prevents duplicates.
 */
export async function notify(tx: Writer, { accountId, kind, facts, onceKey }: NewNotification): Promise<void> {
  // The account of the other party was erased.
  if (accountId === erasedAccount) return;
  const { mail, centre } = await settingOf(tx, accountId, kind);
  const at = now();
  const row = { id: newId(), accountId, kind, facts, onceKey, createdAt: at, readAt: centre ? null : at };
  const [inserted] = await tx.insert(notifications).values(row).onConflictDoNothing().returning({ id: notifications.id });
  const to = inserted && mail === 'now' ? await mailAddressOf(tx, accountId) : null;
  if (to === null) return;
  const [{ facts: named } = { facts }] = await currentNotifications(tx, [{ kind, facts }], true);
  const { title, text, label } = notificationText(kind, named);
  const stop = isKindOptional(kind)
    ? { ...unsubscribeLinks(await unsubscribeTokenOf(tx, accountId), kind), subject: subjectOf(kind) }
    : undefined;
  const objection = notificationSpec(kind).hasObjection ? objectionLink(row.id) : undefined;
  const message = notificationMessage({ title, sentence: text, label, link: `${env().PUBLIC_URL}${named.path}`, objection, stop });
  await enqueue(tx, { kind: 'send-mail', payload: { to, ...message } });
}

/** What emails of a kind are about, within a sentence. */
const subjectOf = (kind: NotificationKind): string => {
  const { group } = notificationSpec(kind);
  return group === 'Account' ? 'your account' : group.toLowerCase();
};

/** Returns the email address of an account; null if it is not confirmed, or the account is an invented person of the sample. */
export async function mailAddressOf(reader: Reader, accountId: string): Promise<string | null> {
  const [account] = await reader.select().from(accounts).where(eq(accounts.id, accountId));
  return account?.email && account.emailVerified && !account.sample ? account.email : null;
}

/** Returns whether the account has an unread notification of a kind for a path, so that another one would add nothing. */
export async function hasUnread(reader: Reader, accountId: string, kind: NotificationKind, path: string): Promise<boolean> {
  const isUnreadOfKind = and(eq(notifications.accountId, accountId), isNull(notifications.readAt), eq(notifications.kind, kind));
  const rows = await reader.select({ facts: notifications.facts }).from(notifications).where(isUnreadOfKind);
  return rows.some(({ facts }) => facts.path === path);
}

/** Marks the unread notifications of an account that match a condition as read. @returns how many */
async function markAsRead(tx: Writer, accountId: string, condition?: SQL): Promise<number> {
  const isUnread = and(eq(notifications.accountId, accountId), isNull(notifications.readAt), condition);
  return (await tx.update(notifications).set({ readAt: now() }).where(isUnread).returning({ id: notifications.id })).length;
}

/** One notification, or all that existed at a moment, so that a later one does not go unnoticed. */
interface NotificationsToRead {
  id?: string | undefined;
  until?: Date | undefined;
}

/** Marks notifications of the account as read: all unless limited. Ignores notifications that are read already or belong to others. */
export async function readNotifications(tx: Writer, actor: Actor, { id, until }: NotificationsToRead = {}): Promise<Outcome<number>> {
  const isMeant = and(id === undefined ? undefined : eq(notifications.id, id), until && lte(notifications.createdAt, until));
  return done(await markAsRead(tx, actor.accountId, isMeant));
}

/** Marks the notifications for a path as read, because the account has opened the page itself. */
export async function readNotificationsAt(tx: Writer, accountId: string, path: string): Promise<void> {
  const unread = await rowsOf(tx, notifications, and(eq(notifications.accountId, accountId), isNull(notifications.readAt)));
  const ids = unread.flatMap(({ id, facts }) => (facts.path === path ? id : []));
  if (ids.length > 0) await markAsRead(tx, accountId, inArray(notifications.id, ids));
}

/** Marks the notifications of a kind as read, because what they ask for is no longer needed. @returns how many */
export const endNotifications = (tx: Writer, accountId: string, kind: NotificationKind): Promise<number> =>
  markAsRead(tx, accountId, eq(notifications.kind, kind));

/** Marks a notification as unread again, without another email, if it was read before a moment and the account shows its kind. */
export async function renewNotification(tx: Writer, { accountId, kind, facts, onceKey }: NewNotification, moment: Date): Promise<void> {
  if (!(await settingOf(tx, accountId, kind)).centre) return;
  const isReadBefore = and(eq(notifications.accountId, accountId), eq(notifications.onceKey, onceKey), lte(notifications.readAt, moment));
  await tx.update(notifications).set({ facts, readAt: null }).where(isReadBefore);
}

/** Deletes all notifications older than a moment. */
export async function deleteNotificationsBefore(tx: Writer, moment: Date): Promise<void> {
  await tx.delete(notifications).where(lt(notifications.createdAt, moment));
}
