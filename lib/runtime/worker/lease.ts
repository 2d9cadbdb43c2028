import { type SQL, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';

/**
 * The time of leases, so many milliseconds from now. With PostgreSQL it is the database's: a worker whose own clock is ahead would take the
 * jobs of others for abandoned, and do them a second time. A file of SQLite has the workers of one machine.
 */
export const leaseTime = (afterMs = 0): SQL =>
  dialect === 'postgres' ? sql`clock_timestamp() + ${afterMs} * interval '1 millisecond'` : sql`${now().getTime() + afterMs}`;
