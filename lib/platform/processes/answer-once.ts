import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ProcessMessage } from './bounded-process.ts';

const pollMs = 10;

const send = (message: ProcessMessage): void => void process.send?.(message);

/** What native code says whose memory the system refuses. */
export const isOutOfMemory = (error: unknown): boolean => error instanceof Error && /memory/i.test(error.message);

/**
 * Has Linux refuse this process and its threads more memory (RLIMIT_DATA). What Node has reserved by now, some 500 MB, counts, and is never used.
 * Where prlimit is not installed, `answerOnce` alone looks.
 */
function limitMemory(memoryBytes: number): void {
  if (process.platform !== 'linux') return;
  const [, kilobytes] = /^VmData:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  if (kilobytes === undefined) return;
  const bytes = Number(kilobytes) * 1024 + memoryBytes - process.memoryUsage.rss();
  spawnSync('prlimit', [`--pid=${process.pid}`, `--data=${bytes}:${bytes}`]);
}

/** Answers the question of the process that has started this one (bounded-process.ts), which then ends it. */
export function answerOnce<Question>(work: (question: Question) => Promise<unknown>): void {
  const memoryBytes = Number(process.argv[2]) * 1024 ** 2;
  const end = (): void => void process.kill(process.pid, 'SIGKILL');
  limitMemory(memoryBytes);
  process.once('disconnect', end);
  if (!process.connected) end();
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
