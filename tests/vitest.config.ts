import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';

// Keys and letters of the tests stay out of the data folder of the person who runs them.
process.env.DATA_DIR = mkdtempSync(join(tmpdir(), 'peergraph-tests-'));
// Of the processes that tests start, each but the first finds its modules compiled.
process.env.NODE_COMPILE_CACHE ??= join(process.env.DATA_DIR, 'cache', 'compiled');
// The same person signs in many times a minute; the tests of that rule set it themselves.
process.env.MAIL_INTERVAL_SECONDS = '0';

const isMocking = (file: string): boolean => readFileSync(file, 'utf8').includes('vi.mock(');
/** They put a module of their own in the place of another, or listen to all that the process logs or counts. */
const isolated = globSync('tests/store/*.test.ts').filter((file) => isMocking(file) || /\/(?:metrics|security-events)\./.test(file));
/** Files that a run leaves out. Projects have lists of their own, so that --exclude has no effect on them. */
const excluded = process.env.VITEST_LEAVES_OUT?.split(' ') ?? [];
const started = { execArgv: [databaseFlag()] };
const contract = { ...started, testTimeout: 180_000, hookTimeout: 180_000 };

/** Test files whose answers do not come from a database: they run once, on SQLite. */
const withoutEngine = ['http-limits', 'renderers', 'unhandled-errors', 'worker-parent'].map((name) => `tests/store/${name}.test.ts`);

/** The contract suite of an engine. Each file makes a database of its own, so two run at a time; all but a few share the modules that are loaded. */
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
    { test: { ...contract, ...shared, name: `store on ${engine}`, env } },
    {
      test: {
        ...contract,
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
  /\/(?:red-team|page-cache-property|page-files|killed-processes|imports|as-of|erasure-races|recipe|held-lock|clock-jumps)\.test\.ts$/;

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
    // On two cores: much of their time, tests wait for clocks, disks and mail.
    maxWorkers: 4,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...started,
          name: 'model',
          include: ['tests/model/**/!(safe-fetch).test.ts', 'tests/house/**/*.test.ts', 'tests/sources/**/*.test.ts'],
          exclude: excluded,
          testTimeout: 60_000,
          // Pure rules leave nothing behind, so that files share the modules that are loaded: a third less work.
          isolate: false,
        },
      },
      // It puts a module of its own in the place of one of Node's.
      { test: { ...started, name: 'model, isolated', include: ['tests/model/safe-fetch.test.ts'], testTimeout: 60_000 } },
      ...storeOn('SQLite', 'file:unused'),
      ...storeOn('PostgreSQL', process.env.TEST_POSTGRES_URL ?? 'postgres://unset', withoutEngine),
    ],
  },
});
