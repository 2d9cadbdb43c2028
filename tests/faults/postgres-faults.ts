import { setTimeout as wait } from 'node:timers/promises';
import { type Fault, type FaultContext, type FaultParameters, runFault } from './fault.ts';
import { type Network, startNetwork } from './network.ts';
import { processTree } from './processes.ts';
import type { Result } from './result.ts';
import { waitUntilReady } from './server.ts';

const engines = ['postgres'] as const;
/** A page waits this long for a statement. A form also waits for a connection of the pool. */
const timeouts = { DATABASE_TIMEOUT_SECONDS: '3' };
const responseTimeoutMs = 20_000;

/** Requests a path while the database is unavailable. */
async function fetchDuringOutage(context: FaultContext, path: string): Promise<{ status: number; ms: number; retryAfter: string | null }> {
  const startedAt = performance.now();
  const answer = await fetch(`${context.instance.url}${path}`, { signal: AbortSignal.timeout(responseTimeoutMs) }).catch(() => null);
  await answer?.arrayBuffer().catch(() => undefined);
  return { status: answer?.status ?? 0, ms: performance.now() - startedAt, retryAfter: answer?.headers.get('retry-after') ?? null };
}

/** Expects /healthz to succeed, /readyz to fail, and a page to return 503 with Retry-After. */
async function expectUnavailable(context: FaultContext): Promise<void> {
  const [alive, ready, page] = await Promise.all(['/healthz', '/readyz', '/works?x'].map((path) => fetchDuringOutage(context, path)));
  context.expect(alive?.status === 200, `/healthz answered ${alive?.status}`);
  context.expect(ready?.status === 503 && ready.ms < 5_000, `/readyz answered ${ready?.status} after ${Math.round(ready?.ms ?? 0)} ms`);
  context.expect(page?.status !== 0, `a page had no answer after ${responseTimeoutMs} ms`);
  context.expect(page?.status === 503 && page.retryAfter !== null, `a page answered ${page?.status}, Retry-After ${page?.retryAfter}`);
}

async function expectRecovery(context: FaultContext): Promise<void> {
  const backAt = performance.now();
  context.expect(await waitUntilReady(context.instance.url, 30_000), 'not ready although the database is back');
  context.result.readyMs.push(performance.now() - backAt);
  context.expect(await context.writers.acknowledge(10), 'nothing was written although the database is back');
}

const signalAll = (pid: number, signal: NodeJS.Signals): void => {
  for (const each of processTree(pid)) process.kill(each, signal);
};

const frozen: Fault = {
  name: 'frozen PostgreSQL',
  engines,
  isShort: true,
  run: ({ postgres }) =>
    runFault(
      async (context) => {
        const pid = postgres?.pid() ?? 0;
        signalAll(pid, 'SIGSTOP');
        try {
          await expectUnavailable(context);
          await wait(4_000);
        } finally {
          signalAll(pid, 'SIGCONT');
        }
        await expectRecovery(context);
      },
      { settings: timeouts },
    ),
};

const stopped: Fault = {
  name: 'stopped PostgreSQL',
  engines,
  run: ({ postgres }) =>
    runFault(
      async (context) => {
        for (let round = 0; round < 3; round += 1) {
          await postgres?.crash();
          await expectUnavailable(context);
          await wait(2_000);
          await postgres?.start();
          await expectRecovery(context);
        }
      },
      { settings: timeouts },
    ),
};

/** Runs a fault on an instance that reaches its database through a proxy. */
async function runOverNetwork(
  { postgres }: FaultParameters,
  work: (context: FaultContext, network: Network) => Promise<void>,
): Promise<Result> {
  const { hostname, port } = new URL(postgres?.url ?? '');
  const network = await startNetwork(hostname, Number(port));
  try {
    return await runFault((context) => work(context, network), { settings: timeouts, through: network.through });
  } finally {
    await network.stop();
  }
}

const slow: Fault = {
  name: 'slow network to PostgreSQL',
  engines,
  run: (setting) =>
    runOverNetwork(setting, async (context, network) => {
      network.delay(60);
      context.expect(await context.writers.acknowledge(20), 'nothing was written over a slow network');
      network.delay(0);
      await expectRecovery(context);
    }),
};

const breaking: Fault = {
  name: 'breaking network to PostgreSQL',
  engines,
  run: (setting) =>
    runOverNetwork(setting, async (context, network) => {
      for (let round = 0; round < 20; round += 1) {
        network.cut();
        await wait(100 + (round % 5) * 60);
      }
      network.hold(true);
      await expectUnavailable(context);
      network.hold(false);
      network.cut();
      await expectRecovery(context);
    }),
};

export const postgresFaults: readonly Fault[] = [frozen, stopped, slow, breaking];
