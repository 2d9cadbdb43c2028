import { setTimeout as wait } from 'node:timers/promises';
import { type Fault, type FaultContext, runFault } from './fault.ts';

const engines = ['sqlite', 'postgres'] as const;

/** Delays before a kill: right after the start, and during writes. */
const delaysMs = [0, 40, 300, 90, 600, 20, 1_000, 180];

const killed: Fault = {
  name: 'kill -9 under writes',
  engines,
  isShort: true,
  run: ({ rounds }) =>
    runFault(async (context) => {
      for (let round = 0; round < rounds; round += 1) {
        await wait(delaysMs[round % delaysMs.length]);
        await context.end('SIGKILL');
        await context.restart();
        // Every fourth kill hits an instance that has just started.
        if (round % 4 !== 2) context.expect(await context.writers.acknowledge(3), 'nothing was written after a kill');
      }
    }),
};

const stopped: Fault = {
  name: 'SIGTERM under load',
  engines,
  run: ({ rounds }) =>
    runFault(async (context) => {
      for (let round = 0; round < Math.max(1, Math.ceil(rounds / 20)); round += 1) {
        await wait(delaysMs[round % delaysMs.length]);
        const cutBefore = context.writers.written.cut.length;
        const code = await context.end('SIGTERM');
        context.expect(code === 0, `ended with code ${code}`);
        const cut = context.writers.written.cut.slice(cutBefore);
        context.expect(cut.length === 0, `${cut.length} requests were cut: ${cut.join(' ')}`);
        await context.restart();
        context.expect(await context.writers.acknowledge(10), 'nothing was written after the stop');
      }
    }),
};

/** Waits until something holds, on a machine that may be busy: at most 45 seconds. */
async function waitFor(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 45_000;
  while (!holds() && performance.now() < deadline) await wait(50);
}

/**
 * Kills a process of the instance repeatedly, and expects that it is replaced.
 * @param startMs the time that a new process needs to start, in milliseconds
 */
async function killRepeatedly(context: FaultContext, rounds: number, running: () => number[], startMs = 0): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await wait(startMs + (delaysMs[round % delaysMs.length] ?? 0));
    await waitFor(() => running().length === 1);
    const before = running();
    for (const pid of before) process.kill(pid, 'SIGKILL');
    const killedAt = performance.now();
    const isNew = () => running().some((pid) => !before.includes(pid));
    await waitFor(isNew);
    context.expect(before.length === 1 && isNew(), 'no other process has come');
    context.result.readyMs.push(performance.now() - killedAt);
    await waitFor(() => running().length === 1);
    context.expect(running().length === 1, `${running().length} processes`);
  }
}

const workerKilled: Fault = {
  name: 'worker killed at random',
  engines,
  run: ({ rounds }) => runFault((context) => killRepeatedly(context, Math.max(1, Math.ceil(rounds / 25)), context.instance.workers)),
};

const rendererKilled: Fault = {
  name: 'renderer killed at random',
  engines,
  isShort: true,
  run: ({ rounds }) =>
    runFault(
      async (context) => {
        let isOver = false;
        const faults: string[] = [];
        const read = async (): Promise<void> => {
          for (let at = 0; !isOver; at += 1) {
            // The unknown parameter bypasses the page cache.
            const answer = await fetch(`${context.instance.url}/authors?reader=${at}`).catch((error: unknown) => ({
              ok: false,
              status: String(error),
            }));
            if (!answer.ok) faults.push(`a page was answered with ${answer.status}`);
          }
        };
        const readers = [read(), read(), read()];
        await killRepeatedly(context, Math.max(2, Math.ceil(rounds / 25)), context.instance.renderers, 4_000);
        isOver = true;
        await Promise.all(readers);
        context.result.wrong.push(...faults);
      },
      { settings: { RENDER_PROCESSES: '1' } },
    ),
};

export const kills: readonly Fault[] = [killed, stopped, workerKilled, rendererKilled];
