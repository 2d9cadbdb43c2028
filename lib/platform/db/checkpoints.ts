import { Worker } from 'node:worker_threads';
import { dialect } from './columns.ts';

/**
 * Copies SQLite's write-ahead log into the database file in a thread of its own. A commit does it by itself once the log has 8,000 pages:
 * that takes some hundred milliseconds, in which the process answers nobody.
 * @param failed called where the thread has ended; commits then do it
 * @see https://sqlite.org/wal.html#ckpt
 */
export function startCheckpoints(url: string, failed: (error: Error) => void): void {
  if (dialect !== 'sqlite') return;
  const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: { path: url.replace(/^file:/, '') } });
  thread.unref();
  thread.once('error', failed);
}
