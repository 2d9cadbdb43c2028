import { spawn } from 'node:child_process';
import { scriptLaunchOptions } from '#lib/platform/processes/child-process.ts';

/** A failed script, with its output. */
class StepFailed extends Error {
  constructor(args: string[], output: string) {
    super(output.trim() || `${args.join(' ')} failed without a word.`);
  }
}

/** Runs a script of this project in a child process. Its output is shown only if it fails. */
export function runScript(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const { flags, env } = scriptLaunchOptions();
    const child = spawn(process.execPath, [...flags, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new StepFailed(args, output))));
  });
}
