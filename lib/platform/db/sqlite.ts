import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { noteFullDisk, noteOverload } from '#lib/platform/request-context.ts';
import { StartError } from '../processes/listen.ts';
import { makeFolder } from '../processes/make-folder.ts';
import { bulkInsertBy } from './bulk-insert.ts';
import { type Change, type ChangeListener, mergeChanges } from './changes.ts';
import { startRead } from './dependencies.ts';
import { isBusy, isFullDisk, MovedDatabaseError } from './errors.ts';
import { rememberCommits } from './last-commit.ts';
import { migrationsFolder, rejectUnknownMigrations } from './migrations.ts';
import { preparedOnce } from './prepared.ts';
import {
  createStatementCache,
  type Prepare,
  queryRows,
  recordingChanges,
  recordingReads,
  repeatRead,
  toBindable,
} from './sqlite-statements.ts';
import type { Engine, Position, Reader, RowBatch, StoreOptions, Writer } from './store.ts';
import { createTransactionQueue } from './transaction-queue.ts';
import { addBatch, planWrite, recordWrite } from './write-plan.ts';

const minSqliteVersion = '3.51.3';
/**
 * Lock timeout while a file is opened: another process may recover or close it. Later, writers wait outside SQLite (transaction-queue.ts),
 * because waiting inside blocks the event loop.
 */
const openTimeoutMs = 5_000;
const maxMigrationWaitMs = 15_000;

const writeCacheMb = 64;
/** With 64, a search of the whole Anthology takes as long, and each process 50 MB more: the system keeps the file in memory. */
const defaultReadCacheMb = 16;

/**
 * Size of a statement that inserts several rows. The full-text index writes a segment after each statement, and merges them: rows one by one
 * take twice as long.
 */
const parametersPerInsert = 1_000;

const isOlder = (version: string, than: string): boolean => version.localeCompare(than, 'en', { numeric: true }) < 0;

/** Opens an SQLite file with one connection for writing and one read-only connection. */
export function openSqlite(path: string, { readCacheMb = defaultReadCacheMb }: StoreOptions = {}): Engine {
  makeFolder(dirname(path));
  const writeConnection = new BetterSqlite(path);
  const version = writeConnection.prepare('select sqlite_version()').pluck().get() as string;
  if (isOlder(version, minSqliteVersion))
    throw new Error(`SQLite ${version} is too old: ${minSqliteVersion} or later is needed (run npm ci again).`);
  writeConnection.pragma(`busy_timeout = ${openTimeoutMs}`);
  writeConnection.pragma('journal_mode = WAL');
  writeConnection.pragma('synchronous = FULL');
  writeConnection.pragma('foreign_keys = ON');
  // Overwrites deleted content in the file instead of only unlinking it (cost: docs/decisions/0021-erasure.md).
  writeConnection.pragma('secure_delete = ON');
  writeConnection.pragma(`cache_size = -${writeCacheMb * 1024}`);
  // An import commits some megabytes at a time, so checkpoints follow every few commits instead of each one.
  writeConnection.pragma('wal_autocheckpoint = 8000');
  // The journals of statements: as files, an import would write three times as much as the database and its log.
  writeConnection.pragma('temp_store = MEMORY');
  writeConnection.pragma('busy_timeout = 0');
  const readConnection = openReadConnection(path, readCacheMb);
  // The changes of the open transaction; there is one at a time.
  let changes: Change[] = [];
  const writer = writerOn(writeConnection, () => changes);
  const follower = followChanges(readConnection);

  const storeChanges = createChangeWriter(writeConnection);
  const opened = identityOf(path);
  const queue = createTransactionQueue(writeConnection);
  const lastCommit = rememberCommits(path);
  const prepareReads = createStatementCache(readConnection, { reads: true });

  return {
    reader: readerOn(readConnection),
    repeat: async (read) => repeatRead(prepareReads, read),
    async transaction(work) {
      try {
        const { result, number } = await queue.run(async () => {
          if (identityOf(path) !== opened) throw new MovedDatabaseError(path);
          changes = [];
          return { result: await work(writer), number: storeChanges(mergeChanges(changes)) };
        });
        if (number !== null) lastCommit.remember(number);
        follower.poll();
        return result;
      } catch (error) {
        if (isBusy(error)) noteOverload();
        else if (isFullDisk(error)) noteFullDisk();
        throw error;
      }
    },
    snapshot: (work) => snapshotOf(path, work),
    onChange: (listener) => follower.listen(listener),
    catchUp: async () => follower.catchUp(),
    catchUpAtOnce() {
      follower.catchUp();
      return true;
    },
    position: () => follower.position(),
    changesSince: (position) => follower.changesSince(position),
    async migrate() {
      await migrateDatabase(writeConnection);
    },
    async eraseDeletedRows() {
      await queue.idle();
      // Truncates the log, unless a reader is using it; the next checkpoint then does so.
      writeConnection.pragma('wal_checkpoint(TRUNCATE)');
    },
    async rewrite() {
      await queue.idle();
      // Rebalancing may leave a copy of a cell in its old page; rewriting the page removes it.
      withTemporaryFiles(writeConnection, () => writeConnection.exec('VACUUM'));
      writeConnection.pragma('wal_checkpoint(TRUNCATE)');
    },
    async close() {
      await queue.idle();
      lastCommit.close();
      readConnection.close();
      writeConnection.close();
    },
  };
}

