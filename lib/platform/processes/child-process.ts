import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

/** Child processes that do not outlive their parent, however it ends. */

/** Exit code for a program that is not on PATH. */
export const notInstalledExitCode = 127;

const importFlag = (name: string): string => `--import=${pathToFileURL(resolve('lib/platform/processes', name))}`;

/** Returns the flag of every process that opens the database. */
export const databaseFlag = (): string => importFlag('resolve-modules.ts');

/** Threads share one arena of glibc (mallopt), which keeps less memory that nobody uses. */
export const oneArena = { MALLOC_ARENA_MAX: '1' };

/** Returns how to start a Node script; the flags precede it. */
export const scriptLaunchOptions = (environment: NodeJS.ProcessEnv = process.env) => ({
  flags: [importFlag('end-with-parent.ts'), databaseFlag()],
  env: { ...environment, PEERGRAPH_PARENT: String(process.pid) },
});

const deathSignalArgs = ['--pdeathsig', 'KILL'];
let isSetprivAvailable: boolean | undefined;

/**
 * Returns true if Linux can end a child together with this process (PR_SET_PDEATHSIG). `setpriv` of util-linux executes the child in its
 * place, so it uses no memory. The signal depends on the thread that starts the child, so only the main thread may.
 */
function canBindToParent(): boolean {
  if (process.platform !== 'linux' || !isMainThread) return false;
  // The `setpriv` of BusyBox does not support the option.
  isSetprivAvailable ??= spawnSync('setpriv', [...deathSignalArgs, process.execPath, '--version'], { stdio: 'ignore' }).status === 0;
  return isSetprivAvailable;
}

/**
 * Starts Node as a child that ends itself when its channel closes. If Linux supports it, the child is also killed immediately with this
 * process: a child in an endless loop never notices the closed channel.
 */
export const spawnBoundToParent = (args: readonly string[], options: SpawnOptions): ChildProcess =>
  canBindToParent() ? spawn('setpriv', [...deathSignalArgs, process.execPath, ...args], options) : spawn(process.execPath, args, options);

/** Starts a program in its own process group, without input; its error output is readable. */
const spawnTool = (name: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [resolve('lib/platform/processes/run-tool.ts'), name, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });

/** Ends a tool and all its child processes. */
function killTool({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

const maxErrorCharacters = 4_000;

/**
 * Runs a program such as git, and waits for its end.
 * @param signal ends the program and all its child processes
 * @returns its exit code (`notInstalledExitCode` if it is not on PATH, null if it was killed), and the end of its error output
 */
export async function runTool(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<{ code: number | null; errorOutput: string }> {
  const child = spawnTool(name, args, env);
  const kill = () => killTool(child);
  signal?.addEventListener('abort', kill, { once: true });
  if (signal?.aborted) kill();
  let errorOutput = '';
  child.stderr?.on('data', (part: Buffer) => {
    errorOutput = (errorOutput + part.toString()).slice(-maxErrorCharacters);
  });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, errorOutput };
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}
