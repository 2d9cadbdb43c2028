import type { ChildProcess } from 'node:child_process';
import { minutesMs } from '#lib/platform/clock.ts';

const alive = 'alive';
const everyMs = minutesMs(0.5);

/** Tells the server now and then that this worker is not stopped, blocked or dying again and again. One that dies of its start never does. */
export function sayAlive(worker: NodeJS.Process = process): void {
  setInterval(() => {
    if (worker.connected) worker.send?.(alive, () => undefined);
  }, everyMs).unref();
}

/** Notes when a worker was last heard of, whichever process it is at that time. */
export function watchWorker(clock: () => number = () => performance.now()) {
  let heardAt = clock();
  let followedAt = heardAt;
  return {
    follow(worker: ChildProcess): ChildProcess {
      followedAt = clock();
      return worker.on('message', (message) => {
        if (message === alive) heardAt = clock();
      });
    },
    silentMs: (): number => clock() - heardAt,
    /** The same of the process that is followed now: what it is silent for since it was started. */
    currentSilentMs: (): number => clock() - Math.max(heardAt, followedAt),
  };
}
