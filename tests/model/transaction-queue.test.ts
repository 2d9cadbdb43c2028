import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isBusy } from '#lib/platform/db/errors.ts';
import { createTransactionQueue } from '#lib/platform/db/transaction-queue.ts';
import { withRequest } from '#lib/platform/request-context.ts';

const pause = () => new Promise((resolve) => setImmediate(resolve));

const inRequest = <T>(work: () => T): T => withRequest({ id: 'request-1', isOverloaded: false }, work);
const inJob = <T>(work: () => T): T => withRequest({ id: 'request-1', isOverloaded: false, isJob: true }, work);

/** Opens an in-memory database that records executed statements. */
function openQueue(options?: { waitMs: number }) {
  const connection = new BetterSqlite(':memory:');
  connection.exec('create table notes (text primary key)');
  const statements: string[] = [];
  const exec = connection.exec.bind(connection);
  connection.exec = (text) => {
    statements.push(text);
    return exec(text);
  };
  const insert = connection.prepare('insert into notes (text) values (?)');
  return {
    connection,
    queue: createTransactionQueue(connection, options),
    commits: () => statements.filter((text) => text === 'COMMIT').length,
    write: (text: string) => insert.run(text),
    notes: () => connection.prepare('select text from notes').pluck().all(),
  };
}

test('concurrent transactions share commits, and each has its own outcome', async () => {
  const { queue, write, notes, commits } = openQueue();
  const ends = await Promise.allSettled(
    Array.from({ length: 100 }, (_, at) =>
      queue.run(async () => {
        write(`first ${at}`);
        await pause();
        write(`second ${at}`);
        if (at % 7 === 3) throw new Error(`fault ${at}`);
        return at;
      }),
    ),
  );
  const expected = ends.flatMap((_, at) => (at % 7 === 3 ? [] : [at]));
  expect(ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))).toEqual(expected);
  expect(notes().sort()).toEqual(expected.flatMap((at) => [`first ${at}`, `second ${at}`]).sort());
  expect(commits()).toBeLessThan(50);
});

test('after any error at any time, the stored data equals the acknowledged data', async () => {
  const step = fc.record({ pauses: fc.nat(3), throws: fc.boolean(), doubles: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      const { queue, write, notes } = openQueue();
      const ends = await Promise.allSettled(
        steps.map(({ pauses, throws, doubles }, at) =>
          queue.run(async () => {
            write(`note ${at}`);
            for (let left = pauses; left > 0; left -= 1) await pause();
            if (doubles) write(`note ${at}`);
            if (throws) throw new Error('fault');
          }),
        ),
      );
      expect(notes().sort()).toEqual(ends.flatMap(({ status }, at) => (status === 'fulfilled' ? [`note ${at}`] : [])).sort());
    }),
    { numRuns: 40 },
  );
});

test('if the commit fails, no transaction is acknowledged', async () => {
  const { connection, queue, write, notes } = openQueue();
  const { exec } = connection;
  let isFull = true;
  connection.exec = (text) => {
    if (text === 'COMMIT' && isFull) throw new Error('the disk is full');
    return exec(text);
  };
  const ends = await Promise.allSettled(['a', 'b', 'c'].map((text) => queue.run(async () => write(text))));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  isFull = false;
  await queue.run(async () => write('d'));
  expect(notes()).toEqual(['d']);
});

test('if SQLite rolls back the whole transaction, all participants get the error', async () => {
  const { connection, queue, write, notes } = openQueue();
  // The first two share a commit, however slow this process is.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  const ends = await Promise.allSettled([
    queue.run(async () => write('a')),
    queue.run(async () => {
      connection.exec('ROLLBACK');
      throw new Error('undone by the engine');
    }),
    queue.run(async () => write('c')),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(notes()).toEqual(['c']);
});

test.each(['pauses', 'never pauses'])(
  'behind a long transaction that %s, requests are rejected in time and jobs are done',
  async (long) => {
    const waitMs = 50;
    const { queue, write, notes } = openQueue({ waitMs });
    let release = (): void => undefined;
    const first = queue.run(async () => {
      write('long');
      if (long === 'pauses') await new Promise<void>((resolve) => (release = resolve));
      else for (const until = performance.now() + 2 * waitMs; performance.now() < until; ) await Promise.resolve();
    });
    const startedAt = performance.now();
    const job = inJob(() => queue.run(async () => write('job')));
    const none = queue.run(async () => write('no request'));
    const faults = ['a', 'b'].map((text) => inRequest(() => queue.run(async () => write(text))).then(String, (error: unknown) => error));
    for (const fault of faults) expect(await fault).toSatisfy(isBusy);
    expect(performance.now() - startedAt).toBeLessThan(60 * waitMs);
    release();
    await Promise.all([first, job, none]);
    await inRequest(() => queue.run(async () => write('later')));
    expect(notes().sort()).toEqual(['job', 'later', 'long', 'no request']);
  },
);

test('a request that has started is not cancelled, however long it takes', async () => {
  const { queue, write, notes } = openQueue({ waitMs: 20 });
  await inRequest(() =>
    queue.run(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      write('slow');
    }),
  );
  expect(notes()).toEqual(['slow']);
});
