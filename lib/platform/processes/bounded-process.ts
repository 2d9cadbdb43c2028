import type { ChildProcess } from 'node:child_process';
import { createFairQueue } from '../thread.ts';
import { spawnBoundToParent } from './child-process.ts';

/** The limits of a process. Its start has a limit of its own and does not count. */
interface ProcessLimits {
  withinMs: number;
  memoryMb: number;
  /** The account whose turn it uses. */
  account?: string;
}

/** The process exceeded its time or memory, or crashed while processing its input. */
export class ProcessLimitError extends Error {
  override readonly name = 'ProcessLimitError';
}

const startTimeoutMs = 30_000;
/** Excludes settings, so that an exploited decoder finds no secret in its environment. */
const passedVariables = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE'];

const runInTurn = createFairQueue();

/**
 * Runs work in a separate process if its memory is not managed by JavaScript, such as that of a decoder. The script calls `processOneInput`. The
 * process ends with its result, at its limits, or with this process. Only one runs at a time, so that their total memory is bounded;
 * accounts take turns.
 *
 * The process checks its memory every few milliseconds. On Linux, the system also enforces the limit.
 *
 * @param script its path, relative to the project folder
 * @throws ProcessLimitError, or an error if the script cannot be started or throws
 */
export const runInProcess = <Answer>(script: string, question: unknown, limits: ProcessLimits): Promise<Answer> =>
  runInTurn(limits.account, () => runOnce<Answer>(script, question, limits));

function startProcess(script: string, { memoryMb }: ProcessLimits): ChildProcess {
  const env = Object.fromEntries(passedVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  // Each thread of a decoder has its own memory pool.
  const poolSettings = { NODE_ENV: process.env.NODE_ENV, UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' };
  return spawnBoundToParent([script, String(memoryMb)], {
    env: { ...env, ...poolSettings },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
}

/** The messages of a process started by `runInProcess`. */
export type ProcessMessage =
  | { kind: 'ready' }
  | { kind: 'answer'; answer: unknown }
  | { kind: 'fault'; text: string }
  | { kind: 'too_much' };

function runOnce<Answer>(script: string, question: unknown, limits: ProcessLimits): Promise<Answer> {
  const child = startProcess(script, limits);
  const memoryError = () => new ProcessLimitError(`${script} needs more than ${limits.memoryMb} MB`);
  let errorOutput = '';
  let hasStarted = false;
  let timer: NodeJS.Timeout | undefined;
  child.stderr?.on('data', (chunk) => {
    errorOutput = (errorOutput + chunk).slice(-2000);
  });
  return new Promise<Answer>((resolve, reject) => {
    const rejectAfter = (ms: number, error: () => Error): void => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(error()), ms);
    };
    rejectAfter(startTimeoutMs, () => new Error(`${script} did not start within ${startTimeoutMs} ms`));
    child.on('message', (message: ProcessMessage) => {
      if (message.kind === 'answer') return resolve(message.answer as Answer);
      if (message.kind === 'fault') return reject(new Error(message.text));
      if (message.kind === 'too_much') return reject(memoryError());
      rejectAfter(limits.withinMs, () => new ProcessLimitError(`${script} took longer than ${limits.withinMs} ms`));
      hasStarted = true;
      child.send(question as object, () => undefined);
    });
    child.once('error', reject);
    // Native code without enough memory can end in several ways.
    child.once('close', (code, signal) =>
      reject(hasStarted ? memoryError() : new Error(`${script} ended with ${signal ?? code}: ${errorOutput.trim()}`)),
    );
  }).finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
  });
}
