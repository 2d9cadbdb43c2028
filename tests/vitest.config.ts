import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';

// Keys and mails of the tests are not stored in the developer's data folder.
process.env.DATA_DIR = mkdtempSync(join(tmpdir(), 'peergraph-tests-'));
// Child processes share a compile cache.
process.env.NODE_COMPILE_CACHE ??= join(process.env.DATA_DIR, 'cache', 'compiled');
// Tests sign in many times within a minute; the tests of the interval set it themselves.
process.env.MAIL_INTERVAL_SECONDS = '0';
// Tests claim many records of people whom nobody can tell, by addresses of one domain; tests/store/claim-brakes.test.ts sets these itself.
process.env.CLAIM_LONG_NOTICE_DAYS = '7';
process.env.CLAIMS_PER_MAIL_DOMAIN = '10000';

const isMocking = (file: string): boolean => readFileSync(file, 'utf8').includes('vi.mock(');
/** Files that mock modules, or observe everything that the process logs or counts. */
const isolated = globSync('tests/store/*.test.ts').filter((file) => isMocking(file) || /\/(?:metrics|security-events)\./.test(file));
/** Excluded files. Projects have their own lists, so that --exclude has no effect on them. */
const excluded = process.env.VITEST_LEAVES_OUT?.split(' ') ?? [];
const nodeOptions = { execArgv: [databaseFlag()] };
const storeOptions = { ...nodeOptions, testTimeout: 180_000, hookTimeout: 180_000 };

/** Test files whose results do not depend on the database: they run once, on SQLite. */
const withoutEngine = ['http-limits', 'renderers', 'unhandled-errors', 'worker-parent'].map((name) => `tests/store/${name}.test.ts`);

/**
 * Returns the contract suite of an engine. Each file has its own database, so that files can run concurrently; all but the isolated ones
 * share loaded modules.
 */
const storeOn = (engine: string, url: string, alsoExcluded: readonly string[] = []) => {
  const env = { DATABASE_URL: url };
  const exclude = [...excluded, ...alsoExcluded];
  const shared = {
    include: ['tests/store/**/*.test.ts'],
    exclude: [...isolated, ...exclude],
    isolate: false,
    setupFiles: ['tests/store/shared-process.ts'],
  };
  return [
    { test: { ...storeOptions, ...shared, name: `store on ${engine}`, env } },
    {
      test: {
        ...storeOptions,
        include: isolated,
        exclude,
        setupFiles: shared.setupFiles,
        name: `store on ${engine}, isolated`,
        env,
      },
    },
  ];
};

const slowest =
  /\/(?:red-team|page-cache-(?:property|precision|random)|page-files|killed-processes|imports|as-of|erasure-races|recipe|held-lock|clock-jumps)\.test\.ts$/;

/** Starts the slowest files first, so that no worker runs one of them alone at the end. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { slow = [], rest = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) => (slowest.test(moduleId) ? 'slow' : 'rest'));
    return [...slow, ...rest];
  }
}

// The contract suite runs unchanged on both engines. DATABASE_URL is set before any import, because columns.ts reads it once.
export default defineConfig({
  test: {
    // For two cores: tests spend much of their time waiting for clocks, disks and mail.
    maxWorkers: 4,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...nodeOptions,
          name: 'model',
          include: ['tests/model/**/!(safe-fetch).test.ts', 'tests/house/**/*.test.ts', 'tests/sources/**/*.test.ts'],
          exclude: excluded,
          testTimeout: 60_000,
          // Pure rules have no side effects, so that files can share loaded modules, which saves a third of the work.
          isolate: false,
        },
      },
      // It mocks a module of Node.
      { test: { ...nodeOptions, name: 'model, isolated', include: ['tests/model/safe-fetch.test.ts'], testTimeout: 60_000 } },
      ...storeOn('SQLite', 'file:unused'),
      ...storeOn('PostgreSQL', process.env.TEST_POSTGRES_URL ?? 'postgres://unset', withoutEngine),
    ],
  },
});
