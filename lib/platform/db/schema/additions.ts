import { index, instant, json, primaryKey, table, text } from '../columns.ts';

/** A work that an owner has added to their record: which source record says so, and who. */
export const addedWorks = table(
  'added_works',
  {
    /** The id of the record of the source 'owner'. */
    recordId: text().primaryKey(),
    workId: text().notNull(),
    authorId: text().notNull(),
    accountId: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index('added_works_author').on(t.authorId, t.workId), index('added_works_account').on(t.accountId)],
);

/** What an owner has pasted, uploaded or looked up for a record, until they choose what to add of it. The next one replaces it. */
export const workDrafts = table(
  'work_drafts',
  {
    accountId: text().notNull(),
    authorId: text().notNull(),
    /** `ImportedWork`s, without ids of their records. */
    entries: json().$type<unknown[]>().notNull(),
    /** What could not be read: [{name, reason}]. */
    faults: json().$type<{ name: string; reason: string }[]>().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.authorId] }), index('work_drafts_at').on(t.at)],
);
