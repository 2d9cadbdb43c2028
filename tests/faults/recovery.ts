import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { startPostgres } from '../postgres.ts';
import { type Fault, runFault } from './fault.ts';
import { noResult } from './result.ts';

/** A commit is archived after at most `archiveSeconds`, plus `copyMs` to copy a file. */
const archiveSeconds = 5;
const copyMs = 2_000;

const settings = [
  'archive_mode=on',
  'archive_command=mkdir -p {folder}/archive && test ! -f {folder}/archive/%f && cp %p {folder}/archive/%f',
  `archive_timeout=${archiveSeconds}`,
];

/** Commits single rows until stopped. `stop` returns when each was acknowledged. */
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

async function connect(url: string): Promise<pg.Client> {
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
      const client = await connect(postgres.url);
      await client.query('create table commits (number integer primary key)');
      const commits = startCommits(client);
      const base = await postgres.baseBackup();
      await wait(archiveSeconds * 3_000);
      const acknowledgedAt = await commits.stop();
      const lostAt = performance.now();
      await postgres.crash();
      const startedAt = performance.now();
      const recovered = await postgres.recover(base, '{folder}/archive');
      const restored = await connect(recovered.url);
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

const litestream = process.env.LITESTREAM ?? 'litestream';
/** Litestream's sync interval. */
const replicateSeconds = 1;

/** The writers stop before the loss, so all their writes must be restored. Commits that continue until the loss measure the copy's age. */
const lostFile: Fault = {
  name: 'lost disk, recovered by Litestream',
  engines: ['sqlite'],
  cannotRun: () =>
    spawnSync(litestream, ['version']).status === 0 ? null : 'litestream is not installed; LITESTREAM is the path of its program',
  run: () =>
    runFault(async (context) => {
      const path = context.storage.url.replace(/^file:/, '');
      const replica = `file://${path}-replica`;
      const replicating = spawn(litestream, ['replicate', path, replica], { stdio: 'ignore' });
      const commits = new BetterSqlite(path, { timeout: 5_000 });
      commits.exec('create table commits (number integer primary key)');
      const insert = commits.prepare('insert into commits (number) values (?)');
      const committedAt: number[] = [];
      const commitFor = async (ms: number) => {
        for (const until = performance.now() + ms; performance.now() < until; await wait(10)) {
          insert.run(committedAt.length);
          committedAt.push(performance.now());
        }
      };
      await commitFor(15_000);
      await context.writers.stop();
      await commitFor(replicateSeconds * 3_000);
      const lostAt = performance.now();
      replicating.kill('SIGKILL');
      await context.end('SIGKILL');
      commits.close();
      for (const file of globSync(`${path}{,-wal,-shm}`)) rmSync(file);
      const restoredAt = performance.now();
      execFileSync(litestream, ['restore', '-o', path, replica], { stdio: 'ignore' });
      const restoreMs = performance.now() - restoredAt;
      const restored = new BetterSqlite(path);
      const found = restored.prepare('select count(*) from commits').pluck().get() as number;
      restored.exec('drop table commits');
      restored.close();
      const age = (lostAt - (committedAt[found - 1] ?? 0)) / 1000;
      context.expect(age < replicateSeconds + 2, `the copy was ${age.toFixed(1)} s old`);
      context.result.note = `recovery point ${age.toFixed(1)} s before the loss; restored in ${(restoreMs / 1000).toFixed(1)} s`;
      await context.restart();
    }),
};

export const archive: readonly Fault[] = [lostDisk, lostFile];
