import { index, instant, json, primaryKey, table, text } from '../columns.ts';

/** A work that an owner has added to their record, with its source record and the account. */
export const addedWorks = table(
  'added_works',
  {
    /** The id of its source record, whose source is 'owner'. */
    recordId: text().primaryKey(),
    workId: text().notNull(),
    authorId: text().notNull(),
    accountId: text().notNull(),
    at: instant().notNull(),
    /** Until when the work is shown to everybody that was shown before it needed a strong proof (lib/catalog/powers); null for all others. */
    keptUntil: instant(),
  },
  (t) => [
    index('added_works_author').on(t.authorId, t.workId),
    index('added_works_account').on(t.accountId),
    index('added_works_work').on(t.workId),
  ],
);

/** Works that an owner has pasted, uploaded or looked up for a record, until they choose which to add. The next draft replaces it. */
export const workDrafts = table(
  'work_drafts',
  {
    accountId: text().notNull(),
    authorId: text().notNull(),
    /** `ImportedWork`s without source record ids. */
    entries: json().$type<unknown[]>().notNull(),
    /** Entries that could not be read: [{name, reason}]. */
    faults: json().$type<{ name: string; reason: string }[]>().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.authorId] }), index('work_drafts_at').on(t.at)],
);
