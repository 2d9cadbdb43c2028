import { instant, integer, json, primaryKey, real, table, text } from '../columns.ts';

/** An indicator that this instance computes for a work, by a method of the /methods page. No row if the method gives no value. */
export const workIndicators = table(
  'work_indicators',
  {
    workKey: integer().notNull(),
    /** 'novelty-1' | 'signal-1'. */
    method: text().notNull(),
    /** 0–100. */
    value: real().notNull(),
    /** The inputs of the value, by the names that /methods uses. */
    parts: json().$type<Record<string, number>>().notNull().default({}),
    computedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workKey, t.method] })],
);

/** The same indicator for an author: the median over their works, if enough of them have a value. */
export const authorIndicators = table(
  'author_indicators',
  {
    authorKey: integer().notNull(),
    method: text().notNull(),
    value: real().notNull(),
    /** Number of works with a value. */
    works: integer().notNull(),
    computedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.authorKey, t.method] })],
);
