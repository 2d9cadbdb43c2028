import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { StartError } from '../processes/listen.ts';
import { makeFolder } from '../processes/make-folder.ts';
import { databaseFile } from './copies.ts';
import { isBusy } from './errors.ts';

/** The server before this one may still be ending. */
const waitsMs = 2_000;

/** A connection that nobody holds is closed, and its lock with it. */
const connections: BetterSqlite.Database[] = [];

/** The lock of a database file, whichever way it is named. */
function lockOf(file: string): string {
  if (existsSync(file)) return `${realpathSync(file)}-server`;
  makeFolder(dirname(file));
  return join(realpathSync(dirname(file)), `${basename(file)}-server`);
}

/**
 * Makes this process the server of an SQLite file, until it ends. The lock is that of the system, in a file beside the database, so that none
 * is left by a process that was killed. Commands, the worker and renderers need none. PostgreSQL has any number of servers.
 * @throws StartError where another process is its server
 */
export function becomeServerOf(url: string): void {
  const file = databaseFile(url);
  // What is there and is no file has no lock beside it: the start refuses it.
  if (file === null || statSync(file, { throwIfNoEntry: false })?.isFile() === false) return;
  const lock = new BetterSqlite(lockOf(file), { timeout: waitsMs });
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
  connections.push(lock);
}
