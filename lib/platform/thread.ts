import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The limits of a thread. Its start has a limit of its own and does not count towards `withinMs`. */
export interface ThreadLimits {
  withinMs: number;
  /** Time until the thread is ready; 30 s by default. */
  startsWithinMs?: number;
  memoryMb: number;
  /** The account whose turn it uses. */
  account?: string;
}

/** Thrown if the thread exceeds its time or memory. */
export class ThreadLimitError extends Error {}

interface WaitingTask {
  account: string;
  begin(): Promise<unknown>;
}

/**
 * Creates a queue that runs one task at a time. Accounts take turns, so that an account with many tasks delays only itself.
 * @returns a function that runs work in the turn of an account; calls without an account share one turn
 */
export function createFairQueue() {
  const waiting: WaitingTask[] = [];
  /** The last turn of each account that waits or runs. */
  const lastTurn = new Map<string, number>();
  let turns = 0;
  let isBusy = false;

  /** Takes the oldest task of the account whose last turn was the longest ago. */
  const takeNext = (): WaitingTask | undefined => {
    const turnOf = ({ account }: WaitingTask): number => lastTurn.get(account) ?? 0;
    const oldest = Math.min(...waiting.map(turnOf));
    const index = waiting.findIndex((each) => turnOf(each) === oldest);
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  };

  const runWaiting = async (): Promise<void> => {
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
      const runTask = () => (async () => work())().then(resolve, reject);
      waiting.push({ account: account ?? '', begin: runTask });
      void runWaiting();
    });
}

const runInTurn = createFairQueue();

/**
 * Runs a script in a worker thread, so that heavy work blocks no request. The script posts 'ready', receives the input as its first
 * message, and posts the result as its second. Only one thread runs at a time, because it shares the memory of the server. Accounts take
 * turns.
 *
 * @param script its path, relative to the project folder
 * @throws ThreadLimitError, the error of the script, or an Error if it does not start or exits without a result
 */
export const runInThread = <Answer>(script: string, question: unknown, limits: ThreadLimits): Promise<Answer> =>
  runInTurn(limits.account, () => runOnce<Answer>(script, question, limits));

function runOnce<Answer>(script: string, question: unknown, limits: ThreadLimits): Promise<Answer> {
  const { withinMs, startsWithinMs = 30_000, memoryMb } = limits;
  const path = pathToFileURL(script);
  // By URL, so that the bundler does not include the script in the pages.
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
    // Messages arrive before the exit event: after a result, this has no effect.
    thread.once('exit', (code) => reject(new Error(`${script} ended with ${code} and without an answer`)));
  }).finally(() => {
    clearTimeout(timer);
    void thread.terminate();
  });
}
