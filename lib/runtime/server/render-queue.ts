import type { ServerResponse } from 'node:http';

/** Pages that are made at the same time: one waits for the database while another is rendered. */
const maxRunning = 4;
/** Pages that wait for their turn; at 30 ms a page the last of them waits for a second. */
const maxWaiting = 32;

/** From the moment of asking: a page itself may take as long again where the database is slow. */
const longestWaitMs = 10_000;

/** `gone`: the reader has left meanwhile. `too_late`: too many wait already, or it has waited for too long. */
type Turn = 'begins' | 'gone' | 'too_late';

interface Waiting {
  response: ServerResponse;
  settle(turn: Turn): void;
}

/** Makes a few pages at a time, so that a crowd waits in order, and turns those away who would wait for too long. */
export function createRenderQueue({ running: most = maxRunning, waiting: longest = maxWaiting, waitMs = longestWaitMs } = {}) {
  let running = 0;
  const waiting: Waiting[] = [];

  const next = (): void => {
    while (running < most) {
      const first = waiting.shift();
      if (!first) return;
      if (first.response.destroyed) {
        first.settle('gone');
        continue;
      }
      running += 1;
      const { response } = first;
      let isOver = false;
      const over = () => {
        if (isOver) return;
        isOver = true;
        running -= 1;
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

  /** Waits for a turn, which lasts until the response is closed. */
  async function turn(response: ServerResponse): Promise<Turn> {
    if (running >= most && waiting.length >= longest) return 'too_late';
    return new Promise((settle) => {
      const giveUp = setTimeout(() => {
        waiting.splice(waiting.indexOf(mine), 1);
        settle('too_late');
      }, waitMs);
      const mine: Waiting = {
        response,
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
