import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publishHead } from '#lib/catalog/trust/commands/heads.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, minutesMs, setClock } from '#lib/platform/clock.ts';
import { createClockGuard } from '#lib/platform/clock-guard.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { clockHeartbeat, jobs } from '#lib/platform/db/schema/jobs.ts';
import { evidenceEvents, logEnd, logHeads } from '#lib/platform/db/schema/trust.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { createHourlyRound } from '#lib/runtime/worker/schedules.ts';
import { runDueJobs } from '#lib/runtime/worker/worker.ts';
import { clockSettings, setAhead } from '../clock.ts';
import { removeFolder } from '../temporary-files.ts';
import { createAccount } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const start = Date.parse('2026-03-01T12:00:00Z');
const settlingMs = minutesMs(15);
const database = databasePerTest();
/** Returns a worker on a machine whose clock a test can move. */
function createMachine() {
  let [elapsed, offset] = [0, 0];
  setClock(() => new Date(start + elapsed + offset));
  const read = () => ({ wall: start + elapsed + offset, monotonic: elapsed });
  let options = { store: database.store, guard: createClockGuard({ settlingMs, read }) };
  let rounds = createHourlyRound(options);
  const work = async () => {
    await rounds.tick();
    await runDueJobs(options);
  };
  return {
    work,
    async pass(ms: number) {
      elapsed += ms;
      await work();
    },
    async set(ms: number) {
      offset = ms;
      await work();
    },
    restart() {
      options = { store: database.store, guard: createClockGuard({ settlingMs, read }) };
      rounds = createHourlyRound(options);
    },
  };
}

const sessionCount = async (): Promise<number> => (await database.store.reader.select().from(sessions)).length;
const headDays = async (): Promise<string[]> => (await database.store.reader.select().from(logHeads)).map(({ day }) => day).sort();
const addEvent = () => database.store.transact((tx) => logEvent(tx, { authorId: 'a', kind: 'passkey_added', facts: {} }));
const signIn = async () => {
  const { accountId } = await createAccount(database.store, 'Noor');
  await database.store.transact((tx) => startSession(tx, accountId, { signInMethod: 'email', device: 'test', network: null }));
};

