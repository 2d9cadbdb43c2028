import type { ChildProcess } from 'node:child_process';
import { minutesMs } from '#lib/platform/clock.ts';

const shortestPauseMs = 500;
const longestPauseMs = 30_000;
/** A process that has lived so long did not die of its start. */
const steadyMs = minutesMs(5);

/** Keeps a process running: one that dies is started again, more slowly each time. */
export function keepProcess(begin: () => ChildProcess, isStopping: () => boolean): { current(): ChildProcess } {
  let pauseMs = shortestPauseMs;
  const start = (): ChildProcess => {
    const startedAt = performance.now();
    const child = begin();
    child.once('exit', () => {
      if (isStopping()) return;
      if (performance.now() - startedAt > steadyMs) pauseMs = shortestPauseMs;
      setTimeout(() => {
        if (!isStopping()) current = start();
      }, pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    });
    return child;
  };
  let current = start();
  return { current: () => current };
}

/** Ends a process in order, and waits for its end. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((exited) => child.once('exit', exited));
  child.kill('SIGTERM');
  await ended;
}
