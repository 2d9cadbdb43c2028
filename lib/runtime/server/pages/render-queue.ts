/** Number of pages rendered concurrently: one waits for the database while another is rendered. */
const maxRunning = 4;
/** Number of waiting pages; at 30 ms per page, the last one waits for a second. */
const maxWaiting = 32;

/** Counted from the request. If the database is slow, rendering may take as long again. */
const maxWaitMs = 10_000;

/** Thrown if the queue is full, or the wait was too long. */
export class QueueFullError extends Error {}

/** A waiting request. `network` is that of its client, `signal` is aborted when the client has left. */
interface Waiting {
  signal: AbortSignal;
  network: string;
  begin(): void;
  fail(reason: unknown): void;
}

const countOfNetwork = (waiting: readonly Waiting[], network: string): number => waiting.filter((each) => each.network === network).length;

/** Returns the most recent request of the network with most waiting requests. */
function lastOfBusiestNetwork(waiting: readonly Waiting[]): Waiting | undefined {
  const counts = new Map(waiting.map(({ network }) => [network, countOfNetwork(waiting, network)]));
  const maxCount = Math.max(...counts.values());
  return waiting.findLast(({ network }) => counts.get(network) === maxCount);
}

/**
 * Creates a queue that renders a few pages concurrently and rejects requests that would wait too long. Networks take turns. If the queue is
 * full, a request of the network with most waiting requests is rejected, so that no network can exclude others by many requests.
 */
export function createRenderQueue({ running: maxConcurrent = maxRunning, waiting: maxQueued = maxWaiting, waitMs = maxWaitMs } = {}) {
  let running = 0;
  const runningOf = new Map<string, number>();
  const waiting: Waiting[] = [];

  const count = (network: string, change: 1 | -1): void => {
    running += change;
    const remaining = (runningOf.get(network) ?? 0) + change;
    if (remaining > 0) runningOf.set(network, remaining);
    else runningOf.delete(network);
  };

  const removeFromQueue = (one: Waiting): void => void waiting.splice(waiting.indexOf(one), 1);

  /** Returns the longest waiting request of the network with fewest running ones. */
  const takeNext = (): Waiting | undefined => {
    const minRunning = Math.min(...waiting.map(({ network }) => runningOf.get(network) ?? 0));
    const first = waiting.find(({ network }) => (runningOf.get(network) ?? 0) === minRunning);
    if (first) removeFromQueue(first);
    return first;
  };

  const startNext = (): void => {
    while (running < maxConcurrent) {
      const first = takeNext();
      if (!first) return;
      if (first.signal.aborted) first.fail(first.signal.reason);
      else {
        count(first.network, 1);
        first.begin();
      }
    }
  };

  /**
   * Rejects a waiting request of a network that has more of them.
   * @returns false if there is none
   */
  const makeRoom = (network: string): boolean => {
    const last = lastOfBusiestNetwork(waiting);
    if (!last || countOfNetwork(waiting, last.network) <= countOfNetwork(waiting, network) + 1) return false;
    removeFromQueue(last);
    last.fail(new QueueFullError());
    return true;
  };

  const waitForTurn = (signal: AbortSignal, network: string): Promise<void> =>
    new Promise((begin, reject) => {
      const fail = (reason: unknown) => {
        clearTimeout(timer);
        reject(reason);
      };
      const timer = setTimeout(() => {
        removeFromQueue(entry);
        reject(new QueueFullError());
      }, waitMs);
      const entry: Waiting = {
        ...{ signal, network, fail },
        begin: () => {
          clearTimeout(timer);
          begin();
        },
      };
      waiting.push(entry);
      startNext();
    });

  /**
   * Does work in turn. The turn ends with the work, or when the client leaves; a slow client does not occupy the queue.
   * @throws QueueFullError, or the reason of the signal
   */
  async function inTurn<T>(signal: AbortSignal, network: string, work: () => Promise<T>): Promise<T> {
    if (running >= maxConcurrent && waiting.length >= maxQueued && !makeRoom(network)) throw new QueueFullError();
    await waitForTurn(signal, network);
    let isOver = false;
    const finishTurn = () => {
      if (isOver) return;
      isOver = true;
      signal.removeEventListener('abort', finishTurn);
      count(network, -1);
      startNext();
    };
    signal.addEventListener('abort', finishTurn);
    return (signal.aborted ? Promise.reject(signal.reason) : work()).finally(finishTurn);
  }
  return Object.assign(inTurn, { counts: () => ({ running, waiting: waiting.length }) });
}
