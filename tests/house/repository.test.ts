import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getTableName, is, Table } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { citationFormats } from '#lib/catalog/works/model/citations/formats.ts';
import { lookupColumns } from '#lib/platform/db/lookup-columns.ts';
import { trackedFiles } from './source-files.ts';

test('every table of the schema is known to the page cache', async () => {
  const files = globSync('lib/platform/db/schema/*.ts');
  const modules = await Promise.all(files.map((file) => import(resolve(file)) as Promise<object>));
  const tables = modules.flatMap(Object.values).filter((value) => is(value, Table));
  expect(tables.map(getTableName).filter((name) => !lookupColumns.has(name))).toEqual([]);
});

describe('migrations match the schema', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-migrations-'));
  beforeAll(() => cpSync('drizzle', folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ['sqlite', 'file:none', 'sqlite'],
    ['postgres', 'postgres://none', 'postgresql'],
  ])(
    'of %s: generating them again adds nothing',
    (engine, url, dialect) => {
      const out = join(folder, engine);
      const config = join(folder, `${engine}.config.json`);
      writeFileSync(config, JSON.stringify({ dialect, schema: resolve('lib/platform/db/schema/*.ts'), out, casing: 'snake_case' }));
      const before = readdirSync(out).sort();
      execFileSync(process.execPath, [resolve('node_modules/drizzle-kit/bin.cjs'), 'generate', '--config', config], {
        env: { ...process.env, DATABASE_URL: url },
        stdio: 'pipe',
      });
      expect(readdirSync(out).sort()).toEqual(before);
    },
    60_000,
  );

  test('come in pairs, one for each engine', () => {
    const names = (engine: string) => readdirSync(`drizzle/${engine}`).filter((name) => name.endsWith('.sql'));
    expect(names('sqlite')).toEqual(names('postgres'));
  });

  test.each(['sqlite', 'postgres'])('of %s have the snapshot of the newest only', (engine) => {
    const newest =
      readdirSync(`drizzle/${engine}`)
        .filter((name) => name.endsWith('.sql'))
        .sort()
        .at(-1) ?? '';
    expect(readdirSync(`drizzle/${engine}/meta`).sort()).toEqual([`${newest.slice(0, 4)}_snapshot.json`, '_journal.json']);
  });
});

test('dependencies with known vulnerabilities are at or above the fixed version', () => {
  const least: Record<string, string> = {
    next: '16.2.6',
    react: '19.2.6',
    'drizzle-orm': '0.45.2',
    'next-auth': '4.24.12',
    nodemailer: '7.0.7',
  };
  for (const [name, version] of Object.entries(least)) {
    const installed: string = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
    expect(installed.localeCompare(version, 'en', { numeric: true }), `${name} ${installed}`).toBeGreaterThanOrEqual(0);
  }
});

test('all packages come from the registry', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { resolved?: string }>;
  };
  const others = Object.entries(packages).filter(([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'));
  expect(others.map(([path]) => path)).toEqual([]);
  expect(readFileSync('.npmrc', 'utf8')).not.toMatch(/registry *=/);
});

test('every file and folder that the documents name exists', () => {
  const documents = trackedFiles().filter((path) => path.endsWith('.md'));
  const lost = documents.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => join(path, '..', match[1] ?? ''));
    const named = [...text.matchAll(/`((?:app|components|lib|seeds|tests|docs|drizzle)\/[\w./[\]-]+)`/g)].map((match) => match[1] ?? '');
    return [...links, ...named].filter((target) => !existsSync(target)).map((target) => `${path}: ${target}`);
  });
  expect(lost).toEqual([]);
});

test('every citation format has a route of selected works', () => {
  const routes = citationFormats.map(({ file }) => `app/works/${file}/route.ts`);
  const files = trackedFiles();
  expect(routes.filter((route) => !files.includes(route))).toEqual([]);
});
