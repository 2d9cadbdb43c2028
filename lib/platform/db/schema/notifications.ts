import { flag, index, instant, integer, json, primaryKey, table, text, uniqueIndex } from '../columns.ts';

export const notifications = table(
  'notifications',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    kind: text().notNull(),
    /** What the sentence needs: names and a path, never private text. */
    facts: json().$type<Record<string, string>>().notNull(),
    /** The same event gives the same key, so that a retried job cannot tell somebody twice. */
    onceKey: text().notNull(),
    createdAt: instant().notNull(),
    readAt: instant(),
  },
  (t) => [uniqueIndex('notifications_once').on(t.accountId, t.onceKey), index('notifications_account').on(t.accountId, t.createdAt)],
);

/** How an account wants to be notified of a kind of notice, where it is not the default. */
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

/** When an account gets a mail that sums up what is new in what it follows, and how far the last one went. */
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
    nextAt: instant(),
    lastAt: instant(),
    /** The newest work and record news that the last one could tell of. */
    lastWork: integer().notNull().default(0),
    lastNews: integer().notNull().default(0),
    /** In the unsubscribe link; says nothing of the account. */
    unsubscribeToken: text().notNull(),
  },
  (t) => [index('digests_due').on(t.nextAt), uniqueIndex('digests_token').on(t.unsubscribeToken)],
);
