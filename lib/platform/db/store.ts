import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQL, Table } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { env } from '#lib/platform/env.ts';
import type { BulkOptions, BulkRow, Names } from './bulk-insert.ts';
import type { Change, ChangeListener } from './changes.ts';
import { dialect } from './columns.ts';
import type { Read } from './dependencies.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

type Database = BetterSQLite3Database<Record<string, never>>;

/** The result of `.prepare()` of the query builder. */
export interface PreparedQuery {
  execute(values?: Record<string, unknown>): unknown;
}
export type RowsOf<Query extends PreparedQuery> = Awaited<ReturnType<Query['execute']>>;

/**
 * A handle that can only read. On SQLite, it uses a read-only connection; on PostgreSQL, connections whose transactions are read-only by
 * default, or a replica. A statement that writes throws, also in `query` of a `Writer`.
 */
export interface Reader extends Pick<Database, 'select' | 'selectDistinct' | 'with' | '$with'> {
  /** Returns the rows of a statement that the query builder cannot express. It must be valid on both engines. */
  rows<Row>(statement: SQL): Promise<Row[]>;
  /**
   * Reads many rows by one list of values, with a statement that is prepared once. `text` is plain SQL with `?` for each value of `args`
   * and `in $many` for the list. JSON columns arrive as text on SQLite and as values on PostgreSQL.
   */
  query<Row>(text: string, many: readonly (string | number)[], args?: readonly unknown[]): Promise<Row[]>;
  /**
   * Runs a frequent query. `build` ends with `.prepare()`, names its values by `sql.placeholder`, and is called once for each connection.
   * Building the SQL text often takes longer than running it.
   */
  prepared<Query extends PreparedQuery>(build: (reader: Reader) => Query, values: Record<string, unknown>): Promise<RowsOf<Query>>;
}

/** The handle of a transaction for commands. It throws if it is used after the transaction. */
export interface Writer extends Reader, Pick<Database, 'insert' | 'update' | 'delete'> {
  /**
   * Inserts many rows: with prepared statements on SQLite, with an array for each column on PostgreSQL. There, rows of which nothing is returned
   * are not waited for: if they are refused, the transaction fails with that error, at the latest when it ends.
   * @returns the columns of `returning`, in no particular order
   */
  bulkInsert<T extends Table, Returned extends Names<T> = never>(
    table: T,
    rows: readonly BulkRow<T>[],
    options?: BulkOptions<T, Returned>,
  ): Promise<Pick<T['$inferSelect'], Returned>[]>;
  /** Like `bulkInsert`, for a table that the schema does not have, or whose columns are only known at runtime. Waits for the rows. */
  insertRows<Row>(batch: RowBatch): Promise<Row[]>;
  /** Like `query`, for a statement that writes: changes many rows by one list of values. */
  execute<Row>(text: string, many: readonly (string | number)[], args?: readonly unknown[]): Promise<Row[]>;
  /** Like `prepared` of a `Reader`, for a statement that may write. */
  prepared<Query extends PreparedQuery>(build: (writer: Writer) => Query, values: Record<string, unknown>): Promise<RowsOf<Query>>;
  /** Takes a named lock until the transaction ends. On SQLite, which has one writer, it does nothing. */
  lock(name: string): Promise<void>;
}

/** A batch for `Writer.insertRows`: a table, its columns by SQL name, rows of the driver's values in that order, and conflict handling. */
export interface RowBatch {
  table: string;
  columns: readonly string[];
  /** The SQL types of the columns, if they are known. */
  types?: readonly string[];
  rows: readonly (readonly unknown[])[];
  /** SQL after the values, for example `on conflict do nothing`. */
  onConflict?: string;
  returning?: readonly string[];
  /** The columns that a conflict changes, if fewer than given. */
  changes?: readonly string[];
}

/** The position of the last commit of which listeners were notified, in a numbering that survives restarts. */
export interface Position {
  number: number;
  /** Distinguishes it from a commit with the same number after a restore of the database. */
  mark: string;
}

/** The interface that each engine implements. */
export interface Engine {
  reader: Reader;
  /** Repeats a read of the reader. Resolves to the digest of its result. */
  repeat(read: Read): Promise<number>;
  /** Runs `work` in a transaction: commits when it returns, rolls back when it throws. */
  transaction<T>(work: (handle: Writer) => Promise<T>): Promise<T>;
  /** Reads from one state of the database, without blocking writers or other readers. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  migrate(): Promise<void>;
  /** Overwrites remains of deleted rows in the file and its log, as far as possible during use. */
  eraseDeletedRows(): Promise<void>;
  /** Rewrites the whole database, so that no remains of deleted rows are left. Blocks writers. */
  rewrite(): Promise<void>;
  close(): Promise<void>;
  /** Registers a listener for the changes of each later commit of any process, in order. */
  onChange(listener: ChangeListener): void;
  /**
   * Resolves once listeners were notified of all commits of this process, and of commits of others up to a second ago.
   * @throws if the database does not respond
   */
  catchUp(): Promise<void>;
  /** Does the same where nothing has to be waited for; otherwise returns false. */
  catchUpAtOnce(): boolean;
  /** Null if the engine does not number commits. */
  position(): Position | null;
  /** Returns the changes committed after a position, up to the current one; null if unknown. */
  changesSince(position: Position): readonly Change[] | null;
}

