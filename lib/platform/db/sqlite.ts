import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { noteOverload } from '#lib/platform/request-context.ts';
import { StartError } from '../processes/listen.ts';
import { makeFolder } from '../processes/make-folder.ts';
import { type Change, type ChangeListener, recordBulkInsert, recordChanges, summarized } from './changes.ts';
import { recordRead } from './dependencies.ts';
import { isBusy } from './errors.ts';
import { checkOrigin, migrationsFolder } from './migrations.ts';
import { preparedOnce } from './prepared.ts';
import type { BulkInsert, Engine, Opening, Position, Reader, Writer } from './store.ts';
import { createTransactionQueue } from './transaction-queue.ts';

const oldestSqlite = '3.51.3';
/** While a file is opened. After that, a writer waits outside SQLite (transaction-queue.ts): one that waits inside freezes the event loop. */
const openTimeoutMs = 20;
const maxWaitMs = 15_000;

const usualCacheMb = 64;

const isOlder = (version: string, than: string): boolean => version.localeCompare(than, 'en', { numeric: true }) < 0;

/** Opens a SQLite file with one connection for writing and one, read-only, for reading. */
export function openSqlite(path: string, { readCacheMb = usualCacheMb }: Opening = {}): Engine {
  makeFolder(dirname(path));
  const writing = new BetterSqlite(path);
  const version = writing.prepare('select sqlite_version()').pluck().get() as string;
  if (isOlder(version, oldestSqlite))
    throw new Error(`SQLite ${version} is too old: ${oldestSqlite} or later is needed (run npm ci again).`);
  writing.pragma(`busy_timeout = ${openTimeoutMs}`);
  writing.pragma('journal_mode = WAL');
  writing.pragma('synchronous = FULL');
  writing.pragma('foreign_keys = ON');
  // What is deleted is overwritten in the file, not only unlinked (docs/decisions/0021-erasure.md has what it costs).
  writing.pragma('secure_delete = ON');
  writing.pragma(`cache_size = -${usualCacheMb * 1024}`);
  // An import commits some megabytes at a time: checkpoints after every few commits, not after each.
  writing.pragma('wal_autocheckpoint = 8000');
  writing.pragma('busy_timeout = 0');
  const reading = openReading(path, readCacheMb);
  // Of the transaction that is open: there is one at a time.
  let changes: Change[] = [];
  const writer = handleOn(writing, () => changes);
  const follower = followChanges(reading);

  const storeChanges = storingChanges(writing);
  const queue = createTransactionQueue(writing);

  return {
    reader: readerOn(reading),
    async transaction(work) {
      try {
        const value = await queue.run(async () => {
          changes = [];
          const result = await work(writer);
          storeChanges(summarized(changes));
          return result;
        });
        follower.poll();
        return value;
      } catch (error) {
        if (isBusy(error)) noteOverload();
        throw error;
      }
    },
    snapshot: (work) => snapshotOf(path, work),
    onChange: (listener) => follower.listen(listener),
    catchUp: async () => follower.catchUp(),
    position: () => follower.position(),
    changesSince: (position) => follower.changesSince(position),
    async migrate() {
      await migrateInTurn(writing);
    },
    async forget() {
      await queue.idle();
      // Restarts the log from an empty file, unless somebody reads in it: then the next one does.
      writing.pragma('wal_checkpoint(TRUNCATE)');
    },
    async rewrite() {
      await queue.idle();
      // A page that was balanced may keep a copy of a cell that it gave away; a page that is written again does not.
      writing.exec('VACUUM');
      writing.pragma('wal_checkpoint(TRUNCATE)');
    },
    async close() {
      await queue.idle();
      reading.close();
      writing.close();
    },
  };
}

const maxStored = 10_000;

/** Tells other processes what a transaction changes, as part of it. */
function storingChanges(connection: BetterSqlite.Database): (changes: readonly Change[]) => void {
  const prepare = preparing(connection);
  return (changes) => {
    if (changes.length === 0) return;
    const mark: Change = { table: '', columns: [], rows: [randomUUID()] };
    const { lastInsertRowid } = prepare('insert into changes (parts) values (?)').run(JSON.stringify([...changes, mark]));
    const number = Number(lastInsertRowid);
    if (number % 1_000 === 0) prepare('delete from changes where number <= ?').run(number - maxStored);
  };
}

/** Prepares each statement once: `preparing`. */
type Prepare = (text: string) => BetterSqlite.Statement;

const changesBetween = (prepare: Prepare, after: number, last: number): Change[][] =>
  (prepare('select parts from changes where number > ? and number <= ? order by number').pluck().all(after, last) as string[]).map(
    (parts) => (JSON.parse(parts) as Change[]).filter(({ table }) => table !== ''),
  );

