import { and, count, desc, eq, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { cursorOf, newestPosition, olderThan, parseCursor } from '#lib/platform/db/cursor.ts';
import { encodeList, isInList, placeholderFor } from '#lib/platform/db/prepared.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { NotificationFilter } from '../model/filter.ts';
import { maxUnreadCounted, type NotificationView, notificationText } from '../model/notification.ts';
import { notificationSettingsOf } from './settings.ts';
import { currentNotifications, withNames } from './shown-notifications.ts';

/** Returns a page of the notifications of an account, newest first, without the kinds that it hides. */
export async function notificationPage(
  reader: Reader,
  actor: Actor,
  { cursor, limit, filter = null }: { cursor?: string | undefined; limit: number; filter?: NotificationFilter | null },
): Promise<{ notifications: NotificationView[]; next: string | null }> {
  const hiddenKinds = (await notificationSettingsOf(reader, actor.accountId)).flatMap(({ kind, centre }) => (centre ? [] : [kind]));
  const rows = await reader.prepared(filter?.key === 'unread' ? unreadPage : filter?.kinds ? pageOfKinds : wholePage, {
    ...(parseCursor(cursor) ?? newestPosition),
    accountId: actor.accountId,
    kinds: encodeList(filter?.kinds ?? []),
    hidden: encodeList(hiddenKinds),
    limit: limit + 1,
  });
  const visibleRows = await currentNotifications(reader, rows.slice(0, limit));
  const last = rows.length > limit ? visibleRows.at(-1) : undefined;
  return {
    notifications: visibleRows.map(({ id, kind, facts, createdAt, readAt }) => {
      const { title, text } = notificationText(kind, facts);
      return { id, title, text, path: facts.path ?? '/me', at: createdAt, read: readAt !== null };
    }),
    next: last ? cursorOf({ at: last.createdAt, id: last.id }) : null,
  };
}

const createPageQuery = (condition?: SQL) => (reader: Reader) => {
  const { accountId, kind, createdAt, id } = notifications;
  const isOlder = olderThan({ at: placeholderFor(createdAt, 'at'), id: placeholderFor(id, 'id') }, createdAt, id);
  return reader
    .select()
    .from(notifications)
    .where(and(eq(accountId, sql.placeholder('accountId')), condition, not(isInList(kind, 'hidden')), isOlder))
    .orderBy(desc(createdAt), desc(id))
    .limit(sql.placeholder('limit'))
    .prepare();
};

const wholePage = createPageQuery();
const unreadPage = createPageQuery(isNull(notifications.readAt));
const pageOfKinds = createPageQuery(isInList(notifications.kind, 'kinds'));

/** Returns the path of a notification; null if it does not belong to the account. */
export async function notificationPath(reader: Reader, actor: Actor, id: string): Promise<string | null> {
  const isOwn = and(eq(notifications.id, id), eq(notifications.accountId, actor.accountId));
  const [row] = await withNames(reader, await reader.select().from(notifications).where(isOwn).limit(1));
  return row ? (row.facts.path ?? '/me') : null;
}

/** Returns the number of unread notifications, at most `maxUnreadCounted`: every page of a member shows it, however many there are. */
export async function unreadCount(reader: Reader, actor: Actor): Promise<number> {
  const [row] = await reader.prepared(unreadCountQuery, { accountId: actor.accountId });
  return row?.unread ?? 0;
}

const unreadCountQuery = (reader: Reader) => {
  const counted = reader
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.accountId, sql.placeholder('accountId')), isNull(notifications.readAt)))
    .limit(maxUnreadCounted)
    .as('counted');
  return reader.select({ unread: count() }).from(counted).prepare();
};

/** Returns the newest notifications of the account. */
export const notificationsOf = async (reader: Reader, actor: Actor, limit = 50): Promise<NotificationView[]> =>
  (await notificationPage(reader, actor, { limit })).notifications;
