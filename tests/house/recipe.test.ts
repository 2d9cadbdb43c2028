import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** One step of the recipe: a new file, or lines that are inserted after the only line that contains `after`. */
interface Block {
  title: string;
  after?: string;
  code: string;
}

const contributing = readFileSync('CONTRIBUTING.md', 'utf8');
const sectionOf = (title: string): string => new RegExp(`^## ${title}\\n([\\s\\S]*?)(?=^## )`, 'm').exec(contributing)?.[1] ?? '';
const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^( *)```ts title="([^"]+)"(?: after="([^"]+)")?\n([\s\S]*?)^\1```$/gm)].map(
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

/** A copy of the repository in which the steps of a recipe are done. */
function copyWith(blocks: readonly Block[]) {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-recipe-'));
  const env = { ...process.env, DATABASE_URL: `file:${join(folder, 'recipe.db')}`, DATA_DIR: join(folder, 'data') };
  return {
    folder,
    make: () => {
      for (const path of ['lib', 'drizzle', 'tests', 'package.json', 'tsconfig.json', 'biome.json', '.gitignore'])
        cpSync(path, join(folder, path), { recursive: true });
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'dir');
      for (const block of blocks) apply(folder, block);
    },
    run: (command: string, args: readonly string[], more: Record<string, string> = {}) => {
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env: { ...env, ...more }, encoding: 'utf8' });
      return { status, output: `${stdout}${stderr}` };
    },
    drop: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const lint = ['node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', '--error-on-warnings'];

describe('the recipe for a source in CONTRIBUTING.md', () => {
  const section = sectionOf('Add a source');
  const blocks = blocksOf(section);
  const { folder, make, run: start, drop } = copyWith(blocks);
  const run = (...args: string[]) => start(process.execPath, args);
  beforeAll(make, 60_000);
  afterAll(drop);

  test('has new files and insertions', () => {
    expect(blocks.filter(({ after }) => after === undefined)).toHaveLength(2);
    expect(blocks.filter(({ after }) => after !== undefined)).toHaveLength(3);
  });

  test('leaves files that are formatted and pass the linter', () => {
    const files = [...new Set(blocks.map(({ title }) => title))];
    const { status, output } = run(...lint, ...files);
    expect(status, output).toBe(0);
  });

  test('leaves files that pass the type checker', () => {
    const files = blocks.map(({ title }) => title);
    writeFileSync(join(folder, 'tsconfig.recipe.json'), JSON.stringify({ extends: './tsconfig.json', files, include: ['lib/**/jobs.ts'] }));
    const { status, output } = run('node_modules/typescript/bin/tsc', '--noEmit', '--incremental', 'false', '-p', 'tsconfig.recipe.json');
    expect(status, output).toBe(0);
  }, 120_000);

  test('passes the test of the new source', () => {
    const file = blocks.find(({ title }) => title.endsWith('.test.ts'))?.title ?? '';
    const arguments_ = ['run', '--config', 'tests/vitest.config.ts', '--project', 'model', file];
    const { status, output } = run('node_modules/vitest/vitest.mjs', ...arguments_);
    expect(status, output).toBe(0);
  }, 120_000);

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

describe('the recipe for a table in CONTRIBUTING.md', () => {
  const blocks = blocksOf(sectionOf('Add a table'));
  const { folder, make, run, drop } = copyWith(blocks);
  beforeAll(() => {
    make();
    run('git', ['init', '--quiet']);
  }, 60_000);
  afterAll(drop);

  test('costs a schema, a pair of migrations and one entry', () => {
    expect([...new Set(blocks.map(({ title }) => title))]).toEqual([
      'lib/platform/db/schema/bookmarks.ts',
      'lib/community/follows/lifecycle.ts',
    ]);
    const before = readdirSync(join(folder, 'drizzle'), { recursive: true, encoding: 'utf8' });
    for (const DATABASE_URL of ['file:x', 'postgres://x']) {
      const { status, output } = run('node_modules/.bin/drizzle-kit', ['generate', '--config', 'drizzle/config.ts'], { DATABASE_URL });
      expect(status, output).toBe(0);
    }
    const after = readdirSync(join(folder, 'drizzle'), { recursive: true, encoding: 'utf8' });
    const made = after.filter((path) => path.endsWith('.sql') && !before.includes(path));
    expect(made.map((path) => dirname(path)).sort()).toEqual(['postgres', 'sqlite']);
  }, 120_000);

  test('leaves files that are formatted and pass the linter, and lifecycles that are complete', () => {
    const linted = run(process.execPath, [...lint, ...new Set(blocks.map(({ title }) => title))]);
    expect(linted.status, linted.output).toBe(0);
    const house = ['run', '--config', 'tests/vitest.config.ts', '--project', 'model', 'tests/house/personal-data.test.ts'];
    const checked = run(process.execPath, ['node_modules/vitest/vitest.mjs', ...house]);
    expect(checked.status, checked.output).toBe(0);
  }, 120_000);

  test('archives, merges and erasures follow the entry', () => {
    writeFileSync(
      join(folder, 'bookmarks.mts'),
      `import { moveRows, revertRows } from '#lib/governance/identity/commands/moves.ts';
      import { nothingMoved } from '#lib/governance/identity/model/changes.ts';
      import { bookmarks } from '#lib/platform/db/schema/bookmarks.ts';
      import { openStore } from '#lib/platform/db/store.ts';
      import { eraseTables } from '#lib/portal/erasure/commands/rows.ts';
      import { archivedRows } from '#lib/portal/exports/queries/archived-rows.ts';
      import { actLifecycles } from '#lib/portal/lifecycles.ts';
      const store = openStore(process.env.DATABASE_URL ?? '');
      await store.migrate();
      const [from, to] = [{ key: 1, id: 'one' }, { key: 2, id: 'other' }];
      const rows = async () => (await store.reader.select().from(bookmarks)).map(({ authorId }) => authorId).join();
      await store.transact((tx) => tx.insert(bookmarks).values({ accountId: 'ada', authorId: 'one', since: new Date(0) }));
      const archived = await archivedRows(store.reader, 'ada', 'follows');
      const moved = await store.transact((tx) => moveRows(tx, from, to, () => true));
      const merged = await rows();
      await store.transact((tx) => revertRows(tx, to, from, { ...nothingMoved(), ...moved }));
      const reverted = await rows();
      await store.transact((tx) => eraseTables(tx, { accountId: 'ada', addresses: [], seals: [] }, actLifecycles));
      console.log(JSON.stringify([archived.bookmarks?.length, moved.bookmarks, merged, reverted, await rows()]));
      await store.close();`,
    );
    const { output } = run(process.execPath, ['lib/runtime/server/runtime.mjs', 'bookmarks.mts']);
    expect(output).toContain('[1,["ada"],"other","one",""]');
  }, 120_000);
});
