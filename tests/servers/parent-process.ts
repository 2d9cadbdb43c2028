import { spawn } from 'node:child_process';
import { runTool, scriptLaunchOptions, spawnBoundToParent } from '#lib/platform/processes/child-process.ts';

// A process with children that could outlive it: one that blocks its event loop, one that ignores SIGTERM and has a child, a tool with a
// background process, and one that cannot notice that its IPC channel has closed.
const { flags, env } = scriptLaunchOptions();
const neverPauses = 'for (;;);';
const forks = `
  process.on('SIGTERM', () => undefined);
  require('node:child_process').spawn(process.execPath, [process.execArgv[0], '-e', 'setInterval(() => undefined, 1000)']);
  setInterval(() => undefined, 1000);
`;
for (const script of [neverPauses, forks]) spawn(process.execPath, [...flags, '-e', script], { env, stdio: 'ignore' });
void runTool('sh', ['-c', 'sleep 300 & sleep 300'], process.env);
spawnBoundToParent(['-e', `${neverPauses} // bound`], { env: process.env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
setInterval(() => undefined, 1000);
