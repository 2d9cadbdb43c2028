import { randomUUID } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { noteFullDisk, noteOverload } from '#lib/platform/request-context.ts';
import { type Change, type ChangeListener, recordBulkInsert, recordChanges, summarized } from './changes.ts';
import { isCollecting, recordRead } from './dependencies.ts';
import { isDeadlock, isFullDisk, isUnavailable } from './errors.ts';
import { checkOrigin, migrationsFolder } from './migrations.ts';
import { preparedOnce } from './prepared.ts';
import { followReplicas } from './replicas.ts';
import type { BulkInsert, Engine, Opening, Reader, Writer } from './store.ts';

const maxParameters = 65_535;
/** Upper bound on retries of a transaction that PostgreSQL has ended because of a deadlock. */
const maxDeadlocks = 3;
/** The advisory lock that prevents concurrent migrations by two starting processes. */
const migrationLock = 7_223_301;

/** Maximum wait for a connection, free or new. Longer than the wait under any load that can still be served. */
const connectsWithinMs = 10_000;

/** If statements have no time limit, as in the worker: maximum idle time of a transaction, which has locks. */
const standsStillMs = 600_000;
/** Detects a connection whose peer has disappeared silently, also while waiting for a response. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

/** Settings that statements and parsers rely on, and that an operator may have changed for a role or a database. */
const ownSettings = (timeoutMs: number): string =>
  [
    `set statement_timeout = ${timeoutMs}`,
    'set lock_timeout = 0',
    "set default_transaction_isolation = 'read committed'",
    "set datestyle = 'ISO, MDY'",
    'set standard_conforming_strings = on',
    'set bytea_output = hex',
  ].join('; ');

/** Opens a PostgreSQL database through a connection pool. */
export function openPostgres(url: string, { replicaUrls = [], timeoutMs = 0 }: Opening = {}): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    ...keptAlive,
    connectionTimeoutMillis: connectsWithinMs,
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: timeoutMs || standsStillMs,
    // For a server that does not even report its timeout. The server's own limit comes first.
    query_timeout: timeoutMs === 0 ? 0 : timeoutMs + 1_000,
    // Connections are read-only, except in our transactions, which state READ WRITE.
    onConnect: (client) => client.query(`${ownSettings(timeoutMs)}; set default_transaction_read_only = on`),
  });
  const query = pool.query.bind(pool) as (...all: unknown[]) => Promise<unknown>;
  pool.query = ((...all: unknown[]) => noticing(query(...all))) as typeof pool.query;
  // An idle connection that the server closes is replaced at the next use.
  pool.on('error', () => undefined);
  const replicas = followReplicas(pool, replicaUrls);
  const follower = followChanges(url);
  if (replicaUrls.length > 0) follower.listen(replicas.behind);
  return {
    onChange: (listener) => follower.listen(listener),
    catchUp: () => follower.catchUp(),
    position: () => null,
    changesSince: () => null,
    reader: replicaUrls.length > 0 ? routed(readerOn(pool), replicas.current) : readerOn(pool),
    async transaction(work) {
      // Rows are always locked in the same order. If two transactions still deadlock, the one that was ended is retried.
      for (let left = maxDeadlocks; ; left -= 1) {
        const changes: Change[] = [];
        let isCommitting = false;
        try {
          const value = await once(pool, 'BEGIN READ WRITE', async (client) => {
            const result = await work(handleOn(client, changes));
            await notify(client, follower.name, summarized(changes));
            isCommitting = true;
            return result;
          });
          if (changes.length > 0) follower.tell(summarized(changes));
          return value;
        } catch (error) {
          // If the connection fails during the commit, it is unknown whether the commit succeeded.
          if (isCommitting) follower.tell(null);
          if (left === 0 || !isDeadlock(error)) throw error;
        }
      }
    },
    snapshot: (work) => once(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', (client) => work(readerOn(client))),
    migrate: () => migrateInTurn(url),
    // Autovacuum reclaims the space of deleted rows. Only VACUUM FULL, which blocks readers, would do so immediately.
    forget: async () => undefined,
    rewrite: async () => void (await pool.query('VACUUM')),
    close: async () => void (await Promise.all([pool.end(), replicas.close(), follower.close()])),
  };
}

