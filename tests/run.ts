import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findChromium } from './chromium.ts';
import { startInstance } from './instance.ts';
import { startPostgres } from './postgres.ts';

/**
 * `npm test`: every check of the project, one after the other, then one line that counts them. Parts can be named:
 * `npm test -- lint types unit e2e e2e-clock e2e-postgres`.
 */
interface Result {
  passed: number;
  failed: number;
}

const reports = mkdtempSync(join(tmpdir(), 'peergraph-reports-'));
const failedPart: Result = { passed: 0, failed: 1 };

function run(args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** A check that is one step: it passes or it fails. */
const step = async (args: string[]): Promise<Result> => ((await run(args)) === 0 ? { passed: 1, failed: 0 } : failedPart);

async function unit(): Promise<Result> {
  const postgres = await startPostgres();
  try {
    const report = join(reports, 'unit.json');
    const code = await run(
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--config',
        'tests/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile=${report}`,
      ],
      { TEST_POSTGRES_URL: postgres.url },
    );
    return counted(report, code, (json) => ({ passed: json.numPassedTests ?? 0, failed: json.numFailedTests ?? 0 }));
  } finally {
    await postgres.stop();
  }
}

async function e2e(): Promise<Result> {
  return walk('e2e', {}, []);
}

/** Walked on PostgreSQL too: the facts, what is shown to whom and who may what, a whole story, and everything that decides who owns what, rivals at once included. */
const onPostgres = ['facts', 'people', 'out', 'hidden', 'claims', 'trust', 'review', 'security', 'rivals', 'matrix', 'story'];
/** Of the walks that take months, those whose rules live in the database. */
const monthsOnPostgres = ['ladder.clock', 'proofs.clock'];

async function e2ePostgres(): Promise<Result> {
  const results = [await onItsOwnPostgres((url) => walk('e2e-postgres', { DATABASE_URL: url }, onPostgres))];
  for (const name of monthsOnPostgres) {
    const one = (url: string) => walk(`${name}-postgres`, { DATABASE_URL: url }, [`${name}.spec.ts`], { clock: true });
    results.push(await onItsOwnPostgres(one));
  }
  return summed(results);
}

async function onItsOwnPostgres(work: (url: string) => Promise<Result>): Promise<Result> {
  const postgres = await startPostgres();
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

const summed = (results: readonly Result[]): Result => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
});

/** The walks that take months: each on an instance and with a clock of its own. */
async function e2eClock(): Promise<Result> {
  const results: Result[] = [];
  for (const spec of globSync('tests/e2e/*.clock.spec.ts').sort()) {
    results.push(await walk(basename(spec, '.spec.ts'), {}, [basename(spec)], { clock: true }));
  }
  return summed(results);
}

async function walk(name: string, settings: Record<string, string>, specs: string[], { clock = false } = {}): Promise<Result> {
  const chromium = findChromium();
  const instance = await startInstance(settings, { clock });
  try {
    const report = join(reports, `${name}.json`);
    const code = await run(['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/playwright.config.ts', ...specs], {
      ...instance.env,
      E2E_CHROMIUM: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    });
    return counted(report, code, (json) => ({
      passed: (json.stats?.expected ?? 0) + (json.stats?.flaky ?? 0),
      failed: json.stats?.unexpected ?? 0,
    }));
  } finally {
    await instance.stop();
  }
}

type Report = { numPassedTests?: number; numFailedTests?: number; stats?: { expected: number; unexpected: number; flaky: number } };

/** Counts a runner's report; a runner that failed without a failed test (a file that did not load) counts as one failure. */
function counted(report: string, code: number, read: (json: Report) => Result): Result {
  if (!existsSync(report)) return failedPart;
  const result = read(JSON.parse(readFileSync(report, 'utf8')));
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

const parts: Record<string, () => Promise<Result>> = {
  lint: () => step(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']),
  types: () => step(['node_modules/typescript/bin/tsc', '--noEmit']),
  unit,
  e2e,
  'e2e-clock': e2eClock,
  'e2e-postgres': e2ePostgres,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part called ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}

const total: Result = { passed: 0, failed: 0 };
for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
  console.log(`\n── ${name}`);
  const result = await parts[name]?.().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return failedPart;
  });
  total.passed += result?.passed ?? 0;
  total.failed += result?.failed ?? 0;
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
