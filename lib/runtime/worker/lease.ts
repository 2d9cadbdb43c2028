import { type SQL, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';

/**
 * Returns the time in `afterMs` milliseconds, for leases. PostgreSQL uses the clock of the database: a worker whose own clock is ahead
 * would consider jobs of other workers abandoned, and repeat them. All workers of an SQLite file run on one machine.
 */
export const leaseTime = (afterMs = 0): SQL =>
  dialect === 'postgres' ? sql`clock_timestamp() + ${afterMs} * interval '1 millisecond'` : sql`${now().getTime() + afterMs}`;
