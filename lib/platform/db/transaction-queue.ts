import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type BetterSqlite from 'better-sqlite3';
import { isAnswering } from '#lib/platform/request-context.ts';
import { isBusy, TurnTimeoutError } from './errors.ts';

type Connection = BetterSqlite.Database;

/** How long a transaction of a request may wait, from the moment of asking: a form that has failed is answered within 15 s. */
const requestWaitMs = 12_000;
/** A job waits for as long as its own process is busy, and then so long for another one. */
const jobWaitMs = 60_000;
/** So many transactions share one commit at most, and no further one once the first of them has waited so long for it. */
const maxShared = 32;
const maxSharedMs = 10;

interface Waiting {
  /** By `performance.now()`; null where nobody waits for the answer. */
  endsAt: number | null;
  work(): Promise<void>;
  committed(): void;
  failed(error: unknown): void;
}

/**
 * Runs the transactions of one connection in the order in which they are asked for. Those that wait meanwhile share a commit, and so one
 * write to the disk (group commit): each is told of its end when all of them are on the disk, and one that throws leaves the others as they are. One that belongs to a request and
 * has waited too long for its turn is given up before it has begun.
 */
export function createTransactionQueue(connection: Connection, { waitMs = requestWaitMs } = {}) {
  const waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) await commitTogether(connection, waiting);
    running = null;
  };
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        let value: T;
        const keep = async (): Promise<void> => {
          value = await work();
        };
        const committed = (): void => resolve(value);
        const mine: Waiting = { endsAt: null, work: AsyncLocalStorage.bind(keep), committed, failed: reject };
        waiting.push(mine);
        if (isAnswering()) {
          mine.endsAt = performance.now() + waitMs;
          giveUpLater(waiting, mine, waitMs);
        }
        running ??= drain();
      });
    },
    /** Ends when no transaction is open or waits. */
    async idle(): Promise<void> {
      while (running) await running;
    },
  };
}

/** Refuses a transaction that has not begun by then. One that is begun is never given up: it may be on the disk by the time it is told. */
function giveUpLater(waiting: Waiting[], mine: Waiting, waitMs: number): void {
  const timer = setTimeout(() => {
    const place = waiting.indexOf(mine);
    if (place === -1) return;
    waiting.splice(place, 1);
    mine.failed(new TurnTimeoutError());
  }, waitMs);
  timer.unref();
  const { work } = mine;
  mine.work = () => {
    clearTimeout(timer);
    return work();
  };
}

/** The next whose time is not over. While the process was busy without a pause, no timer ran. */
function nextOf(waiting: Waiting[]): Waiting | undefined {
  for (;;) {
    const [next] = waiting.splice(0, 1);
    if (!next || next.endsAt === null || performance.now() <= next.endsAt) return next;
    next.failed(new TurnTimeoutError());
  }
}

async function commitTogether(connection: Connection, waiting: Waiting[]): Promise<void> {
  const first = nextOf(waiting);
  if (!first) return;
  const shared = [first];
  try {
    await begin(connection, first.endsAt ?? performance.now() + jobWaitMs);
    const startedAt = performance.now();
    await first.work();
    while (waiting.length > 0 && shared.length < maxShared && performance.now() - startedAt < maxSharedMs) {
      const next = nextOf(waiting);
      if (next && (await succeeds(connection, next))) shared.push(next);
    }
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    for (const each of shared) each.failed(error);
    return;
  }
  for (const each of shared) each.committed();
}

/**
 * Runs one more transaction before the commit; undoes it alone where it throws.
 * @throws where SQLite has undone all of them (a full disk, for example)
 */
async function succeeds(connection: Connection, next: Waiting): Promise<boolean> {
  connection.exec('SAVEPOINT shared');
  try {
    await next.work();
    connection.exec('RELEASE shared');
    return true;
  } catch (error) {
    next.failed(error);
    if (!connection.inTransaction) throw error;
    connection.exec('ROLLBACK TO shared');
    connection.exec('RELEASE shared');
    return false;
  }
}

async function begin(connection: Connection, endsAt: number): Promise<void> {
  for (;;) {
    try {
      connection.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > endsAt) throw error;
      await wait(1 + Math.random() * 4);
    }
  }
}
