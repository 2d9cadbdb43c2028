import { and, asc, eq, gte, inArray, isNull, lt, or } from 'drizzle-orm';
import { feedPage } from '#lib/community/feeds/queries/page.ts';
import { notificationText } from '#lib/community/notifications/model/notification.ts';
import { notificationSettingsOf } from '#lib/community/notifications/queries/settings.ts';
import { currentNotifications } from '#lib/community/notifications/queries/shown-notifications.ts';
import { addMs } from '#lib/platform/clock.ts';
import { type digests, notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { waitingSince } from '#lib/portal/decisions/queries/waiting.ts';
import type { Digest } from './model.ts';

const maxItems = 25;
const maxNotifications = 40;

/** Upper bounds of what a digest covers; later items belong to the next digest. */
interface DigestBounds {
  at: Date;
  work: number;
  news: number;
}

/** Returns what is new for an account since its last digest: followed items, and notifications of the kinds set to "digest". */
export async function digestOf(
  reader: Reader,
  { accountId, lastAt, lastWork, lastNews }: typeof digests.$inferSelect,
  until: DigestBounds,
): Promise<Digest> {
  const range = { from: { work: until.work + 1, news: 0 }, limit: maxItems, since: { work: lastWork, news: lastNews } };
  const feed = await feedPage(reader, accountId, range);
  const items = feed.items.filter(({ position }) => position.news <= until.news);
  const visible = lastAt ? await notificationsBetween(reader, accountId, lastAt, until.at) : { notices: [], rest: null };
  return {
    ...{ since: lastAt ?? until.at, items, more: feed.next !== null },
    ...{ notices: visible.notices, moreNotices: visible.rest !== null, notifiedUntil: visible.rest ?? until.at },
    isEmpty: items.length + visible.notices.length === 0,
  };
}

/**
 * Returns the first notifications of a period, and the time from which the rest starts; null if all fit in one digest. Notifications
 * already read on the site are omitted. Kinds that the site does not show are always included.
 */
async function notificationsBetween(
  reader: Reader,
  accountId: string,
  since: Date,
  until: Date,
): Promise<Pick<Digest, 'notices'> & { rest: Date | null }> {
  const digestSettings = (await notificationSettingsOf(reader, accountId)).filter(({ mail }) => mail === 'digest');
  const [shown, hidden] = [true, false].map((centre) => digestSettings.filter((each) => each.centre === centre).map(({ kind }) => kind));
  const rows = await reader
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.accountId, accountId),
        gte(notifications.createdAt, since),
        lt(notifications.createdAt, until),
        or(and(inArray(notifications.kind, shown ?? []), isNull(notifications.readAt)), inArray(notifications.kind, hidden ?? [])),
      ),
    )
    .orderBy(asc(notifications.createdAt), asc(notifications.id))
    .limit(maxNotifications + 1);
  const { included, rest } = splitAtLimit(rows);
  const visible = await currentNotifications(reader, await withoutEndedReviews(reader, accountId, included));
  return { notices: visible.map(({ kind, facts }) => ({ ...notificationText(kind, facts), path: facts.path ?? '/me' })), rest };
}

type NotificationRow = typeof notifications.$inferSelect;

/** Removes the notification that cases need a decision if none waits any more. Where the site does not show the kind, none ends it. */
async function withoutEndedReviews(
  reader: Reader,
  accountId: string,
  rows: readonly NotificationRow[],
): Promise<readonly NotificationRow[]> {
  const isOfReviews = ({ kind }: NotificationRow) => kind === 'review_waiting';
  const isEnded = rows.some(isOfReviews) && (await waitingSince(reader, accountId)) === null;
  return isEnded ? rows.filter((row) => !isOfReviews(row)) : rows;
}

/**
 * Returns the notifications of one digest, and the time from which the next digest continues. Notifications with the same time stay
 * together. If one time alone has more than a digest can hold, the next digest skips the rest; otherwise it would repeat them forever.
 */
function splitAtLimit(rows: readonly NotificationRow[]): { included: readonly NotificationRow[]; rest: Date | null } {
  const rest = rows[maxNotifications]?.createdAt;
  if (!rest) return { included: rows, rest: null };
  const before = rows.filter(({ createdAt }) => createdAt < rest);
  return before.length > 0 ? { included: before, rest } : { included: rows.slice(0, maxNotifications), rest: addMs(rest, 1) };
}
