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
  /** What failed, by name and first line: said again at the very end, where a log that was cut still shows it. */
  failures: string[];
}

const reports = mkdtempSync(join(tmpdir(), 'peergraph-reports-'));
const failedPart = (why: string): Result => ({ passed: 0, failed: 1, failures: [why] });

function run(args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** A check that is one step: it passes or it fails. */
async function step(args: string[]): Promise<Result> {
  const code = await run(args);
  return code === 0 ? { passed: 1, failed: 0, failures: [] } : failedPart(`${basename(args[0] ?? '')} ended with code ${code}`);
}

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
        '--reporter=./tests/vitest-report.ts',
      ],
      { TEST_POSTGRES_URL: postgres.url, VITEST_REPORT: report },
    );
    return counted('vitest', report, code, (json) => json as Result);
  } finally {
    await postgres.stop();
  }
}

async function e2e(): Promise<Result> {
  return walk('e2e', {}, []);
}

/** Walked on PostgreSQL too: the facts, what is shown to whom and who may what, a whole story, and everything that decides who owns what, rivals at once included. */
const onPostgres = [
  'facts',
  'people',
  'out',
  'hidden',
  'claims',
  'trust',
  'review',
  'security',
  'rivals',
  'matrix',
  'story',
  'gone',
  'kept',
];
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
  failures: results.flatMap(({ failures }) => failures),
});

/** Settings of walks that test a rule which the others are spared. */
const clockSettings: Record<string, Record<string, string>> = {
  'mails.clock': { MAIL_INTERVAL_SECONDS: '60' },
  // The instance is its own witness.
  'witness.clock': { WITNESS_FOR: '{url}', LOG_WITNESSES: '{url} mailto:witness@example.org' },
};

/** The walks that take months: each on an instance and with a clock of its own. */
async function e2eClock(): Promise<Result> {
  const results: Result[] = [];
  for (const spec of globSync('tests/e2e/*.clock.spec.ts').sort()) {
    const name = basename(spec, '.spec.ts');
    results.push(await walk(name, clockSettings[name] ?? {}, [basename(spec)], { clock: true }));
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
    return counted(name, report, code, (json) => walked(json as Walks));
  } finally {
    await instance.stop();
  }
}

/** What Playwright's report holds of what we tell. */
interface Walks {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: { message?: string }[];
  suites: Suite[];
}

interface Suite {
  title: string;
  specs: { ok: boolean; title: string; file: string; line: number }[];
  suites?: Suite[];
}

const failedIn = (suite: Suite): string[] => [
  ...suite.specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} ${title}`),
  ...(suite.suites ?? []).flatMap(failedIn),
];

const walked = ({ stats, errors, suites }: Walks): Result => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  failures: [...suites.flatMap(failedIn), ...errors.map(({ message }) => message?.split('\n', 1)[0] ?? 'an error without a message')],
});

/** Counts a runner's report; a runner that failed without a failed test (a file that did not load) counts as one failure. */
function counted(name: string, report: string, code: number, read: (json: unknown) => Result): Result {
  if (!existsSync(report)) return failedPart(`${name} ended with code ${code} and left no report`);
  const result = read(JSON.parse(readFileSync(report, 'utf8')));
  const failures = result.failures.map((each) => `${name}: ${each}`);
  if (code === 0 || result.failed > 0) return { ...result, failures };
  return { ...result, failed: 1, failures: [...failures, `${name} ended with code ${code}, though no test failed`] };
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

const results: Result[] = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
  console.log(`\n── ${name}`);
  const begun = Date.now();
  const result = await parts[name]?.().catch((error: unknown) => {
    console.error(error);
    return failedPart(`${name}: ${error instanceof Error ? error.message : error}`);
  });
  if (result) results.push(result);
  console.log(`── ${name} took ${Math.round((Date.now() - begun) / 1000)} s`);
}
rmSync(reports, { recursive: true, force: true });
const total = summed(results);
for (const failure of total.failures) console.log(`failed: ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
