import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, inArray, lte, notInArray, sql } from 'drizzle-orm';
import { addMs, daysMs, minutesMs, now } from '#lib/platform/clock.ts';
import { type ClockGuard, createClockGuard } from '#lib/platform/clock-guard.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { type Store, store, type Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import type { JobHandler, JobKind, JobOrigin, JobPayloads } from '#lib/platform/jobs/queue.ts';
import { maxJobAttempts, maxTransientRetryDays } from '#lib/platform/limits.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { withRequest } from '#lib/platform/request-context.ts';
import { TransientError } from '#lib/platform/transient-error.ts';
import { stopWithoutDatabase } from '#lib/runtime/monitoring/missing-database.ts';
import { createAlertSender, findInstanceAlerts } from '#lib/runtime/monitoring/send-alerts.ts';
import { beginSpan, startTraces, stopTraces } from '#lib/runtime/monitoring/traces.ts';
import { sendHeartbeats } from '#lib/runtime/monitoring/worker-watch.ts';
import { handlers, timeDrivenKinds } from './handlers.ts';
import { kindBackoffMs, retryDelayMs } from './job-retry.ts';
import { endLeasesOfEndedProcesses, leaseHolder, leaseTime } from './lease.ts';
import { ClockJumpError, createHourlyRound } from './schedules.ts';

const pollMs = 300;
const leaseMs = minutesMs(1);
const orphanCheckMs = 2_000;
/** Grace period for the current job after the server has ended. An aborted job is repeated. */
const orphanGraceMs = 5_000;
const alertIntervalMs = minutesMs(5);

/** Kinds of jobs that have a lane of their own: a mail server that does not answer delays nothing but mails. */
const mailKinds: JobKind[] = ['send-mail'];
type Lane = 'mail' | 'other';

interface WorkerOptions {
  store: Store;
  /** The jobs to run; all by default. */
  lane?: Lane;
  /** Suspends time-driven jobs while the clock is not trusted; without a guard, it is always trusted. */
  guard?: ClockGuard;
  handlers?: Partial<typeof handlers>;
  /** Called for every failed attempt with the job's kind and id. The payload is omitted, since it may contain an email address. */
  onFailure?: (failure: Failure) => void;
}

interface Failure {
  kind: string;
  id: string;
  attempts: number;
  isFinal: boolean;
  error: unknown;
}

export const logFailure = ({ error, ...failure }: Failure): void => log.error({ ...failure, error: describeFault(error) }, 'a job failed');

type JobRow = typeof jobs.$inferSelect;
/** Kinds of job that this worker skips, with the end of the pause. */
type PausedKinds = Map<string, Date>;

// Literal states, so that both engines use the partial index jobs_due.
const isOpen = sql`${jobs.state} in ('waiting', 'running')`;
const isDue = (at: Date) => and(isOpen, lte(jobs.runAt, at), sql`(${jobs.state} = 'waiting' or ${lte(jobs.leaseEndsAt, leaseTime())})`);

const workerDied = 'Its worker died.';
const workerDiedAgain = 'Its worker died twice in a row.';
const isWorkerDeath = (error: string | null): boolean => error === workerDied || error === workerDiedAgain;

/**
 * Requeues a job whose worker died behind all due jobs, so that a job that crashes or blocks its worker does not delay others. A worker
 * counts as dead if the lease has expired without an error being recorded.
 */
const requeueAbandoned = (tx: Writer, { id, lastError }: Pick<JobRow, 'id' | 'lastError'>, at: Date) =>
  tx
    .update(jobs)
    .set({
      state: 'waiting',
      runAt: at,
      leaseEndsAt: null,
      leasedBy: null,
      lastError: isWorkerDeath(lastError) ? workerDiedAgain : workerDied,
    })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'running'), isDue(at)))
    .returning({ id: jobs.id });

/**
 * Takes one due job by a conditional update, so that only one of several workers gets it. Its deduplication key is cleared, so that later
 * changes can enqueue another run.
 */
