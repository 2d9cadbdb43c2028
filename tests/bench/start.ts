import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startInstance } from '../instance.ts';
import { report } from './targets.ts';

const idleMs = 20_000;

const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** Measures the start time of a built instance on an existing database, and its memory when idle. */
export async function benchStart(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'peergraph-bench-'));
  // Keeps the data folder with the keys: an instance removes its default folder when it stops.
  const settings = { DATABASE_URL: `file:${join(data, 'sample.db')}`, DATA_DIR: data };
  await (await startInstance(settings)).stop();
  const startedAt = performance.now();
  const instance = await startInstance(settings);
  const seconds = (performance.now() - startedAt) / 1_000;
  try {
    await wait(idleMs);
    const worker = childrenOf(instance.pid).at(-1) ?? instance.pid;
    report('start of a built instance, s', seconds);
    report('memory of an idle server, MB', residentMb(instance.pid));
    report('memory of an idle worker, MB', residentMb(worker));
  } finally {
    await instance.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
