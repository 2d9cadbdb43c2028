import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { and, eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { addMs, minutesMs, now } from '#lib/platform/clock.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { log } from '#lib/platform/log/log.ts';
import { createMessage } from '#lib/platform/mail/messages.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { watchWorker } from '#lib/runtime/monitoring/worker-watch.ts';
import { killWhenHung, superviseProcess } from '#lib/runtime/server/processes/supervise-process.ts';
import { databasePerTest } from './test-database.ts';
import { expireLeases } from './worker-process.ts';

const database = databasePerTest();
const running: ChildProcess[] = [];
let isStopping = false;
afterEach(() => {
  isStopping = true;
  for (const child of running) child.kill('SIGKILL');
  running.length = 0;
  vi.restoreAllMocks();
});

/** Returns a worker under the supervision of a server, on a clock that the test moves. */
function startWatchedWorker() {
  isStopping = false;
  let minutes = 0;
  const watch = watchWorker(() => minutes * 60_000);
  const begin = () => {
    const child = spawn(process.execPath, [databaseFlag(), 'tests/servers/hanging-worker.ts'], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, DATABASE_URL: database.url },
    });
    running.push(child);
    return watch.follow(child);
  };
  const { current } = superviseProcess(begin, () => isStopping);
  const look = killWhenHung(current, () => watch.currentSilentMs() > 5 * 60_000, 300);
  return {
    current,
    watch,
    afterMinutes(more: number) {
      minutes += more;
      look();
    },
  };
}

const enqueueMail = (subject: string, runAt = now()) =>
  database.store.transact((tx) =>
    enqueue(tx, { kind: 'send-mail', payload: { to: 'noor@example.org', ...createMessage(subject, ['x']) }, runAt }),
  );

const mailRows = () => database.store.reader.select().from(jobs).where(eq(jobs.kind, 'send-mail'));
const states = async () => (await mailRows()).map(({ state }) => state).sort();

test('a worker with a hanging job is killed after five minutes, and the next one runs other due jobs', {
  timeout: 120_000,
}, async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  await enqueueMail('hang');
  await enqueueMail('waits', addMs(now(), minutesMs(60)));
  const { current, afterMinutes } = startWatchedWorker();
  const first = current();
  await expect.poll(states, { timeout: 60_000 }).toEqual(['running', 'waiting']);
  afterMinutes(4);
  afterMinutes(2);
  await new Promise((done) => setTimeout(done, 600));
  // Silent for six minutes at the first check, but not killed: this process itself may have been suspended.
  expect([first.exitCode, first.signalCode]).toEqual([null, null]);
  const ended = once(first, 'exit');
  afterMinutes(1);
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(logged).toHaveBeenCalledWith({ pid: first.pid }, expect.stringContaining('hangs'));
  // Not before: the worker may hang within a transaction.
  await database.store.transact((tx) =>
    tx
      .update(jobs)
      .set({ runAt: now() })
      .where(and(eq(jobs.kind, 'send-mail'), eq(jobs.state, 'waiting'))),
  );
  await expireLeases(database.store);
  // The job that hangs is now after the other one in the queue.
  await expect.poll(states, { timeout: 60_000 }).toEqual(['done', 'running']);
  expect(current().pid).not.toBe(first.pid);
});

test('a stopped worker that hangs is killed, and its successor has its own five minutes', { timeout: 120_000 }, async () => {
  vi.spyOn(log, 'error').mockImplementation(() => undefined);
  const { current, afterMinutes, watch } = startWatchedWorker();
  const first = current();
  await once(first, 'message');
  first.kill('SIGSTOP');
  const ended = once(first, 'exit');
  afterMinutes(6);
  afterMinutes(1);
  expect(await ended).toEqual([null, 'SIGKILL']);
  await expect.poll(() => current().pid, { timeout: 30_000 }).not.toBe(first.pid);
  const second = current();
  // No worker has reported for longer than that, so the alert stays until the new one does.
  expect(watch.silentMs()).toBeGreaterThan(5 * 60_000);
  afterMinutes(1);
  afterMinutes(1);
  await new Promise((done) => setTimeout(done, 600));
  expect([second.exitCode, second.signalCode]).toEqual([null, null]);
  await enqueueMail('works');
  await expect.poll(states, { timeout: 60_000 }).toEqual(['done']);
});