async function takeJob(options: WorkerOptions, pausedKinds: PausedKinds): Promise<JobRow | null> {
  const { store: database, guard } = options;
  const pausedNow = [...pausedKinds].flatMap(([kind, until]) => (until > now() ? [kind] : []));
  const skippedKinds = guard?.isSettled() === false ? [...pausedNow, ...timeDrivenKinds] : pausedNow;
  const isInLane = options.lane && (options.lane === 'mail' ? inArray(jobs.kind, mailKinds) : notInArray(jobs.kind, mailKinds));
  const isAvailable = and(isDue(now()), isInLane, skippedKinds.length > 0 ? notInArray(jobs.kind, skippedKinds) : undefined);
  const columns = { id: jobs.id, state: jobs.state, lastError: jobs.lastError };
  const candidates = await database.reader.select(columns).from(jobs).where(isAvailable).orderBy(asc(jobs.runAt)).limit(8);
  let isRequeued = false;
  for (const { id, state, lastError } of candidates) {
    const at = now();
    if (state === 'running') {
      isRequeued = (await database.transact((tx) => requeueAbandoned(tx, { id, lastError }, at))).length > 0 || isRequeued;
      continue;
    }
    const [taken] = await database.transact((tx) =>
      tx
        .update(jobs)
        .set({
          state: 'running',
          onceKey: null,
          leaseEndsAt: leaseTime(leaseMs),
          leasedBy: leaseHolder,
          attempts: sql`${jobs.attempts} + 1`,
        })
        .where(and(eq(jobs.id, id), isDue(at)))
        .returning(),
    );
    if (taken) return taken;
  }
  return isRequeued ? takeJob(options, pausedKinds) : null;
}

/** Matches the job while this attempt owns it and no other worker has taken it. */
const isOwnAttempt = (job: JobRow) => and(eq(jobs.id, job.id), eq(jobs.state, 'running'), eq(jobs.attempts, job.attempts));

