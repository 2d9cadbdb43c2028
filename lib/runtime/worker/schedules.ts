import { and, eq, gt, inArray, or } from 'drizzle-orm';
import { refreshFutureSnapshots } from '#lib/catalog/refresh/commands/trust.ts';
import { addMs, minutesMs, now } from '#lib/platform/clock.ts';
import type { ClockGuard } from '#lib/platform/clock-guard.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { clockHeartbeat, jobs } from '#lib/platform/db/schema/jobs.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { deleteExpiredData } from './expired-data.ts';
import { leaseTime } from './lease.ts';
import { enqueueRecurring } from './recurring-jobs.ts';

/** Thrown if the clock has jumped during work that relies on it. The work is rolled back and repeated later. */
export class ClockJumpError extends Error {
  override readonly name = 'ClockJumpError';
  override readonly message = 'The clock has jumped meanwhile.';
}

const roundIntervalMs = minutesMs(60);
const heartbeatIntervalMs = minutesMs(10);
/** Longer than any delay between two attempts of a job. */
const maxRetryPauseMs = minutesMs(60);

async function heartbeatOf(reader: Reader): Promise<Date | null> {
  const [row] = await reader.select({ at: clockHeartbeat.at }).from(clockHeartbeat).where(eq(clockHeartbeat.id, 1));
  return row?.at ?? null;
}

async function storeHeartbeat(tx: Writer): Promise<void> {
  const at = now();
  await tx.insert(clockHeartbeat).values({ id: 1, at }).onConflictDoUpdate({ target: clockHeartbeat.id, set: { at } });
}

/** Corrects rows written while the clock was ahead: jobs that would wait until that time, and trust computed for it. */
async function repairAfterJump(tx: Writer): Promise<void> {
  const at = now();
  const isOpen = inArray(jobs.state, ['waiting', 'running']);
  const isRetry = and(gt(jobs.attempts, 0), gt(jobs.runAt, addMs(at, maxRetryPauseMs)));
  const isAhead = and(isOpen, or(gt(jobs.createdAt, at), isRetry, gt(jobs.leaseEndsAt, leaseTime(maxRetryPauseMs))));
  const jobsAhead = await rowsOf(tx, jobs, isAhead);
  for (const { id, createdAt, runAt, leaseEndsAt, attempts } of jobsAhead) {
    const aheadMs = Math.max(0, createdAt.getTime() - at.getTime());
    const next = attempts > 0 ? at : addMs(runAt, -aheadMs);
    await tx
      .update(jobs)
      .set({ runAt: next, createdAt: addMs(createdAt, -aheadMs), leaseEndsAt: leaseEndsAt && leaseTime() })
      .where(eq(jobs.id, id));
  }
  await refreshFutureSnapshots(tx);
}

/**
 * Creates the worker's hourly round: it deletes expired data and enqueues recurring jobs. It is suspended while the clock is not trusted.
 */
export function createHourlyRound({ store, guard }: { store: Store; guard?: ClockGuard }): { tick(): Promise<void> } {
  let lastRound = Number.NEGATIVE_INFINITY;
  let lastHeartbeat: number | null = null;
  let isNew = true;
  let wasSuspended = false;
  const isDue = (last: number, everyMs: number): boolean => Math.abs(now().getTime() - last) > everyMs;
  const transactIfSettled = (work: (tx: Writer) => Promise<void>): Promise<void> =>
    store.transact(async (tx) => {
      await work(tx);
      if (guard?.isSettled() === false) throw new ClockJumpError();
    });

  /** Compares the clock with that of other workers and stores the trusted time. Returns false if they disagree. */
  async function updateHeartbeat(): Promise<boolean> {
    if (!guard || (lastHeartbeat !== null && !isDue(lastHeartbeat, heartbeatIntervalMs))) return true;
    const other = await heartbeatOf(store.reader);
    // Another worker has stored a time that is not between this worker's last heartbeat and now.
    if (other && lastHeartbeat !== null && (other.getTime() < lastHeartbeat || other > now())) guard.compareWith(other);
    if (!guard.isSettled()) return false;
    await transactIfSettled(storeHeartbeat);
    lastHeartbeat = now().getTime();
    return true;
  }

  async function run(): Promise<void> {
    if (isNew) guard?.compareWith(await heartbeatOf(store.reader));
    isNew = false;
    if (guard?.isSettled() === false) {
      wasSuspended = true;
      lastHeartbeat = null;
      return;
    }
    if (wasSuspended) await transactIfSettled(repairAfterJump);
    if (!(await updateHeartbeat())) return;
    if (!wasSuspended && !isDue(lastRound, roundIntervalMs)) return;
    await transactIfSettled(deleteExpiredData);
    await transactIfSettled(enqueueRecurring);
    wasSuspended = false;
    lastRound = now().getTime();
  }

  return {
    async tick() {
      await run().catch((error: unknown) => {
        if (!(error instanceof ClockJumpError)) throw error;
      });
    },
  };
}
