import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { digests, notificationSettings } from '#lib/platform/db/schema/notifications.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { defaultSchedule, frequencies, type Schedule } from '../model/digest-schedule.ts';
import { type NotificationKind, notificationKinds, notificationSpec } from '../model/notification.ts';
import { type MailChoice, mailChoices } from '../model/notification-text.ts';
import { defaultSetting, isKindOptional, type KindView, type NotificationSetting } from '../model/settings.ts';

const toMailChoice = (stored: string): MailChoice => mailChoices.find((each) => each === stored) ?? 'now';

/** Returns the notification setting of an account for a kind. */
export async function settingOf(reader: Reader, accountId: string, kind: NotificationKind): Promise<NotificationSetting> {
  if (!isKindOptional(kind)) return defaultSetting(kind);
  const isOwn = and(eq(notificationSettings.accountId, accountId), eq(notificationSettings.kind, kind));
  const [row] = await reader.select().from(notificationSettings).where(isOwn).limit(1);
  return row ? { mail: toMailChoice(row.mail), centre: row.centre } : defaultSetting(kind);
}

/** Returns all kinds with their notification settings for an account. */
export async function notificationSettingsOf(reader: Reader, accountId: string): Promise<KindView[]> {
  const rows = await reader.prepared(settingsQuery, { accountId });
  const settings = new Map(rows.map(({ kind, mail, centre }) => [kind, { mail: toMailChoice(mail), centre }]));
  return notificationKinds.filter(isKindOptional).map((kind) => {
    const { group, label } = notificationSpec(kind);
    return { ...(settings.get(kind) ?? defaultSetting(kind)), kind, group, label };
  });
}

const settingsQuery = (reader: Reader) =>
  reader
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.accountId, sql.placeholder('accountId')))
    .prepare();

type DigestRow = typeof digests.$inferSelect;

export const toSchedule = ({ frequency, hour, weekday, timeZone }: DigestRow): Schedule => ({
  frequency: frequencies.find((each) => each === frequency) ?? 'off',
  hour,
  weekday,
  timeZone,
});

/** Returns the state of the question whether an account wants a digest. */
export async function digestQuestionOf(reader: Reader, { accountId }: Actor): Promise<'open' | 'answered' | null> {
  const [row] = await reader.prepared(digestQuestionQuery, { accountId });
  return row === undefined ? null : row.frequency === 'off' ? row.question : 'answered';
}

const digestQuestionQuery = (reader: Reader) =>
  reader
    .select({ frequency: digests.frequency, question: digests.question })
    .from(digests)
    .where(eq(digests.accountId, sql.placeholder('accountId')))
    .prepare();

/** Returns the digest schedule of an account, and when the next digest is due. */
export async function scheduleOf(reader: Reader, actor: Actor): Promise<Schedule & { nextAt: Date | null }> {
  const [row] = await reader.prepared(scheduleQuery, { accountId: actor.accountId });
  return row ? { ...toSchedule(row), nextAt: row.nextAt } : { ...defaultSchedule, nextAt: null };
}

const scheduleQuery = (reader: Reader) =>
  reader
    .select()
    .from(digests)
    .where(eq(digests.accountId, sql.placeholder('accountId')))
    .prepare();
