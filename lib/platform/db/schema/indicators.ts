import { instant, integer, json, primaryKey, real, table, text } from '../columns.ts';

/** A figure that this instance computes of a work, by a method of the /methods page. Absent where the method says nothing. */
export const workIndicators = table(
  'work_indicators',
  {
    workKey: integer().notNull(),
    /** 'novelty-1' | 'signal-1'. */
    method: text().notNull(),
    /** 0–100. */
    value: real().notNull(),
    /** What the value was computed from, by the names that /methods uses. */
    parts: json().$type<Record<string, number>>().notNull().default({}),
    computedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workKey, t.method] })],
);

/** The same over an author's works: the median, where enough of them have a value. */
export const authorIndicators = table(
  'author_indicators',
  {
    authorKey: integer().notNull(),
    method: text().notNull(),
    value: real().notNull(),
    /** Works that have a value. */
    works: integer().notNull(),
    computedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.authorKey, t.method] })],
);
