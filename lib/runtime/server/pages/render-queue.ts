import type { ServerResponse } from 'node:http';

/** Number of pages rendered concurrently: one waits for the database while another is rendered. */
const maxRunning = 4;
/** Number of waiting pages; at 30 ms per page, the last one waits for a second. */
const maxWaiting = 32;

/** Counted from the request. If the database is slow, rendering may take as long again. */
const maxWaitMs = 10_000;

/** `gone`: the client has disconnected. `too_late`: the queue was full, or the wait too long. */
type Turn = 'begins' | 'gone' | 'too_late';

interface Waiting {
  response: ServerResponse;
  network: string;
  settle(turn: Turn): void;
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
      if (first.response.destroyed) {
        first.settle('gone');
        continue;
      }
      const { response, network } = first;
      count(network, 1);
      let isOver = false;
      const finishTurn = () => {
        if (isOver) return;
        isOver = true;
        count(network, -1);
        startNext();
      };
      // The turn ends with rendering: a slow client does not occupy the queue.
      const end = response.end.bind(response) as (...all: unknown[]) => ServerResponse;
      response.end = ((...all: unknown[]) => {
        const result = end(...all);
        finishTurn();
        return result;
      }) as typeof response.end;
      response.once('close', finishTurn);
      first.settle('begins');
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
    last.settle('too_late');
    return true;
  };

  /**
   * Waits for a turn, which lasts until the response ends.
   * @param network network of the client
   */
  async function waitForTurn(response: ServerResponse, network: string): Promise<Turn> {
    if (running >= maxConcurrent && waiting.length >= maxQueued && !makeRoom(network)) return 'too_late';
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        removeFromQueue(entry);
        resolve('too_late');
      }, waitMs);
      const entry: Waiting = {
        response,
        network,
        settle: (turn) => {
          clearTimeout(timer);
          resolve(turn);
        },
      };
      waiting.push(entry);
      startNext();
    });
  }
  return Object.assign(waitForTurn, { counts: () => ({ running, waiting: waiting.length }) });
}