/** Runs statements that may need as much space as the database. */
function withTemporaryFiles(connection: BetterSqlite.Database, run: () => void): void {
  connection.pragma('temp_store = FILE');
  try {
    run();
  } finally {
    connection.pragma('temp_store = MEMORY');
  }
}

/** Identifies the file at a path. The connections keep the one that they have opened, whatever happens to its path. */
function identityOf(path: string): string {
  const status = statSync(path, { throwIfNoEntry: false });
  return status ? `${status.dev} ${status.ino}` : 'none';
}

const maxStoredCommits = 10_000;

/** Stored with the changes of a commit, to distinguish it from others with the same number. */
interface CommitMark {
  table: '';
  mark: string;
}

type StoredPart = Change | CommitMark;
const isMark = (part: StoredPart): part is CommitMark => part.table === '';

/** Stores the changes of a transaction as part of it, for other processes. Returns the number of the commit; null without changes. */
function createChangeWriter(connection: BetterSqlite.Database): (changes: readonly Change[]) => number | null {
  const prepare = createStatementCache(connection);
  return (changes) => {
    if (changes.length === 0) return null;
    const mark: CommitMark = { table: '', mark: randomUUID() };
    const { lastInsertRowid } = prepare('insert into changes (parts) values (?)').run(JSON.stringify([...changes, mark]));
    const number = Number(lastInsertRowid);
    if (number % 1_000 === 0) prepare('delete from changes where number <= ?').run(number - maxStoredCommits);
    return number;
  };
}

const changesBetween = (prepare: Prepare, after: number, last: number): Change[][] =>
  (prepare('select parts from changes where number > ? and number <= ? order by number').pluck().all(after, last) as string[]).map(
    (parts) => (JSON.parse(parts) as StoredPart[]).filter((part): part is Change => !isMark(part)),
  );

/** Returns the random mark of a commit, which distinguishes it from others with the same number; null if it is no longer stored. */
function commitMarkOf(prepare: Prepare, number: number): string | null {
  const parts = prepare('select parts from changes where number = ?').pluck().get(number) as string | undefined;
  return (parts && (JSON.parse(parts) as StoredPart[]).find(isMark)?.mark) || null;
}

/** Maximum delay until commits of other processes are noticed. */
const pollMs = 50;

/** Notifies listeners of the commits of all processes, in order. SQLite's `data_version` tells when another connection has committed. */
function followChanges(connection: BetterSqlite.Database) {
  const listeners: ChangeListener[] = [];
  const prepare = createStatementCache(connection, { reads: true });
  let version: unknown;
  let number: number | null = null;
  let polledAt = 0;
  const notifyListeners = (changes: readonly Change[] | null) => {
    for (const listener of listeners) listener(changes);
  };
  const poll = (): void => {
    if (listeners.length === 0) return;
    polledAt = performance.now();
    const versionNow = connection.pragma('data_version', { simple: true });
    if (versionNow === version) return;
    const previousNumber = number;
    const last = (prepare('select max(number) from changes').pluck().get() as number | null) ?? 0;
    const rows = previousNumber === null ? [] : changesBetween(prepare, previousNumber, last);
    // Updated only after all rows were read.
    version = versionNow;
    number = last;
    // The changes are older than the stored ones, or the file was replaced by another.
    if (previousNumber === null || rows.length !== last - previousNumber) notifyListeners(null);
    else for (const parts of rows) notifyListeners(parts);
  };
  return {
    /** Never throws, because the transaction is already committed. If the changes cannot be read, everything may have changed. */
    poll() {
      try {
        poll();
      } catch {
        [version, number] = [undefined, null];
        notifyListeners(null);
      }
    },
    listen(listener: ChangeListener) {
      listeners.push(listener);
      this.poll();
    },
    catchUp() {
      if (performance.now() - polledAt >= pollMs) poll();
    },
    position(): Position | null {
      const mark = number === null ? null : commitMarkOf(prepare, number);
      return number === null || mark === null ? null : { number, mark };
    },
    changesSince(position: Position): Change[] | null {
      if (number === null || position.number > number || commitMarkOf(prepare, position.number) !== position.mark) return null;
      return changesBetween(prepare, position.number, number).flat();
    },
  };
}

function openReadConnection(path: string, cacheMb = defaultReadCacheMb): BetterSqlite.Database {
  const connection = new BetterSqlite(path, { readonly: true });
  connection.pragma('busy_timeout = 1000');
  connection.pragma(`cache_size = -${cacheMb * 1024}`);
  return connection;
}

