import type { ChildProcess } from 'node:child_process';
import { minutesMs } from '#lib/platform/clock.ts';

const alive = 'alive';
const everyMs = minutesMs(0.5);

/** Reports to the server periodically that this worker is running. A blocked worker, or one that crashes at start, never reports. */
export function sendHeartbeats(worker: NodeJS.Process = process): void {
  setInterval(() => {
    if (worker.connected) worker.send?.(alive, () => undefined);
  }, everyMs).unref();
}

/** Tracks when a worker last reported, across restarts of its process. */
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
    /** Silence of the current process, counted from its start at the earliest. */
    currentSilentMs: (): number => clock() - Math.max(heardAt, followedAt),
  };
}
