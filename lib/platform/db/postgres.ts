import { randomUUID } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { noteFullDisk, noteOverload, noteUnknownOutcome } from '#lib/platform/request-context.ts';
import { toArrayLiteral } from './array-literal.ts';
import { bulkInsertBy } from './bulk-insert.ts';
import { type Change, type ChangeListener, mergeChanges } from './changes.ts';
import { isCollecting, startRead } from './dependencies.ts';
import { isDeadlock, isFullDisk, isStandby, isUnavailable } from './errors.ts';
import { migrationsFolder, rejectUnknownMigrations } from './migrations.ts';
import { type Client, queryRows, recordingChanges, recordingReads, repeatRead } from './postgres-statements.ts';
import { preparedOnce } from './prepared.ts';
import { followReplicas, poolSize } from './replicas.ts';
import { SentInserts } from './sent-inserts.ts';
import type { Engine, Reader, RowBatch, StoreOptions, Writer } from './store.ts';
import { addBatch, planWrite, recordWrite } from './write-plan.ts';

const maxParameters = 65_535;
/** Rows of a statement with arrays: a few megabytes at most. */
const maxRowsPerArray = 5_000;
/** Upper bound on retries of a transaction that PostgreSQL has ended because of a deadlock. */
const maxDeadlockRetries = 3;
/** The advisory lock that prevents concurrent migrations by two starting processes. */
const migrationLock = 7_223_301;

/** Maximum wait for a connection, free or new. Longer than the wait under any load that can still be served. */
const connectTimeoutMs = 10_000;

/** If statements have no time limit, as in the worker: maximum idle time of a transaction, which has locks. */
const maxIdleTransactionMs = 600_000;
/** Detects a connection whose peer has disappeared silently, also while waiting for a response. */
const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

/** Settings that statements and parsers rely on, and that an operator may have changed for a role or a database. */
const sessionSettings = (timeoutMs: number): string =>
  [
    `set statement_timeout = ${timeoutMs}`,
    'set lock_timeout = 0',
    "set default_transaction_isolation = 'read committed'",
    "set datestyle = 'ISO, MDY'",
    'set standard_conforming_strings = on',
    'set bytea_output = hex',
  ].join('; ');

/** Opens a PostgreSQL database through a connection pool. */
export function openPostgres(url: string, { replicaUrls = [], timeoutMs = 0 }: StoreOptions = {}): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    ...keepAliveOptions,
    // A statement is sent while the server still runs those before it (see `SentInserts`). With a time limit, one that takes too long would
    // end the connection.
    pipeline: timeoutMs === 0,
    connectionTimeoutMillis: connectTimeoutMs,
    // Also without a limit: one of a role or database, which may be 1 ms, would end the statement that removes it.
    statement_timeout: timeoutMs || connectTimeoutMs,
    idle_in_transaction_session_timeout: timeoutMs || maxIdleTransactionMs,
    // For a server that does not even report its timeout. The server's own limit comes first.
    query_timeout: timeoutMs === 0 ? 0 : timeoutMs + 1_000,
    // Connections are read-only, except in our transactions, which state READ WRITE.
    onConnect: (client) => client.query(`${sessionSettings(timeoutMs)}; set default_transaction_read_only = on`),
  });
  const query = pool.query.bind(pool) as (...all: unknown[]) => Promise<unknown>;
  pool.query = ((...all: unknown[]) => notingOverload(query(...all))) as typeof pool.query;
  // An idle connection that the server closes is replaced at the next use.
  pool.on('error', () => undefined);
  const replicas = followReplicas(pool, replicaUrls);
  const follower = followChanges(url);
  if (replicaUrls.length > 0) follower.listen(replicas.behind);
  return {
    onChange: (listener) => follower.listen(listener),
    catchUp: () => follower.catchUp(),
    catchUpAtOnce: () => follower.isCurrent(),
    position: () => null,
    changesSince: () => null,
    reader: replicaUrls.length > 0 ? createRoutedReader(readerOn(pool), replicas.current) : readerOn(pool),
    repeat: (read) => repeatRead((replicaUrls.length > 0 && replicas.current()) || pool, read),
    async transaction(work) {
      // Rows are always locked in the same order. If two transactions still deadlock, the one that was ended is retried.
      for (let retriesLeft = maxDeadlockRetries; ; retriesLeft -= 1) {
        const changes: Change[] = [];
        let isCommitting = false;
        try {
          const value = await runTransaction(pool, 'BEGIN READ WRITE', async (client) => {
            const sent = new SentInserts();
            const result = await sent.confirmAfter(() => work(writerOn(client, changes, sent)));
            await notify(client, follower.name, mergeChanges(changes));
            isCommitting = true;
            return result;
          });
          if (changes.length > 0) follower.notify(mergeChanges(changes));
          return value;
        } catch (error) {
          // If the connection fails during the commit, it is unknown whether the commit succeeded.
          if (isCommitting) follower.notify(null);
          if (isCommitting && isUnavailable(error)) noteUnknownOutcome();
          if (retriesLeft === 0 || !isDeadlock(error)) throw error;
        }
      }
    },
    snapshot: (work) => runTransaction(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', (client) => work(readerOn(client))),
    migrate: () => migrateDatabase(url),
    // Autovacuum reclaims the space of deleted rows. Only VACUUM FULL, which blocks readers, would do so immediately.
    eraseDeletedRows: async () => undefined,
    rewrite: async () => void (await pool.query('VACUUM')),
    close: async () => void (await Promise.all([pool.end(), replicas.close(), follower.close()])),
  };
}

