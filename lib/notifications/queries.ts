import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { Actor } from '../auth/actor.ts';
import { notifications } from '../db/schema/notifications.ts';
import type { Reader } from '../db/store.ts';
import { type NotificationView, notificationWords } from './model.ts';

const most = 50;

/** What the account has been told, newest first. */
export async function notificationsOf(reader: Reader, actor: Actor): Promise<NotificationView[]> {
  const rows = await reader
    .select()
    .from(notifications)
    .where(eq(notifications.accountId, actor.accountId))
    .orderBy(desc(notifications.createdAt))
    .limit(most);
  return rows.map(({ id, kind, facts, createdAt, readAt }) => {
    const { title, text } = notificationWords(kind, facts);
    return { id, title, text, path: facts.path ?? '/me', at: createdAt, read: readAt !== null };
  });
}

/** How many notices the account has not read. */
export async function unreadCount(reader: Reader, actor: Actor): Promise<number> {
  const mine = and(eq(notifications.accountId, actor.accountId), isNull(notifications.readAt));
  const [row] = await reader.select({ unread: count() }).from(notifications).where(mine);
  return row?.unread ?? 0;
}
