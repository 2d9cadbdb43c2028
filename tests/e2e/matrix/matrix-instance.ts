import { execFileSync } from 'node:child_process';
import { test } from '@playwright/test';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { type Instance, startInstance } from '../../instance.ts';
import { createDatabase } from '../instance-database.ts';
import { type DatabaseWatch, watchDatabase } from './database-watch.ts';
import { createRoleClient, requestCount } from './role-client.ts';
import type { SeedData } from './roles.ts';
import type { MatrixFixture } from './route-checks.ts';

/** An instance with an account for each role and an object of each kind, shared by the tests of a file. */
interface MatrixInstance {
  instance: Instance;
  fixture: MatrixFixture;
  database: DatabaseWatch;
  /** Counts of what was checked, printed after the tests. */
  summary: string[];
}

/** Starts the instance before the tests of a file, and stops it after them. */
export function createMatrixInstance(name: string): MatrixInstance {
  const matrix = { summary: [] as string[] } as MatrixInstance;
  test.beforeAll(async () => {
    test.setTimeout(400_000);
    const instance = await startInstance({ ...(await createDatabase(name)), ORCID_CLIENT_ID: '', ORCID_CLIENT_SECRET: '' });
    const { E2E_DATABASE_URL: DATABASE_URL = '', E2E_DATA_DIR: DATA_DIR = '' } = instance.env;
    const env = { ...process.env, DATABASE_URL, DATA_DIR, PUBLIC_URL: instance.url };
    const output = execFileSync(process.execPath, [databaseFlag(), '--conditions=react-server', 'tests/e2e/matrix/seed.ts'], { env });
    const seed = JSON.parse(output.toString()) as SeedData;
    const fixture: MatrixFixture = { url: instance.url, seed, client: createRoleClient(instance.url, seed) };
    Object.assign(matrix, { instance, fixture, database: await watchDatabase(DATABASE_URL) });
  });
  test.afterAll(async () => {
    console.log(`The matrix: ${matrix.summary.join('; ')}; ${requestCount()} requests in all.`);
    await matrix.database?.close();
    await matrix.instance?.stop();
  });
  return matrix;
}

/** Returns the first 40 faults and the number of the rest, so that the report stays readable. */
export const truncateFaults = (faults: readonly string[]): string[] =>
  faults.length > 40 ? [...faults.slice(0, 40), `and ${faults.length - 40} more`] : [...faults];
