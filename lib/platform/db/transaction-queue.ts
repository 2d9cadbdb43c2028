import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type BetterSqlite from 'better-sqlite3';
import { isBusy } from './errors.ts';

type Connection = BetterSqlite.Database;

/** From the moment of asking: after it nobody waits for the answer. A form that has failed is answered within 15 s. */
const maxWaitMs = 12_000;
/** So many transactions share one commit at most, and no further one once the first of them has waited so long for it. */
const maxShared = 32;
const maxSharedMs = 10;

interface Waiting {
  askedAt: number;
  work(): Promise<void>;
  committed(): void;
  failed(error: unknown): void;
}

/**
 * Runs the transactions of one connection in the order in which they are asked for. Those that wait meanwhile share a commit, and so one
 * write to the disk (group commit): each is told of its end when all of them are on the disk, and one that throws leaves the others as they are.
 */
export function createTransactionQueue(connection: Connection) {
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
        waiting.push({ askedAt: Date.now(), work: AsyncLocalStorage.bind(keep), committed: () => resolve(value), failed: reject });
        running ??= drain();
      });
    },
    /** Ends when no transaction is open or waits. */
    async idle(): Promise<void> {
      while (running) await running;
    },
  };
}

async function commitTogether(connection: Connection, waiting: Waiting[]): Promise<void> {
  const [first] = waiting.splice(0, 1);
  if (!first) return;
  const shared = [first];
  try {
    await begin(connection, first.askedAt);
    const startedAt = performance.now();
    await first.work();
    while (waiting.length > 0 && shared.length < maxShared && performance.now() - startedAt < maxSharedMs) {
      const [next] = waiting.splice(0, 1);
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

async function begin(connection: Connection, askedAt: number): Promise<void> {
  for (;;) {
    try {
      connection.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > askedAt + maxWaitMs) throw error;
      await wait(5 + Math.random() * 20);
    }
  }
}
