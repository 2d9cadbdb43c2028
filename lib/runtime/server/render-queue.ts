import type { ServerResponse } from 'node:http';

/** Pages that are made at the same time: one waits for the database while another is rendered. */
const maxRunning = 4;
/** Pages that wait for their turn; at 30 ms a page the last of them waits for a second. */
const maxWaiting = 32;

/** From the moment of asking: a page itself may take as long again where the database is slow. */
const maxWaitMs = 10_000;

/** `gone`: the reader has left meanwhile. `too_late`: too many wait already, or it has waited for too long. */
type Turn = 'begins' | 'gone' | 'too_late';

interface Waiting {
  response: ServerResponse;
  network: string;
  settle(turn: Turn): void;
}

const countIn = (waiting: readonly Waiting[], network: string): number => waiting.filter((each) => each.network === network).length;

/** The last to wait of the network that most wait of. */
function lastOfMost(waiting: readonly Waiting[]): Waiting | undefined {
  const counts = new Map(waiting.map(({ network }) => [network, countIn(waiting, network)]));
  const most = Math.max(...counts.values());
  return waiting.findLast(({ network }) => counts.get(network) === most);
}

/**
 * Makes a few pages at a time, so that a crowd waits in order, and turns those away who would wait for too long. Networks take turns, and where
 * too many wait, one of the network that most wait of gives way: nobody shuts the others out by asking for much at once.
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

  /** Of the network that has the fewest pages made now, the one who has waited longest. */
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
      // Made is made: how fast it is read, and what it waits for on its connection, is the reader's own affair.
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

  /** Has one of a network that more wait of give way. @returns false where there is none */
  const makeRoom = (network: string): boolean => {
    const last = lastOfMost(waiting);
    if (!last || countIn(waiting, last.network) <= countIn(waiting, network) + 1) return false;
    leave(last);
    last.settle('too_late');
    return true;
  };

  /**
   * Waits for a turn, which lasts until the response is closed.
   * @param network of the reader
   */
  async function turn(response: ServerResponse, network: string): Promise<Turn> {
    if (running >= most && waiting.length >= longest && !makeRoom(network)) return 'too_late';
    return new Promise((settle) => {
      const giveUp = setTimeout(() => {
        leave(mine);
        settle('too_late');
      }, waitMs);
      const mine: Waiting = {
        response,
        network,
        settle: (turn) => {
          clearTimeout(giveUp);
          settle(turn);
        },
      };
      waiting.push(mine);
      next();
    });
  }
  return Object.assign(turn, { counts: () => ({ running, waiting: waiting.length }) });
}