const insideTransaction = new AsyncLocalStorage<true>();

const withLifetime = <Handle extends Reader>(handle: Handle, isAlive: () => boolean): Handle =>
  new Proxy(handle, {
    get(target, property, receiver) {
      if (!isAlive()) throw new Error('A transaction handle was used after its transaction had ended.');
      return Reflect.get(target, property, receiver);
    },
  });

/** Runs work with a handle that is valid only meanwhile, and forbids nested transactions: on PostgreSQL, two could deadlock forever. */
const withOwnHandle =
  <Handle extends Reader, T>(work: (handle: Handle) => Promise<T>) =>
  (handle: Handle): Promise<T> => {
    let isAlive = true;
    return insideTransaction.run(true, async () => {
      try {
        return await work(withLifetime(handle, () => isAlive));
      } finally {
        isAlive = false;
      }
    });
  };

export interface StoreOptions {
  /** Size of SQLite's read cache, in megabytes. A small one suffices for processes that mostly write. */
  readCacheMb?: number;
  /** Streaming replicas of a PostgreSQL, from which the page cache is rendered. */
  replicaUrls?: readonly string[];
  /** Time after which PostgreSQL ends a statement or an idle transaction, in ms; by default, never and ten minutes. */
  timeoutMs?: number;
}

/** Opens the database of a URL. A process needs only one: see `reader` and `transact`. */
export function openStore(url: string, opening: StoreOptions = {}) {
  const engine: Engine = dialect === 'postgres' ? openPostgres(url, opening) : openSqlite(url.replace(/^file:/, ''), opening);
  return {
    reader: engine.reader,
    /** Repeats a read of the reader. Resolves to the digest of its result. */
    repeat: (read: Read) => engine.repeat(read),
    migrate: () => engine.migrate(),
    /**
     * Removes deleted rows from SQLite's write-ahead log, after an erasure. PostgreSQL's vacuum removes them later by itself. Backups and
     * archived logs are the operator's responsibility.
     */
    eraseDeletedRows: () => engine.eraseDeletedRows(),
    /** Removes remains of deleted rows inside pages, for the operator. Blocks writers: seconds for some hundred megabytes. */
    rewrite: () => engine.rewrite(),
    close: () => engine.close(),
    /** Registers a listener for the changes of each later commit of any process, in order; see `Change`. */
    onChange: (listener: ChangeListener) => engine.onChange(listener),
    /**
     * Resolves once listeners were notified of all commits of this process, and of commits of others up to a second ago.
     * @throws if the database does not respond
     */
    catchUp: () => engine.catchUp(),
    /** Does the same where nothing has to be waited for; otherwise returns false. @throws if the database does not respond */
    catchUpAtOnce: () => engine.catchUpAtOnce(),
    /** The position of the last commit of which listeners were notified; null if the engine does not number commits (PostgreSQL). */
    position: () => engine.position(),
    /** Returns the changes committed after a position, up to the current one; null if unknown. */
    changesSince: (position: Position) => engine.changesSince(position),
    /**
     * Runs work in a transaction. It must not use the network: external effects are jobs, enqueued here and run after the commit. On
     * PostgreSQL, a transaction that deadlocks is rolled back and `work` is called again, so it must have no effects except through its
     * handle.
     */
    transact<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
      if (insideTransaction.getStore()) throw new Error('transact() was called inside a transaction: pass the handle on instead.');
      return engine.transaction(withOwnHandle(work));
    },
    /** Runs reads that all see the state at the first of them. Not for long work: deleted rows are retained until it ends. */
    snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
      if (insideTransaction.getStore()) throw new Error('snapshot() was called inside a transaction: read with its handle instead.');
      return engine.snapshot(withOwnHandle(work));
    },
  };
}

export type Store = ReturnType<typeof openStore>;

// Next bundles each entry separately; a global makes the store one for the process.
const globals = globalThis as { peergraphStore?: Store };

/** Returns the store of this process, opened on first use. */
export const store = (): Store => {
  globals.peergraphStore ??= openStore(env().DATABASE_URL, {
    replicaUrls: env().DATABASE_REPLICA_URL,
    timeoutMs: env().DATABASE_TIMEOUT_SECONDS * 1000,
  });
  return globals.peergraphStore;
};

export const reader = (): Reader => store().reader;
export const transact = <T>(work: (tx: Writer) => Promise<T>): Promise<T> => store().transact(work);
