import { sql } from 'drizzle-orm';
import { flag, index, instant, integer, json, primaryKey, table, text, uniqueIndex } from '../columns.ts';

export const notifications = table(
  'notifications',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    kind: text().notNull(),
    /** The values for its text: NotificationFacts of lib/community/notifications/model/notification-text.ts. */
    facts: json().$type<Record<string, string>>().notNull(),
    /** Equal for the same event, so that a retried job cannot notify twice. */
    onceKey: text().notNull(),
    createdAt: instant().notNull(),
    readAt: instant(),
  },
  (t) => [
    uniqueIndex('notifications_once').on(t.accountId, t.onceKey),
    index('notifications_account').on(t.accountId, t.createdAt),
    // The unread count of the header, on every page of a member.
    index('notifications_unread').on(t.accountId).where(sql`read_at is null`),
  ],
);

/** The notification settings of an account for a kind, if they differ from the default. */
export const notificationSettings = table(
  'notification_settings',
  {
    accountId: text().notNull(),
    kind: text().notNull(),
    /** 'now' | 'digest' | 'off'. */
    mail: text().notNull(),
    centre: flag().notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind] })],
);

/** The schedule of the digest of an account, and the position of the last one. */
export const digests = table(
  'digests',
  {
    accountId: text().primaryKey(),
    /** 'off' | 'daily' | 'weekly'. */
    frequency: text().notNull(),
    /** 0–23, in the account's time zone. */
    hour: integer().notNull(),
    /** 1 (Monday) – 7, for weekly ones. */
    weekday: integer().notNull(),
    /** An IANA name, such as Europe/Rome. */
    timeZone: text().notNull(),
    /** 'open' from the first follow until the account has chosen a frequency, which makes it 'answered'. Null if it was never asked. */
    question: text().$type<'open' | 'answered'>(),
    nextAt: instant(),
    lastAt: instant(),
    /** The newest work and record event covered by the last digest. */
    lastWork: integer().notNull().default(0),
    lastNews: integer().notNull().default(0),
    /** The token of the unsubscribe link; random, so that it does not identify the account. */
    unsubscribeToken: text().notNull(),
  },
  (t) => [index('digests_due').on(t.nextAt), uniqueIndex('digests_token').on(t.unsubscribeToken)],
);
