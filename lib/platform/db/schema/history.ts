import { flag, index, instant, integer, key, primaryKey, table, text } from '../columns.ts';

/**
 * The start or end of an authorship. A newly stored work has no rows: its authorships start with it. Withdrawn statements of a person leave
 * no row.
 */
export const authorshipChanges = table(
  'authorship_changes',
  {
    key: key(),
    workKey: integer().notNull(),
    authorKey: integer().notNull(),
    at: instant().notNull(),
    /** True if the authorship starts at that time. */
    isOn: flag().notNull(),
    /** False if a person decided it: by a merge, split, revert or opinion. */
    bySource: flag().notNull(),
  },
  (t) => [index('authorship_changes_author').on(t.authorKey), index('authorship_changes_work').on(t.workKey)],
);

/** An affiliation that a record showed until a given time. */
export const pastAffiliations = table(
  'past_affiliations',
  {
    authorKey: integer().notNull(),
    until: instant().notNull(),
    /** Null if the record showed none, or one stated by its owner, who may withdraw it. */
    name: text(),
    source: text(),
    year: integer(),
  },
  (t) => [primaryKey({ columns: [t.authorKey, t.until] })],
);

/** Since when the two tables above are written; one row. */
export const historyStart = table('history_start', { key: integer().primaryKey(), at: instant().notNull() });
