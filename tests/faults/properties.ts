import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Fault } from './fault.ts';
import { noResult } from './result.ts';

interface LongTest {
  name: string;
  /** The file, and its project; that of the store depends on the engine by default. */
  file: string;
  project?: string;
  engines?: Fault['engines'];
  /** The setting that holds the number of runs, and the number on each engine. */
  setting: string;
  runs: { sqlite: number; postgres: number };
}

/** A property test of `npm test` with many more runs. It needs the mocks of its runner. */
const longTest = ({ name, file, project, engines = ['sqlite', 'postgres'], setting, runs }: LongTest): Fault => ({
  name,
  engines,
  async run({ postgres }) {
    const tried = runs[postgres ? 'postgres' : 'sqlite'];
    const projectName = project ?? `store on ${postgres ? 'PostgreSQL' : 'SQLite'}, isolated`;
    const args = ['run', '--config', 'tests/vitest.config.ts', `--project=${projectName}`, '--testTimeout=0', file];
    const env = { ...process.env, [setting]: String(tried), ...(postgres && { TEST_POSTGRES_URL: postgres.url }) };
    const wrong = await promisify(execFile)(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { env, maxBuffer: 2 ** 28 })
      .then(() => [])
      .catch(({ stdout = '', message }: Error & { stdout?: string }) => [stdout.slice(-2_000) || message]);
    return { ...noResult(), tried, acknowledged: tried, wrong };
  },
});

export const propertyFaults: readonly Fault[] = [
  longTest({
    ...{ name: 'random writes, all pages compared', file: 'tests/store/page-cache-random.test.ts' },
    ...{ setting: 'RANDOM_WRITES', runs: { sqlite: 5_000, postgres: 5_000 } },
  }),
  longTest({
    ...{ name: 'attacks on the rules', file: 'tests/model/red-team.test.ts', project: 'model', engines: ['sqlite'] },
    ...{ setting: 'RED_TEAM_RUNS', runs: { sqlite: 50_000, postgres: 0 } },
  }),
  longTest({
    ...{ name: 'attacks through the commands', file: 'tests/store/red-team.test.ts' },
    ...{ setting: 'RED_TEAM_RUNS', runs: { sqlite: 1_000, postgres: 200 } },
  }),
];
