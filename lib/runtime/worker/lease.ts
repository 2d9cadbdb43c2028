import { hostname } from 'node:os';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import type { Store } from '#lib/platform/db/store.ts';

/**
 * Returns the time in `afterMs` milliseconds, for leases. PostgreSQL uses the clock of the database: a worker whose own clock is ahead
 * would consider jobs of other workers abandoned, and repeat them. All workers of an SQLite file run on one machine.
 */
export const leaseTime = (afterMs = 0): SQL =>
  dialect === 'postgres' ? sql`clock_timestamp() + ${afterMs} * interval '1 millisecond'` : sql`${now().getTime() + afterMs}`;

const startedAt = Math.round(performance.timeOrigin);

/** Identifies this process in leases. */
export const leaseHolder = `${hostname()} ${process.pid} ${startedAt}`;

/** Whether the process that holds a lease has ended. Of a process on another machine, only the end of its lease tells. */
function isEnded(holder: string): boolean {
  const [host = '', pid = '', start = ''] = holder.split(' ');
  if (host !== hostname()) return dialect === 'sqlite';
  if (Number(pid) === process.pid) return Number(start) !== startedAt;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as { code?: unknown }).code === 'ESRCH';
  }
}

/** Ends the leases of processes that have ended, so that their jobs are repeated at once and not after a minute. */
export async function endLeasesOfEndedProcesses({ reader, transact }: Pick<Store, 'reader' | 'transact'>): Promise<void> {
  const isLeased = and(eq(jobs.state, 'running'), isNotNull(jobs.leasedBy));
  const rows = await reader.select({ id: jobs.id, leasedBy: jobs.leasedBy }).from(jobs).where(isLeased);
  for (const { id, leasedBy } of rows) {
    if (leasedBy === null || !isEnded(leasedBy)) continue;
    const isSameLease = and(eq(jobs.id, id), eq(jobs.state, 'running'), eq(jobs.leasedBy, leasedBy));
    await transact((tx) => tx.update(jobs).set({ leaseEndsAt: leaseTime(), leasedBy: null }).where(isSameLease).returning({ id: jobs.id }));
  }
}
