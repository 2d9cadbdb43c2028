import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';

const pollMs = 250;
const { path } = workerData as { path: string };

const connection = new BetterSqlite(path);
/** @returns false where the disk is full or fails: the log has everything, and it is tried again */
function hasCopied(): boolean {
  try {
    // Passive: neither a reader nor a writer waits for it.
    connection.pragma('wal_checkpoint(PASSIVE)');
    return true;
  } catch {
    return false;
  }
}

for (let before = 0; ; await wait(pollMs)) {
  const { mtimeMs = 0 } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? {};
  if (mtimeMs !== before && hasCopied()) before = mtimeMs;
}
