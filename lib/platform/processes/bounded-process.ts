import type { ChildProcess } from 'node:child_process';
import { createTurns } from '../thread.ts';
import { spawnBound } from './child-process.ts';

/** What a process may use. Its start is not counted, only bounded. */
interface ProcessLimits {
  withinMs: number;
  memoryMb: number;
  /** Who asks. */
  account?: string;
}

/** The process needed more time or memory than its limits, or has crashed over its question. */
export class ProcessLimitError extends Error {
  override readonly name = 'ProcessLimitError';
}

const startsWithinMs = 30_000;
/** Nothing of the settings: a file that takes a decoder over finds no secret. */
const passed = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE'];

const inTurn = createTurns();

/**
 * Has a process of its own answer a question, for work whose memory is not that of JavaScript, such as that of a decoder. The script answers by
 * `answerOnce`. It ends with its answer, at its limits, or with this process. One at a time, so that their memory is bounded together; accounts take turns.
 *
 * The process looks at its memory every few milliseconds. On Linux the system, too, refuses it more than the limit.
 *
 * @param script its path, from the folder of the project
 * @throws ProcessLimitError, or an error where the script cannot be started or throws
 */
export const inProcess = <Answer>(script: string, question: unknown, limits: ProcessLimits): Promise<Answer> =>
  inTurn(limits.account, () => askOnce<Answer>(script, question, limits));

function begin(script: string, { memoryMb }: ProcessLimits): ChildProcess {
  const env = Object.fromEntries(passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  // Each thread of a decoder has a pool of memory of its own.
  const few = { NODE_ENV: process.env.NODE_ENV, UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' };
  return spawnBound([script, String(memoryMb)], {
    env: { ...env, ...few },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
}

/** What a process that was started by `inProcess` sends. */
export type ProcessMessage =
  | { kind: 'ready' }
  | { kind: 'answer'; answer: unknown }
  | { kind: 'fault'; text: string }
  | { kind: 'too_much' };

function askOnce<Answer>(script: string, question: unknown, limits: ProcessLimits): Promise<Answer> {
  const child = begin(script, limits);
  const tooMuch = () => new ProcessLimitError(`${script} needs more than ${limits.memoryMb} MB`);
  let errorOutput = '';
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;
  child.stderr?.on('data', (chunk) => {
    errorOutput = (errorOutput + chunk).slice(-2000);
  });
  return new Promise<Answer>((resolve, reject) => {
    const endAfter = (ms: number, error: () => Error): void => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(error()), ms);
    };
    endAfter(startsWithinMs, () => new Error(`${script} did not start within ${startsWithinMs} ms`));
    child.on('message', (message: ProcessMessage) => {
      if (message.kind === 'answer') return resolve(message.answer as Answer);
      if (message.kind === 'fault') return reject(new Error(message.text));
      if (message.kind === 'too_much') return reject(tooMuch());
      endAfter(limits.withinMs, () => new ProcessLimitError(`${script} took longer than ${limits.withinMs} ms`));
      isAsked = true;
      child.send(question as object, () => undefined);
    });
    child.once('error', reject);
    // Out of memory, native code is ended in more than one way.
    child.once('close', (code, signal) =>
      reject(isAsked ? tooMuch() : new Error(`${script} ended with ${signal ?? code}: ${errorOutput.trim()}`)),
    );
  }).finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
  });
}
