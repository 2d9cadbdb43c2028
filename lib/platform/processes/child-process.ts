import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

/** Processes that do not outlive the one that starts them, however it ends. */

/** Code of a tool that is not on PATH. */
export const notInstalled = 127;

const importFlag = (name: string): string => `--import=${pathToFileURL(resolve('lib/platform/processes', name))}`;

/** The flag of every process that opens the database. */
export const databaseFlag = (): string => importFlag('resolve-modules.ts');

/** How to start a script of Node: the flags come before it. */
export const ownScript = (environment: NodeJS.ProcessEnv = process.env) => ({
  flags: [importFlag('end-with-parent.ts'), databaseFlag()],
  env: { ...environment, PEERGRAPH_PARENT: String(process.pid) },
});

const dieWithParent = ['--pdeathsig', 'KILL'];
let isSetprivThere: boolean | undefined;

/**
 * True where Linux itself can end a child with this process (PR_SET_PDEATHSIG). The tool of util-linux becomes the child, so that it needs no memory.
 * What is bound is the thread that starts the child: any but the main one may end before this process.
 */
function canBind(): boolean {
  if (process.platform !== 'linux' || !isMainThread) return false;
  // The one of BusyBox does not know the option.
  isSetprivThere ??= spawnSync('setpriv', [...dieWithParent, process.execPath, '--version'], { stdio: 'ignore' }).status === 0;
  return isSetprivThere;
}

/**
 * Starts Node as a child that has an end of its own where its channel closes. Where Linux can, it is also killed at once with this process:
 * one in an endless loop never sees that its channel is closed.
 */
export const spawnBound = (args: readonly string[], options: SpawnOptions): ChildProcess =>
  canBind() ? spawn('setpriv', [...dieWithParent, process.execPath, ...args], options) : spawn(process.execPath, args, options);

/** Starts a program in a process group of its own. It has no input, and what it says on its error output can be read. */
const spawnTool = (name: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [resolve('lib/platform/processes/run-tool.ts'), name, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });

/** Ends a tool with everything that it has started. */
function killTool({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

const maxErrorOutput = 4_000;

/**
 * Runs a program such as git, and waits for its end.
 * @param signal ends the program with everything that it has started
 * @returns its exit code (`notInstalled` where it is not on PATH, null where it was ended), and the end of its error output
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
    errorOutput = (errorOutput + part.toString()).slice(-maxErrorOutput);
  });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, errorOutput };
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}