describe('while the clock is wrong', () => {
  test('no session is deleted and no log head is signed, and both resume when the clock is right', async () => {
    const { pass, set } = createMachine();
    await signIn();
    await addEvent();
    await pass(minutesMs(61));
    expect(await headDays()).toEqual(['2026-03-01']);
    await addEvent();
    await set(daysMs(31));
    await pass(2_500);
    await set(0);
    expect([await sessionCount(), await headDays()]).toEqual([1, ['2026-03-01']]);
    await pass(settlingMs);
    expect([await sessionCount(), await headDays()]).toEqual([1, ['2026-03-01']]);
    await pass(daysMs(1));
    expect([await sessionCount(), await headDays()]).toEqual([1, ['2026-03-01', '2026-03-02']]);
  });

  test('scheduled work waits, and requests of people are served', async () => {
    const { pass, set, work } = createMachine();
    await work();
    await set(daysMs(4));
    await database.store.transact(async (tx) => {
      await enqueue(tx, { kind: 'erase-account', payload: { accountId: 'nobody' } });
      await enqueue(tx, { kind: 'open-recovery', payload: { accountId: 'nobody' } });
      await enqueue(tx, { kind: 'merge-search', payload: {} });
    });
    await work();
    const open = async () => {
      const rows = await database.store.reader.select().from(jobs);
      return rows.filter(({ state }) => state === 'waiting').map(({ kind }) => kind);
    };
    expect((await open()).filter((kind) => ['erase-account', 'open-recovery', 'merge-search'].includes(kind)).sort()).toEqual([
      'erase-account',
      'open-recovery',
    ]);
    await pass(settlingMs);
    expect((await open()).filter((kind) => ['erase-account', 'open-recovery'].includes(kind))).toEqual([]);
  });

  test('data written meanwhile does not wait until the wrong time', async () => {
    const { pass, set } = createMachine();
    await pass(1);
    await set(daysMs(31));
    const runAt = addMs(new Date(start), daysMs(31) + minutesMs(60));
    await database.store.transact(async (tx) => {
      await enqueue(tx, { kind: 'finalize-change', payload: { changeId: 'x' }, runAt });
      await tx.update(jobs).set({ attempts: 1 }).where(eq(jobs.kind, 'merge-search'));
    });
    await pass(2_500);
    await set(0);
    await pass(settlingMs);
    const [job] = await database.store.reader.select().from(jobs).where(eq(jobs.kind, 'finalize-change'));
    expect(job?.runAt.getTime()).toBeLessThan(start + minutesMs(90));
    expect(job?.state).toBe('waiting');
  });

  test('a starting worker waits the settling time once, then continues', async () => {
    const { pass, set, restart, work } = createMachine();
    await signIn();
    await work();
    await set(daysMs(31));
    for (let each = 0; each < 5; each += 1) {
      restart();
      await pass(minutesMs(3));
    }
    expect(await sessionCount()).toBe(1);
    // 31 days have really passed: the clock is not moved back.
    await pass(settlingMs);
    expect(await sessionCount()).toBe(0);
    restart();
    await work();
    const [beat] = await database.store.reader.select().from(clockHeartbeat);
    expect(beat?.at.getTime()).toBeGreaterThan(start + daysMs(31));
  });

  test('nothing is lost and nothing is signed during short jumps', async () => {
    const step = fc.record({
      offset: fc.constantFrom(daysMs(31), daysMs(400), minutesMs(61), -daysMs(40), -minutesMs(5)),
      wrongMs: fc.constantFrom(1, 2_500, minutesMs(7), settlingMs - 1),
      rightMs: fc.constantFrom(0, 1_000, minutesMs(10), minutesMs(20)),
      isRestarted: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        await database.store.transact(async (tx) => {
          for (const table of [sessions, jobs, clockHeartbeat, evidenceEvents, logEnd, logHeads]) await tx.delete(table);
        });
        const { pass, set, restart, work } = createMachine();
        await signIn();
        await addEvent();
        await work();
        const before = await headDays();
        await addEvent();
        for (const { offset, wrongMs, rightMs, isRestarted } of steps) {
          await set(offset);
          if (isRestarted) restart();
          await pass(wrongMs);
          await set(0);
          await pass(rightMs);
        }
        expect([await sessionCount(), await headDays()]).toEqual([1, before]);
      }),
      { numRuns: 15 },
    );
  });
});

test('a log head is never dated before the newest one', async () => {
  const { set } = createMachine();
  await addEvent();
  await database.store.transact(publishHead);
  await addEvent();
  await set(-daysMs(3));
  await database.store.transact(publishHead);
  expect(await headDays()).toEqual(['2026-03-01']);
});

test('the worker ends no session and signs no head while its clock is 31 days ahead, and logs that once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-clock-'));
  const file = join(folder, 'clock');
  setAhead(file, 0);
  await signIn();
  await addEvent();
  const env = {
    ...process.env,
    ...clockSettings(file),
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    CLOCK_SETTLING_SECONDS: '8',
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, [databaseFlag(), 'lib/runtime/worker/worker.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  try {
    await expect.poll(async () => (await headDays()).length, { timeout: 60_000 }).toBe(1);
    await addEvent();
    setAhead(file, daysMs(31));
    const warnings = () => said.match(/the clock has jumped/g)?.length ?? 0;
    await expect.poll(warnings, { timeout: 7_000 }).toBe(1);
    expect([await sessionCount(), (await headDays()).length]).toEqual([1, 1]);
    setAhead(file, 0);
    await wait(10_000);
    expect([await sessionCount(), (await headDays()).length]).toEqual([1, 1]);
    expect(warnings()).toBe(1);
    setAhead(file, daysMs(31));
    // This time the clock is not moved back: after the settling time the round runs.
    await expect.poll(sessionCount, { timeout: 60_000 }).toBe(0);
  } finally {
    child.kill('SIGTERM');
    await ended;
    removeFolder(folder);
  }
});
