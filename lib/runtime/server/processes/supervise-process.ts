import type { ChildProcess } from 'node:child_process';
import { minutesMs } from '#lib/platform/clock.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';

const minPauseMs = 500;
const maxPauseMs = 30_000;
/** A process that has run for this long did not crash at start. */
const minStableMs = minutesMs(5);

interface SupervisedProcess {
  current(): ChildProcess;
  /** Kills the process and starts it again, without a pause. */
  restart(): void;
}

/** Keeps a process running. After a crash it is restarted, with exponential back-off. */
export function superviseProcess(spawn: () => ChildProcess, isStopping: () => boolean): SupervisedProcess {
  let pauseMs = minPauseMs;
  let timer: NodeJS.Timeout | undefined;
  const start = (): ChildProcess => {
    const startedAt = performance.now();
    const child = spawn();
    const restartLater = (): void => {
      if (isStopping()) return;
      if (performance.now() - startedAt > minStableMs) pauseMs = minPauseMs;
      timer = setTimeout(() => {
        if (!isStopping()) current = start();
      }, pauseMs);
      pauseMs = Math.min(Math.max(pauseMs * 2, minPauseMs), maxPauseMs);
    };
    child.once('exit', restartLater);
    child.on('error', (error) => {
      log.error({ error: describeFault(error) }, 'a process of this instance failed');
      // If the system cannot start it (EAGAIN), no 'exit' event follows.
      if (child.pid === undefined) restartLater();
    });
    return child;
  };
  let current = start();
  return {
    current: () => current,
    restart() {
      pauseMs = 0;
      if (!hasEnded(current)) return void current.kill('SIGKILL');
      clearTimeout(timer);
      current = start();
    },
  };
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * Ends a process with SIGTERM and waits for its end.
 * @param graceMs time after which it is killed; unlimited if omitted
 */
export async function endProcess(child: ChildProcess, graceMs?: number): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const killTimer = graceMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), graceMs);
  await ended;
  clearTimeout(killTimer);
}

/** Short, since a hanging process has nothing to complete. */
const hangGraceMs = 10_000;

/**
 * Creates a check that ends a hanging process, so that superviseProcess restarts it.
 * @returns a function to call periodically. It ends a process that was silent at two consecutive calls. One is not enough: if this process
 * was suspended itself, messages from the meantime have not arrived at the first call.
 */
export function killWhenHung(current: () => ChildProcess, isSilent: () => boolean, graceMs = hangGraceMs): () => void {
  let silentChild: ChildProcess | null = null;
  return () => {
    const child = current();
    if (!isSilent() || hasEnded(child)) {
      silentChild = null;
    } else if (silentChild === child) {
      silentChild = null;
      log.error({ pid: child.pid }, 'the worker hangs: it is killed and replaced');
      void endProcess(child, graceMs);
    } else silentChild = child;
  };
}
