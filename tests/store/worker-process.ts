import { type ChildProcess, spawn } from 'node:child_process';
import { eq, sql } from 'drizzle-orm';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';

/** Starts a worker as an instance does, in a process that can be killed. */
export const startWorkerProcess = (settings: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [databaseFlag(), 'lib/runtime/worker/worker.ts'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

export const waitForExit = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((ended) => child.once('exit', ended));

/** Returns the number of job attempts. It grows when a worker is at work, however slowly its process starts. */
export async function countAttempts(store: Store): Promise<number> {
  const [row] = await store.reader.rows<{ n: number | string | null }>(sql`select sum(attempts) as n from jobs`);
  return Number(row?.n ?? 0);
}

/** Expires the leases of killed workers immediately, so that no test waits a minute. */
export const expireLeases = (store: Store) =>
  store.transact((tx) =>
    tx
      .update(jobs)
      .set({ leaseEndsAt: new Date(0) })
      .where(eq(jobs.state, 'running')),
  );
