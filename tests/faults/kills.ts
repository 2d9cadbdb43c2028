import { setTimeout as wait } from 'node:timers/promises';
import { type Fault, play, type Scene } from './fault.ts';

const engines = ['sqlite', 'postgres'] as const;

/** Delays before a kill: right after the start, and during writes. */
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
        // Every fourth kill hits an instance that has just started.
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

/**
 * Kills a process of the instance repeatedly, and expects that it is replaced.
 * @param startMs the time that a new process needs to start, in milliseconds
 */
async function replaced(scene: Scene, rounds: number, running: () => number[], startMs = 0): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await wait(startMs + (delaysMs[round % delaysMs.length] ?? 0));
    const before = running();
    for (const pid of before) process.kill(pid, 'SIGKILL');
    const killedAt = performance.now();
    const isNew = () => running().some((pid) => !before.includes(pid));
    while (!isNew() && performance.now() - killedAt < 45_000) await wait(50);
    scene.expect(before.length === 1 && isNew(), 'no other process has come');
    scene.result.readyMs.push(performance.now() - killedAt);
    scene.expect(running().length === 1, `${running().length} processes`);
  }
}

const workerKilled: Fault = {
  name: 'worker killed at random',
  engines,
  run: ({ rounds }) => play((scene) => replaced(scene, Math.max(1, Math.ceil(rounds / 25)), scene.life.workers)),
};

const rendererKilled: Fault = {
  name: 'renderer killed at random',
  engines,
  isShort: true,
  run: ({ rounds }) =>
    play(
      async (scene) => {
        let isOver = false;
        const faults: string[] = [];
        const read = async (): Promise<void> => {
          for (let at = 0; !isOver; at += 1) {
            // The unknown parameter bypasses the page cache.
            const answer = await fetch(`${scene.life.url}/authors?reader=${at}`).catch((error: unknown) => ({
              ok: false,
              status: String(error),
            }));
            if (!answer.ok) faults.push(`a page was answered with ${answer.status}`);
          }
        };
        const readers = [read(), read(), read()];
        await replaced(scene, Math.max(2, Math.ceil(rounds / 25)), scene.life.renderers, 4_000);
        isOver = true;
        await Promise.all(readers);
        scene.result.wrong.push(...faults);
      },
      { settings: { RENDER_PROCESSES: '1' } },
    ),
};

export const kills: readonly Fault[] = [killed, stopped, workerKilled, rendererKilled];