async function runJob(job: JobRow, options: WorkerOptions): Promise<void> {
  const handler = { ...handlers, ...options.handlers }[job.kind as JobKind] as JobHandler<JobKind> | undefined;
  if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}.`);
  if (job.attempts > maxJobAttempts && job.lastError === workerDiedAgain) throw new Error(workerDiedAgain);
  const { askedBy: _, ...payload } = job.payload as JobPayloads[JobKind] & JobOrigin;
  // The payload of a finished job is deleted, since it may contain an email address or a code.
  const finished = { state: 'done', finishedAt: now(), leaseEndsAt: null, lastError: null, payload: {} };
  if ('within' in handler) {
    await options.store.transact(async (tx) => {
      const ownRows = await tx.update(jobs).set(finished).where(isOwnAttempt(job)).returning({ id: jobs.id });
      if (ownRows.length > 0) await handler.within(tx, payload);
      if (options.guard?.isSettled() === false && timeDrivenKinds.includes(job.kind)) throw new ClockJumpError();
    });
    return;
  }
  const leaseTimer = setInterval(() => {
    const extended = { leaseEndsAt: leaseTime(leaseMs) };
    // A failure is not reported: the lease is extended three times before it ends, and afterwards another worker may take the job.
    void options.store
      .transact((tx) => tx.update(jobs).set(extended).where(isOwnAttempt(job)).returning({ id: jobs.id }))
      .catch(() => undefined);
  }, leaseMs / 3);
  try {
    await handler.outside(payload, { id: job.id, store: options.store });
  } finally {
    clearInterval(leaseTimer);
  }
  await options.store.transact((tx) => tx.update(jobs).set(finished).where(isOwnAttempt(job)).returning({ id: jobs.id }));
}

async function recordFailure(job: JobRow, error: unknown, options: WorkerOptions): Promise<void> {
  const { forget } = job.payload as { forget?: true };
  const isTransient = error instanceof TransientError && !forget && addMs(job.createdAt, daysMs(maxTransientRetryDays)) > now();
  const isFinal = !isTransient && job.attempts >= maxJobAttempts;
  const lastError = describeFault(error);
  const next = isFinal
    ? {
        state: forget ? 'done' : 'failed',
        finishedAt: now(),
        leaseEndsAt: null,
        ...(forget ? { payload: {}, lastError: null } : { lastError }),
      }
    : { state: 'waiting', runAt: addMs(now(), retryDelayMs(job.attempts)), leaseEndsAt: null, lastError };
  options.onFailure?.({ kind: job.kind, id: job.id, attempts: job.attempts, isFinal, error });
  await options.store.transact((tx) => tx.update(jobs).set(next).where(isOwnAttempt(job)).returning({ id: jobs.id }));
}

/**
 * Runs work with the id and trace of the request that enqueued the job.
 * @param work returns whether the job is done
 */
async function inRequestContext({ kind, payload, attempts }: JobRow, work: () => Promise<boolean>): Promise<void> {
  const { askedBy } = payload as JobOrigin;
  const span = beginSpan(`job ${kind}`, 'consumer', askedBy?.trace);
  const context = askedBy && { id: askedBy.request, isOverloaded: false, isJob: true as const, traceparent: span.traceparent };
  const isDone = await (context ? withRequest(context, work) : work());
  span.end({ 'peergraph.job': kind, 'peergraph.attempt': attempts, ...(askedBy && { 'peergraph.request_id': askedBy.request }) }, !isDone);
}

/** Runs all due jobs one after another, and returns their number. */
export async function runDueJobs(
  options: WorkerOptions,
  shouldContinue: () => boolean = () => true,
  pausedKinds: PausedKinds = new Map(),
): Promise<number> {
  let jobCount = 0;
  while (shouldContinue()) {
    const job = await takeJob(options, pausedKinds);
    if (!job) break;
    jobCount += 1;
    await inRequestContext(job, async () => {
      try {
        await runJob(job, options);
        return true;
      } catch (error) {
        if (error instanceof TransientError && error.affectsAllJobs) pausedKinds.set(job.kind, addMs(now(), kindBackoffMs));
        await recordFailure(job, error, options);
        return false;
      }
    });
  }
  return jobCount;
}

/** Runs jobs until stopped: mails in a lane of their own. `stop` waits for the current jobs. */
export function startWorker(options: WorkerOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const rounds = createHourlyRound(options);
  const runLoop = async (lane: Lane, tick: () => Promise<void>) => {
    const pausedKinds: PausedKinds = new Map();
    while (!stopping.signal.aborted) {
      try {
        await tick();
        await runDueJobs({ ...options, lane }, () => !stopping.signal.aborted, pausedKinds);
      } catch (error) {
        options.onFailure?.({ kind: 'worker', id: '', attempts: 0, isFinal: false, error });
        await wait(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
      await wait(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const started = endLeasesOfEndedProcesses(options.store).catch((error: unknown) =>
    options.onFailure?.({ kind: 'worker', id: '', attempts: 0, isFinal: false, error }),
  );
  // Mails wait for the first round: a job that blocks the process must not meet an open transaction.
  const firstRound = Promise.withResolvers<void>();
  const tick = () => rounds.tick().finally(() => firstRound.resolve());
  const running = started.then(() => Promise.all([runLoop('other', tick), runLoop('mail', () => firstRound.promise)]));
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Runs the worker process. It ends on a signal, after the current job, or when its parent process has ended. */
function main(): void {
  const database = store();
  const guard = createClockGuard({
    settlingMs: env().CLOCK_SETTLING_SECONDS * 1000,
    onJump: ({ aheadMs, settlingMs }) =>
      log.warn(
        { aheadSeconds: Math.round(aheadMs / 1000), settlingSeconds: settlingMs / 1000 },
        'the clock has jumped, or nothing ran for a while: deletions, erasures, expiry and heads of the log wait until it has been consistent for the settling time',
      ),
  });
  const worker = startWorker({ store: database, guard, onFailure: logFailure });
  const sendAlerts = createAlertSender(() => findInstanceAlerts(database));
  setInterval(sendAlerts, alertIntervalMs).unref();
  sendHeartbeats();
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
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

/**
 * Calls back when the parent ends. A server's IPC channel closes, possibly before this process is loaded. For a worker started separately,
 * the parent's process id is polled.
 */
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
  stopWithoutDatabase(env().DATABASE_URL);
  await startTraces('worker');
  main();
}
