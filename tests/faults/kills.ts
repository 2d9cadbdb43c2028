import { setTimeout as wait } from 'node:timers/promises';
import { type Fault, play } from './fault.ts';

const engines = ['sqlite', 'postgres'] as const;

/** At any moment: right after it is ready, and amid its writes. */
const delaysMs = [0, 40, 300, 90, 600, 20, 1_000, 180];

const killed: Fault = {
  name: 'kill -9 under writes',
  engines,
  isShort: true,
  run: ({ rounds }) =>
    play(async (scene) => {
      for (let round = 0; round < rounds; round += 1) {
        await wait(delaysMs[round % delaysMs.length]);
        await scene.end('SIGKILL');
        await scene.restart();
        // Every fourth kill meets an instance that has only just started.
        if (round % 4 !== 2) scene.expect(await scene.writers.acknowledge(3), 'nothing was written after a kill');
      }
    }),
};

const stopped: Fault = {
  name: 'SIGTERM under load',
  engines,
  run: ({ rounds }) =>
    play(async (scene) => {
      for (let round = 0; round < Math.max(1, Math.ceil(rounds / 20)); round += 1) {
        await wait(delaysMs[round % delaysMs.length]);
        const cutBefore = scene.writers.written.cut.length;
        const code = await scene.end('SIGTERM');
        scene.expect(code === 0, `ended with code ${code}`);
        const cut = scene.writers.written.cut.slice(cutBefore);
        scene.expect(cut.length === 0, `${cut.length} requests were cut: ${cut.join(' ')}`);
        await scene.restart();
        scene.expect(await scene.writers.acknowledge(10), 'nothing was written after the stop');
      }
    }),
};

const workerKilled: Fault = {
  name: 'worker killed at random',
  engines,
  run: ({ rounds }) =>
    play(async (scene) => {
      for (let round = 0; round < Math.max(1, Math.ceil(rounds / 25)); round += 1) {
        await wait(delaysMs[round % delaysMs.length]);
        const workers = scene.life.workers();
        for (const pid of workers) process.kill(pid, 'SIGKILL');
        const killedAt = performance.now();
        const isNew = () => scene.life.workers().some((pid) => !workers.includes(pid));
        while (!isNew() && performance.now() - killedAt < 45_000) await wait(50);
        scene.expect(isNew(), 'no worker has come back');
        scene.result.readyMs.push(performance.now() - killedAt);
        scene.expect(scene.life.workers().length === 1, `${scene.life.workers().length} workers`);
      }
    }),
};

export const kills: readonly Fault[] = [killed, stopped, workerKilled];
