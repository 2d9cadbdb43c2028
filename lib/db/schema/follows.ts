import { index, instant, primaryKey, table, text } from '../columns.ts';

export const follows = table(
  'follows',
  {
    accountId: text().notNull(),
    authorId: text().notNull(),
    /** 'on' | 'muted'. Unfollowing removes the row. */
    state: text().notNull(),
    since: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.authorId] }), index('follows_author').on(t.authorId)],
);
