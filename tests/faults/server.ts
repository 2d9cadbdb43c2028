import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../postgres.ts';
import { instanceVariable, killOrphans, processesOf } from './processes.ts';

/** An instance started as by `npm start`. */
export interface RunningInstance {
  url: string;
  pid: number;
  instanceId: string;
  /** Milliseconds until /readyz returned 200; null if it never did. */
  readyMs: number | null;
  /** Returns its stdout and stderr. */
  output(): string;
  workers(): number[];
  renderers(): number[];
  /** Sends a signal, and waits for the exit. @returns its exit code, and the number of orphaned processes */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; orphans: number }>;
}

const readyWithinMs = 90_000;

/** Starts an instance without the sample, and waits until it is ready, exits, or the timeout is reached. */
export async function startRunningInstance(settings: Record<string, string>, withinMs = readyWithinMs): Promise<RunningInstance> {
  const [port, instanceId] = [await freePort(), randomBytes(8).toString('hex')];
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
      [instanceVariable]: instanceId,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output = (output + part.toString()).slice(-200_000);
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const isReady = await waitUntilReady(url, withinMs, () => hasEnded(child));
  return {
    url,
    pid: child.pid ?? 0,
    instanceId,
    readyMs: isReady ? performance.now() - startedAt : null,
    output: () => output,
    workers: () => processesOf(instanceId, 'worker.ts'),
    renderers: () => processesOf(instanceId, 'renderer.ts'),
    async end(signal) {
      if (!hasEnded(child)) child.kill(signal);
      const code = await ended;
      return { code, orphans: await killOrphans(instanceId) };
    },
  };
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** @returns false if the instance exits or the timeout is reached first */
export async function waitUntilReady(url: string, withinMs: number, isOver: () => boolean = () => false): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline && !isOver()) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.ok) return true;
    await wait(25);
  }
  return false;
}
