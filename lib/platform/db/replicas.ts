import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

interface Replica {
  pool: pg.Pool;
  /** Queries the replica itself, without falling back to the primary. */
  ask: Query;
  /** The number of the latest known commit that the replica has replayed; -1 if unknown. */
  has: number;
  isAsked: boolean;
}

/** Most connections of a pool, to the primary or to a replica. */
export const poolSize = 10;

/** Delay before a lagging replica, or one that does not respond, is queried again. */
const pollIntervalMs = 25;
const retryIntervalMs = 1_000;
const responseTimeoutMs = 5_000;

/**
 * Manages streaming replicas of a PostgreSQL, from which the page cache is rendered. A replica is read only while it has replayed all
 * commits known to this process. Otherwise, or if it fails, the primary is read. A page is therefore as current as one read from the
 * primary.
 * @see https://www.postgresql.org/docs/current/hot-standby.html
 */
export function followReplicas(primary: pg.Pool, urls: readonly string[]) {
  let lastCommit = 0;
  let isUsed = false;
  let isClosed = false;
  const replicas = urls.map((url): Replica => {
    const pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: responseTimeoutMs,
      query_timeout: responseTimeoutMs,
    });
    const replica: Replica = { pool, ask: pool.query.bind(pool), has: -1, isAsked: false };
    pool.on('error', () => markUnknown(replica));
    pool.query = queryWithFallback(pool, primary, () => markUnknown(replica));
    return replica;
  });
  /** Polls a replica until it has all known commits. */
  const pollUntilCurrent = async (replica: Replica): Promise<void> => {
    if (replica.isAsked) return;
    replica.isAsked = true;
    while (!isClosed && replica.has !== lastCommit) {
      const targetCommit = lastCommit;
      const isReplayed = await hasReplayed(primary, replica.ask);
      if (isReplayed) replica.has = targetCommit;
      else await wait(isReplayed === null ? retryIntervalMs : pollIntervalMs, undefined, { ref: false });
    }
    replica.isAsked = false;
  };
  const markUnknown = (replica: Replica): void => {
    replica.has = -1;
    void pollUntilCurrent(replica);
  };
  const pollAll = (): void => {
    for (const replica of replicas) void pollUntilCurrent(replica);
  };
  return {
    /** Returns a random replica that has all known commits, or null. */
    current(): pg.Pool | null {
      if (!isUsed) pollAll();
      isUsed = true;
      const ready = replicas.filter(({ has }) => has === lastCommit);
      return ready[Math.floor(Math.random() * ready.length)]?.pool ?? null;
    },
    /** Records a commit that the replicas may not have yet. */
    behind(): void {
      lastCommit += 1;
      if (isUsed) pollAll();
    },
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all(replicas.map(({ pool }) => pool.end()));
    },
  };
}

const hasReplayedQuery = 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as has';

/** @returns null if the primary or the replica does not respond */
async function hasReplayed(primary: pg.Pool, queryReplica: Query): Promise<boolean | null> {
  try {
    const { rows } = await primary.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
    return (await queryReplica(hasReplayedQuery, [rows[0]?.at])).rows[0]?.has === true;
  } catch {
    return null;
  }
}

/** Falls back to the primary if a replica fails: it stops, or cancels a query because the primary has removed its rows. */
function queryWithFallback(replica: pg.Pool, primary: pg.Pool, onFailure: () => void): pg.Pool['query'] {
  const [queryReplica, queryPrimary] = [replica, primary].map((pool) => pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>);
  const queryEither = (...args: unknown[]) =>
    queryReplica?.(...args).catch(() => {
      onFailure();
      return queryPrimary?.(...args);
    });
  return queryEither as typeof replica.query;
}
