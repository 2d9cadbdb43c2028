import { and, eq, lte } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { requestId, traceparent } from '#lib/platform/request-context.ts';

/**
 * The payload of each kind of job: ids and plain values only, because what a row says may have changed when its turn comes. Each module
 * adds its own kinds in its `jobs.ts`.
 */
export interface JobPayloads {}

export type JobKind = keyof JobPayloads;

export interface JobRequest<Kind extends JobKind = JobKind> {
  kind: Kind;
  payload: JobPayloads[Kind];
  /** A key is unique among waiting jobs: asking again while it waits does nothing. A job that has begun no longer has it. */
  onceKey?: string;
  /** When its turn comes; now, unless given. */
  runAt?: Date;
}

/**
 * What a job does. `within` runs in the transaction that marks the job done, so its effect happens once. `outside` may use the
 * network and take its time; it may run again after a crash, so it must be idempotent. A time-driven job waits while the clock cannot be
 * trusted: it ends, deletes, signs or sends for good, and time alone has set it off.
 */
export type JobHandler<Kind extends JobKind> = { timeDriven?: true } & (
  | { within(tx: Writer, payload: JobPayloads[Kind]): Promise<void> }
  | { outside(payload: JobPayloads[Kind], job: { id: string; store: Store }): Promise<void> }
);

/** The handlers of a module, by kind. */
export type JobHandlers<Kinds extends JobKind> = { [Kind in Kinds]: JobHandler<Kind> };

/** Beside the payload of a job: the request that has asked for it, so that the lines, the mail and the trace of the job have its id. */
export interface JobOrigin {
  askedBy?: { request: string; trace?: string };
}

const origin = (): JobOrigin => {
  const request = requestId();
  const trace = traceparent();
  return request === undefined ? {} : { askedBy: { request, ...(trace !== undefined && { trace }) } };
};

/** Writes a job row in the caller's transaction, so that the effect leaves the house only if the change was kept. */
export async function enqueue<Kind extends JobKind>(tx: Writer, job: JobRequest<Kind>): Promise<void> {
  const at = now();
  await tx
    .insert(jobs)
    .values({
      id: newId(),
      kind: job.kind,
      payload: { ...job.payload, ...origin() },
      state: 'waiting',
      onceKey: job.onceKey ?? null,
      runAt: job.runAt ?? at,
      createdAt: at,
    })
    .onConflictDoNothing();
}

/** Whether a job of this key waits. */
export async function isWaiting(reader: Reader, onceKey: string): Promise<boolean> {
  const waiting = and(eq(jobs.onceKey, onceKey), eq(jobs.state, 'waiting'));
  return hasRow(reader, jobs, waiting);
}

/** Closes a waiting job that somebody else has done meanwhile: one that was asked for before they began. */
export async function completeJob(tx: Writer, onceKey: string, begun: Date): Promise<void> {
  const done = and(eq(jobs.onceKey, onceKey), eq(jobs.state, 'waiting'), lte(jobs.createdAt, begun));
  await tx.update(jobs).set({ state: 'done', finishedAt: now() }).where(done);
}

/** Gives a failed job another try, now. @returns its kind; null where no failed job has the id */
export async function retryFailedJob(tx: Writer, id: string): Promise<string | null> {
  const again = { state: 'waiting', attempts: 0, runAt: now(), finishedAt: null, lastError: null };
  const failed = and(eq(jobs.id, id), eq(jobs.state, 'failed'));
  const [job] = await tx.update(jobs).set(again).where(failed).returning({ kind: jobs.kind });
  return job?.kind ?? null;
}
