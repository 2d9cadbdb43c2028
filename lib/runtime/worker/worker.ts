import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, lte, notInArray, sql } from 'drizzle-orm';
import { later, minutesMs, now } from '#lib/platform/clock.ts';
import { type ClockGuard, createClockGuard } from '#lib/platform/clock-guard.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { type Store, store, type Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import type { JobHandler, JobKind, JobOrigin, JobPayloads } from '#lib/platform/jobs/queue.ts';
import { faultText } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { withRequest } from '#lib/platform/request-context.ts';
import { TransientError } from '#lib/platform/transient-error.ts';
import { endWithoutDatabase } from '#lib/runtime/monitoring/missing-database.ts';
import { alertsOfInstance, createAlerting } from '#lib/runtime/monitoring/send-alerts.ts';
import { beginSpan, startTraces, stopTraces } from '#lib/runtime/monitoring/traces.ts';
import { sayAlive } from '#lib/runtime/monitoring/worker-watch.ts';
import { handlers, timeDriven } from './handlers.ts';
import { kindBackoffMs, maxAttempts, maxTransientRetryMs, retryDelayMs } from './job-retry.ts';
import { leaseTime } from './lease.ts';
import { ClockJumped, createRounds } from './schedules.ts';

const pollMs = 300;
const leaseMs = minutesMs(1);
const orphanCheckMs = 2_000;
/** What a job may take without a server; cut short, it is done again. */
const orphanGraceMs = 5_000;
const alertsEveryMs = minutesMs(5);
interface WorkerOptions {
  store: Store;
  /** Holds back what time alone sets off while the clock cannot be trusted; without it the clock is trusted. */
  guard?: ClockGuard;
  handlers?: Partial<typeof handlers>;
  /** Told of every attempt that failed, with the job's kind and id; never with its payload, which may hold an address. */
  onFailure?: (failure: Failure) => void;
}

interface Failure {
  kind: string;
  id: string;
  attempts: number;
  isFinal: boolean;
  error: unknown;
}

export const logFailure = ({ error, ...failure }: Failure): void => log.error({ ...failure, error: faultText(error) }, 'a job failed');

type Taken = typeof jobs.$inferSelect;
/** Until when a worker takes no job of a kind. */
type Resting = Map<string, Date>;

// Literal states, so that both engines see that the partial index jobs_due covers the query.
const isOpen = sql`${jobs.state} in ('waiting', 'running')`;
const isDue = (at: Date) => and(isOpen, lte(jobs.runAt, at), sql`(${jobs.state} = 'waiting' or ${lte(jobs.leaseEndsAt, leaseTime())})`);

const workerDied = 'Its worker died.';
const workerDiedAgain = 'Its worker died twice in a row.';
const isDeath = (error: string | null): boolean => error === workerDied || error === workerDiedAgain;

/**
 * Has a job whose worker died wait behind all that are due: one that kills its worker, or lets it hang, holds up no other. The worker died
 * where the lease ended and no error was recorded.
 */
const queueAgain = (tx: Writer, { id, lastError }: Pick<Taken, 'id' | 'lastError'>, at: Date) =>
  tx
    .update(jobs)
    .set({ state: 'waiting', runAt: at, leaseEndsAt: null, lastError: isDeath(lastError) ? workerDiedAgain : workerDied })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'running'), isDue(at)))
    .returning({ id: jobs.id });

/**
 * Takes one job that is due, by a conditional update: of several workers one gets it.
 * The job stops bearing its once-key, so that what changes from now on can ask for another run.
 */
async function take(options: WorkerOptions, resting: Resting): Promise<Taken | null> {
  const { store: database, guard } = options;
  const resters = [...resting].flatMap(([kind, until]) => (until > now() ? [kind] : []));
  const idle = guard?.isSettled() === false ? [...resters, ...timeDriven] : resters;
  const wanted = and(isDue(now()), idle.length > 0 ? notInArray(jobs.kind, idle) : undefined);
  const columns = { id: jobs.id, state: jobs.state, lastError: jobs.lastError };
  const candidates = await database.reader.select(columns).from(jobs).where(wanted).orderBy(asc(jobs.runAt)).limit(8);
  let isRequeued = false;
  for (const { id, state, lastError } of candidates) {
    const at = now();
    if (state === 'running') {
      isRequeued = (await database.transact((tx) => queueAgain(tx, { id, lastError }, at))).length > 0 || isRequeued;
      continue;
    }
    const [taken] = await database.transact((tx) =>
      tx
        .update(jobs)
        .set({ state: 'running', onceKey: null, leaseEndsAt: leaseTime(leaseMs), attempts: sql`${jobs.attempts} + 1` })
        .where(and(eq(jobs.id, id), isDue(at)))
        .returning(),
    );
    if (taken) return taken;
  }
  return isRequeued ? take(options, resting) : null;
}

/** The job is still this attempt's: no other worker has taken it since. */
const isMine = (job: Taken) => and(eq(jobs.id, job.id), eq(jobs.state, 'running'), eq(jobs.attempts, job.attempts));

