import { spawn } from 'node:child_process';
import { notInstalledExitCode } from './child-process.ts';

/** Runs an external program, and kills it with its child processes when the calling process ends. */
const [name = '', ...args] = process.argv.slice(2);

const endGroup = (): void => {
  // The program is in the process group of this process (child-process.ts).
  process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');
};
process.once('disconnect', endGroup);
if (!process.connected) endGroup();

const child = spawn(name, args, { stdio: 'inherit' });
child.once('error', () => process.exit(notInstalledExitCode));
child.once('exit', (code) => process.exit(code ?? 1));