/** What tells a commit from another of the same number; null where it is no longer stored. */
function markOf(prepare: Prepare, number: number): string | null {
  const parts = prepare('select parts from changes where number = ?').pluck().get(number) as string | undefined;
  return (parts && (JSON.parse(parts) as Change[]).find(({ table }) => table === '')?.rows?.[0]) ?? null;
}

/** What other processes commit is seen after so long at most. */
const pollMs = 50;

/** Tells listeners of the commits of all processes, in their order. The file says by itself when somebody has committed. */
function followChanges(connection: BetterSqlite.Database) {
  const listeners: ChangeListener[] = [];
  const prepare = preparing(connection, { reads: true });
  let version: unknown;
  let number: number | null = null;
  let lookedAt = 0;
  const tell = (changes: readonly Change[] | null) => {
    for (const listener of listeners) listener(changes);
  };
  const poll = (): void => {
    if (listeners.length === 0) return;
    lookedAt = performance.now();
    const versionNow = connection.pragma('data_version', { simple: true });
    if (versionNow === version) return;
    const seen = number;
    const last = (prepare('select max(number) from changes').pluck().get() as number | null) ?? 0;
    const rows = seen === null ? [] : changesBetween(prepare, seen, last);
    // Only what was read whole was seen.
    version = versionNow;
    number = last;
    // Older than what is stored, or a file that somebody has put in the place of another.
    if (seen === null || rows.length !== last - seen) tell(null);
    else for (const parts of rows) tell(parts);
  };
  return {
    /** Never throws: what was just committed is committed. Where it cannot be read, everything may have changed. */
    poll() {
      try {
        poll();
      } catch {
        [version, number] = [undefined, null];
        tell(null);
      }
    },
    listen(listener: ChangeListener) {
      listeners.push(listener);
      this.poll();
    },
    catchUp() {
      if (performance.now() - lookedAt >= pollMs) poll();
    },
    position(): Position | null {
      const mark = number === null ? null : markOf(prepare, number);
      return number === null || mark === null ? null : { number, mark };
    },
    changesSince(position: Position): Change[] | null {
      if (number === null || position.number > number || markOf(prepare, position.number) !== position.mark) return null;
      return changesBetween(prepare, position.number, number).flat();
    },
  };
}

function openReading(path: string, cacheMb = usualCacheMb): BetterSqlite.Database {
  const reading = new BetterSqlite(path, { readonly: true });
  reading.pragma('busy_timeout = 1000');
  reading.pragma(`cache_size = -${cacheMb * 1024}`);
  return reading;
}

/** On a connection of its own: on the shared one every other reader of the process would read the same old state. */
async function snapshotOf<T>(path: string, work: (reader: Reader) => Promise<T>): Promise<T> {
  const connection = openReading(path);
  try {
    connection.exec('BEGIN');
    // The state is that of the first read, and not that of BEGIN.
    connection.prepare('select 1 from sqlite_schema').get();
    return await work(readerOn(connection));
  } finally {
    connection.close();
  }
}

const diskFault =
  'The disk is full, or does not take what is written. Make room where DATABASE_URL points, then run this again: nothing is half written.';

/** SQLite ends a transaction by itself where the disk takes no more. Drizzle tells of its own end alone, which fails after it. */
const hasEndedItself = (error: unknown): boolean =>
  error instanceof Error && (/no transaction is active/.test(error.message) || hasEndedItself(error.cause));

/** Two processes may meet at a new file: who comes second finds the tables half made, waits, and then finds them there. */
async function migrateInTurn(connection: BetterSqlite.Database): Promise<void> {
  const givesUpAt = Date.now() + maxWaitMs;
  for (;;) {
    try {
      checkOrigin('sqlite', appliedTo(connection));
      migrate(drizzle(connection), { migrationsFolder: migrationsFolder('sqlite') });
      // A file on a read-only disk is read well: who starts with it hears that nobody can write.
      connection.pragma(`user_version = ${connection.pragma('user_version', { simple: true })}`);
      return;
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      if (hasEndedItself(error)) throw new StartError(diskFault, { cause: error });
      const isRace = isBusy(error) || /already exists/.test(String(error instanceof Error ? (error.cause ?? error) : error));
      if (!isRace || Date.now() > givesUpAt) throw error;
      await wait(100 + Math.random() * 200);
    }
  }
}

export function appliedTo(connection: BetterSqlite.Database): string[] {
  const isNew = !connection.prepare("select 1 from sqlite_schema where name = '__drizzle_migrations'").get();
  return isNew ? [] : (connection.prepare('select hash from __drizzle_migrations').pluck().all() as string[]);
}

