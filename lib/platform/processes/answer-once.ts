import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ProcessMessage } from './bounded-process.ts';

const pollMs = 10;

const send = (message: ProcessMessage): void => void process.send?.(message);

/** Returns true for errors of native code that was denied memory. */
export const isOutOfMemory = (error: unknown): boolean => error instanceof Error && /memory/i.test(error.message);

/**
 * Limits the memory of this process and its threads (Linux, RLIMIT_DATA). About 500 MB that Node has reserved, but never uses, are added to
 * the limit. If prlimit is not installed, only `processOneInput` checks the memory.
 */
function limitMemory(memoryBytes: number): void {
  if (process.platform !== 'linux') return;
  const [, kilobytes] = /^VmData:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  if (kilobytes === undefined) return;
  const bytes = Number(kilobytes) * 1024 + memoryBytes - process.memoryUsage.rss();
  spawnSync('prlimit', [`--pid=${process.pid}`, `--data=${bytes}:${bytes}`]);
}

/** Processes the one input of the parent process (bounded-process.ts), which then ends this process. */
export function processOneInput<Question>(work: (question: Question) => Promise<unknown>): void {
  const memoryBytes = Number(process.argv[2]) * 1024 ** 2;
  const endProcess = (): void => void process.kill(process.pid, 'SIGKILL');
  limitMemory(memoryBytes);
  process.once('disconnect', endProcess);
  if (!process.connected) endProcess();
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) send({ kind: 'too_much' });
  }, pollMs);
  process.once('message', (question: Question) => {
    work(question).then(
      (answer) => send({ kind: 'answer', answer }),
      (error: unknown) =>
        send(
          isOutOfMemory(error)
            ? { kind: 'too_much' }
            : { kind: 'fault', text: error instanceof Error ? (error.stack ?? error.message) : String(error) },
        ),
    );
  });
  send({ kind: 'ready' });
}