/** Reads for the page cache go to a replica that has all commits, if there is one; all other reads go to the primary. */
function createRoutedReader(primary: Reader, current: () => pg.Pool | null): Reader {
  const readers = new WeakMap<pg.Pool, Reader>();
  const readerOf = (pool: pg.Pool): Reader => {
    const reader = readers.get(pool) ?? readerOn(pool);
    readers.set(pool, reader);
    return reader;
  };
  return new Proxy(primary, {
    get(_, property) {
      const replica = isCollecting() ? current() : null;
      return Reflect.get(replica ? readerOf(replica) : primary, property);
    },
  });
}

/** Migrates on a separate connection, without time limits. */
async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: connectTimeoutMs,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`${sessionSettings(0)}; set default_transaction_read_only = off`);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    rejectUnknownMigrations('postgres', await appliedMigrations(client));
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder('postgres') });
  } finally {
    await client.end();
  }
}

const channel = 'peergraph_changes';
/** Below PostgreSQL's limit of 8,000 bytes for a NOTIFY payload. */
const maxMessageBytes = 7_900;

/** Notifies other processes of the changes of a transaction when it is committed: in one message, or in one for each change. */
async function notify(client: pg.PoolClient, from: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const encode = (...parts: readonly Change[]) => JSON.stringify({ from, parts });
  const isShort = (message: string) => Buffer.byteLength(message) <= maxMessageBytes;
  const message = encode(...changes);
  const messages = isShort(message)
    ? [message]
    : changes.map((change) => (isShort(encode(change)) ? encode(change) : encode({ ...change, rows: null })));
  await client.query('select pg_notify($1, unnest($2::text[]))', [channel, messages]);
}

/** Parses a message; null if another program has written to the channel. */
function parseMessage(payload: string): { from: string; parts: Change[] } | null {
  try {
    const message = JSON.parse(payload) as { from: string; parts: Change[] };
    return Array.isArray(message.parts) ? message : null;
  } catch {
    return null;
  }
}

const checkIntervalMs = 1_000;
const responseTimeoutMs = 5_000;

/**
 * Notifies listeners of the commits of all processes. Messages arrive on a separate connection, in the order of the commits. A query on the
 * same connection returns after all messages sent before it, so that its result proves that none is missing.
 */
