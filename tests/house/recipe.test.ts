import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** One step of the recipe: a new file, or lines that are inserted after the only line that contains `after`. */
interface Block {
  title: string;
  after?: string;
  code: string;
}

const section = /^## Add a source\n([\s\S]*?)(?=^## )/m.exec(readFileSync('CONTRIBUTING.md', 'utf8'))?.[1] ?? '';
const blocks: Block[] = [...section.matchAll(/^( *)```ts title="([^"]+)"(?: after="([^"]+)")?\n([\s\S]*?)^\1```$/gm)].map(
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

describe('the recipe for a source in CONTRIBUTING.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-recipe-'));
  const env = { ...process.env, DATABASE_URL: `file:${join(folder, 'recipe.db')}`, DATA_DIR: join(folder, 'data') };
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    return { status, output: `${stdout}${stderr}` };
  };

  beforeAll(() => {
    for (const path of ['lib', 'tests/importers', 'tests/vitest.config.ts', 'package.json', 'tsconfig.json', 'biome.json', '.gitignore'])
      cpSync(path, join(folder, path), { recursive: true });
    for (const path of ['node_modules', 'drizzle']) symlinkSync(resolve(path), join(folder, path), 'dir');
    for (const block of blocks) apply(folder, block);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('has new files and insertions', () => {
    expect(blocks.filter(({ after }) => after === undefined)).toHaveLength(2);
    expect(blocks.filter(({ after }) => after !== undefined)).toHaveLength(3);
  });

  test('leaves files that are formatted and pass the linter', () => {
    const files = [...new Set(blocks.map(({ title }) => title))];
    const { status, output } = run(
      'node_modules/@biomejs/biome/bin/biome',
      'check',
      '--vcs-enabled=false',
      '--error-on-warnings',
      ...files,
    );
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
