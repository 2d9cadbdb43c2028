import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runtimeImports, type SourceFile, sourceFiles } from './house/source-files.ts';

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Returns the commit at which this branch left `main`; `HEAD` on `main`, or where `main` is unknown. */
function branchPoint(): string {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', 'HEAD', main);
    } catch {
      // A clone may have no such branch.
    }
  }
  return 'HEAD';
}

/** Returns the files that differ from the branch point: committed, uncommitted, untracked and deleted. */
const changedFiles = (): string[] =>
  [git('diff', '--name-only', '--no-renames', branchPoint()), git('ls-files', '--others', '--exclude-standard')]
    .flatMap((list) => list.split('\n'))
    .filter(Boolean);

/** It imports most commands, so that a test which uses it says little about them. */
const fixtures = 'tests/store/fixtures.ts';

/** Returns the files that a file loads: its imports without types, and scripts that it starts in a process of their own. */
const loadedBy = (file: SourceFile): string[] => [
  ...runtimeImports(file),
  ...[...file.text.matchAll(/'((?:lib|tests)\/[^']+\.(?:ts|mjs))'/g)].map((match) => match[1] ?? ''),
];

/** Returns the changed files and those that load them, nearest first: fewer imports between two files make a dependency more likely. */
export function filesReaching(files: readonly SourceFile[], changed: readonly string[]): string[] {
  const loaders = new Map<string, string[]>();
  for (const file of files)
    if (file.path !== fixtures) for (const to of loadedBy(file)) loaders.set(to, [...(loaders.get(to) ?? []), file.path]);
  const reached = new Set(changed);
  for (const path of reached) for (const from of loaders.get(path) ?? []) reached.add(from);
  return [...reached];
}

const maxTests = 25;
/** Tests with many processes, besides those that `quick` excludes. They run if they have changed themselves. */
const manyProcesses = ['concurrent-processes', 'exports', 'identity'].map((name) => `tests/store/${name}.test.ts`);

/** Returns the longest house tests that a change does not concern: the recipes, which change a copy of the repository, and deployment. */
function unconcernedHouseTests(changed: readonly string[]): string[] {
  const guide = readFileSync('CONTRIBUTING.md', 'utf8');
  const concerns: Record<string, (path: string) => boolean> = {
    'tests/house/recipe.test.ts': (path) => path === 'CONTRIBUTING.md' || guide.includes(`title="${path}"`),
    'tests/house/deploy.test.ts': (path) => /^(deploy|lib\/platform\/settings|lib\/runtime)\//.test(path) || path === 'lib/platform/env.ts',
  };
  return Object.entries(concerns).flatMap(([test, isConcern]) => (changed.some((path) => path === test || isConcern(path)) ? [] : [test]));
}

/** Returns the tests that reach what has changed, except for house tests, which run unless they are excluded. */
export function testsOfChange(slow: readonly string[]): { changed: number; tests: string[]; more: number; excluded: string[] } {
  const changed = changedFiles();
  const isSlow = (path: string): boolean =>
    [...slow, ...manyProcesses].some((pattern) => new RegExp(`^${pattern.replace('*', '[^/]+')}$`).test(path));
  const reaching = filesReaching(sourceFiles(), changed).filter(
    (path) => /^tests\/(model|store|sources)\/.*\.test\.ts$/.test(path) && (changed.includes(path) || !isSlow(path)),
  );
  const tests = reaching.slice(0, maxTests);
  return { changed: changed.length, tests, more: reaching.length - tests.length, excluded: unconcernedHouseTests(changed) };
}
