import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** What a thread may use. Its start is not counted in `withinMs`, only bounded. */
export interface ThreadLimits {
  withinMs: number;
  /** Time until it is ready; 30 s unless set. */
  startsWithinMs?: number;
  memoryMb: number;
  /** Who asks. */
  account?: string;
}

/** The thread needed more time or memory than its limits. */
export class ThreadLimitError extends Error {}

interface Waiting {
  account: string;
  begin(): Promise<unknown>;
}

/**
 * Has work done one at a time. Accounts take turns: one that asks much waits for itself.
 * @returns a function that does work for an account in its turn; without an account, all who ask are one
 */
export function createTurns() {
  const waiting: Waiting[] = [];
  /** When each account had its last turn, of those that wait or have one. */
  const lastTurn = new Map<string, number>();
  let turns = 0;
  let isBusy = false;

  /** The one who has waited longest, of the account whose last turn is the longest ago. */
  const takeNext = (): Waiting | undefined => {
    const turnOf = ({ account }: Waiting): number => lastTurn.get(account) ?? 0;
    const oldest = Math.min(...waiting.map(turnOf));
    const at = waiting.findIndex((each) => turnOf(each) === oldest);
    return at === -1 ? undefined : waiting.splice(at, 1)[0];
  };

  const workOff = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let next = takeNext(); next; next = takeNext()) {
      turns += 1;
      lastTurn.set(next.account, turns);
      await next.begin();
      for (const account of lastTurn.keys()) if (!waiting.some((each) => each.account === account)) lastTurn.delete(account);
    }
    isBusy = false;
  };

  return <Answer>(account: string | undefined, work: () => Promise<Answer>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const begin = () => (async () => work())().then(resolve, reject);
      waiting.push({ account: account ?? '', begin });
      void workOff();
    });
}

const inTurn = createTurns();

/**
 * Has a thread of its own answer a question, so that nobody waits for heavy work. The script says 'ready', gets the question as its first
 * message, and answers with its second. One thread at a time: its memory is that of the server. Accounts take turns.
 *
 * @param script its path, from the folder of the project
 * @throws ThreadLimitError, what the script throws, or an Error where it does not start or ends without an answer
 */
export const inThread = <Answer>(script: string, question: unknown, limits: ThreadLimits): Promise<Answer> =>
  inTurn(limits.account, () => askOnce<Answer>(script, question, limits));

function askOnce<Answer>(script: string, question: unknown, limits: ThreadLimits): Promise<Answer> {
  const { withinMs, startsWithinMs = 30_000, memoryMb } = limits;
  const path = pathToFileURL(script);
  // By its address: a bundler must not take it into the pages.
  const thread = new Worker(/* turbopackIgnore: true */ path, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  return new Promise<Answer>((resolve, reject) => {
    const rejectAfter = (ms: number, error: Error): void => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(error), ms);
    };
    rejectAfter(startsWithinMs, new Error(`${script} did not start within ${startsWithinMs} ms`));
    thread.on('message', (message: 'ready' | Answer) => {
      if (message !== 'ready') return resolve(message);
      rejectAfter(withinMs, new ThreadLimitError(`${script} took longer than ${withinMs} ms`));
      thread.postMessage(question);
    });
    thread.once('error', (error) => {
      const isTooMuch = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isTooMuch || error instanceof RangeError ? new ThreadLimitError(`${script} needs more than ${memoryMb} MB`) : error);
    });
    // Its messages arrive before its end: after an answer this changes nothing.
    thread.once('exit', (code) => reject(new Error(`${script} ended with ${code} and without an answer`)));
  }).finally(() => {
    clearTimeout(timer);
    void thread.terminate();
  });
}
