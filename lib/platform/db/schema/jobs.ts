import { sql } from 'drizzle-orm';
import { index, instant, integer, json, table, text, uniqueIndex } from '../columns.ts';

/** A unit of background work, run after the commit of the transaction that enqueued it. */
export const jobs = table(
  'jobs',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    payload: json().$type<unknown>().notNull(),
    /** 'waiting' | 'running' | 'done' | 'failed'. */
    state: text().notNull(),
    /** Unique among open jobs. */
    onceKey: text(),
    runAt: instant().notNull(),
    leaseEndsAt: instant(),
    /** The process that runs it: host name, process id and start. */
    leasedBy: text(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (t) => [
    index('jobs_due').on(t.runAt).where(sql`state in ('waiting', 'running')`),
    uniqueIndex('jobs_once').on(t.onceKey).where(sql`state in ('waiting', 'running')`),
  ],
);

/** The last time that a worker trusted its clock; one row. */
export const clockHeartbeat = table('clock_heartbeat', { id: integer().primaryKey(), at: instant().notNull() });
