import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';

let folder: string;
const started = new Set<ChildProcess>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peergraph-one-server-'));
});
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process that locks a database as its server and keeps running. @returns the process and its first output */
async function startServerProcess(url: string): Promise<{ child: ChildProcess; output: string }> {
  const script = `
    import { lockAsServer } from '#lib/platform/db/one-server.ts';
    import { explainFault } from '#lib/platform/log/faults.ts';
    try {
      lockAsServer(${JSON.stringify(url)});
      console.log('serves');
      setInterval(() => globalThis.gc(), 100);
    } catch (error) {
      console.log(explainFault(error));
    }`;
  const args = [databaseFlag(), '--expose-gc', '--input-type=module', '-e', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  started.add(child);
  const [output] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return { child, output: String(output).trim() };
}

test('an SQLite file has one server, and the next one starts after that was killed', async () => {
  const file = join(folder, 'new', 'peergraph.db');
  const first = await startServerProcess(`file:${file}`);
  expect(first.output).toBe('serves');
  symlinkSync('new', join(folder, 'link'));
  for (const name of [file, join(folder, 'link', 'peergraph.db')])
    expect((await startServerProcess(`file:${name}`)).output).toBe(
      `Another server runs on ${name} (process ${first.child.pid}). Stop it first, or give this one a DATA_DIR of its own. Several servers can share one PostgreSQL.`,
    );
  expect((await startServerProcess(`file:${join(folder, 'other.db')}`)).output).toBe('serves');
  first.child.kill('SIGKILL');
  expect((await startServerProcess(`file:${file}`)).output).toBe('serves');
});

test('one PostgreSQL has any number of servers', async () => {
  const url = 'postgres://nobody@127.0.0.1:1/none';
  expect([(await startServerProcess(url)).output, (await startServerProcess(url)).output]).toEqual(['serves', 'serves']);
});

test('a folder in place of a database leaves no lock next to it', async () => {
  mkdirSync(join(folder, 'peergraph.db'));
  await startServerProcess(`file:${join(folder, 'peergraph.db')}`);
  expect(readdirSync(folder)).toEqual(['peergraph.db']);
});
