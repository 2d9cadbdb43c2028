import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';

const pollMs = 250;
const { path } = workerData as { path: string };

const connection = new BetterSqlite(path);
/** @returns false if the disk is full or fails; the log is complete, and the checkpoint is retried */
function isCheckpointed(): boolean {
  try {
    // A passive checkpoint blocks neither readers nor writers.
    connection.pragma('wal_checkpoint(PASSIVE)');
    return true;
  } catch {
    return false;
  }
}

for (let before = 0; ; await wait(pollMs)) {
  const { mtimeMs = 0 } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? {};
  if (mtimeMs !== before && isCheckpointed()) before = mtimeMs;
}
