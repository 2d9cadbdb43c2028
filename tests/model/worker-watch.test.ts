import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findServerAlerts } from '#lib/portal/operations/model/alerts.ts';
import { sendHeartbeats, watchWorker } from '#lib/runtime/monitoring/worker-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minutes = 60_000;
const codes = (workerSilentMs: number) => findServerAlerts({ damage: null, workerSilentMs }).map(({ code }) => code);

/** Creates a fake worker that is connected to the watch. */
function createWorker(watch: ReturnType<typeof watchWorker>) {
  const child = watch.follow(new EventEmitter() as ChildProcess);
  const itself = { connected: true, send: (message: unknown) => child.emit('message', message) };
  sendHeartbeats(itself as unknown as NodeJS.Process);
  return itself;
}

test('a worker that says it is there is not silent; one that is gone, and what follows it and dies of its start, is', async () => {
  const watch = watchWorker(() => Date.now());
  const first = createWorker(watch);
  await vi.advanceTimersByTimeAsync(20 * minutes);
  expect(watch.silentMs()).toBeLessThanOrEqual(30_000);
  expect(codes(watch.silentMs())).toEqual([]);
  first.connected = false;
  for (let starts = 0; starts < 12; starts += 1) {
    watch.follow(new EventEmitter() as ChildProcess).emit('message', 'another message');
    await vi.advanceTimersByTimeAsync(minutes / 2);
  }
  expect(codes(watch.silentMs())).toEqual(['silent-worker']);
  createWorker(watch);
  await vi.advanceTimersByTimeAsync(minutes);
  expect(codes(watch.silentMs())).toEqual([]);
});