function followChanges(url: string) {
  const listeners: ChangeListener[] = [];
  // Listeners already know this process's own changes before their message arrives.
  const name = randomUUID();
  let client: Promise<pg.Client> | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const notifyListeners = (changes: readonly Change[] | null) => {
    for (const listener of listeners) listener(changes);
  };
  const openClient = async (): Promise<pg.Client> => {
    const newClient = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: responseTimeoutMs,
      statement_timeout: responseTimeoutMs,
      query_timeout: responseTimeoutMs,
    });
    const forgetClient = () => {
      client = null;
    };
    newClient.on('error', forgetClient);
    newClient.on('end', forgetClient);
    newClient.on('notification', ({ payload = '' }) => {
      const message = parseMessage(payload);
      if (message?.from !== name) notifyListeners(message?.parts ?? null);
    });
    await newClient.connect();
    await newClient.query(`listen ${channel}`);
    // Changes that were published before LISTEN are unknown.
    notifyListeners(null);
    return newClient;
  };
  const checkConnection = async (): Promise<void> => {
    const startedAt = performance.now();
    client ??= openClient();
    try {
      await (await client).query('select 1');
      checkedAt = startedAt;
    } catch (error) {
      const lostClient = client;
      client = null;
      await lostClient?.then((connection) => connection.end()).catch(() => undefined);
      throw error;
    }
  };
  const checkOnce = shareRuns(checkConnection);
  const isCurrent = (): boolean => client !== null && performance.now() - checkedAt < checkIntervalMs;
  return {
    name,
    notify: notifyListeners,
    listen(listener: ChangeListener) {
      listeners.push(listener);
      listener(null);
    },
    isCurrent,
    async catchUp() {
      if (!isCurrent()) await checkOnce();
    },
    async close() {
      await client?.then((connection) => connection.end()).catch(() => undefined);
    },
  };
}

/**
 * Shares one run of a function among concurrent callers. A run that has already begun may miss what a new caller has seen, so that caller waits
 * for the next run.
 */
function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
  let lastRun: Promise<unknown> = Promise.resolve();
  let nextRun: Promise<T> | null = null;
  const startRun = (): Promise<T> => {
    nextRun = null;
    return run();
  };
  return () => {
    if (nextRun) return nextRun;
    const thisRun = lastRun.then(startRun);
    lastRun = thisRun.catch(() => undefined);
    nextRun = thisRun;
    return thisRun;
  };
}

/**
 * Takes a connection from the pool. If the server closes it, its query fails. The additional error event would end the process if it had no
 * listener.
 */
async function takeClient(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  if (client.listenerCount('error') === 0) client.on('error', () => undefined);
  return client;
}

/** Notes for the current request that the database is down or overloaded. */
const notingOverload = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUnavailable(error)) noteOverload();
    throw error;
  });

async function runTransaction<T>(pool: pg.Pool, beginStatement: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await notingOverload(takeClient(pool));
  let releaseError: Error | undefined;
  try {
    await client.query(beginStatement);
    const value = await work(client);
    await client.query('COMMIT');
    return value;
  } catch (error) {
    if (isUnavailable(error) || isStandby(error)) noteOverload();
    else if (isFullDisk(error)) noteFullDisk();
    await client.query('ROLLBACK').catch((fault: Error) => {
      releaseError = fault;
    });
    if (isStandby(error)) releaseError = error as Error;
    throw error;
  } finally {
    client.release(releaseError);
  }
}

