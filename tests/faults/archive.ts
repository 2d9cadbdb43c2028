import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../postgres.ts';
import type { Fault } from './fault.ts';
import { noResult } from './result.ts';

/** A commit is in the archive after so long at most, and the time to copy a file. */
const archiveSeconds = 5;
const copyMs = 2_000;

const settings = [
  'archive_mode=on',
  'archive_command=mkdir -p {folder}/archive && test ! -f {folder}/archive/%f && cp %p {folder}/archive/%f',
  `archive_timeout=${archiveSeconds}`,
];

/** Commits one row after the other until it is told to stop. @returns when each was acknowledged */
function startCommits(client: pg.Client): { stop(): Promise<number[]> } {
  const acknowledgedAt: number[] = [];
  let isStopping = false;
  const commit = async () => {
    while (!isStopping) {
      await client.query('insert into commits (number) values ($1)', [acknowledgedAt.length]);
      acknowledgedAt.push(performance.now());
      await wait(10);
    }
  };
  const running = commit();
  return {
    async stop() {
      isStopping = true;
      await running;
      return acknowledgedAt;
    },
  };
}

async function opened(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const lostDisk: Fault = {
  name: 'lost disk, recovered by WAL archive',
  engines: ['postgres'],
  async run() {
    const postgres = await startPostgres({ isDurable: true, more: settings });
    const result = noResult();
    try {
      const client = await opened(postgres.url);
      await client.query('create table commits (number integer primary key)');
      const commits = startCommits(client);
      const base = await postgres.baseBackup();
      await wait(archiveSeconds * 3_000);
      const acknowledgedAt = await commits.stop();
      const lostAt = performance.now();
      await postgres.crash();
      const startedAt = performance.now();
      const recovered = await postgres.recover(base, '{folder}/archive');
      const restored = await opened(recovered.url);
      const { rows } = await restored.query<{ n: string }>('select count(*) as n from commits');
      result.readyMs.push(performance.now() - startedAt);
      await restored.end();
      await recovered.stop();
      const [found, due] = [Number(rows[0]?.n ?? 0), acknowledgedAt.filter((at) => at < lostAt - archiveSeconds * 1000 - copyMs).length];
      const newest = acknowledgedAt[found - 1] ?? 0;
      result.note = `recovery point ${((lostAt - newest) / 1000).toFixed(1)} s before the loss (archive_timeout ${archiveSeconds} s)`;
      return { ...result, tried: acknowledgedAt.length, acknowledged: due, lost: Math.max(0, due - found) };
    } finally {
      await postgres.start().catch(() => undefined);
      await postgres.stop();
    }
  },
};

export const archive: readonly Fault[] = [lostDisk];
