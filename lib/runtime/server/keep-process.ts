import type { ChildProcess } from 'node:child_process';
import { minutesMs } from '#lib/platform/clock.ts';
import { faultText } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';

const shortestPauseMs = 500;
const maxPauseMs = 30_000;
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
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
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

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * Ends a process in order, and waits for its end.
 * @param graceMs how long it may take; then it is killed
 */
export async function endProcess(child: ChildProcess, graceMs?: number): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((exited) => child.once('exit', exited));
  child.kill('SIGTERM');
  const force = graceMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), graceMs);
  await ended;
  clearTimeout(force);
}

/** A process that hangs has nothing to finish. */
const hangGraceMs = 10_000;

/**
 * Ends a process that hangs, so that keepProcess starts another one.
 * @returns what is to be called now and then. A process is ended that was silent at two calls: this one may have been stopped itself, and what
 *   was said meanwhile has not arrived at the first.
 */
export function endWhereItHangs(current: () => ChildProcess, isSilent: () => boolean, graceMs = hangGraceMs): () => void {
  let suspect: ChildProcess | null = null;
  return () => {
    const child = current();
    if (!isSilent() || hasEnded(child)) {
      suspect = null;
    } else if (suspect === child) {
      suspect = null;
      log.error({ pid: child.pid }, 'the worker hangs: it is ended, and another one is started');
      void endProcess(child, graceMs);
    } else suspect = child;
  };
}
