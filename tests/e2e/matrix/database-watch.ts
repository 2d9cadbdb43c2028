import { hash } from 'node:crypto';
import Database from 'better-sqlite3';
import pg from 'pg';

/** Detects changes in the instance's database from a separate connection. */
export interface DatabaseWatch {
  /** Returns a digest of each table, except the rate limiter's counters (rejected requests count) and the worker's heartbeat. */
  digests(): Promise<Map<string, string>>;
  /** Waits until no job is due, so that background work changes nothing. Throws after a minute. */
  waitForIdle(): Promise<void>;
  /** Deletes each account's count of changes: the matrix exceeds the rate limit for automated clients. */
  resetChangeLimit(): Promise<void>;
  close(): Promise<void>;
}

const excluded = /^(sqlite_|rate_limits$|changes$|clock_heartbeat$|__drizzle|search_\w+_(data|idx|docsize|config)$)/;

/** Returns the names of tables whose digests differ, including added and removed tables. */
export const changedTables = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)).sort();

type Query = (text: string) => Promise<Record<string, unknown>[]>;

const dueJobs = (at: string) => `select count(*) as due from jobs where state = 'running' or (state = 'waiting' and run_at <= ${at})`;

function createWatch(query: Query, { tables, version, row, now, write, close }: Engine): DatabaseWatch {
  let last: { version: string; digests: Map<string, string> } | undefined;
  return {
    async digests() {
      const current = String((await query(version))[0]?.stamp);
      if (last?.version === current) return last.digests;
      const found = new Map<string, string>();
      for (const { name } of await query(tables)) {
        if (typeof name !== 'string' || excluded.test(name)) continue;
        const rows = (await query(row(name))).map((values) => JSON.stringify(values)).sort();
        found.set(name, hash('sha256', rows.join('\n'), 'base64url'));
      }
      last = { version: current, digests: found };
      return found;
    },
    async waitForIdle() {
      const deadline = Date.now() + 60_000;
      for (let idleChecks = 0; idleChecks < 2; ) {
        const due = Number((await query(dueJobs(now())))[0]?.due);
        idleChecks = due === 0 ? idleChecks + 1 : 0;
        if (Date.now() > deadline) throw new Error('Jobs were still due after a minute.');
        await new Promise((resolve) => setTimeout(resolve, due === 0 ? 20 : 100));
      }
    },
    async resetChangeLimit() {
      await write("delete from rate_limits where key like 'changes:%'");
    },
    close,
  };
}

interface Engine {
  /** Query of the table names. */
  tables: string;
  /** Query of a value that changes with every write of any connection. */
  version: string;
  row(table: string): string;
  now(): string;
  write(statement: string): Promise<unknown>;
  close(): Promise<void>;
}

export async function watchDatabase(url: string): Promise<DatabaseWatch> {
  if (url.startsWith('postgres')) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return createWatch(async (text) => (await client.query(text)).rows, {
      tables: "select tablename as name from pg_tables where schemaname = 'public'",
      version: 'select pg_snapshot_xmax(pg_current_snapshot())::text as stamp',
      row: (table) => `select t::text as row from "${table}" t`,
      now: () => `'${new Date().toISOString()}'`,
      write: (statement) => client.query(statement),
      close: () => client.end(),
    });
  }
  const database = new Database(url.replace(/^file:/, ''));
  return createWatch(async (text) => database.prepare(text).all() as Record<string, unknown>[], {
    tables: "select name from sqlite_master where type = 'table' and sql not like 'create virtual%'",
    version: 'select data_version as stamp from pragma_data_version',
    row: (table) => `select * from "${table}"`,
    now: () => String(Date.now()),
    write: async (statement) => database.prepare(statement).run(),
    close: async () => void database.close(),
  });
}
