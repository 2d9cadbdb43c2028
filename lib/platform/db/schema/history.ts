import { flag, index, instant, integer, key, primaryKey, table, text } from '../columns.ts';

/**
 * Who is on a work began or ceased to. A work that is stored for the first time has no rows: everybody on it is there since then.
 * What somebody had said and withdrew leaves no row.
 */
export const authorshipChanges = table(
  'authorship_changes',
  {
    key: key(),
    workKey: integer().notNull(),
    authorKey: integer().notNull(),
    at: instant().notNull(),
    /** True where the author is on the work from then on. */
    isOn: flag().notNull(),
    /** False where a person decided it: by a merge, a split, a revert, or an opinion. */
    bySource: flag().notNull(),
  },
  (t) => [index('authorship_changes_author').on(t.authorKey), index('authorship_changes_work').on(t.workKey)],
);

/** An affiliation that a record showed until a moment. */
export const pastAffiliations = table(
  'past_affiliations',
  {
    authorKey: integer().notNull(),
    until: instant().notNull(),
    /** Null where the record showed none, or one that its owner stated: that is theirs to withdraw. */
    name: text(),
    source: text(),
    year: integer(),
  },
  (t) => [primaryKey({ columns: [t.authorKey, t.until] })],
);

/** Since when the two tables above are written, in its only row. */
export const historyStart = table('history_start', { key: integer().primaryKey(), at: instant().notNull() });