/** Reads for the page cache go to a replica that has all commits, if there is one; all other reads go to the primary. */
function routed(primary: Reader, current: () => pg.Pool | null): Reader {
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
async function migrateInTurn(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectsWithinMs });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`${ownSettings(0)}; set default_transaction_read_only = off`);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    checkOrigin('postgres', await appliedTo(client));
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder('postgres') });
  } finally {
    await client.end();
  }
}

const channel = 'peergraph_changes';
/** Below PostgreSQL's limit of 8,000 bytes for a NOTIFY payload. */
const maxMessage = 7_900;

/** Notifies other processes of the changes of a transaction when it is committed. */
async function notify(client: pg.PoolClient, from: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const message = (parts: readonly Change[]) => JSON.stringify({ from, parts });
  const whole = message(changes);
  const short =
    Buffer.byteLength(whole) <= maxMessage ? whole : message(changes.map(({ table }) => ({ table, columns: null, rows: null })));
  await client.query('select pg_notify($1, $2)', [channel, short]);
}

/** Parses a message; null if another program has written to the channel. */
function messageIn(payload: string): { from: string; parts: Change[] } | null {
  try {
    const message = JSON.parse(payload) as { from: string; parts: Change[] };
    return Array.isArray(message.parts) ? message : null;
  } catch {
    return null;
  }
}

const askEveryMs = 1_000;
const answersWithinMs = 5_000;

/**
 * Notifies listeners of the commits of all processes. Messages arrive on a separate connection, in the order of the commits. A query on the
 * same connection returns after all messages sent before it, so that its result proves that none is missing.
 */
function followChanges(url: string) {
  const listeners: ChangeListener[] = [];
  // Listeners already know this process's own changes before their message arrives.
  const name = randomUUID();
  let client: Promise<pg.Client> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  const tell = (changes: readonly Change[] | null) => {
    for (const listener of listeners) listener(changes);
  };
  const open = async (): Promise<pg.Client> => {
    const opened = new pg.Client({ connectionString: url, connectionTimeoutMillis: answersWithinMs, query_timeout: answersWithinMs });
    const lose = () => {
      client = null;
    };
    opened.on('error', lose);
    opened.on('end', lose);
    opened.on('notification', ({ payload = '' }) => {
      const message = messageIn(payload);
      if (message?.from !== name) tell(message?.parts ?? null);
    });
    await opened.connect();
    await opened.query(`listen ${channel}`);
    // Changes that were published before LISTEN are unknown.
    tell(null);
    return opened;
  };
  const ask = async (): Promise<void> => {
    const startedAt = performance.now();
    client ??= open();
    try {
      await (await client).query('select 1');
      askedAt = startedAt;
    } catch (error) {
      const lost = client;
      client = null;
      await lost?.then((connection) => connection.end()).catch(() => undefined);
      throw error;
    }
  };
  const askOnce = batched(ask);
  return {
    name,
    tell,
    listen(listener: ChangeListener) {
      listeners.push(listener);
      listener(null);
    },
    async catchUp() {
      if (client === null || performance.now() - askedAt >= askEveryMs) await askOnce();
    },
    async close() {
      await client?.then((connection) => connection.end()).catch(() => undefined);
    },
  };
}

/**
 * Shares one run of `ask` among concurrent callers. A run that has already begun may miss what a new caller has seen, so that caller waits
 * for the next run.
 */
function batched<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    next = null;
    return ask();
  };
  return () => {
    if (next) return next;
    const turn = last.then(begin);
    last = turn.catch(() => undefined);
    next = turn;
    return turn;
  };
}

/**
 * Takes a connection from the pool. If the server closes it, its query fails. The additional error event would end the process if it had no
 * listener.
 */
