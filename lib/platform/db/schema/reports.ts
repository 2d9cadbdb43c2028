import { sql } from 'drizzle-orm';
import { index, instant, json, table, text, uniqueIndex } from '../columns.ts';

/** A report that something is wrong with a record or a work. Private: only a decision on it is ever shown. */
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
    /** A value of the closed list of reasons for the kind. */
    reason: text().notNull(),
    /**
     * Further facts, by kind: works of another person, the wrong field, the missing work, the other record. Once decided, also the reason.
     */
    facts: json().$type<Record<string, string | string[]>>().notNull().default({}),
    note: text(),
    /** The account that reported, if any. */
    reporterId: text(),
    /** 'open' | 'upheld' | 'dismissed' | 'withdrawn' | 'moot' (the reported account was erased). */
    state: text().notNull().default('open'),
    /** Equal for the same report by the same person: only one can be open. */
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
