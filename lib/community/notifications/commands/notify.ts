import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import { now } from '#lib/platform/clock.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { notificationMessage } from '#lib/platform/mail/messages.ts';
import { stopLinks } from '#lib/platform/mail/unsubscribe.ts';
import { done, type Outcome } from '#lib/platform/outcome.ts';
import { type NotificationKind, notificationText } from '../model/notification.ts';
import { describeEnding, hasSetting } from '../model/settings.ts';
import { settingOf } from '../queries/settings.ts';
import { mailTokenOf } from './settings.ts';

interface NewNotification {
  accountId: string;
  kind: NotificationKind;
  /** Public names, and the path that the notice leads to. */
  facts: Record<string, string> & { path: string };
  /** The same event gives the same key: somebody is told once, however often a job is repeated. */
  onceKey: string;
}

/**
 * Tells an account something, in the transaction that made it true; by email at once where it wants that and has a confirmed address.
 * A kind that the centre does not show is kept as read: its row still sees to it that nobody is told twice.
 */
export async function notify(tx: Writer, { accountId, kind, facts, onceKey }: NewNotification): Promise<void> {
  // Anyone who was on the other side has had their account erased: there is nobody to tell.
  if (accountId === erasedAccount) return;
  const { mail, centre } = await settingOf(tx, accountId, kind);
  const at = now();
  const row = { id: newId(), accountId, kind, facts, onceKey, createdAt: at, readAt: centre ? null : at };
  const [inserted] = await tx.insert(notifications).values(row).onConflictDoNothing().returning({ id: notifications.id });
  const to = inserted && mail === 'now' ? await mailAddressOf(tx, accountId) : null;
  if (to === null) return;
  const { title, text, label } = notificationText(kind, facts);
  const stop = hasSetting(kind) ? { ...stopLinks(await mailTokenOf(tx, accountId), kind), kind: describeEnding(kind) } : undefined;
  const message = notificationMessage({ title, sentence: text, label, link: `${env().PUBLIC_URL}${facts.path}`, stop });
  await enqueue(tx, { kind: 'send-mail', payload: { to, ...message } });
}

/** Where an account gets mail: its confirmed address, and none for the invented people of the sample. */
export async function mailAddressOf(reader: Reader, accountId: string): Promise<string | null> {
  const [account] = await reader.select().from(accounts).where(eq(accounts.id, accountId));
  return account?.email && account.emailVerified && !account.sample ? account.email : null;
}

/** Whether the account still has a notice of a kind to read that leads to a path: one more would say nothing new. */
export async function hasUnread(reader: Reader, accountId: string, kind: NotificationKind, path: string): Promise<boolean> {
  const waiting = and(eq(notifications.accountId, accountId), isNull(notifications.readAt), eq(notifications.kind, kind));
  const rows = await reader.select({ facts: notifications.facts }).from(notifications).where(waiting);
  return rows.some(({ facts }) => facts.path === path);
}

/** Marks one notice of the account as read, or all of them. What is read, or not the account's own, stays as it is. */
export async function readNotifications(tx: Writer, actor: Actor, { id }: { id?: string | undefined } = {}): Promise<Outcome<number>> {
  const mine = and(
    eq(notifications.accountId, actor.accountId),
    isNull(notifications.readAt),
    id === undefined ? undefined : eq(notifications.id, id),
  );
  const read = await tx.update(notifications).set({ readAt: now() }).where(mine).returning({ id: notifications.id });
  return done(read.length);
}

/** Marks as read what leads to a path: who has opened the page itself need not open its notification too. */
export async function readNotificationsAt(tx: Writer, accountId: string, path: string): Promise<void> {
  const unread = await tx
    .select({ id: notifications.id, facts: notifications.facts })
    .from(notifications)
    .where(and(eq(notifications.accountId, accountId), isNull(notifications.readAt)));
  const ids = unread.flatMap(({ id, facts }) => (facts.path === path ? id : []));
  if (ids.length === 0) return;
  const read = and(eq(notifications.accountId, accountId), inArray(notifications.id, ids));
  await tx.update(notifications).set({ readAt: now() }).where(read);
}

/** Deletes the notifications of everybody that are older. */
export async function deleteNotificationsBefore(tx: Writer, moment: Date): Promise<void> {
  await tx.delete(notifications).where(lt(notifications.createdAt, moment));
}
