import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { buildIfNeeded } from '#lib/runtime/server/pages/build.ts';
import { testsOfChange } from './changed.ts';
import { findChromium } from './chromium.ts';
import { startInstance } from './instance.ts';
import { startPostgres } from './postgres.ts';
import { keepTemporaryFilesInMemory, removeFolder } from './temporary-files.ts';

/**
 * `npm test`: runs all checks of the project, and prints their number. It accepts parts, `npm test -- lint types unit e2e e2e-clock
 * e2e-postgres faults`, and files or folders of a part, `npm test -- e2e tests/e2e/claims.spec.ts`. `npm test -- quick` is for development: lint,
 * types, model, house, and the store on SQLite; with `--changed`, only the tests that reach what has changed since the branch left `main`.
 */
interface Result {
  passed: number;
  failed: number;
  /** Name and first line of each failure. Printed at the very end, where a truncated log still shows them. */
  failures: string[];
  times: Time[];
}

/** Duration of a test. */
interface Time {
  name: string;
  ms: number;
}

const cliArguments = process.argv.slice(2);
/** If files or folders are named, a part runs only these. No part has a `/` or `.` in its name. */
const files = cliArguments.filter((word) => /[/.]/.test(word));

// A child process uses the temporary folder of its parent.
if (!process.env.TEST_RESULT) keepTemporaryFilesInMemory();
const reports = mkdtempSync(join(tmpdir(), 'peergraph-reports-'));
/** General checks of a page run once in a run, in the first test that opens it. */
process.env.E2E_JUDGED ??= mkdirSync(join(reports, 'judged'), { recursive: true });
/** An instance begins with an empty DATA_DIR, which has no compile cache. With a shared one, a start takes a quarter less time. */
process.env.NODE_COMPILE_CACHE ??= mkdirSync(join(reports, 'compiled'), { recursive: true });
const failPart = (why: string): Result => ({ passed: 0, failed: 1, failures: [why], times: [] });

