/** The worker of the explorer: layout and communities; built by `lib/runtime/server/processes/browser-scripts.ts`. */
import { arrange, detectCommunities, type LayoutRequest } from './layout.ts';

export interface LayoutMessage extends LayoutRequest {
  id: number;
}

/** A result: the last one of a request has the communities. */
export interface LayoutResult {
  id: number;
  positions: Float32Array;
  communities: Int32Array | null;
}

/** Time until the first intermediate result, in milliseconds. Each takes the page time to draw, so that the next comes later. */
const firstIntervalMs = 250;
const intervalGrowth = 3;

let current = 0;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

self.addEventListener('message', ({ data }: MessageEvent<LayoutMessage>) => {
  current = data.id;
  void answer(data);
});

async function answer(message: LayoutMessage): Promise<void> {
  const post = (positions: Float32Array, communities: Int32Array | null) =>
    self.postMessage({ id: message.id, positions, communities } satisfies LayoutResult);
  let [sentAt, intervalMs] = [performance.now(), firstIntervalMs];
  let latest = message.positions;
  for (const positions of arrange(message)) {
    latest = positions;
    if (performance.now() - sentAt > intervalMs) {
      post(positions, null);
      [sentAt, intervalMs] = [performance.now(), intervalMs * intervalGrowth];
    }
    // A later request replaces this one.
    await pause();
    if (current !== message.id) return;
  }
  post(latest, detectCommunities(message));
}
