import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { killTool, notInstalled, spawnTool } from '#lib/platform/processes/child-process.ts';
import { cannotFollow, marked, markVariable, orphansOf } from '../faults/processes.ts';

/** The parent, two scripts and what one of them has started, the tool with what runs it and its two helpers, and the bound child. */
const processes = 9;

test.skipIf(cannotFollow() !== null).concurrent.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'nothing outlives a process that ends by %s',
  async (signal) => {
    const mark = `child-process-${process.pid}-${signal}`;
    const env = { ...process.env, [markVariable]: mark };
    const parent = spawn(process.execPath, ['tests/servers/parent.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    await expect.poll(() => marked(mark).length, { timeout: 20_000 }).toBe(processes);
    parent.kill(signal);
    await expect.poll(() => marked(mark, '// bound'), { timeout: 2_000 }).toEqual([]);
    expect(await orphansOf(mark)).toBe(0);
  },
);

test('a tool says how it ended', async () => {
  const ends = async (name: string, ...args: string[]) => (await once(spawnTool(name, args, process.env), 'close'))[0];
  expect(await ends('sh', '-c', 'exit 3')).toBe(3);
  expect(await ends('no-such-tool')).toBe(notInstalled);
  const child = spawnTool('sleep', ['300'], process.env);
  killTool(child);
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
});
