import { Worker } from 'node:worker_threads';
import { dialect } from './columns.ts';

/**
 * Copies SQLite's write-ahead log into the database file in a worker thread. Otherwise, a commit does so once the log has 8,000 pages,
 * which blocks the process for some hundred milliseconds.
 * @param onFailure called if the thread ends; commits then run the checkpoint
 * @see https://sqlite.org/wal.html#ckpt
 */
export function startCheckpoints(url: string, onFailure: (error: Error) => void): void {
  if (dialect !== 'sqlite') return;
  const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: { path: url.replace(/^file:/, '') } });
  thread.unref();
  thread.once('error', onFailure);
}
