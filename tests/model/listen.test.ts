import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { explainFault } from '#lib/platform/log/faults.ts';
import { listen } from '#lib/platform/processes/listen.ts';

const open = new Set<ReturnType<typeof createServer>>();
afterEach(() => {
  for (const server of open) server.close();
  open.clear();
});

const refused = async (host: string, port: number, name: string): Promise<string | null> => {
  const server = createServer();
  open.add(server);
  return listen(server, host, port, { host: name, port: name }).then(
    () => 'it listens',
    (error: unknown) => explainFault(error),
  );
};

/** Listens on a free port of 127.0.0.1. */
async function takePort(): Promise<number> {
  const other = createServer();
  open.add(other);
  await listen(other, '127.0.0.1', 0, { host: 'HOST', port: 'PORT' });
  const address = other.address();
  return address && typeof address === 'object' ? address.port : 0;
}

test('names the setting whose port is in use, or whose host is not of this machine', async () => {
  const port = await takePort();
  const portTaken = `Port ${port} of 127.0.0.1 is taken. Stop what listens there, or choose another in METRICS_ADDRESS.`;
  expect(await refused('127.0.0.1', port, 'METRICS_ADDRESS')).toBe(portTaken);
  expect(await refused('192.0.2.1', 0, 'METRICS_ADDRESS')).toMatch(/^192\.0\.2\.1 in METRICS_ADDRESS is not an address of this machine\./);
  expect(await refused('999.1.1.1', 0, 'HOST')).toMatch(/^The host 999\.1\.1\.1 in HOST is not known\./);
});

test('a start whose port is in use ends before it creates a database', async () => {
  const port = await takePort();
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-listen-'));
  const child = spawn(process.execPath, ['lib/runtime/server/runtime.mjs', 'lib/runtime/server/start.ts'], {
    env: { NODE_ENV: 'test', PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), SAMPLE: 'off' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([code, output]).toEqual([1, expect.stringContaining(`Port ${port} of 127.0.0.1 is taken.`)]);
  expect(readdirSync(folder)).not.toContain('peergraph.db');
  rmSync(folder, { recursive: true });
});
