import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs a process with the handler of unhandled errors, in which one occurs. */
function runWithFault(fault: string): { status: number | null; lines: Record<string, unknown>[] } {
  const program = `
    import { catchUnhandledErrors } from './lib/runtime/server/processes/unhandled-errors.ts';
    catchUnhandledErrors(() => setTimeout(() => process.exit(1), 50));
    setTimeout(() => process.exit(0), 500);
    ${fault}`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return { status, lines: stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : [])) };
}

test('an unhandled rejection is logged, and the process continues', () => {
  const { status, lines } = runWithFault("void Promise.reject(new Error('forgotten'));");
  expect(status).toBe(0);
  expect(lines).toMatchObject([{ level: 50, msg: 'unhandled rejection', error: 'forgotten' }]);
});

test('an uncaught exception is logged, and the process stops in order', () => {
  const { status, lines } = runWithFault("setTimeout(() => { throw new Error('forgotten'); });");
  expect(status).toBe(1);
  expect(lines).toMatchObject([{ level: 60, msg: 'uncaught exception', error: 'forgotten' }]);
});
