import { spawn } from 'node:child_process';
import { notInstalled } from './child-process.ts';

/** Runs a program that knows nothing of this project, and ends it with its helpers when the process that has asked for it is gone. */
const [name = '', ...args] = process.argv.slice(2);

const endAll = (): void => {
  // The program is in this process's group (child-process.ts).
  process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');
};
process.once('disconnect', endAll);
if (!process.connected) endAll();

const child = spawn(name, args, { stdio: 'inherit' });
child.once('error', () => process.exit(notInstalled));
child.once('exit', (code) => process.exit(code ?? 1));
