import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startInstance } from '../instance.ts';
import { cpuMs } from './cpu-time.ts';
import { report } from './targets.ts';

// Cost of a durable follow over HTTP, compared with a no-op handler and with bare prepared statements, one commit each.
const people = 6_000;
const records = 400;
const seconds = 6;

interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
}

/** Posts follows by random accounts of random records, over `clients` connections, as fast as possible. */
function load(url: string, clients: number, script: string): Load {
  const out = execFileSync('wrk', ['-t1', `-c${clients}`, `-d${seconds}s`, '--latency', '-s', script, url]).toString();
  const ms = (share: string): number => {
    const [, value = '0', unit = ''] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(out) ?? [];
    return Number(value) * ({ us: 0.001, ms: 1, s: 1_000 }[unit] ?? 1);
  };
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1] ?? 0),
    p50: ms('50'),
    p99: ms('99'),
    failed: Number(/Non-2xx or 3xx responses: (\d+)/.exec(out)?.[1] ?? 0),
  };
}

/** Returns the wrk script that posts follows. */
const wrkScript = (cookies: readonly string[], ids: readonly string[]): string => `
local cookies = {${cookies.map((each) => `"${each}"`).join(',')}}
local ids = {${ids.map((each) => `"${each}"`).join(',')}}
local headers = {["Content-Type"] = "application/x-www-form-urlencoded", ["Accept"] = "application/json", ["Sec-Fetch-Site"] = "same-origin"}
request = function()
  headers["Cookie"] = cookies[math.random(#cookies)]
  return wrk.format("POST", "/api/follows", headers, "want=on&authorId=" .. ids[math.random(#ids)])
end
`;

export async function benchFollows(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'peergraph-bench-'));
  const database = join(data, 'follows.db');
  process.env.DATABASE_URL = `file:${database}`;
  const instance = await startInstance({ DATABASE_URL: `file:${database}`, SAMPLE: 'off' });
  try {
    const script = join(data, 'follow.lua');
    writeFileSync(script, wrkScript(...(await createReaders(`file:${database}`))));
    for (const clients of [8, 32]) {
      load(instance.url, clients, script);
      const before = cpuMs(instance.pid);
      const { perSecond, p50, p99, failed } = load(instance.url, clients, script);
      const cpu = (cpuMs(instance.pid) - before) / (perSecond * seconds);
      console.log(
        `durable follow, ${clients} at once   ${perSecond.toFixed(0)}/s   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   ${cpu.toFixed(2)} CPU-ms   ${failed} refused`,
      );
      if (clients === 8) {
        report('durable follow with 8 at once, a second', perSecond);
        report('durable follow with 8 at once, p99 ms', p99);
        report('durable follow with 8 at once, CPU-ms', cpu);
      }
      const bare = await bareHandler(clients, script);
      console.log(`  a handler that does nothing     ${bare.perSecond.toFixed(0)}/s   p99 ${bare.p99.toFixed(1)} ms`);
    }
    console.log(`  bare statements, a commit each  ${bareCommits(join(data, 'bare.db')).toFixed(0)}/s`);
    printWrongCounts(database);
  } finally {
    await instance.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Creates accounts and records. @returns the session cookies, and the ids of the records */
async function createReaders(url: string): Promise<[string[], string[]]> {
  const { openStore } = await import('#lib/platform/db/store.ts');
  const { startSession } = await import('#lib/platform/auth/sessions.ts');
  const { createRecord, createAccount } = await import('../store/fixtures.ts');
  const store = openStore(url);
  const [cookies, ids]: [string[], string[]] = [[], []];
  for (let at = 0; at < records; at += 1) ids.push((await createRecord(store, `Bench Record ${at}`)).id);
  for (let at = 0; at < people; at += 1) {
    const { accountId } = await createAccount(store, `Reader ${at}`);
    const { token } = await store.transact((tx) => startSession(tx, accountId, { signInMethod: 'email', device: 'bench', network: null }));
    cookies.push(`peergraph-session=${token}`);
  }
  await store.close();
  return [cookies, ids];
}

async function bareHandler(clients: number, script: string): Promise<Load> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.end('{}'));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Runs asynchronously: this process also serves the requests.
  const { spawn } = await import('node:child_process');
  const child = spawn('wrk', ['-t1', `-c${clients}`, '-d3s', '--latency', '-s', script, address]);
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  await new Promise((ended) => child.once('exit', ended));
  server.close();
  const [, value = '0', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(out) ?? [];
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1] ?? 0),
    p50: 0,
    p99: Number(value) * ({ us: 0.001, ms: 1, s: 1_000 }[unit] ?? 1),
    failed: 0,
  };
}

/** Writes two rows per transaction, each synced to disk. @returns transactions a second */
function bareCommits(path: string): number {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(
    'create table follows (account text, author text, primary key (account, author)); create table counts (author text primary key, n int)',
  );
  const follow = database.prepare('insert or ignore into follows values (?, ?)');
  const count = database.prepare('insert into counts values (?, 1) on conflict (author) do update set n = n + 1');
  const endsAt = performance.now() + 3_000;
  let done = 0;
  for (; performance.now() < endsAt; done += 1)
    database.transaction(() => {
      follow.run(`account ${done % people}`, `author ${done % records}`);
      count.run(`author ${done % records}`);
    })();
  database.close();
  return done / 3;
}

/** Prints how many stored follower counts differ from the follow rows. */
function printWrongCounts(path: string): void {
  const database = new Database(path, { readonly: true });
  const wrong = database
    .prepare('select count(*) from authors a where a.followers_count <> (select count(*) from follows f where f.author_id = a.id)')
    .pluck()
    .get();
  const rows = database.prepare('select count(*) from follows').pluck().get();
  console.log(`  ${rows} follows are stored; records whose count differs: ${wrong}`);
  database.close();
}
