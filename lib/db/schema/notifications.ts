import { index, instant, json, table, text, uniqueIndex } from '../columns.ts';

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
