import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { env } from '#lib/platform/env.ts';
import type { Change, ChangeListener } from './changes.ts';
import { dialect } from './columns.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

type Database = BetterSQLite3Database<Record<string, never>>;

/** What `.prepare()` of the query builder makes. */
export interface PreparedQuery {
  execute(values?: Record<string, unknown>): unknown;
}
export type RowsOf<Query extends PreparedQuery> = Awaited<ReturnType<Query['execute']>>;

/**
 * What a query may do: read. On SQLite a read-only connection, on PostgreSQL connections whose transactions are read-only unless they say
 * otherwise: there is the seam where replicas go. A statement that writes throws, in `query` of a `Writer` too.
 */
export interface Reader extends Pick<Database, 'select' | 'selectDistinct' | 'with' | '$with'> {
  /** Rows of a statement that the query builder has no words for; both engines must understand it. */
  rows<Row>(statement: SQL): Promise<Row[]>;
  /**
   * The fast path of reading many rows by one list of values: prepared once. `text` is plain SQL with `?` for each value of
   * `args` and `in $many` for the list. JSON columns arrive as text on SQLite and as values on PostgreSQL.
   */
  query<Row>(text: string, many: readonly (string | number)[], args?: readonly unknown[]): Promise<Row[]>;
  /**
   * The rows of a query that is asked often: `build` ends with `.prepare()`, names its values by `sql.placeholder`, and is called once for
   * each connection. Building the text of a query takes longer than most take to run.
   */
  prepared<Query extends PreparedQuery>(build: (reader: Reader) => Query, values: Record<string, unknown>): Promise<RowsOf<Query>>;
}

/** What a command may do, until its transaction ends. A handle kept longer throws. */
export interface Writer extends Reader, Pick<Database, 'insert' | 'update' | 'delete'> {
  /**
   * Many rows at once, on the engine's fast path: prepared statements on SQLite, multi-row statements on PostgreSQL.
   * Answers the columns named in `returning`, in no promised order.
   */
  bulkInsert<Row>(batch: BulkInsert): Promise<Row[]>;
  /** As `query`, for a statement that writes: the fast path of changing many rows by one list of values. */
  execute<Row>(text: string, many: readonly (string | number)[], args?: readonly unknown[]): Promise<Row[]>;
  /** As a reader's, for a statement that may write. */
  prepared<Query extends PreparedQuery>(build: (writer: Writer) => Query, values: Record<string, unknown>): Promise<RowsOf<Query>>;
  /** Holds a name until the transaction ends, so that one transaction at a time does what needs it (SQLite has one writer anyhow). */
  lock(name: string): Promise<void>;
}

/** A batch for `Writer.bulkInsert`: a table, its columns in SQL's names, rows of plain values in that order, and what a conflict does. */
export interface BulkInsert {
  table: string;
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
  /** SQL after the values, for example `on conflict do nothing`. */
  onConflict?: string;
  returning?: readonly string[];
  /** The column by whose values readers tell the rows apart that they depend on (`readingRows`). */
  rowsBy?: string;
  /** The columns that a conflict changes, where they are fewer than are given. */
  changes?: readonly string[];
}

/** The last commit that listeners were told of, in a numbering that a restart keeps. */
export interface Position {
  number: number;
  /** Tells it from a commit of the same number after an older state of the database was restored. */
  mark: string;
}

/** What each engine's file provides to this one. */
export interface Engine {
  reader: Reader;
  /** Begins a transaction and gives its handle; the callback's end commits, its throw rolls back. */
  transaction<T>(work: (handle: Writer) => Promise<T>): Promise<T>;
  /** Reads from one state of the database, whatever others write meanwhile; holds up neither them nor other readers. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  migrate(): Promise<void>;
  /** Overwrites what the file and its log still hold of deleted rows, as far as that can be done while others read. */
  forget(): Promise<void>;
  /** Writes the whole database again, so that nothing of deleted rows is left in it. Writers wait for its end. */
  rewrite(): Promise<void>;
  close(): Promise<void>;
  /** Calls back with what each commit of any process has changed, in their order, from now on. */
  onChange(listener: ChangeListener): void;
  /**
   * Ends once the listeners know what this process has committed, and what others had committed a second ago.
   * @throws where the database does not answer
   */
  catchUp(): Promise<void>;
  /** Null where the engine numbers no commits. */
  position(): Position | null;
  /** What was committed after a position and until that of now; null where it is not known. */
  changesSince(position: Position): readonly Change[] | null;
}

