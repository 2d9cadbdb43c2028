import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** What a thread may use. Loading it is not counted. */
interface ThreadLimits {
  withinMs: number;
  memoryMb: number;
}

/** The thread needed more time or memory than its limits. */
export class ThreadLimitError extends Error {}

let last: Promise<unknown> = Promise.resolve();

/**
 * Has a thread of its own answer a question, so that nobody waits for heavy work. The script says 'ready', gets the question as its first
 * message, and answers with its second. One thread at a time: its memory is that of the server.
 *
 * @param script its path, from the folder of the project
 * @throws ThreadLimitError, or what the script throws
 */
export function inThread<Answer>(script: string, question: unknown, limits: ThreadLimits): Promise<Answer> {
  const mine = last.then(() => askOnce<Answer>(script, question, limits));
  last = mine.catch(() => undefined);
  return mine;
}

function askOnce<Answer>(script: string, question: unknown, { withinMs, memoryMb }: ThreadLimits): Promise<Answer> {
  const path = pathToFileURL(script);
  // By its address: a bundler must not take it into the pages.
  const thread = new Worker(/* turbopackIgnore: true */ path, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    execArgv: [],
  });
  return new Promise<Answer>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    thread.on('message', (message: 'ready' | Answer) => {
      if (message !== 'ready') return resolve(message);
      timer = setTimeout(() => reject(new ThreadLimitError(`${script} took longer than ${withinMs} ms`)), withinMs);
      thread.postMessage(question);
    });
    thread.once('error', (error) => {
      const isTooMuch = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isTooMuch || error instanceof RangeError ? new ThreadLimitError(`${script} needs more than ${memoryMb} MB`) : error);
    });
    thread.once('exit', () => clearTimeout(timer));
  }).finally(() => void thread.terminate());
}
