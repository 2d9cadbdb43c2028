import { setTimeout as wait } from 'node:timers/promises';
import { type Fault, play, type Scene, type Setting } from './fault.ts';
import { type Network, startNetwork } from './network.ts';
import { familyOf } from './processes.ts';
import type { Result } from './result.ts';
import { becomesReady } from './server.ts';

const engines = ['postgres'] as const;
/** A page waits this long for a statement. A form also waits for a connection of the pool. */
const timeouts = { DATABASE_TIMEOUT_SECONDS: '3' };
const answersWithinMs = 20_000;

/** Requests a path while the database is unavailable. */
async function askDuring(scene: Scene, path: string): Promise<{ status: number; ms: number; retryAfter: string | null }> {
  const startedAt = performance.now();
  const answer = await fetch(`${scene.life.url}${path}`, { signal: AbortSignal.timeout(answersWithinMs) }).catch(() => null);
  await answer?.arrayBuffer().catch(() => undefined);
  return { status: answer?.status ?? 0, ms: performance.now() - startedAt, retryAfter: answer?.headers.get('retry-after') ?? null };
}

/** Expects /healthz to succeed, /readyz to fail, and a page to return 503 with Retry-After. */
async function expectOrder(scene: Scene): Promise<void> {
  const [alive, ready, page] = await Promise.all(['/healthz', '/readyz', '/works?x'].map((path) => askDuring(scene, path)));
  scene.expect(alive?.status === 200, `/healthz answered ${alive?.status}`);
  scene.expect(ready?.status === 503 && ready.ms < 5_000, `/readyz answered ${ready?.status} after ${Math.round(ready?.ms ?? 0)} ms`);
  scene.expect(page?.status !== 0, `a page had no answer after ${answersWithinMs} ms`);
  scene.expect(page?.status === 503 && page.retryAfter !== null, `a page answered ${page?.status}, Retry-After ${page?.retryAfter}`);
}

async function expectRecovery(scene: Scene): Promise<void> {
  const backAt = performance.now();
  scene.expect(await becomesReady(scene.life.url, 30_000), 'not ready although the database is back');
  scene.result.readyMs.push(performance.now() - backAt);
  scene.expect(await scene.writers.acknowledge(10), 'nothing was written although the database is back');
}

const signalAll = (pid: number, signal: NodeJS.Signals): void => {
  for (const each of familyOf(pid)) process.kill(each, signal);
};

const frozen: Fault = {
  name: 'frozen PostgreSQL',
  engines,
  isShort: true,
  run: ({ postgres }) =>
    play(
      async (scene) => {
        const pid = postgres?.pid() ?? 0;
        signalAll(pid, 'SIGSTOP');
        try {
          await expectOrder(scene);
          await wait(4_000);
        } finally {
          signalAll(pid, 'SIGCONT');
        }
        await expectRecovery(scene);
      },
      { settings: timeouts },
    ),
};

const gone: Fault = {
  name: 'stopped PostgreSQL',
  engines,
  run: ({ postgres }) =>
    play(
      async (scene) => {
        for (let round = 0; round < 3; round += 1) {
          await postgres?.crash();
          await expectOrder(scene);
          await wait(2_000);
          await postgres?.start();
          await expectRecovery(scene);
        }
      },
      { settings: timeouts },
    ),
};

/** Runs a fault on an instance that reaches its database through a proxy. */
async function overNetwork({ postgres }: Setting, work: (scene: Scene, network: Network) => Promise<void>): Promise<Result> {
  const { hostname, port } = new URL(postgres?.url ?? '');
  const network = await startNetwork(hostname, Number(port));
  try {
    return await play((scene) => work(scene, network), { settings: timeouts, through: network.through });
  } finally {
    await network.stop();
  }
}

const slow: Fault = {
  name: 'slow network to PostgreSQL',
  engines,
  run: (setting) =>
    overNetwork(setting, async (scene, network) => {
      network.delay(60);
      scene.expect(await scene.writers.acknowledge(20), 'nothing was written over a slow network');
      network.delay(0);
      await expectRecovery(scene);
    }),
};

const breaking: Fault = {
  name: 'breaking network to PostgreSQL',
  engines,
  run: (setting) =>
    overNetwork(setting, async (scene, network) => {
      for (let round = 0; round < 20; round += 1) {
        network.cut();
        await wait(100 + (round % 5) * 60);
      }
      network.hold(true);
      await expectOrder(scene);
      network.hold(false);
      network.cut();
      await expectRecovery(scene);
    }),
};

export const postgresFaults: readonly Fault[] = [frozen, gone, slow, breaking];