async function attempt(job: Taken, options: WorkerOptions): Promise<void> {
  const handler = { ...handlers, ...options.handlers }[job.kind as JobKind] as JobHandler<JobKind> | undefined;
  if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}.`);
  if (job.attempts > maxAttempts && job.lastError === workerDiedAgain) throw new Error(workerDiedAgain);
  const { askedBy: _, ...payload } = job.payload as JobPayloads[JobKind] & JobOrigin;
  // A finished job forgets what it was given: a mail's address and code have no business in the database any longer.
  const finished = { state: 'done', finishedAt: now(), leaseEndsAt: null, lastError: null, payload: {} };
  if ('within' in handler) {
    await options.store.transact(async (tx) => {
      const mine = await tx.update(jobs).set(finished).where(isMine(job)).returning({ id: jobs.id });
      if (mine.length > 0) await handler.within(tx, payload);
      if (options.guard?.isSettled() === false && timeDriven.includes(job.kind)) throw new ClockJumped();
    });
    return;
  }
  const keep = setInterval(() => {
    const extended = { leaseEndsAt: leaseTime(leaseMs) };
    void options.store.transact((tx) => tx.update(jobs).set(extended).where(isMine(job)).returning({ id: jobs.id })).catch(() => undefined);
  }, leaseMs / 3);
  try {
    await handler.outside(payload, { id: job.id, store: options.store });
  } finally {
    clearInterval(keep);
  }
  await options.store.transact((tx) => tx.update(jobs).set(finished).where(isMine(job)).returning({ id: jobs.id }));
}

async function requeue(job: Taken, error: unknown, options: WorkerOptions): Promise<void> {
  const { forget } = job.payload as { forget?: true };
  const isPatient = error instanceof TransientError && !forget && later(job.createdAt, maxTransientRetryMs) > now();
  const isFinal = !isPatient && job.attempts >= maxAttempts;
  const lastError = faultText(error);
  const next = isFinal
    ? {
        state: forget ? 'done' : 'failed',
        finishedAt: now(),
        leaseEndsAt: null,
        ...(forget ? { payload: {}, lastError: null } : { lastError }),
      }
    : { state: 'waiting', runAt: later(now(), retryDelayMs(job.attempts)), leaseEndsAt: null, lastError };
  options.onFailure?.({ kind: job.kind, id: job.id, attempts: job.attempts, isFinal, error });
  await options.store.transact((tx) => tx.update(jobs).set(next).where(isMine(job)).returning({ id: jobs.id }));
}

/** Runs work under the id and in the trace of the request that has asked for the job. @param work says whether it is done */
async function forItsRequest({ kind, payload, attempts }: Taken, work: () => Promise<boolean>): Promise<void> {
  const { askedBy } = payload as JobOrigin;
  const span = beginSpan(`job ${kind}`, 'consumer', askedBy?.trace);
  const context = askedBy && { id: askedBy.request, isOverloaded: false, isJob: true as const, traceparent: span.traceparent };
  const isDone = await (context ? withRequest(context, work) : work());
  span.end({ 'peergraph.job': kind, 'peergraph.attempt': attempts, ...(askedBy && { 'peergraph.request_id': askedBy.request }) }, !isDone);
}

/** Does every job that is due, one after another, and says how many it took. */
export async function workOff(
  options: WorkerOptions,
  shouldContinue: () => boolean = () => true,
  resting: Resting = new Map(),
): Promise<number> {
  let taken = 0;
  while (shouldContinue()) {
    const job = await take(options, resting);
    if (!job) break;
    taken += 1;
    await forItsRequest(job, async () => {
      try {
        await attempt(job, options);
        return true;
      } catch (error) {
        if (error instanceof TransientError && error.affectsAllJobs) resting.set(job.kind, later(now(), kindBackoffMs));
        await requeue(job, error, options);
        return false;
      }
    });
  }
  return taken;
}

/** Works until stopped. `stop` lets the job in hand finish. */
export function startWorker(options: WorkerOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const rounds = createRounds(options);
  const resting: Resting = new Map();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        await rounds.tick();
        await workOff(options, () => !stopping.signal.aborted, resting);
      } catch (error) {
        options.onFailure?.({ kind: 'worker', id: '', attempts: 0, isFinal: false, error });
        await wait(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
      await wait(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/** The process that does the jobs: ends when asked, after the job in hand, and when the process that began it is gone. */
function main(): void {
  const database = store();
  const guard = createClockGuard({
    settlingMs: env().CLOCK_SETTLING_SECONDS * 1000,
    onJump: ({ aheadMs, settlingMs }) =>
      log.warn(
        { aheadSeconds: Math.round(aheadMs / 1000), settlingSeconds: settlingMs / 1000 },
        'the clock has jumped, or nothing ran for a while: sweeping, erasures, expiry and heads of the log wait until it has been consistent for the settling time',
      ),
  });
  const worker = startWorker({
    store: database,
    guard,
    onFailure: logFailure,
  });
  const lookForAlerts = createAlerting(() => alertsOfInstance(database));
  setInterval(lookForAlerts, alertsEveryMs).unref();
  sayAlive();
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await worker.stop();
    await Promise.all([database.close(), stopTraces()]);
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  followParent(() => {
    setTimeout(() => process.exit(1), orphanGraceMs).unref();
    void stop();
  });
  log.info('the worker has started');
}

/** The end of a server closes its channel, maybe before this process is loaded. Who starts a worker alone is asked for by its id. */
function followParent(stop: () => void): void {
  if (process.argv.includes('--with-channel')) {
    if (process.connected) process.once('disconnect', stop);
    else stop();
    return;
  }
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, orphanCheckMs).unref();
}

if (import.meta.main) {
  endWithoutDatabase(env().DATABASE_URL);
  await startTraces('worker');
  main();
}
