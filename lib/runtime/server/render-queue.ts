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

const countIn = (waiting: readonly Waiting[], network: string): number => waiting.filter((each) => each.network === network).length;

/** Returns the most recent request of the network with most waiting requests. */
function lastOfMost(waiting: readonly Waiting[]): Waiting | undefined {
  const counts = new Map(waiting.map(({ network }) => [network, countIn(waiting, network)]));
  const most = Math.max(...counts.values());
  return waiting.findLast(({ network }) => counts.get(network) === most);
}

/**
 * Creates a queue that renders a few pages concurrently and rejects requests that would wait too long. Networks take turns. If the queue is
 * full, a request of the network with most waiting requests is rejected, so that no network can exclude others by many requests.
 */
export function createRenderQueue({ running: most = maxRunning, waiting: longest = maxWaiting, waitMs = maxWaitMs } = {}) {
  let running = 0;
  const runningOf = new Map<string, number>();
  const waiting: Waiting[] = [];

  const count = (network: string, more: 1 | -1): void => {
    running += more;
    const left = (runningOf.get(network) ?? 0) + more;
    if (left > 0) runningOf.set(network, left);
    else runningOf.delete(network);
  };

  const leave = (one: Waiting): void => void waiting.splice(waiting.indexOf(one), 1);

  /** Returns the longest waiting request of the network with fewest running ones. */
  const takeNext = (): Waiting | undefined => {
    const fewest = Math.min(...waiting.map(({ network }) => runningOf.get(network) ?? 0));
    const first = waiting.find(({ network }) => (runningOf.get(network) ?? 0) === fewest);
    if (first) leave(first);
    return first;
  };

  const next = (): void => {
    while (running < most) {
      const first = takeNext();
      if (!first) return;
      if (first.response.destroyed) {
        first.settle('gone');
        continue;
      }
      const { response, network } = first;
      count(network, 1);
      let isOver = false;
      const over = () => {
        if (isOver) return;
        isOver = true;
        count(network, -1);
        next();
      };
      // The turn ends with rendering: a slow client does not occupy the queue.
      const end = response.end.bind(response) as (...all: unknown[]) => ServerResponse;
      response.end = ((...all: unknown[]) => {
        const ended = end(...all);
        over();
        return ended;
      }) as typeof response.end;
      response.once('close', over);
      first.settle('begins');
    }
  };

  /**
   * Rejects a waiting request of a network that has more of them.
   * @returns false if there is none
   */
  const makeRoom = (network: string): boolean => {
    const last = lastOfMost(waiting);
    if (!last || countIn(waiting, last.network) <= countIn(waiting, network) + 1) return false;
    leave(last);
    last.settle('too_late');
    return true;
  };

  /**
   * Waits for a turn, which lasts until the response ends.
   * @param network network of the client
   */
  async function turn(response: ServerResponse, network: string): Promise<Turn> {
    if (running >= most && waiting.length >= longest && !makeRoom(network)) return 'too_late';
    return new Promise((settle) => {
      const giveUp = setTimeout(() => {
        leave(entry);
        settle('too_late');
      }, waitMs);
      const entry: Waiting = {
        response,
        network,
        settle: (turn) => {
          clearTimeout(giveUp);
          settle(turn);
        },
      };
      waiting.push(entry);
      next();
    });
  }
  return Object.assign(turn, { counts: () => ({ running, waiting: waiting.length }) });
}