const inside = new AsyncLocalStorage<true>();

const mortal = <Handle extends Reader>(handle: Handle, alive: () => boolean): Handle =>
  new Proxy(handle, {
    get(target, property, receiver) {
      if (!alive()) throw new Error('A transaction handle was used after its transaction had ended.');
      return Reflect.get(target, property, receiver);
    },
  });

/** Work that is given a handle of its own for as long as it lasts, and opens no second one meanwhile: on PostgreSQL two could wait for ever. */
const alone =
  <Handle extends Reader, T>(work: (handle: Handle) => Promise<T>) =>
  (handle: Handle): Promise<T> => {
    let alive = true;
    return inside.run(true, async () => {
      try {
        return await work(mortal(handle, () => alive));
      } finally {
        alive = false;
      }
    });
  };

export interface Opening {
  /** What SQLite keeps of the file for reading. A process that mostly writes does with little. */
  readCacheMb?: number;
  /** Streaming replicas of a PostgreSQL, from which pages for the page cache are read. */
  replicaUrls?: readonly string[];
  /** After so long PostgreSQL ends a statement, and a transaction that does nothing; unless given, never and after ten minutes. */
  timeoutMs?: number;
}

/** Opens the database that a URL names. One for each process is enough: see `reader` and `transact`. */
export function openStore(url: string, opening: Opening = {}) {
  const engine: Engine = dialect === 'postgres' ? openPostgres(url, opening) : openSqlite(url.replace(/^file:/, ''), opening);
  return {
    reader: engine.reader,
    migrate: () => engine.migrate(),
    /**
     * After an erasure: takes what was deleted out of SQLite's write-ahead log too. PostgreSQL's vacuum does it in its own time; backups and
     * archived logs of either are the operator's.
     */
    forget: () => engine.forget(),
    /** For the operator: the same for the rest that deleted rows leave inside of pages. Writers wait: seconds for some hundred megabytes. */
    rewrite: () => engine.rewrite(),
    close: () => engine.close(),
    /** Calls back with what each commit of any process changes, in their order, from now on; see `Change`. */
    onChange: (listener: ChangeListener) => engine.onChange(listener),
    /**
     * Ends once the listeners know of all that this process has committed, and of what others had committed a second ago.
     * @throws where the database does not answer
     */
    catchUp: () => engine.catchUp(),
    /** The last commit that listeners were told of; null where the engine numbers none (PostgreSQL). */
    position: () => engine.position(),
    /** What was committed after a position and until that of now; null where it is not known. */
    changesSince: (position: Position) => engine.changesSince(position),
    /**
     * All or nothing. No network inside: what must leave the house is a job row written here and done after the commit. Where two wait for
     * each other on PostgreSQL, one is undone and its work is called again: it changes nothing but through its handle.
     */
    transact<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
      if (inside.getStore()) throw new Error('transact() was called inside a transaction: pass the handle on instead.');
      return engine.transaction(alone(work));
    },
    /**
     * Reads that belong together, all from the state at which the first of them finds the database. Not for long work: what was deleted
     * since is kept until it ends.
     */
    snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
      if (inside.getStore()) throw new Error('snapshot() was called inside a transaction: read with its handle instead.');
      return engine.snapshot(alone(work));
    },
  };
}

export type Store = ReturnType<typeof openStore>;

// Next bundles each entry by itself, so the one store of the process lives on globalThis.
const place = globalThis as { peergraphStore?: Store };

/** The store of this process, opened at first use. */
export const store = (): Store => {
  place.peergraphStore ??= openStore(env().DATABASE_URL, {
    replicaUrls: env().DATABASE_REPLICA_URL,
    timeoutMs: env().DATABASE_TIMEOUT_SECONDS * 1000,
  });
  return place.peergraphStore;
};

export const reader = (): Reader => store().reader;
export const transact = <T>(work: (tx: Writer) => Promise<T>): Promise<T> => store().transact(work);
