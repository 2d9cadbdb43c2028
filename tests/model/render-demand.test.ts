import { expect, test } from 'vitest';
import { idleMs, onDemand, untilDemand } from '#lib/runtime/server/pages/render-demand.ts';

test('rendering in idle time is aborted as soon as somebody waits for a page', async () => {
  let signal: AbortSignal | undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  const idle = untilDemand((given) => {
    signal = given;
    return promise;
  });
  expect(signal?.aborted).toBe(false);
  await onDemand(async () => {
    expect(signal?.aborted).toBe(true);
    expect(idleMs()).toBe(0);
  });
  resolve();
  await idle;
  expect(idleMs()).toBeLessThan(Number.POSITIVE_INFINITY);
});