/** @param label prefix of each line of output, if several parts write concurrently */
function run(args: string[], env: Record<string, string> = {}, label = ''): Promise<number> {
  return new Promise((resolve) => {
    const output = label ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, args, { stdio: ['inherit', output, output], env: { ...process.env, ...env } });
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', (line) => console.log(`${label} │ ${line}`));
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Runs a check that passes or fails as a whole. */
async function step(args: string[], label = ''): Promise<Result> {
  const code = await run(args, {}, label);
  if (code !== 0) return failPart(`${basename(args[0] ?? '')} ended with code ${code}`);
  return { passed: 1, failed: 0, failures: [], times: [] };
}

const unit = (): Promise<Result> => withPostgres((url) => vitest('unit', { TEST_POSTGRES_URL: url }, files));

const quickProjects = ['model', 'model, isolated', 'store on SQLite', 'store on SQLite, isolated'].map((name) => `--project=${name}`);
/**
 * Tests that kill processes, wait for clocks, or try thousands of attacks and sequences: two thirds of the time of the store on SQLite.
 * They run in `unit`.
 */
const excludedFromQuick = (
  'sources/* store/red-team store/clock-jumps store/killed-processes store/imports store/erasure-races store/page-cache-property store/page-cache-precision ' +
  'store/page-cache-random store/page-files ' +
  'store/http-limits store/held-lock store/worker-parent store/digests'
)
  .split(' ')
  .map((name) => `tests/${name}.test.ts`);
const quickUnit = (): Promise<Result> => vitest('quick', { VITEST_LEAVES_OUT: excludedFromQuick.join(' ') }, quickProjects);

/** Runs the house rules, and the tests that reach the changed files. Those that quick excludes run only if they have changed themselves. */
function changedUnit(): Promise<Result> {
  const { changed, tests, more, excluded } = testsOfChange(excludedFromQuick);
  console.log(`${changed} changed files. The ${tests.length} nearest tests that reach them run, and ${more} do not.`);
  return vitest('changed', excluded.length > 0 ? { VITEST_LEAVES_OUT: excluded.join(' ') } : {}, [
    ...quickProjects,
    'tests/house',
    ...tests,
  ]);
}

async function vitest(name: string, env: Record<string, string>, args: string[] = []): Promise<Result> {
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=./tests/vitest-report.ts'];
  const code = await run(['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', ...reporters, ...args], {
    ...env,
    VITEST_REPORT: report,
  });
  return readReport('vitest', report, code, (json) => json as Result);
}

async function e2e(): Promise<Result> {
  return runBrowserTests('e2e', {}, files);
}

/**
 * Browser tests that also run on PostgreSQL: figures, concurrent actions, every route and action once for each object, queries with their
 * own PostgreSQL form, one complete story, and the page cache, with everything between a request and its database. The others, and tests
 * with the tag @one-engine, run on SQLite only. tests/store, which runs on both engines, sends every statement that they would send to
 * PostgreSQL (compared by `pg_stat_statements`); the test of a new query belongs there (page-reads).
 */
const onPostgres = ['facts', 'rival-claims', 'matrix', 'story', 'page-cache'];

async function e2ePostgres(): Promise<Result> {
  const specs = files.length > 0 ? files : onPostgres.map(specOf);
  return withPostgres((url) => runBrowserTests('e2e-postgres', { DATABASE_URL: url }, specs));
}

/** Playwright matches it as a regular expression against paths. */
const specOf = (name: string): string => `/${name}.spec.ts`;

async function withPostgres(work: (url: string) => Promise<Result>): Promise<Result> {
  const postgres = await startPostgres();
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

const sumResults = (results: readonly Result[]): Result => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
  failures: results.flatMap(({ failures }) => failures),
  times: results.flatMap(({ times }) => times),
});

/** Instances whose clock the tests move are their own witness, and have the limit of claims that a new instance has. */
const clockInstance = { WITNESS_FOR: '{url}', LOG_WITNESSES: '{url}', CLAIMS_PER_MAIL_DOMAIN: '10' };

/**
 * The tests of a row share an instance, in alphabetical order. Each begins on the day on which the one before it ends, and does not use its
 * people and records. The first of a row finds the sample in its initial state, with claims in their notice period for example.
 */
const sharedInstances = [
  ['address-change.clock', 'as-of.clock', 'erasure.clock', 'levels.clock'],
  ['notice.clock', 'orcid-checks.clock', 'powers.clock', 'proofs.clock', 'sessions.clock', 'witness.clock'],
];

/** Runs the tests that take months, on instances whose clock they move. */
async function e2eClock(): Promise<Result> {
  const named = (files.length > 0 ? files : globSync('tests/e2e/*.clock.spec.ts').sort()).map((spec) => basename(spec, '.spec.ts'));
  const instances = Map.groupBy(named, (name) => sharedInstances.find((row) => row.includes(name))?.[0] ?? name);
  const results: Result[] = [];
  for (const [name, walks] of instances) results.push(await runBrowserTests(name, clockInstance, walks.map(specOf), { clock: true }));
  return sumResults(results);
}

/** Runs browser tests on an instance. If it does not start or stop, only its own tests fail. */
async function runBrowserTests(...given: Parameters<typeof runOnInstance>): Promise<Result> {
  return runOnInstance(...given).catch((error: unknown) => {
    console.error(error);
    return failPart(`${given[0]}: ${error instanceof Error ? error.message : error}`);
  });
}

async function runOnInstance(name: string, settings: Record<string, string>, specs: string[], { clock = false } = {}): Promise<Result> {
  const chromium = await findChromium();
  const instance = await startInstance(settings, { clock });
  try {
    const report = join(reports, `${name}.json`);
    // The Playwright workers need the flag too, because tests open the instance's database.
    const args = [databaseFlag(), 'node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/playwright.config.ts', ...specs];
    const env = { ...instance.env, E2E_NAME: name, E2E_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const code = await run(args, env, name);
    return readReport(name, report, code, (json) => fromPlaywrightReport(json as PlaywrightReport));
  } finally {
    await instance.stop();
  }
}

/** The part of Playwright's JSON report that is used here. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: { message?: string }[];
  suites: Suite[];
}

interface Suite {
  title: string;
  specs: {
    ok: boolean;
    title: string;
    file: string;
    line: number;
    tests: { results: { duration: number; error?: { message?: string } }[] }[];
  }[];
  suites?: Suite[];
}

const failedIn = (suite: Suite): string[] => [
  ...suite.specs.filter(({ ok }) => !ok).map(({ file, line, title, tests }) => `${file}:${line} ${title}: ${errorOf(tests)}`),
  ...(suite.suites ?? []).flatMap(failedIn),
];

/** Returns the first lines of an error: the expectation, and the actual state with the differences of a comparison. */
const errorOf = (tests: Suite['specs'][number]['tests']): string => {
  const message = tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message ?? '';
  return stripVTControlCharacters(message).split('\n').filter(Boolean).slice(0, 10).join(' | ').slice(0, 800);
};

const timesIn = (suite: Suite): Time[] => [
  ...suite.specs.map(({ file, line, title, tests }) => ({
    name: `${file}:${line} ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  })),
  ...(suite.suites ?? []).flatMap(timesIn),
];

const fromPlaywrightReport = ({ stats, errors, suites }: PlaywrightReport): Result => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  failures: [...suites.flatMap(failedIn), ...errors.map(({ message }) => message?.split('\n', 1)[0] ?? 'an error without a message')],
  times: suites.flatMap(timesIn),
});

/** Reads a runner's report. A runner that failed without a failed test, for example because a file did not load, counts as one failure. */
function readReport(name: string, report: string, code: number, read: (json: unknown) => Result): Result {
  if (!existsSync(report)) return failPart(`${name} ended with code ${code} and left no report`);
  const result = read(JSON.parse(readFileSync(report, 'utf8')));
  const failures = result.failures.map((each) => `${name}: ${each}`);
  const times = result.times.map((time) => ({ ...time, name: `${name}: ${time.name}` }));
  if (code === 0 || result.failed > 0) return { ...result, failures, times };
  return { ...result, times, failed: 1, failures: [...failures, `${name} ended with code ${code}, though no test failed`] };
}

/** A function that runs a part. It prints a label before each line if other parts run concurrently in this process. */
type Part = (label?: string) => Promise<Result>;

const lint: Part = (label) => step(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'], label);

const parts: Record<string, Part> = {
  lint,
  // One checker takes a third less processor time than four, which parse the same files; other parts use the second core.
  types: (label) => step(['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1'], label),
  unit,
  e2e,
  'e2e-clock': e2eClock,
  'e2e-postgres': e2ePostgres,
  faults: () => step(['tests/faults/run.ts', '--short']),
  'quick-unit': quickUnit,
  'changed-unit': changedUnit,
};

/**
 * The parts of a list run in sequence, and the two lists concurrently: store tests wait for disks, clocks and processes, and clock tests
 * for pages, so that together they use both cores. The second list waits for the build, whose route types the check of types reads.
 */
const allParts = [
  ['lint', 'unit', 'e2e'],
  ['types', 'faults', 'e2e-clock', 'e2e-postgres'],
];
const quickParts = [['lint', 'types', 'quick-unit']];
const changedParts = ['lint', 'types', 'changed-unit'];

const isForChange = cliArguments.includes('--changed');
const requestedParts = cliArguments.filter((word) => !files.includes(word) && word !== '--changed');
const unknown = requestedParts.filter((name) => name !== 'quick' && !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part called ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}, quick.`);
  process.exit(2);
}

async function runPart(name: string, label?: string): Promise<Result> {
  console.log(`\n── ${name}`);
  const begun = Date.now();
  const result = await (parts[name] ?? lint)(label).catch((error: unknown) => {
    console.error(error);
    return failPart(`${name}: ${error instanceof Error ? error.message : error}`);
  });
  console.log(`── ${name} took ${Math.round((Date.now() - begun) / 1000)} s`);
  return result;
}

async function runInSequence(names: readonly string[]): Promise<Result> {
  const results: Result[] = [];
  for (const name of names) results.push(await runPart(name));
  return sumResults(results);
}

/** Runs parts in their own process, because a part that moves the clock moves it for all test servers of its process. */
async function runInOwnProcess(names: readonly string[]): Promise<Result> {
  const file = join(reports, `${names.join('-')}.result.json`);
  const code = await run(['lib/runtime/server/runtime.mjs', 'tests/run.ts', ...names], { TEST_RESULT: file });
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : failPart(`${names.join(', ')} ended with code ${code}`);
}

async function prepareBrowserTests(): Promise<void> {
  const [chromium] = await Promise.all([findChromium(), buildIfNeeded(console.log)]);
  process.env.CHROMIUM = chromium;
}

/** Runs the parts of `quick --changed` concurrently: each is short, and none moves the clock. */
const runForChange = async (): Promise<Result> => sumResults(await Promise.all(changedParts.map((name) => runPart(name, name))));

const lists = requestedParts.length === 0 ? allParts : requestedParts.includes('quick') ? quickParts : [requestedParts];
const [first = [], ...others] = lists;
// Build and browser are prepared once, because two starts that build or install concurrently would wait for each other.
const prepared = others.length > 0 ? prepareBrowserTests().catch(console.error) : null;
const results = await Promise.all(
  prepared
    ? [runInOwnProcess(first), ...others.map((list) => prepared.then(() => runInOwnProcess(list)))]
    : [isForChange ? runForChange() : runInSequence(first)],
);
removeFolder(reports);
const total = sumResults(results);
if (process.env.TEST_RESULT) {
  // The parent process prints the result.
  writeFileSync(process.env.TEST_RESULT, JSON.stringify(total));
  process.exit(total.failed > 0 ? 1 : 0);
}
const slowest = total.times.sort((a, b) => b.ms - a.ms).slice(0, 10);
if (slowest.length > 0) console.log('\nThe slowest tests:');
for (const { name, ms } of slowest) console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
for (const failure of total.failures) console.log(`failed: ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
