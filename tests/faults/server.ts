import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../postgres.ts';
import { marked, markVariable, orphansOf } from './processes.ts';

/** One life of an instance, as `npm start` runs it. */
export interface Life {
  url: string;
  pid: number;
  mark: string;
  /** Until /readyz said that it can serve; null where it never did. */
  readyMs: number | null;
  /** All that it has written. */
  output(): string;
  workers(): number[];
  renderers(): number[];
  /** Ends it with a signal. @returns its exit code, and how many of its processes have survived it */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; orphans: number }>;
}

const readyWithinMs = 90_000;

/** Starts an instance without a sample, and waits until it is ready, it ends, or the time is up. */
export async function startLife(settings: Record<string, string>, withinMs = readyWithinMs): Promise<Life> {
  const [port, mark] = [await freePort(), randomBytes(8).toString('hex')];
  const url = `http://localhost:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['lib/runtime/server/runtime.mjs', 'lib/runtime/server/start.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      SAMPLE: 'off',
      CODE_CHECKS: 'off',
      LOG_LEVEL: 'warn',
      SHUTDOWN_DELAY_SECONDS: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      ...settings,
      [markVariable]: mark,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output = (output + part.toString()).slice(-200_000);
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const isReady = await becomesReady(url, withinMs, () => hasEnded(child));
  return {
    url,
    pid: child.pid ?? 0,
    mark,
    readyMs: isReady ? performance.now() - startedAt : null,
    output: () => output,
    workers: () => marked(mark, 'worker.ts'),
    renderers: () => marked(mark, 'renderer.ts'),
    async end(signal) {
      if (!hasEnded(child)) child.kill(signal);
      const code = await ended;
      return { code, orphans: await orphansOf(mark) };
    },
  };
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** @returns false where it has ended or the time was up first */
export async function becomesReady(url: string, withinMs: number, isOver: () => boolean = () => false): Promise<boolean> {
  const givesUpAt = performance.now() + withinMs;
  while (performance.now() < givesUpAt && !isOver()) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.ok) return true;
    await wait(25);
  }
  return false;
}
