import { sql } from 'drizzle-orm';
import { index, instant, json, table, text, uniqueIndex } from '../columns.ts';

/** What a reader says is wrong with a record or a work. Private: only a decision on it is ever shown. */
export const reports = table(
  'reports',
  {
    id: text().primaryKey(),
    /** 'author' | 'work'. */
    subject: text().notNull(),
    /** The permanent id of the author or work. */
    subjectId: text().notNull(),
    /** 'not_same_person' | 'wrong_fact' | 'missing_work' | 'merge_with' | 'impersonation'. */
    kind: text().notNull(),
    /** A word of the closed list of reasons for the kind. */
    reason: text().notNull(),
    /** What the kind asks for besides: works that are another person's, the wrong field, the missing work, the other record; once decided, why. */
    facts: json().$type<Record<string, string | string[]>>().notNull().default({}),
    note: text(),
    /** The account of the reader, where there is one. */
    reporterId: text(),
    /** 'open' | 'upheld' | 'dismissed' | 'withdrawn' | 'moot' (the account that it was about is gone). */
    state: text().notNull().default('open'),
    /** Tells the same report by the same reader: one of them is open at a time. */
    onceKey: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    index('reports_subject').on(t.subjectId, t.state),
    index('reports_queue').on(t.state, t.createdAt),
    index('reports_reporter').on(t.reporterId),
    uniqueIndex('reports_once').on(t.onceKey).where(sql`state = 'open'`),
  ],
);
