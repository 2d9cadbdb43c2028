import { index, instant, primaryKey, table, text } from '../columns.ts';

/** A work in the private list of an account. */
export const savedWorks = table(
  'saved_works',
  {
    accountId: text().notNull(),
    /** The permanent id of the work. */
    workId: text().notNull(),
    since: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.workId] }), index('saved_works_newest').on(t.accountId, t.since, t.workId)],
);
