import type { ChildProcess } from 'node:child_process';
import { minutesMs } from '#lib/platform/clock.ts';

const heartbeatMessage = 'alive';
export const heartbeatIntervalMs = minutesMs(0.5);

/** Reports to the server periodically that this worker is running. A blocked worker, or one that crashes at start, never reports. */
export function sendHeartbeats(worker: NodeJS.Process = process): void {
  setInterval(() => {
    if (worker.connected) worker.send?.(heartbeatMessage, () => undefined);
  }, heartbeatIntervalMs).unref();
}

/** Tracks when a worker last reported, across restarts of its process. */
export function watchWorker(clock: () => number = () => performance.now()) {
  let lastHeartbeatMs = clock();
  let watchedSinceMs = lastHeartbeatMs;
  return {
    follow(worker: ChildProcess): ChildProcess {
      watchedSinceMs = clock();
      return worker.on('message', (message) => {
        if (message === heartbeatMessage) lastHeartbeatMs = clock();
      });
    },
    silentMs: (): number => clock() - lastHeartbeatMs,
    /** Silence of the current process, counted from its start at the earliest. */
    currentSilentMs: (): number => clock() - Math.max(lastHeartbeatMs, watchedSinceMs),
  };
}
