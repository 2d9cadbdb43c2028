import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startInstance } from '../instance.ts';
import { report } from './targets.ts';

const idleMs = 20_000;

const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** How long a built instance takes to be ready, on a database that is there already, and what it holds when nobody asks. */
export async function benchStart(): Promise<void> {
  const first = await startInstance({ SAMPLE: 'off' });
  const { E2E_DATABASE_URL: DATABASE_URL = '' } = first.env;
  const startedAt = performance.now();
  const second = await startInstance({ SAMPLE: 'off', DATABASE_URL });
  const seconds = (performance.now() - startedAt) / 1_000;
  try {
    await first.stop();
    await wait(idleMs);
    const worker = childrenOf(second.pid).at(-1) ?? second.pid;
    report('start of a built instance, s', seconds);
    report('memory of an idle server, MB', residentMb(second.pid));
    report('memory of an idle worker, MB', residentMb(worker));
  } finally {
    await second.stop();
  }
}