async function taken(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  if (client.listenerCount('error') === 0) client.on('error', () => undefined);
  return client;
}

/** Notes for the current request that the database is down or overloaded. */
const noticing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUnavailable(error)) noteOverload();
    throw error;
  });

async function once<T>(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await noticing(taken(pool));
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const value = await work(client);
    await client.query('COMMIT');
    return value;
  } catch (error) {
    if (isUnavailable(error)) noteOverload();
    else if (isFullDisk(error)) noteFullDisk();
    await client.query('ROLLBACK').catch((fault: Error) => {
      broken = fault;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

type Client = pg.Pool | pg.PoolClient;

// The query builders of both dialects are equal in use; columns.ts decides once which one the types of the project describe.
/** @param record records each statement */
function readerOn(client: Client, record: (text: string) => void = recordRead): Reader {
  const db = drizzle(client, { casing: 'snake_case', logger: { logQuery: record } });
  const reading = {
    select: db.select.bind(db),
    selectDistinct: db.selectDistinct.bind(db),
    with: db.with.bind(db),
    $with: db.$with,
    rows: async (statement: SQL) => (await db.execute(statement)).rows,
    query: async (text: string, many: readonly (string | number)[], args: readonly unknown[] = []) => {
      record(text);
      return allOf(client, readingOnly(text), many, args);
    },
    prepared: preparedOnce(() => reader),
  };
  const reader = reading as unknown as Reader;
  return reader;
}

/**
 * @returns the statement
 * @throws if it writes: a `Writer` reads through a connection that can write
 */
function readingOnly(text: string): string {
  if (/^\s*(select|with)\b/i.test(text) && !/\b(insert\s+into|delete\s+from)\b/i.test(text)) return text;
  throw new Error(`query() only reads, execute() writes: ${text.slice(0, 80)}`);
}

async function allOf(client: Client, text: string, many: readonly (string | number)[], args: readonly unknown[]): Promise<unknown[]> {
  let place = 0;
  const numbered = text.replace(/\?|in \$many/g, (word) => (word === '?' ? `$${++place}` : `= any($${args.length + 1})`));
  return (await client.query(numbered, text.includes('in $many') ? [...args, many] : [...args])).rows;
}

export async function appliedTo(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ place: string | null }>(`select to_regclass('drizzle.__drizzle_migrations')::text as place`);
  if (!rows[0]?.place) return [];
  return (await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations')).rows.map(({ hash }) => hash);
}

function handleOn(client: pg.PoolClient, changes: Change[]): Writer {
  const record = (text: string): void => recordChanges(changes, text);
  const db = drizzle(client, { casing: 'snake_case', logger: { logQuery: record } });
  const writing: object = {
    ...readerOn(client, record),
    prepared: preparedOnce(() => writing as Writer),
    insert: db.insert.bind(db),
    update: db.update.bind(db),
    delete: db.delete.bind(db),
    async bulkInsert(batch: BulkInsert) {
      recordBulkInsert(changes, batch);
      const { table, columns, rows, onConflict = '', returning } = batch;
      const answer = returning ? `returning ${returning.join(', ')}` : '';
      const most = Math.floor(maxParameters / columns.length);
      const answered: unknown[] = [];

      for (let start = 0; start < rows.length; start += most) {
        const chunk = rows.slice(start, start + most);
        const values = chunk.map((_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(', ')})`);
        const text = `insert into ${table} (${columns.join(', ')}) values ${values.join(', ')} ${onConflict} ${answer}`;
        answered.push(...(await client.query(text, chunk.flat())).rows);
      }
      return answered;
    },
    execute: (text: string, many: readonly (string | number)[], args: readonly unknown[] = []) => {
      record(text);
      return allOf(client, text, many, args);
    },
    async lock(name: string) {
      await client.query('select pg_advisory_xact_lock(hashtext($1))', [name]);
    },
  };
  return writing as Writer;
}
