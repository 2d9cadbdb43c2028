import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trackedFiles } from './house.ts';

/** One step of a recipe: a new file, or lines that are inserted after the only line that contains `after`. */
interface Block {
  title: string;
  after?: string;
  code: string;
}

const blocksOf = (section: string): Block[] =>
  [...section.matchAll(/^( *)```ts title="([^"]+)"(?: after="([^"]+)")?\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', title = '', after, code = '']) => ({
      title,
      ...(after === undefined ? {} : { after }),
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );

function apply(folder: string, { title, after, code }: Block): void {
  const path = join(folder, title);
  if (after === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code, { flag: 'wx' });
    return;
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  const places = lines.flatMap((line, at) => (line.includes(after) ? [at] : []));
  expect(places, `lines of ${title} with “${after}”`).toHaveLength(1);
  lines.splice((places[0] ?? 0) + 1, 0, code.trimEnd());
  writeFileSync(path, lines.join('\n'));
}

interface Recipe {
  heading: string;
  /** The project that the test of the recipe is in. */
  project: string;
  newFiles: number;
  /** Lines that are inserted into files that exist, by their paths. */
  insertions: Record<string, number>;
}

/** Performs a recipe of CONTRIBUTING.md in a copy of the repository, and checks its files. */
function perform({ heading, project, newFiles, insertions }: Recipe) {
  const section = new RegExp(`^## ${heading}\\n([\\s\\S]*?)(?=^## )`, 'm').exec(readFileSync('CONTRIBUTING.md', 'utf8'))?.[1] ?? '';
  const blocks = blocksOf(section);
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-recipe-'));
  const env = { ...process.env, DATABASE_URL: `file:${join(folder, 'recipe.db')}`, DATA_DIR: join(folder, 'data') };
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    return { status, output: `${stdout}${stderr}` };
  };
  const vitest = (name: string, ...files: string[]) =>
    run('node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--project', name, ...files);

  beforeAll(() => {
    for (const path of trackedFiles()) cpSync(path, join(folder, path));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'dir');
    for (const block of blocks) apply(folder, block);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('costs a fixed number of files and lines', () => {
    const existing = blocks.filter(({ title }) => existsSync(title));
    const lines = Map.groupBy(existing, ({ title }) => title).entries();
    const count = (some: Block[]) => some.reduce((sum, { code }) => sum + code.trimEnd().split('\n').length, 0);
    expect(Object.fromEntries([...lines].map(([title, some]) => [title, count(some)]))).toEqual(insertions);
    expect(blocks.length - existing.length).toBe(newFiles);
  });

  test('leaves files that are formatted and pass the linter', () => {
    const files = [...new Set(blocks.map(({ title }) => title))];
    const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', '--error-on-warnings'];
    const { status, output } = run(...biome, ...files);
    expect(status, output).toBe(0);
  });

  test('leaves files that pass the type checker', () => {
    const files = blocks.map(({ title }) => title);
    writeFileSync(join(folder, 'tsconfig.recipe.json'), JSON.stringify({ extends: './tsconfig.json', files, include: ['lib/**/jobs.ts'] }));
    const { status, output } = run('node_modules/typescript/bin/tsc', '--noEmit', '--incremental', 'false', '-p', 'tsconfig.recipe.json');
    expect(status, output).toBe(0);
  }, 120_000);

  test('passes its test', () => {
    const { status, output } = vitest(project, blocks.find(({ title }) => title.endsWith('.test.ts'))?.title ?? '');
    expect(status, output).toBe(0);
  }, 120_000);

  return { section, folder, run, vitest };
}

describe('the recipe for a table in CONTRIBUTING.md', () => {
  const insertions = { 'lib/community/follows/lifecycle.ts': 5 };
  const { folder, vitest } = perform({ heading: 'Add a table', project: 'store on SQLite', newFiles: 2, insertions });
  const migrations = () =>
    readdirSync(join(folder, 'drizzle'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'));
  let before: string[];
  beforeAll(() => {
    before = migrations();
    for (const DATABASE_URL of ['file:x', 'postgres://x']) {
      const command = ['node_modules/drizzle-kit/bin.cjs', 'generate', '--config', 'drizzle/config.ts'];
      const made = spawnSync(process.execPath, command, { cwd: folder, env: { ...process.env, DATABASE_URL } });
      expect(made.status, `${made.stdout}${made.stderr}`).toBe(0);
    }
  }, 60_000);

  test('makes one pair of migrations', () => {
    const made = migrations().filter((path) => !before.includes(path));
    expect(made.map((path) => dirname(path)).sort()).toEqual(['postgres', 'sqlite']);
  });

  test('leaves lifecycles that are complete', () => {
    expect(spawnSync('git', ['init', '-q'], { cwd: folder }).status).toBe(0);
    const { status, output } = vitest('model', 'tests/house/personal-data.test.ts');
    expect(status, output).toBe(0);
  }, 120_000);
});

describe('the recipe for a source in CONTRIBUTING.md', () => {
  const insertions = { 'lib/catalog/sources/model.ts': 1, 'lib/catalog/ingest/cli.ts': 9 };
  const { section, folder, run } = perform({ heading: 'Add a source', project: 'model', newFiles: 2, insertions });

  test('imports a file by the new command, and finds nothing new in a second run', () => {
    const [, id = ''] = /npm run import -- (\S+)/.exec(section) ?? [];
    const script = /^node (.*)$/.exec(JSON.parse(readFileSync('package.json', 'utf8')).scripts.import)?.[1]?.split(' ') ?? [];
    writeFileSync(join(folder, 'works.jsonl'), '{"id":"1","title":"On Lamps","year":2020,"authors":["Ada Byron","Ben Calm"]}\n');
    const first = run(...script, id, 'works.jsonl');
    expect(first.output).toContain('1 records new');
    expect(first.status, first.output).toBe(0);
    const second = run(...script, id, 'works.jsonl');
    expect(second.output).toContain('0 records new, 0 changed, 1 unchanged');
  }, 120_000);
});

describe('the recipe for a review kind in CONTRIBUTING.md', () => {
  const insertions = { 'lib/governance/cases/model/review-case.ts': 1, 'lib/portal/decisions/case-handlers/subjects.ts': 2 };
  const { folder, vitest } = perform({ heading: 'Add a review kind', project: 'store on SQLite', newFiles: 2, insertions });

  test('keeps the rules of the house and of all kinds', () => {
    expect(spawnSync('git', ['init', '-q'], { cwd: folder }).status).toBe(0);
    writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\ntsconfig.recipe.json\n');
    const house = ['architecture', 'case-handlers', 'exports', 'owners', 'words'].map((name) => `tests/house/${name}.test.ts`);
    const { status, output } = vitest('model', ...house, 'tests/model/quorum.test.ts');
    expect(status, output).toBe(0);
  }, 120_000);
});
