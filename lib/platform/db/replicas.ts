import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

interface Replica {
  pool: pg.Pool;
  /** Asks the replica itself, whatever it answers. */
  ask: Query;
  /** The number of the last commit heard of that it is known to have replayed. */
  has: number;
  isAsked: boolean;
}

/** Between two questions to a replica that lags, and to one that does not answer. */
const askAgainMs = 25;
const retryAfterMs = 1_000;
const answersWithinMs = 5_000;

/**
 * Streaming replicas of a PostgreSQL, for what is rendered for the page cache. A replica is read only while it has replayed all that this
 * process knows to be committed; until then, and where it fails, the primary answers. So a page is as current as one read from the primary.
 * @see https://www.postgresql.org/docs/current/hot-standby.html
 */
export function followReplicas(primary: pg.Pool, urls: readonly string[]) {
  let heard = 0;
  let isUsed = false;
  let isClosed = false;
  const replicas = urls.map((url): Replica => {
    const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: answersWithinMs, query_timeout: answersWithinMs });
    const replica: Replica = { pool, ask: pool.query.bind(pool), has: -1, isAsked: false };
    pool.on('error', () => lose(replica));
    pool.query = orElse(pool, primary, () => lose(replica));
    return replica;
  });
  /** Asks a replica until it has all that was heard of. */
  const reach = async (replica: Replica): Promise<void> => {
    if (replica.isAsked) return;
    replica.isAsked = true;
    while (!isClosed && replica.has !== heard) {
      const wanted = heard;
      const has = await hasReplayed(primary, replica.ask);
      if (has) replica.has = wanted;
      else await wait(has === null ? retryAfterMs : askAgainMs, undefined, { ref: false });
    }
    replica.isAsked = false;
  };
  const lose = (replica: Replica): void => {
    replica.has = -1;
    void reach(replica);
  };
  const reachAll = (): void => {
    for (const replica of replicas) void reach(replica);
  };
  return {
    /** One of the replicas that have all that was heard of, or null. */
    current(): pg.Pool | null {
      if (!isUsed) reachAll();
      isUsed = true;
      const ready = replicas.filter(({ has }) => has === heard);
      return ready[Math.floor(Math.random() * ready.length)]?.pool ?? null;
    },
    /** Something was committed that the replicas may not have yet. */
    behind(): void {
      heard += 1;
      if (isUsed) reachAll();
    },
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all(replicas.map(({ pool }) => pool.end()));
    },
  };
}

const replayed = 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as has';

/** @returns null where either does not answer */
async function hasReplayed(primary: pg.Pool, ask: Query): Promise<boolean | null> {
  try {
    const { rows } = await primary.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
    return (await ask(replayed, [rows[0]?.at])).rows[0]?.has === true;
  } catch {
    return null;
  }
}

/** Has the primary answer what a replica does not: one that stops, or that ends a query because the primary has removed its rows. */
function orElse(replica: pg.Pool, primary: pg.Pool, failed: () => void): pg.Pool['query'] {
  const [first, second] = [replica, primary].map((pool) => pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>);
  const either = (...args: unknown[]) =>
    first?.(...args).catch(() => {
      failed();
      return second?.(...args);
    });
  return either as typeof replica.query;
}
