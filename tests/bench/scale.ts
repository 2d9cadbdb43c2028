import { execFileSync } from 'node:child_process';
import { type Instance, startInstance } from '../instance.ts';
import { startPostgres } from '../postgres.ts';
import { report } from './targets.ts';

// Two servers share a PostgreSQL primary with a streaming replica. One is killed under load. Measures failed reads and page staleness.
const seconds = 14;
const killAfterMs = 7_000;
const readers = 16;

interface Tally {
  read: number;
  /** Reads interrupted by the kill. */
  interrupted: number;
  /** Reads answered with 503. */
  shed: number;
  failed: number;
  written: number;
  /** Milliseconds from the response to a follow on the first server until a page of the other server changes. */
  delays: number[];
}

export async function benchScale(): Promise<void> {
  const primary = await startPostgres();
  const servers: Instance[] = [];
  try {
    const replica = await primary.replica();
    const settings = {
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: replica.urlOf(primary.url),
      SECRET: 'bench'.repeat(8),
      SAMPLE: 'off',
    };
    for (const _ of [1, 2]) servers.push(await startInstance(settings));
    const tally = await underLoad(servers, createPeople(primary.url));
    const { delays } = tally;
    delays.sort((one, other) => one - other);
    console.log(
      `two servers, one replica, ${seconds} s, a server killed after ${killAfterMs / 1000} s: ${tally.read} pages, ${tally.interrupted} cut off with the killed server, ${tally.shed} told to come back, ${tally.failed} failed; ` +
        `${tally.written} follows acknowledged, shown by the servers after p50 ${delays[delays.length >> 1]?.toFixed(0)} ms, at most ${delays.at(-1)?.toFixed(0)} ms`,
    );
    report('page of another server after a follow, ms', delays.at(-1) ?? Number.POSITIVE_INFINITY);
  } finally {
    for (const server of servers) await server.stop().catch(() => undefined);
    await primary.stop();
  }
}

async function underLoad(servers: readonly Instance[], { paths, ids, cookie }: People): Promise<Tally> {
  const tally: Tally = { read: 0, interrupted: 0, shed: 0, failed: 0, written: 0, delays: [] };
  let [isOver, isKilled] = [false, false];
  const serverAt = (at: number): string => servers[isKilled ? 0 : at % servers.length]?.url ?? '';
  const read = async (at: number): Promise<void> => {
    for (let step = at; !isOver; step += 1) {
      const wasKilled = isKilled;
      const status = await fetchStatus(serverAt(at) + paths[(step * 7) % paths.length]);
      if (status === 200) tally.read += 1;
      else if (status === 503) tally.shed += 1;
      else if (status === null && wasKilled !== isKilled) tally.interrupted += 1;
      else tally.failed += 1;
    }
  };
  const write = async (): Promise<void> => {
    for (let step = 0; !isOver; step += 1) {
      const page = serverAt(1) + paths[step % paths.length];
      const before = await fetchEtag(page);
      const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json' };
      const body = new URLSearchParams({
        authorId: ids[step % ids.length] ?? '',
        want: step % (2 * ids.length) < ids.length ? 'on' : 'off',
      });
      const answer = await fetch(`${servers[0]?.url}/api/follows`, { method: 'POST', headers, body });
      if (answer.ok) tally.written += 1;
      const answeredAt = performance.now();
      const wasKilled = isKilled;
      while (!isOver && wasKilled === isKilled && (await fetchEtag(page)) === before) await new Promise((wait) => setTimeout(wait, 10));
      if (!isOver && wasKilled === isKilled) tally.delays.push(performance.now() - answeredAt);
    }
  };
  setTimeout(() => {
    process.kill(servers[1]?.pid ?? 0, 'SIGKILL');
    isKilled = true;
  }, killAfterMs);
  setTimeout(() => {
    isOver = true;
  }, seconds * 1_000);
  await Promise.all([...Array.from({ length: readers }, (_, at) => read(at)), write()]);
  return tally;
}

/** @returns null if the request fails */
async function fetchStatus(url: string): Promise<number | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}

const fetchEtag = async (url: string): Promise<string | null> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.headers.get('etag') ?? null;
};

export interface People {
  paths: string[];
  ids: string[];
  cookie: string;
}

/** Runs in a child process, because the database engine is fixed when a process starts. */
const createPeople = (url: string): People =>
  JSON.parse(execFileSync(process.execPath, ['tests/bench/scale/people.ts'], { env: { ...process.env, DATABASE_URL: url } }).toString());
