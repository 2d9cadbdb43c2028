import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';

const lookEveryMs = 250;
const { path } = workerData as { path: string };

const connection = new BetterSqlite(path);
for (let before = 0; ; await wait(lookEveryMs)) {
  const { mtimeMs = 0 } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? {};
  // Passive: neither a reader nor a writer waits for it.
  if (mtimeMs !== before) connection.pragma('wal_checkpoint(PASSIVE)');
  before = mtimeMs;
}
