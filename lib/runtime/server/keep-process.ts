import type { ChildProcess } from 'node:child_process';
import { minutesMs } from '#lib/platform/clock.ts';
import { faultText } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';

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
    const again = (): void => {
      if (isStopping()) return;
      if (performance.now() - startedAt > steadyMs) pauseMs = shortestPauseMs;
      setTimeout(() => {
        if (!isStopping()) current = start();
      }, pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    };
    child.once('exit', again);
    child.on('error', (error) => {
      log.error({ error: faultText(error) }, 'a process of this instance failed');
      // One that the system has no room for (EAGAIN) has no end either.
      if (child.pid === undefined) again();
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
