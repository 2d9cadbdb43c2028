import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type BetterSqlite from 'better-sqlite3';
import { isClientWaiting } from '#lib/platform/request-context.ts';
import { isBusy, TurnTimeoutError } from './errors.ts';

type Connection = BetterSqlite.Database;

/** Maximum wait of a request's transaction, in ms from the call, so that a failed form is answered within 15 s. */
const requestWaitMs = 12_000;
/** Maximum wait of a job for another process, in ms. Waiting for its own process is unlimited. */
const jobWaitMs = 60_000;
/** Upper bounds on transactions in one commit, and on the ms since its first one began. */
const maxTransactionsPerCommit = 32;
const maxCommitMs = 10;

interface WaitingTransaction {
  /** By `performance.now()`; null if no client waits for the result. */
  endsAt: number | null;
  work(): Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Runs the transactions of one connection in the order of their calls. Waiting transactions share a commit, and thus one disk write (group
 * commit). Each resolves once all are on disk; one that throws does not affect the others. A request's transaction that waits too long is
 * rejected before it begins.
 */
export function createTransactionQueue(connection: Connection, { waitMs = requestWaitMs } = {}) {
  const waiting: WaitingTransaction[] = [];
  let running: Promise<void> | null = null;
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) await commitTogether(connection, waiting);
    running = null;
  };
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        let value: T;
        const runAndStore = async (): Promise<void> => {
          value = await work();
        };
        const entry: WaitingTransaction = {
          endsAt: null,
          work: AsyncLocalStorage.bind(runAndStore),
          resolve: () => resolve(value),
          reject,
        };
        waiting.push(entry);
        if (isClientWaiting()) {
          entry.endsAt = performance.now() + waitMs;
          rejectAfterTimeout(waiting, entry, waitMs);
        }
        running ??= drain();
      });
    },
    /** Resolves when no transaction is open or waiting. */
    async idle(): Promise<void> {
      while (running) await running;
    },
  };
}

/** Rejects a transaction that has not begun in time. One that has begun is never rejected, because it may already be on disk. */
function rejectAfterTimeout(waiting: WaitingTransaction[], entry: WaitingTransaction, waitMs: number): void {
  const timer = setTimeout(() => {
    const index = waiting.indexOf(entry);
    if (index === -1) return;
    waiting.splice(index, 1);
    entry.reject(new TurnTimeoutError());
  }, waitMs);
  timer.unref();
  const { work } = entry;
  entry.work = () => {
    clearTimeout(timer);
    return work();
  };
}

/** Takes the next transaction whose wait has not expired. Checked here too, because timers do not run while the process is busy. */
function takeNext(waiting: WaitingTransaction[]): WaitingTransaction | undefined {
  for (;;) {
    const [next] = waiting.splice(0, 1);
    if (!next || next.endsAt === null || performance.now() <= next.endsAt) return next;
    next.reject(new TurnTimeoutError());
  }
}

async function commitTogether(connection: Connection, waiting: WaitingTransaction[]): Promise<void> {
  const first = takeNext(waiting);
  if (!first) return;
  const transactions = [first];
  try {
    await begin(connection, first.endsAt ?? performance.now() + jobWaitMs);
    const startedAt = performance.now();
    await first.work();
    while (waiting.length > 0 && transactions.length < maxTransactionsPerCommit && performance.now() - startedAt < maxCommitMs) {
      const next = takeNext(waiting);
      if (next && (await hasRun(connection, next))) transactions.push(next);
    }
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    for (const each of transactions) each.reject(error);
    return;
  }
  for (const each of transactions) each.resolve();
}

/**
 * Runs one more transaction before the commit, and rolls back only that one if it throws.
 * @throws if SQLite has rolled back all of them, for example because the disk is full
 */
async function hasRun(connection: Connection, next: WaitingTransaction): Promise<boolean> {
  connection.exec('SAVEPOINT shared');
  try {
    await next.work();
    connection.exec('RELEASE shared');
    return true;
  } catch (error) {
    next.reject(error);
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