/** Reads on a separate connection: on the shared one, every other reader of the process would see the same old state. */
async function snapshotOf<T>(path: string, work: (reader: Reader) => Promise<T>): Promise<T> {
  const connection = openReadConnection(path);
  try {
    connection.exec('BEGIN');
    // The snapshot starts with the first read, not with BEGIN.
    connection.prepare('select 1 from sqlite_schema').get();
    return await work(readerOn(connection));
  } finally {
    connection.close();
  }
}

const fullDiskMessage =
  'The disk is full, or does not take what is written. Make room where DATABASE_URL points, then run this again: nothing is half written.';

/** SQLite rolls back by itself if the disk is full. Drizzle then only reports that its own rollback has failed. */
const hasRolledBackItself = (error: unknown): boolean =>
  error instanceof Error && (/no transaction is active/.test(error.message) || hasRolledBackItself(error.cause));

/** Two processes may start on a new file concurrently. The second finds tables partly created, waits and retries. */
async function migrateDatabase(connection: BetterSqlite.Database): Promise<void> {
  const endsAt = Date.now() + maxMigrationWaitMs;
  for (;;) {
    try {
      rejectUnknownMigrations('sqlite', appliedMigrations(connection));
      withTemporaryFiles(connection, () => migrate(drizzle(connection), { migrationsFolder: migrationsFolder('sqlite') }));
      // Writes to the file, so that starting with a read-only disk fails here with an explanation.
      connection.pragma(`user_version = ${connection.pragma('user_version', { simple: true })}`);
      return;
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      if (hasRolledBackItself(error)) throw new StartError(fullDiskMessage, { cause: error });
      const isRace = isBusy(error) || /already exists/.test(String(error instanceof Error ? (error.cause ?? error) : error));
      if (!isRace || Date.now() > endsAt) throw error;
      await wait(100 + Math.random() * 200);
    }
  }
}

export function appliedMigrations(connection: BetterSqlite.Database): string[] {
  const isNew = !connection.prepare("select 1 from sqlite_schema where name = '__drizzle_migrations'").get();
  return isNew ? [] : (connection.prepare('select hash from __drizzle_migrations').pluck().all() as string[]);
}

/** @param recording the connection for the query builder */
function readerOn(connection: BetterSqlite.Database, recording = recordingReads(connection)): Reader {
  const db = drizzle(recording, { casing: 'snake_case' });
  const prepare = createStatementCache(connection, { reads: true });
  const reader: Reader = {
    select: db.select.bind(db) as Reader['select'],
    selectDistinct: db.selectDistinct.bind(db) as Reader['selectDistinct'],
    with: db.with.bind(db),
    $with: db.$with,
    rows: async <Row>(statement: SQL) => db.all<Row>(statement),
    async query<Row>(text: string, list: readonly (string | number)[], args: readonly unknown[] = []) {
      const record = startRead(text, { values: args, form: 'query', many: list });
      const rows = queryRows<Row>(prepare, text, list, args);
      record?.(rows);
      return rows;
    },
    prepared: preparedOnce(() => reader),
  };
  return reader;
}

function writerOn(connection: BetterSqlite.Database, changes: () => Change[]): Writer {
  const recording = recordingChanges(connection, changes);
  const db = drizzle(recording, { casing: 'snake_case' });
  const prepare = createStatementCache(connection);
  const writer: Writer = {
    ...readerOn(connection, recording),
    prepared: preparedOnce(() => writer),
    insert: db.insert.bind(db),
    update: db.update.bind(db),
    delete: db.delete.bind(db),
    bulkInsert: bulkInsertBy((batch) => writer.insertRows(batch)),
    async insertRows<Row>(batch: RowBatch) {
      const { table, columns, rows, onConflict = '', returning } = batch;
      const returningClause = returning ? `returning ${returning.join(', ')}` : '';
      const placeholders = `(${columns.map(() => '?').join(', ')})`;
      const prepareInsert = (count: number) =>
        prepare(
          `insert into ${table} (${columns.join(', ')}) values ${Array(count).fill(placeholders).join(', ')} ${onConflict} ${returningClause}`,
        );
      const returnedRows: Row[] = [];
      const rowsPerStatement = Math.ceil(parametersPerInsert / columns.length);
      for (let start = 0; start < rows.length; ) {
        const count = rows.length - start < rowsPerStatement ? 1 : rowsPerStatement;
        const values = rows.slice(start, start + count).flatMap((row) => row.map(toBindable));
        const statement = prepareInsert(count);
        if (returning) for (const each of statement.all(values)) returnedRows.push(each as Row);
        else statement.run(values);
        start += count;
      }
      addBatch(changes(), batch, returnedRows);
      return returnedRows;
    },
    async execute<Row>(text: string, list: readonly (string | number)[], args: readonly unknown[] = []) {
      const plan = planWrite(text);
      const rows = queryRows<Row>(prepare, plan?.text ?? text, list, args);
      if (plan) recordWrite(changes(), plan, rows);
      return rows;
    },
    lock: async () => undefined,
  };
  return writer;
}
