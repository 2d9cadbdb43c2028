import { describe, expect, test } from 'vitest';
import { refusals } from '#lib/portal/refusals.ts';
import { runtimeImports, type SourceFile, sourceFiles } from './source-files.ts';

const files = sourceFiles();

/** Returns the error codes of a table, or of the rule of a proof method: keys with one more indent, with an object or a call as value. */
const codesIn = (text: string): string[] => {
  const table = /^export const \w+Refusals = \{$([\s\S]*?)^\}/m.exec(text)?.[1] ?? '';
  const ofMethod = /^ {2}refusals: \{$([\s\S]*?)^ {2}\}/m.exec(text)?.[1] ?? '';
  return [...table.matchAll(/^ {2}(\w+): /gm), ...ofMethod.matchAll(/^ {4}(\w+): \{/gm)].map((match) => match[1] ?? '');
};

/** Returns codes that are in two tables, as 'code: one, other'. */
function duplicates(tables: readonly Pick<SourceFile, 'path' | 'text'>[]): string[] {
  const owners = new Map<string, string[]>();
  for (const { path, text } of tables) for (const code of codesIn(text)) owners.set(code, [...(owners.get(code) ?? []), path]);
  return [...owners].filter(([, paths]) => paths.length > 1).map(([code, paths]) => `${code}: ${paths.join(', ')}`);
}

const isTable = (path: string): boolean =>
  /^lib\/((platform|\w+\/[\w-]+)\/refusals|governance\/claims\/model\/methods\/[\w-]+)\.ts$/.test(path);

const isRefusalFile = (path: string): boolean => /(^|\/)refusals\.ts$/.test(path);

/** Returns import paths from a client component to a file that matches, as 'component → … → file'. Server actions end a path. */
function loadedInBrowser(all: readonly SourceFile[], isMatch: (path: string, file?: SourceFile) => boolean): string[] {
  const byPath = new Map(all.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: string[]) => {
    const file = byPath.get(path);
    if (isMatch(path, file) && !seen.has(path)) found.push([...way, path].join(' → '));
    if (!file || seen.has(path) || /^'use server';/m.test(file.text)) return;
    seen.add(path);
    for (const to of runtimeImports(file)) visit(to, [...way, path]);
  };
  for (const { path, text } of all) if (/^(app|components)\//.test(path) && /^'use client';/m.test(text)) visit(path, []);
  return found;
}

describe('error codes', () => {
  test('are in the table of one module each, and all tables are merged', () => {
    const tables = files.filter(({ path }) => isTable(path));
    expect(duplicates(tables)).toEqual([]);
    expect(tables.flatMap(({ text }) => codesIn(text)).sort()).toEqual(Object.keys(refusals).sort());
  });

  test('are detected if planted in two modules', () => {
    const one = { path: 'lib/catalog/authors/refusals.ts', text: 'export const authorRefusals = {\n  unknown_author: {\n  },\n} as const' };
    const other = {
      path: 'lib/community/follows/refusals.ts',
      text: 'export const followRefusals = {\n  unknown_author: far(1),\n} as const',
    };
    expect(duplicates([one, other])).toEqual([`unknown_author: ${one.path}, ${other.path}`]);
  });

  test('are looked up on the server: no client component and none of its imports loads a table', () => {
    expect(loadedInBrowser(files, isRefusalFile)).toEqual([]);
  });

  test('are detected in a planted client component, and allowed in actions', () => {
    const file = (path: string, text: string, imports: string[]): SourceFile => ({ path, text, imports, packages: [] });
    const form = file(
      'components/a/form.tsx',
      "'use client';\nimport { notice } from './notice.tsx';\nimport { act } from './actions.ts';",
      ['components/a/notice.tsx', 'lib/a/b/actions.ts'],
    );
    const notice = file('components/a/notice.tsx', "import { refusals } from '#lib/portal/refusals.ts';", ['lib/portal/refusals.ts']);
    const actions = file('lib/a/b/actions.ts', "'use server';\nimport { bRefusals } from './refusals.ts';", ['lib/a/b/refusals.ts']);
    expect(loadedInBrowser([form, notice, actions], isRefusalFile)).toEqual([
      'components/a/form.tsx → components/a/notice.tsx → lib/portal/refusals.ts',
    ]);
    const typed = { ...notice, text: "import type { Refusal } from '#lib/portal/refusals.ts';" };
    expect(loadedInBrowser([form, typed, actions], isRefusalFile)).toEqual([]);
  });

  test('have messages with sentences of about 20 words at most', () => {
    const long = Object.entries(refusals).flatMap(([code, { title, detail, action }]) =>
      [title, ...`${detail} ${action}`.split(/(?<=[.!?:]) /)].filter((sentence) => sentence.split(' ').length > 22).map(() => code),
    );
    expect(long).toEqual([]);
  });
});

test('client components do not load Zod: it tries to compile code, which the content security policy blocks and Firefox logs', () => {
  const usesZod = (_: string, file?: SourceFile) => file?.packages.includes('zod') === true && !/^'use server';/m.test(file.text);
  expect(loadedInBrowser(files, usesZod)).toEqual([]);
});
