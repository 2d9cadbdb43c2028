import { and, eq, gt, lte } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { requestId, traceparent } from '#lib/platform/request-context.ts';

/**
 * The payload of each kind of job. Payloads hold only ids and plain values, because rows may change before the job runs. Each module adds
 * its own kinds in its `jobs.ts`.
 */
export interface JobPayloads {}

export type JobKind = keyof JobPayloads;

export interface JobRequest<Kind extends JobKind = JobKind> {
  kind: Kind;
  payload: JobPayloads[Kind];
  /**
   * Unique among waiting jobs: enqueuing the same key while it waits only moves that job to the earlier of both times. A job that has begun
   * no longer has its key.
   */
  onceKey?: string;
  /** The earliest time to run; now by default. */
  runAt?: Date;
}

/**
 * The implementation of a job. `within` runs in the transaction that marks the job done, so that its effect happens once. `outside` may use
 * the network and take long; it may run again after a crash, so it must be idempotent. A time-driven job waits while the clock cannot be
 * trusted: time alone triggers it, and it irreversibly ends, deletes, signs or sends.
 */
export type JobHandler<Kind extends JobKind> = { timeDriven?: true } & (
  | { within(tx: Writer, payload: JobPayloads[Kind]): Promise<void> }
  | { outside(payload: JobPayloads[Kind], job: { id: string; store: Store }): Promise<void> }
);

/** The handlers of a module, by kind. */
export type JobHandlers<Kinds extends JobKind> = { [Kind in Kinds]: JobHandler<Kind> };

/** The request that has enqueued a job, stored beside the payload, so that log lines, emails and traces of the job have its id. */
export interface JobOrigin {
  askedBy?: { request: string; trace?: string };
}

const currentOrigin = (): JobOrigin => {
  const request = requestId();
  const trace = traceparent();
  return request === undefined ? {} : { askedBy: { request, ...(trace !== undefined && { trace }) } };
};

/** Inserts a job in the caller's transaction, so that it only runs if the transaction is committed. */
export async function enqueue<Kind extends JobKind>(tx: Writer, job: JobRequest<Kind>): Promise<void> {
  const at = now();
  const { kind, onceKey = null, runAt = at } = job;
  const payload = { ...job.payload, ...currentOrigin() };
  const row = { id: newId(), kind, payload, state: 'waiting', onceKey, runAt, createdAt: at };
  const inserted = await tx.insert(jobs).values(row).onConflictDoNothing().returning({ id: jobs.id });
  if (inserted.length > 0 || onceKey === null) return;
  // A job that was enqueued while the clock was ahead must not hold back those that follow.
  const isLater = and(eq(jobs.onceKey, onceKey), eq(jobs.state, 'waiting'), gt(jobs.runAt, runAt));
  await tx.update(jobs).set({ runAt }).where(isLater);
}

/** Returns true if a job with the key is waiting. */
export async function isJobWaiting(reader: Reader, onceKey: string): Promise<boolean> {
  const isWaitingJob = and(eq(jobs.onceKey, onceKey), eq(jobs.state, 'waiting'));
  return hasRow(reader, jobs, isWaitingJob);
}

/** Marks a waiting job done because its work was done elsewhere. @param startedAt when that work began; jobs created later keep waiting */
export async function completeJob(tx: Writer, onceKey: string, startedAt: Date): Promise<void> {
  const isCompletable = and(eq(jobs.onceKey, onceKey), eq(jobs.state, 'waiting'), lte(jobs.createdAt, startedAt));
  await tx.update(jobs).set({ state: 'done', finishedAt: now() }).where(isCompletable);
}

/** Lets a failed job run again now. @returns its kind; null if no failed job has the id */
export async function retryFailedJob(tx: Writer, id: string): Promise<string | null> {
  const waitingState = { state: 'waiting', attempts: 0, runAt: now(), finishedAt: null, lastError: null };
  const isFailed = and(eq(jobs.id, id), eq(jobs.state, 'failed'));
  const [job] = await tx.update(jobs).set(waitingState).where(isFailed).returning({ kind: jobs.kind });
  return job?.kind ?? null;
}
