import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { StartError } from '../processes/listen.ts';
import { makeFolder } from '../processes/make-folder.ts';
import { databaseFile } from './copies.ts';
import { isBusy } from './errors.ts';

/** The previous server may still be shutting down. */
const shutdownWaitMs = 2_000;

/** Referenced here, because a connection that is garbage-collected is closed and loses its lock. */
const lockConnections: BetterSqlite.Database[] = [];

/** Returns the lock file of a database file. Symbolic links and relative paths are resolved. */
function lockFileOf(file: string): string {
  if (existsSync(file)) return `${realpathSync(file)}-server`;
  makeFolder(dirname(file));
  return join(realpathSync(dirname(file)), `${basename(file)}-server`);
}

/**
 * Makes this process the only server of an SQLite file until it exits. The lock is a lock of the operating system on a file beside the
 * database, so that a killed process leaves none. Commands, the worker and renderers need none. PostgreSQL can have several servers.
 * @throws StartError if another process is the server
 */
export function lockAsServer(url: string): void {
  const file = databaseFile(url);
  // A path that is not a file gets no lock file beside it; the start rejects it later.
  if (file === null || statSync(file, { throwIfNoEntry: false })?.isFile() === false) return;
  const lock = new BetterSqlite(lockFileOf(file), { timeout: shutdownWaitMs });
  try {
    lock.exec('BEGIN IMMEDIATE');
    lock.pragma(`user_version = ${process.pid}`);
    lock.exec('COMMIT; BEGIN IMMEDIATE');
  } catch (error) {
    const pid = isBusy(error) ? lock.pragma('user_version', { simple: true }) : null;
    lock.close();
    if (pid === null) throw error;
    throw new StartError(
      `Another server runs on ${file} (process ${pid}). Stop it first, or give this one a DATA_DIR of its own. Several servers can share one PostgreSQL.`,
      { cause: error },
    );
  }
  lockConnections.push(lock);
}
