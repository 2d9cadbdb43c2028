import { hash } from 'node:crypto';
import Database from 'better-sqlite3';
import pg from 'pg';

/** The instance's database, seen from another connection: what has changed since? */
export interface Watch {
  /** A digest of each table. Left out are the limiter's counters, for a refused attempt is counted, and the worker's heartbeat. */
  digests(): Promise<Map<string, string>>;
  /** Waits until no job is due, so that nothing changes by itself. */
  quiet(): Promise<void>;
  /** Forgets how often each account has changed something: the matrix is faster than the limit that stops programs. */
  resetChangeLimit(): Promise<void>;
  close(): Promise<void>;
}

const excluded = /^(sqlite_|rate_limits$|changes$|clock_heartbeat$|__drizzle|search_\w+_(data|idx|docsize|config)$)/;

/** The tables that differ, with 'new' and 'gone' ones. */
export const changedIn = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)).sort();

type Query = (text: string) => Promise<Record<string, unknown>[]>;

const dueJobs = (at: string) => `select count(*) as due from jobs where state = 'running' or (state = 'waiting' and run_at <= ${at})`;

function watchOn(query: Query, { tables, stamp, row, now, write, close }: Engine): Watch {
  let last: { stamp: string; digests: Map<string, string> } | undefined;
  return {
    async digests() {
      const moment = String((await query(stamp))[0]?.stamp);
      if (last?.stamp === moment) return last.digests;
      const found = new Map<string, string>();
      for (const { name } of await query(tables)) {
        if (typeof name !== 'string' || excluded.test(name)) continue;
        const rows = (await query(row(name))).map((each) => JSON.stringify(each)).sort();
        found.set(name, hash('sha256', rows.join('\n'), 'base64url'));
      }
      last = { stamp: moment, digests: found };
      return found;
    },
    async quiet() {
      const givesUpAt = Date.now() + 60_000;
      for (let still = 0; still < 2; ) {
        const due = Number((await query(dueJobs(now())))[0]?.due);
        still = due === 0 ? still + 1 : 0;
        if (Date.now() > givesUpAt) throw new Error('Jobs were still due after a minute.');
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
  /** The tables' names. */
  tables: string;
  /** Another value after any write by anybody. */
  stamp: string;
  row(table: string): string;
  now(): string;
  write(statement: string): Promise<unknown>;
  close(): Promise<void>;
}

export async function watch(url: string): Promise<Watch> {
  if (url.startsWith('postgres')) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return watchOn(async (text) => (await client.query(text)).rows, {
      tables: "select tablename as name from pg_tables where schemaname = 'public'",
      stamp: 'select pg_snapshot_xmax(pg_current_snapshot())::text as stamp',
      row: (table) => `select t::text as row from "${table}" t`,
      now: () => `'${new Date().toISOString()}'`,
      write: (statement) => client.query(statement),
      close: () => client.end(),
    });
  }
  const database = new Database(url.replace(/^file:/, ''));
  return watchOn(async (text) => database.prepare(text).all() as Record<string, unknown>[], {
    tables: "select name from sqlite_master where type = 'table' and sql not like 'create virtual%'",
    stamp: 'select data_version as stamp from pragma_data_version',
    row: (table) => `select * from "${table}"`,
    now: () => String(Date.now()),
    write: async (statement) => database.prepare(statement).run(),
    close: async () => void database.close(),
  });
}
