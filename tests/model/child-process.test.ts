import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { notInstalledExitCode, runTool } from '#lib/platform/processes/child-process.ts';
import { instanceVariable, killOrphans, processesOf, trackingUnavailable } from '../faults/processes.ts';

/** The parent, two scripts and the child of one, the tool with its runner and two subprocesses, and the bound child. */
const processCount = 9;

test.skipIf(trackingUnavailable() !== null).concurrent.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'nothing outlives a process that ends by %s',
  async (signal) => {
    const instanceId = `child-process-${process.pid}-${signal}`;
    const env = { ...process.env, [instanceVariable]: instanceId };
    const parent = spawn(process.execPath, ['tests/servers/parent-process.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    await expect.poll(() => processesOf(instanceId).length, { timeout: 20_000 }).toBe(processCount);
    parent.kill(signal);
    await expect.poll(() => processesOf(instanceId, '// bound'), { timeout: 20_000 }).toEqual([]);
    expect(await killOrphans(instanceId)).toBe(0);
  },
);

test('a tool returns its exit and the end of its error output, and a signal ends it with all of its children', async () => {
  const run = (script: string, signal?: AbortSignal) => runTool('sh', ['-c', script], process.env, signal);
  expect(await run('echo first >&2; echo last >&2; exit 3')).toEqual({ code: 3, errorOutput: 'first\nlast\n' });
  const { errorOutput } = await run('i=0; while [ $i -lt 2000 ]; do echo "line $i" >&2; i=$((i + 1)); done');
  expect([errorOutput.length, errorOutput.endsWith('line 1999\n')]).toEqual([4_000, true]);
  expect((await runTool('no-such-tool', [], process.env)).code).toBe(notInstalledExitCode);
  expect((await run('sleep 300 & sleep 300', AbortSignal.timeout(300))).code).toBeNull();
  expect((await run('sleep 300', AbortSignal.abort())).code).toBeNull();
});
