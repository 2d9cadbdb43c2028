import { type ChildProcess, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { addMs, daysMs, minutesMs, now, setClock } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { auditEntries } from '#lib/platform/db/schema/accounts.ts';
import { blocks, invitations } from '#lib/platform/db/schema/invitations.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue, retryFailedJob } from '#lib/platform/jobs/queue.ts';
import { createMessage } from '#lib/platform/mail/messages.ts';
import { listOutboxMails } from '#lib/platform/mail/transport.ts';
import { TransientError } from '#lib/platform/transient-error.ts';
import { deleteExpiredData } from '#lib/runtime/worker/expired-data.ts';
import { runDueJobs, startWorker } from '#lib/runtime/worker/worker.ts';
import { databasePerTest } from './test-database.ts';
import { countAttempts, expireLeases, startWorkerProcess, waitForExit } from './worker-process.ts';

const database = databasePerTest();
const createMail = (subject: string) => ({ to: 'noor@example.org', ...createMessage(subject, ['x']) });
const enqueueMail = (subject: string, more: { onceKey?: string; runAt?: Date } = {}) =>
  database.store.transact((tx) => enqueue(tx, { kind: 'send-mail', payload: createMail(subject), ...more }));
const jobRows = () => database.store.reader.select().from(jobs);

/** Returns a handler that records its calls, and fails the given number of times first. */
function recordingHandler(fails = 0) {
  const done: string[] = [];
  let left = fails;
  const outside = async ({ subject }: { subject: string }) => {
    if (left > 0) {
      left -= 1;
      throw new Error('The mail server is down.');
    }
    done.push(subject);
  };
  return { done, handlers: { 'send-mail': { outside } } };
}

describe('a job', () => {
  test('is enqueued with its transaction, and not without it', async () => {
    const { done, handlers } = recordingHandler();
    const fault = database.store.transact(async (tx) => {
      await enqueue(tx, { kind: 'send-mail', payload: createMail('never') });
      throw new Error('refused');
    });
    await expect(fault).rejects.toThrow('refused');
    await enqueueMail('once');
    expect(await runDueJobs({ store: database.store, handlers })).toBe(1);
    expect(done).toEqual(['once']);
    expect(await jobRows()).toMatchObject([{ state: 'done', payload: {} }]);
  });

  test('with a key moves to the earlier time, so that one enqueued while the clock was ahead holds back nothing', async () => {
    const { done, handlers } = recordingHandler();
    const ahead = addMs(now(), daysMs(7));
    for (const runAt of [ahead, now(), ahead]) await enqueueMail(`${runAt === ahead}`, { onceKey: 'k', runAt });
    expect(await runDueJobs({ store: database.store, handlers })).toBe(1);
    expect(done).toEqual(['true']);
    expect(await jobRows()).toHaveLength(1);
  });

  test('with a key waits once, and can be enqueued again once it has started', async () => {
    const { done, handlers } = recordingHandler();
    for (const subject of ['first', 'second']) await enqueueMail(subject, { onceKey: 'k' });
    await runDueJobs({ store: database.store, handlers });
    await enqueueMail('third', { onceKey: 'k' });
    await runDueJobs({ store: database.store, handlers });
    expect(done).toEqual(['first', 'third']);
  });

  test('waits until it is due', async () => {
    const { done, handlers } = recordingHandler();
    await enqueueMail('tomorrow', { runAt: addMs(now(), minutesMs(60)) });
    await runDueJobs({ store: database.store, handlers });
    expect(done).toEqual([]);
    setClock(() => addMs(new Date(), minutesMs(61)));
    await runDueJobs({ store: database.store, handlers });
    expect(done).toEqual(['tomorrow']);
  });

  test('that fails is retried with back-off, eight times in all, and keeps its last error', async () => {
    const { done, handlers } = recordingHandler(2);
    await enqueueMail('patient');
    const failures: number[] = [];
    const options = { store: database.store, handlers, onFailure: ({ attempts }: { attempts: number }) => void failures.push(attempts) };
    await runDueJobs(options);
    expect(done).toEqual([]);
    expect((await jobRows())[0]).toMatchObject({ state: 'waiting', attempts: 1, lastError: 'The mail server is down.' });
    for (let hour = 1; hour <= 3; hour += 1) {
      setClock(() => addMs(new Date(), minutesMs(60 * hour)));
      await runDueJobs(options);
    }
    expect(done).toEqual(['patient']);
    expect(failures).toEqual([1, 2]);
    const never = recordingHandler(100);
    await enqueueMail('never');
    for (let hour = 4; hour <= 14; hour += 1) {
      setClock(() => addMs(new Date(), minutesMs(60 * hour)));
      await runDueJobs({ store: database.store, handlers: never.handlers });
    }
    expect((await jobRows()).map(({ state, attempts }) => [state, attempts]).sort()).toEqual([
      ['done', 3],
      ['failed', 8],
    ]);
  });

  test('for an unreachable mail server is sent after a day of outage, and delays nothing else meanwhile', async () => {
    const done: string[] = [];
    let [asked, isAway] = [0, true];
    const handlers = {
      'send-mail': {
        outside: async ({ subject }: { subject: string }) => {
          asked += 1;
          if (isAway) throw new TransientError(new Error('connect ECONNREFUSED'), true);
          done.push(subject);
        },
      },
      'merge-search': { outside: async () => void done.push('other work') },
    };
    const options = { store: database.store, handlers };
    for (let each = 0; each < 20; each += 1) await enqueueMail(`mail ${each}`);
    await database.store.transact((tx) => enqueue(tx, { kind: 'merge-search', payload: {}, runAt: addMs(now(), 1) }));
    const start = now();
    setClock(() => addMs(start, 100));
    await runDueJobs(options);
    // After one failure, the other nineteen mails are postponed without an attempt, so that later jobs are not delayed.
    expect([asked, done]).toEqual([1, ['other work']]);
    for (let hour = 1; hour <= 24; hour += 1) {
      setClock(() => addMs(start, minutesMs(60 * hour)));
      await runDueJobs(options);
    }
    isAway = false;
    setClock(() => addMs(start, minutesMs(60 * 25)));
    await runDueJobs(options);
    expect(done.slice(1).sort()).toEqual(Array.from({ length: 20 }, (_, each) => `mail ${each}`).sort());
  });

  test('for a mail server that stays unreachable is retried for five days, whatever the number of attempts, and then fails', async () => {
    const away = (affectsAllJobs: boolean) => ({
      outside: async () => {
        throw new TransientError(new Error('connect ECONNREFUSED'), affectsAllJobs);
      },
    });
    for (const [mails, minutesApart, affectsAllJobs] of [
      [1, 40, false],
      [5, 60, true],
    ] as const) {
      const start = now();
      for (let each = 0; each < mails; each += 1) await enqueueMail(`mail ${each}`);
      const states = async () => [...new Set((await jobRows()).map(({ state }) => state))];
      for (let minutes = minutesApart; minutes < daysMs(6) / minutesMs(1); minutes += minutesApart) {
        setClock(() => addMs(start, minutesMs(minutes)));
        await runDueJobs({ store: database.store, handlers: { 'send-mail': away(affectsAllJobs) } });
        if (minutes === 24 * 60 * 5 - minutesApart) expect(await states()).toEqual(['waiting']);
      }
      expect(await states()).toEqual(['failed']);
      const [{ attempts } = { attempts: 0 }] = await jobRows();
      expect(attempts).toBeGreaterThan(mails === 1 ? 150 : 8);
      await database.store.transact((tx) => tx.delete(jobs));
    }
  });

  test('that a server asks to retry later waits on its own', async () => {
    let calls = 0;
    const busy = async () => {
      calls += 1;
      throw new TransientError(new Error('451 Try again later'), false);
    };
    for (const subject of ['a', 'b']) await enqueueMail(subject);
    await runDueJobs({ store: database.store, handlers: { 'send-mail': { outside: busy } } });
    expect(calls).toBe(2);
  });

  test('is executed once by four concurrent workers', async () => {
    const stores = [database.store, ...Array.from({ length: 3 }, () => openStore(database.url))];
    const { done, handlers } = recordingHandler();
    for (let each = 0; each < 40; each += 1) await enqueueMail(`job ${each}`);
    await Promise.all(stores.map((store) => runDueJobs({ store, handlers })));
    expect([...done].sort()).toEqual(Array.from({ length: 40 }, (_, each) => `job ${each}`).sort());
    for (const store of stores.slice(1)) await store.close();
  });

  test('whose worker died is available again when its lease expires', async () => {
    const { done, handlers } = recordingHandler();
    await enqueueMail('orphan');
    await database.store.transact((tx) => tx.update(jobs).set({ state: 'running', attempts: 1, leaseEndsAt: addMs(now(), minutesMs(1)) }));
    await runDueJobs({ store: database.store, handlers });
    expect(done).toEqual([]);
    await expireLeases(database.store);
    await runDueJobs({ store: database.store, handlers });
    expect(done).toEqual(['orphan']);
  });

  test('that repeatedly kills its worker runs after all other due jobs each time', async () => {
    const { done, handlers } = recordingHandler();
    for (const subject of ['kills', 'a', 'b']) await enqueueMail(subject);
    const first = (await jobRows()).find(({ payload }) => JSON.stringify(payload).includes('kills'));
    await database.store.transact((tx) =>
      tx
        .update(jobs)
        .set({ state: 'running', attempts: 2, leaseEndsAt: addMs(now(), minutesMs(1)) })
        .where(eq(jobs.id, first?.id ?? '')),
    );
    await expireLeases(database.store);
    await runDueJobs({ store: database.store, handlers });
    expect(done).toEqual(['a', 'b', 'kills']);
  });

  /** Returns a handler that does not finish before the test does, as if its worker had died. */
  function dying() {
    const end = Promise.withResolvers<void>();
    let calls = 0;
    const outside = () => {
      calls += 1;
      return end.promise;
    };
    return { outside, asked: () => calls, end: end.resolve };
  }

  test.runIf(dialect === 'postgres')('is done once although another worker has a clock that is ahead or behind', async () => {
    const { store } = database;
    const clockAt = (minutes: number) => setClock(() => addMs(new Date(), minutesMs(minutes)));
    for (const [one, other] of [
      [0, 2],
      [0, 60],
      [-2, 0],
    ] as const) {
      const slow = dying();
      const { done, handlers } = recordingHandler();
      clockAt(one);
      await enqueueMail('slow');
      const first = runDueJobs({ store, handlers: { 'send-mail': slow } });
      await expect.poll(slow.asked, { timeout: 20_000 }).toBe(1);
      clockAt(other);
      await runDueJobs({ store, handlers });
      expect(done).toEqual([]);
      slow.end();
      await first;
    }
  });

  test('that kills its worker eight times is not tried a ninth time', async () => {
    const { store } = database;
    const kills = dying();
    await enqueueMail('kills');
    const options = { store, handlers: { 'send-mail': kills } };
    const workers: Promise<number>[] = [];
    for (let death = 1; death <= 8; death += 1) {
      await expireLeases(store);
      workers.push(runDueJobs(options));
      await expect.poll(kills.asked, { timeout: 20_000 }).toBe(death);
    }
    await expireLeases(store);
    await runDueJobs(options);
    expect(kills.asked()).toBe(8);
    expect(await jobRows()).toMatchObject([{ state: 'failed', attempts: 9, lastError: 'Its worker died twice in a row.' }]);
    kills.end();
    await Promise.all(workers);
  });

  test('of any kind that met transient errors is retried although its worker has died since', async () => {
    const { store } = database;
    const start = now();
    let calls = 0;
    const away = async () => {
      calls += 1;
      throw new TransientError(new Error('connect ECONNREFUSED'), false);
    };
    await store.transact((tx) => enqueue(tx, { kind: 'deliver-head', payload: { day: '2020-01-01', witness: 'w' } }));
    const options = { store, handlers: { 'deliver-head': { outside: away } } };
    for (let hour = 1; hour <= 10; hour += 1) {
      setClock(() => addMs(start, minutesMs(60 * hour)));
      await runDueJobs(options);
    }
    const kills = dying();
    setClock(() => addMs(start, minutesMs(660)));
    const worker = runDueJobs({ store, handlers: { 'deliver-head': kills } });
    await expect.poll(kills.asked, { timeout: 20_000 }).toBe(1);
    await expireLeases(store);
    await runDueJobs(options);
    expect(calls).toBe(11);
    expect(await jobRows()).toMatchObject([{ state: 'waiting', attempts: 12, lastError: 'TransientError: connect ECONNREFUSED' }]);
    kills.end();
    await worker;
  });

  test('done within a transaction is rolled back with it', async () => {
    await database.store.transact((tx) => enqueue(tx, { kind: 'expire-invitation', payload: { invitationId: 'gone' } }));
    const within = async () => {
      throw new Error('half way');
    };
    await runDueJobs({ store: database.store, handlers: { 'expire-invitation': { within } } });
    expect(await jobRows()).toMatchObject([{ state: 'waiting', attempts: 1, lastError: 'half way' }]);
  });

  test('is deleted a week after it was done; a waiting one is not', async () => {
    await enqueueMail('old');
    await runDueJobs({ store: database.store, ...recordingHandler() });
    await enqueueMail('waiting', { runAt: addMs(now(), minutesMs(60 * 24 * 30)) });
    setClock(() => addMs(new Date(), minutesMs(60 * 24 * 8)));
    await database.store.transact(deleteExpiredData);
    expect((await jobRows()).map(({ state }) => state)).toEqual(['waiting']);
  });

  test('that failed is deleted after 90 days or the time that the operator sets, unless an admin retries it', async () => {
    const { store } = database;
    const failed = (id: string, days: number) => ({
      ...{ id, kind: 'publish-head', payload: {}, state: 'failed', attempts: 8, runAt: now(), createdAt: addMs(now(), -daysMs(days)) },
      finishedAt: addMs(now(), -daysMs(days)),
    });
    await store.transact((tx) => tx.insert(jobs).values([failed('young', 89), failed('old', 91), failed('again', 91)]));
    await store.transact((tx) => retryFailedJob(tx, 'again'));
    const left = async () => (await jobRows()).map(({ id, state }) => `${id} ${state}`).sort();
    Object.assign(env(), { FAILED_JOB_RETENTION_DAYS: 0 });
    try {
      await store.transact(deleteExpiredData);
    } finally {
      Object.assign(env(), { FAILED_JOB_RETENTION_DAYS: 90 });
    }
    expect(await left()).toEqual(['again waiting', 'old failed', 'young failed']);
    await store.transact(deleteExpiredData);
    expect(await left()).toEqual(['again waiting', 'young failed']);
  });

  test('deletes a notification a year after it was created, and not before', async () => {
    const at = now();
    const made = (id: string, days: number) => ({
      ...{ id, accountId: 'a', kind: 'claim', facts: {}, onceKey: id, readAt: null },
      createdAt: addMs(at, -minutesMs(60 * 24 * days)),
    });
    await database.store.transact((tx) => tx.insert(notifications).values([made('old', 366), made('kept', 364)]));
    await database.store.transact(deleteExpiredData);
    expect(await database.store.reader.select({ id: notifications.id }).from(notifications)).toEqual([{ id: 'kept' }]);
  });

  test('deletes ended invitations and audit entries after the times that the operator sets, except those that others depend on', async () => {
    const { store } = database;
    const sent = (id: string, days: number, state: string, [senderId, recipientId] = ['ada', 'bob']) => ({
      ...{ id, senderId, recipientId, senderAuthorId: senderId, recipientAuthorId: recipientId, pair: `${senderId} ${recipientId}` },
      ...{ purpose: 'data', message: 'Hello', state, expiresAt: now(), sentAt: addMs(now(), -daysMs(days)) },
    });
    const entry = (id: string, days: number, action = 'role.granted') => ({
      ...{ id, at: addMs(now(), -daysMs(days)), accountId: 'ada', action, subject: 'account', subjectId: 'bob' },
    });
    await store.transact(async (tx) => {
      const states = ['declined', 'withdrawn', 'expired', 'accepted', 'seen'] as const;
      const old = states.map((state, at) => sent(state, 401, state, ['ada', `bob-${at}`]));
      const muted = sent('muted', 401, 'declined', ['cleo', 'dan']);
      await tx.insert(invitations).values([...old, sent('young', 399, 'declined'), muted]);
      await tx.insert(blocks).values({ accountId: 'dan', blockedId: 'cleo', kind: 'mute', since: now() });
      await tx.insert(auditEntries).values([entry('old', 401), entry('young', 399), entry('roster', 401, 'roster.invited')]);
    });
    const left = async () => {
      const kept = await store.reader.select({ id: invitations.id }).from(invitations).orderBy(invitations.id);
      const entries = await store.reader.select({ id: auditEntries.id }).from(auditEntries).orderBy(auditEntries.id);
      return [kept, entries].map((rows) => rows.map(({ id }) => id));
    };
    const before = await left();
    await store.transact(deleteExpiredData);
    expect(await left()).toEqual(before);
    Object.assign(env(), { INVITATION_RETENTION_DAYS: 400, AUDIT_RETENTION_DAYS: 400 });
    try {
      await store.transact(deleteExpiredData);
    } finally {
      Object.assign(env(), { INVITATION_RETENTION_DAYS: 0, AUDIT_RETENTION_DAYS: 0 });
    }
    expect(await left()).toEqual([
      ['accepted', 'muted', 'seen', 'young'],
      ['roster', 'young'],
    ]);
  });

  test('of another kind does not wait for a mail server that does not answer', async () => {
    const silence = Promise.withResolvers<void>();
    const done: string[] = [];
    const handlers = {
      'send-mail': { outside: () => silence.promise },
      'suggest-same-people': { outside: async () => void done.push('other') },
    };
    await enqueueMail('to a silent server');
    const worker = startWorker({ store: database.store, handlers });
    await expect.poll(async () => (await jobRows()).find(({ kind }) => kind === 'send-mail')?.state, { timeout: 20_000 }).toBe('running');
    await database.store.transact((tx) => enqueue(tx, { kind: 'suggest-same-people', payload: { authorKeys: [] } }));
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(['other']);
    silence.resolve();
    await worker.stop();
  });

  test('of a worker that has ended is repeated at once, and not after its lease', async () => {
    const { done, handlers } = recordingHandler();
    await enqueueMail('taken');
    const ended = spawnSync(process.execPath, ['-e', '0']).pid;
    const lease = { state: 'running', attempts: 1, leaseEndsAt: addMs(now(), minutesMs(1)), leasedBy: `${hostname()} ${ended} 1` };
    await database.store.transact((tx) => tx.update(jobs).set(lease).returning({ id: jobs.id }));
    const worker = startWorker({ store: database.store, handlers });
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(['taken']);
    await worker.stop();
  });

  test('starts within a second on a running worker, and completes when the worker stops', async () => {
    const { done, handlers } = recordingHandler();
    const worker = startWorker({ store: database.store, handlers });
    await enqueueMail('now');
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(['now']);
    await worker.stop();
    await enqueueMail('later');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(done).toEqual(['now']);
  });
});

describe('the worker process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-worker-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
  });
  const begin = (): ChildProcess => {
    const child = startWorkerProcess({ DATABASE_URL: database.url, DATA_DIR: folder });
    running.push(child);
    return child;
  };

  test('sends every mail although it is killed repeatedly, and stops cleanly when asked', async () => {
    const wanted = Array.from({ length: 31 }, (_, each) => `mail ${each}`);
    const { store } = database;
    for (let kills = 0; kills < 4; kills += 1) {
      for (const subject of wanted.slice(kills * 7, kills * 7 + 7)) await enqueueMail(subject);
      const before = await countAttempts(store);
      const child = begin();
      await expect.poll(() => countAttempts(store), { timeout: 60_000, interval: 10 }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      child.kill('SIGKILL');
      await waitForExit(child);
      await expireLeases(store);
    }
    const last = begin();
    for (const subject of wanted.slice(28)) await enqueueMail(subject);
    await expect.poll(async () => (await jobRows()).every(({ state }) => state === 'done'), { timeout: 60_000 }).toBe(true);
    last.kill('SIGTERM');
    expect(await waitForExit(last)).toBe(0);
    const subjects = (await listOutboxMails(join(folder, 'outbox'))).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual(wanted.sort());
  });
});
