/** The renderings that somebody waits for. Rendering in idle time gives way to them. */
let running = 0;
let endedAt = Number.NEGATIVE_INFINITY;
const giveWay = new Set<() => void>();

/** Does work that somebody waits for. */
export async function onDemand<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  for (const stop of giveWay) stop();
  try {
    return await work();
  } finally {
    running -= 1;
    endedAt = performance.now();
  }
}

/** Returns for how long nobody has waited for a page, in milliseconds. */
export const idleMs = (): number => (running > 0 ? 0 : performance.now() - endedAt);

/** Does work with a signal that is aborted when somebody waits for a page. */
export async function untilDemand<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  giveWay.add(stop);
  return work(controller.signal).finally(() => giveWay.delete(stop));
}
