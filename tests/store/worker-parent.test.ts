import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A program that starts a worker with a channel as a server does, and prints its process id. */
const parent = `
  const { spawn } = require('node:child_process');
  const worker = spawn(process.execPath, ${JSON.stringify([databaseFlag(), resolve('lib/runtime/worker/worker.ts'), '--with-channel'])},
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  console.log(worker.pid);
  setInterval(() => undefined, 1000);
`;

test.each([0, 150, 600, 2500])('a worker ends when its server is killed %i ms after it was started', async (ms) => {
  const server = spawn(process.execPath, ['-e', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: database.url },
  });
  const [line] = await once(server.stdout, 'data');
  const pid = Number(String(line));
  await new Promise((done) => setTimeout(done, ms));
  server.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 120_000, interval: 50 }).toBe(false);
});