// The query builders of both dialects are equal in use; columns.ts decides once which one the types of the project describe.
/** @param recording the connection for the query builder */
function readerOn(client: Client, recording = recordingReads(client)): Reader {
  const db = drizzle(recording, { casing: 'snake_case' });
  const readerMethods = {
    select: db.select.bind(db),
    selectDistinct: db.selectDistinct.bind(db),
    with: db.with.bind(db),
    $with: db.$with,
    rows: async (statement: SQL) => (await db.execute(statement)).rows,
    query: async (text: string, many: readonly (string | number)[], args: readonly unknown[] = []) => {
      const record = startRead(requireReading(text), { values: args, form: 'query', many });
      const rows = await queryRows(client, text, many, args);
      record?.(rows);
      return rows;
    },
    prepared: preparedOnce(() => reader),
  };
  const reader = readerMethods as unknown as Reader;
  return reader;
}

/**
 * @returns the statement
 * @throws if it writes: a `Writer` reads through a connection that can write
 */
function requireReading(text: string): string {
  if (/^\s*(select|with)\b/i.test(text) && !/\b(insert\s+into|delete\s+from)\b/i.test(text)) return text;
  throw new Error(`query() only reads, execute() writes: ${text.slice(0, 80)}`);
}

export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ place: string | null }>(`select to_regclass('drizzle.__drizzle_migrations')::text as place`);
  if (!rows[0]?.place) return [];
  return (await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations')).rows.map(({ hash }) => hash);
}

/** @param sent if given, rows of which nothing is returned are not waited for */
async function insertBatch<Row>(client: pg.PoolClient, changes: Change[], batch: RowBatch, sent?: SentInserts): Promise<Row[]> {
  const { columns, rows, types, onConflict = '', returning } = batch;
  const returningClause = returning ? `returning ${returning.join(', ')}` : '';
  const maxRowsPerStatement = types ? maxRowsPerArray : Math.floor(maxParameters / columns.length);
  const returnedRows: Row[] = [];
  for (let start = 0; start < rows.length; start += maxRowsPerStatement) {
    const chunk = rows.slice(start, start + maxRowsPerStatement);
    const { text, values } = types ? insertArrays(batch, types, chunk) : insertValues(batch, chunk);
    const insert = async () => (await client.query(`${text} ${onConflict} ${returningClause}`, values)).rows as Row[];
    if (sent && !returning) await sent.send(chunk.length, insert);
    else returnedRows.push(...(await insert()));
  }
  addBatch(changes, batch, returnedRows);
  return returnedRows;
}

interface Insert {
  text: string;
  values: unknown[];
}

/** Inserts rows by an array for each column: PostgreSQL needs less than half of the time that it needs for a parameter for each value. */
const insertArrays = ({ table, columns }: RowBatch, types: readonly string[], rows: RowBatch['rows']): Insert => ({
  text: `insert into ${table} (${columns.join(', ')}) select * from unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`,
  values: columns.map((_, index) => toArrayLiteral(rows, index)),
});

function insertValues({ table, columns }: RowBatch, rows: RowBatch['rows']): Insert {
  const tuples = rows.map((_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(', ')})`);
  return { text: `insert into ${table} (${columns.join(', ')}) values ${tuples.join(', ')}`, values: rows.flat() };
}

function writerOn(client: pg.PoolClient, changes: Change[], sent: SentInserts): Writer {
  const recording = recordingChanges(client, changes);
  const db = drizzle(recording, { casing: 'snake_case' });
  const writer: object = {
    ...readerOn(client, recording),
    prepared: preparedOnce(() => writer as Writer),
    insert: db.insert.bind(db),
    update: db.update.bind(db),
    delete: db.delete.bind(db),
    bulkInsert: bulkInsertBy((batch) => insertBatch(client, changes, batch, sent)),
    insertRows: (batch: RowBatch) => insertBatch(client, changes, batch),
    execute: async (text: string, list: readonly (string | number)[], args: readonly unknown[] = []) => {
      const plan = planWrite(text);
      const rows = await queryRows(client, plan?.text ?? text, list, args);
      if (plan) recordWrite(changes, plan, rows);
      return rows;
    },
    async lock(name: string) {
      await client.query('select pg_advisory_xact_lock(hashtext($1))', [name]);
    },
  };
  return writer as Writer;
}
