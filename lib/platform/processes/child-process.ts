import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Processes that do not outlive the one that starts them, however it ends. */

/** Code of a tool that is not on PATH. */
export const notInstalled = 127;

const importFlag = (name: string): string => `--import=${pathToFileURL(resolve('lib/platform/processes', name))}`;

/** The flag of every process that opens the database. */
export const databaseFlag = (): string => importFlag('drizzle-modules.ts');

/** How to start a script of Node: the flags come before it. */
export const ownScript = (environment: NodeJS.ProcessEnv = process.env) => ({
  flags: [importFlag('end-with-parent.ts'), databaseFlag()],
  env: { ...environment, PEERGRAPH_PARENT: String(process.pid) },
});

/** Starts a program such as git, in a process group of its own. It has no input, and what it says on its error output can be read. */
export const spawnTool = (name: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [resolve('lib/platform/processes/run-tool.ts'), name, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });

/** Ends a tool with everything that it has started. */
export function killTool({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
