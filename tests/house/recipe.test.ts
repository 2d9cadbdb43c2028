import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trackedFiles } from './source-files.ts';

/** A step of a recipe: a new file, or lines that are inserted after a unique line or replace it. */
interface Block {
  title: string;
  place?: { kind: string; line: string };
  code: string;
}

const blocksOf = (section: string): Block[] =>
  [...section.matchAll(/^( *)```tsx? title="([^"]+)"(?: (after|instead)="([^"]+)")?\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', title = '', kind, line = '', code = '']) => ({
      title,
      ...(kind === undefined ? {} : { place: { kind, line } }),
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );

function apply(folder: string, { title, place, code }: Block): void {
  const path = join(folder, title);
  if (place === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code, { flag: 'wx' });
    return;
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  const places = lines.flatMap((line, at) => (line.includes(place.line) ? [at] : []));
  expect(places, `lines of ${title} with “${place.line}”`).toHaveLength(1);
  lines.splice((places[0] ?? 0) + (place.kind === 'after' ? 1 : 0), place.kind === 'after' ? 0 : 1, code.trimEnd());
  writeFileSync(path, lines.join('\n'));
}

/** Expected size of each recipe: new files, and lines inserted into existing files. */
const recipes: { heading: string; newFiles: number; insertions: Record<string, number> }[] = [
  {
    heading: 'Add a verb',
    newFiles: 4,
    insertions: {
      'lib/community/follows/model.ts': 6,
      'lib/community/follows/refusals.ts': 5,
      'lib/community/follows/actions.ts': 5,
      'components/follows/follow-lists.tsx': 2,
      'tests/e2e/matrix/actions.ts': 5,
    },
  },
  { heading: 'Add a source', newFiles: 2, insertions: { 'lib/catalog/sources/model.ts': 1, 'lib/catalog/ingest/cli.ts': 9 } },
  { heading: 'Add a claim method', newFiles: 4, insertions: { 'lib/governance/claims/model/proof-methods.ts': 2 } },
  { heading: 'Add a field to a work', newFiles: 1, insertions: { 'lib/catalog/bibliography/record.ts': 1 } },
  { heading: 'Add a page', newFiles: 3, insertions: { 'tests/e2e/matrix/routes.ts': 1 } },
  { heading: 'Add a table', newFiles: 3, insertions: { 'lib/community/follows/lifecycle.ts': 5, 'lib/platform/db/lookup-columns.ts': 2 } },
  {
    heading: 'Add a review kind',
    newFiles: 2,
    insertions: { 'lib/governance/cases/model/review-case.ts': 1, 'lib/portal/decisions/case-handlers/subjects.ts': 2 },
  },
];
const guide = readFileSync('CONTRIBUTING.md', 'utf8');
const sectionOf = (heading: string): string => new RegExp(`^## ${heading}\\n([\\s\\S]*?)(?=^## )`, 'm').exec(guide)?.[1] ?? '';
const blocks = recipes.flatMap(({ heading }) => blocksOf(sectionOf(heading)));
/** Files that `npm run generate` writes after the steps. */
const generated = ['lib/governance/claims/probes/method-probes.ts', 'components/claims/method-forms.ts'];
const files = [...new Set([...blocks.map(({ title }) => title), ...generated])];

/** One copy of the repository for all recipes, so that it is type-checked once. */
const folder = mkdtempSync(join(tmpdir(), 'peergraph-recipe-'));
// Does not pass on the exclusions of this run.
const { VITEST_LEAVES_OUT: _, ...inherited } = process.env;
const env = { ...inherited, DATABASE_URL: `file:${join(folder, 'recipe.db')}`, DATA_DIR: join(folder, 'data') };
const run = (args: readonly string[], more: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env: { ...env, ...more }, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};
const expectSuccess = (args: readonly string[], more?: Record<string, string>): string => {
  const { status, output } = run(args, more);
  expect(status, output).toBe(0);
  return output;
};
// One worker takes half the CPU time of four, because it loads the modules once.
const vitest = (...args: string[]) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'tests/vitest.config.ts',
  '--maxWorkers=1',
  ...args,
];

const migrations = () =>
  readdirSync(join(folder, 'drizzle'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'));
let before: string[];
beforeAll(() => {
  for (const path of trackedFiles()) cpSync(path, join(folder, path));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'dir');
  for (const block of blocks) apply(folder, block);
  before = migrations();
  const name = /npm run migrations -- (--name \w+)/.exec(sectionOf('Add a table'))?.[1]?.split(' ') ?? [];
  expectSuccess(['drizzle/generate.ts', ...name]);
  expect(spawnSync('git', ['init', '-q'], { cwd: folder }).status).toBe(0);
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\ntsconfig.recipe.json\n');
  const [, ...generate] = JSON.parse(readFileSync('package.json', 'utf8')).scripts.generate.split(' ') as string[];
  expectSuccess(['node_modules/vitest/vitest.mjs', ...generate]);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the recipes of CONTRIBUTING.md', () => {
  test.each(recipes)('$heading: costs a fixed number of files and lines', ({ heading, newFiles, insertions }) => {
    const own = blocksOf(sectionOf(heading));
    const existing = own.filter(({ title }) => existsSync(title));
    const count = (some: Block[]) => some.reduce((sum, { code }) => sum + code.trimEnd().split('\n').length, 0);
    const lines = [...Map.groupBy(existing, ({ title }) => title)].map(([title, some]) => [title, count(some)]);
    expect(Object.fromEntries(lines)).toEqual(insertions);
    expect(own.length - existing.length).toBe(newFiles);
  });

  test('leave files that are formatted and pass the linter', () => {
    expectSuccess(['node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', '--error-on-warnings', ...files]);
  });

  test('leave files that pass the type checker', () => {
    writeFileSync(join(folder, 'tsconfig.recipe.json'), JSON.stringify({ extends: './tsconfig.json', files, include: ['lib/**/jobs.ts'] }));
    // One checker takes half the CPU time of four, which parse the same files.
    expectSuccess([
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      '--incremental',
      'false',
      '--checkers',
      '1',
      '-p',
      'tsconfig.recipe.json',
    ]);
  }, 300_000);

  test('pass their tests and tests/house', () => {
    const own = files.filter((title) => title.endsWith('.test.ts'));
    const names = 'architecture case-handlers claim-methods exports matrix owners personal-data refusals routes words'.split(' ');
    const house = names.map((name) => `tests/house/${name}.test.ts`);
    const projects = ['--project', 'model', '--project', 'store on SQLite'];
    const output = expectSuccess(vitest(...projects, ...own, ...house, 'tests/model/quorum.test.ts'));
    for (const title of own) expect(output).toContain(title);
  }, 300_000);

  test('make one pair of migrations with one name', () => {
    const made = migrations().filter((path) => !before.includes(path));
    expect(made.map((path) => dirname(path)).sort()).toEqual(['postgres', 'sqlite']);
    expect(new Set(made.map((path) => basename(path))).size).toBe(1);
    const snapshots = readdirSync(join(folder, 'drizzle'), { recursive: true, encoding: 'utf8' }).filter((path) => /_snapshot/.test(path));
    expect(snapshots.map((path) => path.replace(/_.*/, '')).sort()).toEqual(
      made.map((path) => path.replace(/\/.*/, '/meta/') + basename(path).slice(0, 4)).sort(),
    );
  });

  test('import a file by the new command, and find nothing new in a second run', () => {
    const [, id = ''] = /npm run import -- (\S+)/.exec(sectionOf('Add a source')) ?? [];
    const script = /^node (.*)$/.exec(JSON.parse(readFileSync('package.json', 'utf8')).scripts.import)?.[1]?.split(' ') ?? [];
    writeFileSync(join(folder, 'works.jsonl'), '{"id":"1","title":"On Lamps","year":2020,"authors":["Ada Byron","Ben Calm"]}\n');
    expect(expectSuccess([...script, id, 'works.jsonl'])).toContain('1 record new');
    expect(run([...script, id, 'works.jsonl']).output).toContain('0 records new, 0 changed, 1 unchanged');
  }, 120_000);
});
