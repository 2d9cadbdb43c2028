import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Fault } from './fault.ts';
import { noResult } from './result.ts';

const writes = 5_000;

/** The test of the page cache with ten times as many writes. It needs the mocks of its runner. */
const randomWrites: Fault = {
  name: 'random writes, all pages compared',
  engines: ['sqlite', 'postgres'],
  async run({ postgres }) {
    const project = `store on ${postgres ? 'PostgreSQL' : 'SQLite'}, isolated`;
    const args = ['run', '--config', 'tests/vitest.config.ts', `--project=${project}`, 'tests/store/page-cache-random.test.ts'];
    const env = { ...process.env, RANDOM_WRITES: String(writes), ...(postgres && { TEST_POSTGRES_URL: postgres.url }) };
    const wrong = await promisify(execFile)(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { env, maxBuffer: 2 ** 28 })
      .then(() => [])
      .catch(({ stdout = '', message }: Error & { stdout?: string }) => [stdout.slice(-2_000) || message]);
    return { ...noResult(), tried: writes, acknowledged: writes, wrong };
  },
};

export const randomWriteFaults: readonly Fault[] = [randomWrites];
