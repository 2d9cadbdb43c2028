import { and, asc, eq, gte, inArray, isNull, lt, or } from 'drizzle-orm';
import { feedPage } from '#lib/community/feeds/queries/page.ts';
import { notificationText } from '#lib/community/notifications/model/notification.ts';
import { notificationSettingsOf } from '#lib/community/notifications/queries/settings.ts';
import { withoutHidden } from '#lib/community/notifications/queries/visible-notifications.ts';
import { later } from '#lib/platform/clock.ts';
import { type digests, notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Digest } from './model.ts';

const maxItems = 25;
const maxNotifications = 40;

/** How far a digest tells: what comes after it is for the next one. */
interface Until {
  at: Date;
  work: number;
  news: number;
}

/** What is new for an account since its last digest: in what it follows, and notices of the kinds that it wants so. */
export async function digestOf(
  reader: Reader,
  { accountId, lastAt, lastWork, lastNews }: typeof digests.$inferSelect,
  until: Until,
): Promise<Digest> {
  const asked = { from: { work: until.work + 1, news: 0 }, limit: maxItems, since: { work: lastWork, news: lastNews } };
  const feed = await feedPage(reader, accountId, asked);
  const items = feed.items.filter(({ place }) => place.news <= until.news);
  const visible = lastAt ? await notificationsBetween(reader, accountId, lastAt, until.at) : { notices: [], rest: null };
  return {
    ...{ since: lastAt ?? until.at, items, more: feed.next !== null },
    ...{ notices: visible.notices, moreNotices: visible.rest !== null, toldUntil: visible.rest ?? until.at },
    isEmpty: items.length + visible.notices.length === 0,
  };
}

/**
 * The first notices of a time, and from when on there are more than one letter holds; null where it holds them all. What was read in the
 * centre meanwhile is no news; what the centre does not show is.
 */
async function notificationsBetween(
  reader: Reader,
  accountId: string,
  since: Date,
  until: Date,
): Promise<Pick<Digest, 'notices'> & { rest: Date | null }> {
  const wanted = (await notificationSettingsOf(reader, accountId)).filter(({ mail }) => mail === 'digest');
  const [shown, hidden] = [true, false].map((centre) => wanted.filter((each) => each.centre === centre).map(({ kind }) => kind));
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
  const { included, rest } = cutBefore(rows);
  const visible = await withoutHidden(reader, included);
  return { notices: visible.map(({ kind, facts }) => ({ ...notificationText(kind, facts), path: facts.path ?? '/me' })), rest };
}

type NotificationRow = typeof notifications.$inferSelect;

/**
 * What one letter holds of some notices, and from when on the next one tells. Those of one moment are in one letter. Where more are of
 * one moment than a letter holds, the next goes on after it: it would tell the same ones for ever.
 */
function cutBefore(rows: readonly NotificationRow[]): { included: readonly NotificationRow[]; rest: Date | null } {
  const rest = rows[maxNotifications]?.createdAt;
  if (!rest) return { included: rows, rest: null };
  const before = rows.filter(({ createdAt }) => createdAt < rest);
  return before.length > 0 ? { included: before, rest } : { included: rows.slice(0, maxNotifications), rest: later(rest, 1) };
}