/** @param record notes each statement; a `Writer` notes what it writes by `rows` too */
function readerOn(connection: BetterSqlite.Database, record: (text: string) => void = recordRead): Reader {
  const db = drizzle(remembering(connection), { casing: 'snake_case', logger: { logQuery: record } });
  const prepare = preparing(connection, { reads: true });
  const reader: Reader = {
    select: db.select.bind(db) as Reader['select'],
    selectDistinct: db.selectDistinct.bind(db) as Reader['selectDistinct'],
    with: db.with.bind(db),
    $with: db.$with,
    rows: async <Row>(statement: SQL) => db.all<Row>(statement),
    async query<Row>(text: string, many: readonly (string | number)[], args: readonly unknown[] = []) {
      record(text);
      return allOf<Row>(prepare, text, many, args);
    },
    prepared: preparedOnce(() => reader),
  };
  return reader;
}

const allOf = <Row>(prepare: Prepare, text: string, many: readonly (string | number)[], args: readonly unknown[]): Row[] =>
  prepare(text.replaceAll('in $many', 'in (select value from json_each(@many))')).all(
    ...args.map(bound),
    ...(text.includes('in $many') ? [{ many: JSON.stringify(many) }] : []),
  ) as Row[];

/**
 * A statement, prepared so that it stays prepared. SQLite plans a statement again for other values where its planner has looked at one: at
 * that of `limit ?`, and at that of `column = ?` where another index may be used (`sqlite3ExprIsInteger` in its source). The driver forgets
 * the values after each run, which counts as other ones, so that a read of a row by its key took ten times as long. The planner does not look
 * into a sum or behind a sign.
 */
const prepareOnce = (connection: BetterSqlite.Database, text: string): BetterSqlite.Statement =>
  connection.prepare(text.replace(/\blimit \?/gi, 'limit (? + 0)').replace(/(=|\bis|\bin \()(\s*)\?(?!\d)/gi, '$1$2+?'));

/** A list of values makes a text of its own for each length: so many texts are remembered, the last used. */
const maxRemembered = 500;

/** The same connection for the query builder, which prepares each statement again each time: here one that was prepared before is found again. */
function remembering(connection: BetterSqlite.Database): BetterSqlite.Database {
  const prepared = new Map<string, BetterSqlite.Statement>();
  const prepare = (text: string): BetterSqlite.Statement => {
    const statement = prepared.get(text) ?? prepareOnce(connection, text);
    prepared.delete(text);
    prepared.set(text, statement);
    const [oldest] = prepared.keys();
    if (prepared.size > maxRemembered && oldest !== undefined) prepared.delete(oldest);
    // The builder asks for rows as lists where it wants them so, and takes it that they are not.
    return statement.reader ? statement.raw(false) : statement;
  };
  return new Proxy(connection, {
    get: (target, property) => (property === 'prepare' ? prepare : Reflect.get(target, property, target)),
  });
}

/** Prepares each statement once for a connection. @throws where it is to read and writes */
function preparing(connection: BetterSqlite.Database, { reads } = { reads: false }): Prepare {
  const prepared = new Map<string, BetterSqlite.Statement>();
  return (text) => {
    const known = prepared.get(text);
    if (known) return known;
    const statement = prepareOnce(connection, text);
    if (reads && !statement.readonly) throw new Error(`query() only reads, execute() writes: ${text.slice(0, 80)}`);
    prepared.set(text, statement);
    return statement;
  };
}

function handleOn(connection: BetterSqlite.Database, changes: () => Change[]): Writer {
  const record = (text: string): void => recordChanges(changes(), text);
  const db = drizzle(remembering(connection), { casing: 'snake_case', logger: { logQuery: record } });
  const prepare = preparing(connection);
  const writer: Writer = {
    ...readerOn(connection, record),
    prepared: preparedOnce(() => writer),
    insert: db.insert.bind(db),
    update: db.update.bind(db),
    delete: db.delete.bind(db),
    async bulkInsert<Row>(batch: BulkInsert) {
      recordBulkInsert(changes(), batch);
      const { table, columns, rows, onConflict = '', returning } = batch;
      const answer = returning ? `returning ${returning.join(', ')}` : '';
      const places = columns.map(() => '?').join(', ');

      const statement = prepare(`insert into ${table} (${columns.join(', ')}) values (${places}) ${onConflict} ${answer}`);
      const answered: Row[] = [];
      const values: unknown[] = new Array(columns.length);
      for (const row of rows) {
        for (let at = 0; at < values.length; at += 1) values[at] = bound(row[at]);
        if (returning) for (const each of statement.all(values)) answered.push(each as Row);
        else statement.run(values);
      }
      return answered;
    },
    async execute<Row>(text: string, many: readonly (string | number)[], args: readonly unknown[] = []) {
      record(text);
      return allOf<Row>(prepare, text, many, args);
    },
    lock: async () => undefined,
  };
  return writer;
}

/** SQLite binds no booleans and no dates. */
const bound = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value instanceof Date ? value.getTime() : value);
