import { describe, expect, test } from 'vitest';
import { placeOf, type SourceFile, sourceFiles, trackedFiles } from './house.ts';

const files = sourceFiles();
const ours = files.filter(({ path }) => /^(app|components|lib|seeds)\//.test(path));
const byPath = new Map(files.map((file) => [file.path, file]));

/** Rooms without the closed set of file names: tools of the house, each with files of its own. */
const workshops = new Set(['db', 'server', 'auth', 'mail', 'jobs', 'search', 'importers']);
const closedSet = new Set(['model', 'queries', 'commands', 'loaders', 'actions']);
const topLevel = new Set(
  'app components lib drizzle seeds tests docs .ci package.json package-lock.json next.config.ts tsconfig.json biome.json README.md LICENSE CITATION.cff CONTRIBUTING.md CHANGELOG.md .gitignore .npmrc .nvmrc .dockerignore'.split(
    ' ',
  ),
);

const under = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
const isFile = (path: string, name: string) => placeOf(path)?.file === name && !workshops.has(placeOf(path)?.room ?? '');

/** Every arrow that a rule forbids, as 'from → to'. */
const arrows = (from: (file: SourceFile) => boolean, forbidden: (to: string, file: SourceFile) => boolean) =>
  ours.filter(from).flatMap((file) => file.imports.filter((to) => forbidden(to, file)).map((to) => `${file.path} → ${to}`));
const packages = (from: (file: SourceFile) => boolean, forbidden: RegExp) =>
  ours.filter(from).flatMap((file) => file.packages.filter((name) => forbidden.test(name)).map((name) => `${file.path} → ${name}`));
const saying = (pattern: RegExp, where: (path: string) => boolean) =>
  ours.filter(({ path, text }) => where(path) && pattern.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))).map(({ path }) => path);

describe('rooms', () => {
  test('the top level is fixed', () => {
    expect(
      trackedFiles()
        .map((path) => path.split('/')[0] ?? '')
        .filter((name) => !topLevel.has(name)),
    ).toEqual([]);
  });

  test('a room holds model, queries, commands, loaders and actions, and nothing else', () => {
    const strangers = ours.flatMap(({ path }) => {
      const place = placeOf(path);
      return place && path.split('/').length > 2 && !workshops.has(place.room) && !closedSet.has(place.file) && place.file !== 'cli'
        ? [path]
        : [];
    });
    expect(strangers).toEqual([]);
  });

  test('no barrels, no utils, helpers, common, manager or Impl', () => {
    const named = trackedFiles().filter((path) =>
      /(^|\/)(utils?|helpers?|common|misc|shared|[a-z-]*manager|[a-z-]*impl)(\.|\/)|(^|\/)(lib|components)\/.*\/index\.tsx?$/i.test(path),
    );
    const barrels = ours.filter(({ text }) => /^export \* from/m.test(text)).map(({ path }) => path);
    expect([...named, ...barrels]).toEqual([]);
  });

  test('every import leads to a file', () => {
    const lost = ours.flatMap((file) =>
      file.imports.filter((to) => !byPath.has(to) && !/\.(css|woff2)$/.test(to)).map((to) => `${file.path} → ${to}`),
    );
    expect(lost.filter((arrow) => !arrow.includes('node_modules'))).toEqual([]);
  });
});

describe('arrows', () => {
  test('app loads and places: loaders, actions, models, components; nothing imports app', () => {
    const allowed = (to: string) =>
      under(to, 'components', 'app') ||
      ['loaders', 'actions', 'model'].includes(placeOf(to)?.file ?? '') ||
      under(to, 'lib/auth') ||
      !under(to, 'lib/') ||
      to.split('/').length === 2 ||
      under(to, 'lib/mail');
    expect(
      arrows(
        ({ path }) => under(path, 'app'),
        (to) => !allowed(to),
      ),
    ).toEqual([]);
    expect(
      arrows(
        ({ path }) => !under(path, 'app'),
        (to) => under(to, 'app'),
      ),
    ).toEqual([]);
  });

  test('components/ui could ship in another product', () => {
    expect(
      arrows(
        ({ path }) => under(path, 'components/ui'),
        (to) => !under(to, 'components/ui'),
      ),
    ).toEqual([]);
  });

  test('components reach models and actions, never the database', () => {
    expect(
      arrows(
        ({ path }) => under(path, 'components'),
        (to) => under(to, 'lib/db', 'lib/server', 'lib/jobs', 'lib/importers', 'seeds', 'tests'),
      ),
    ).toEqual([]);
    expect(
      arrows(
        ({ path }) => under(path, 'components'),
        (to) => ['queries', 'commands', 'loaders'].includes(placeOf(to)?.file ?? ''),
      ),
    ).toEqual([]);
  });

  test('only loaders, actions and lib/platform/auth know Next', () => {
    const mayKnow = (path: string) =>
      ['loaders', 'actions'].includes(placeOf(path)?.file ?? '') ||
      under(path, 'lib/auth', 'lib/server') ||
      path === 'lib/platform/action.ts';
    expect(packages(({ path }) => under(path, 'lib') && !mayKnow(path), /^next(\/|$)|^next-auth/)).toEqual([]);
  });

  test('a model runs anywhere: zod, outcome and other models alone', () => {
    const fine = (to: string) =>
      placeOf(to)?.file === 'model' || ['lib/platform/outcome.ts', 'lib/platform/clock.ts', 'lib/platform/csv.ts'].includes(to);
    expect(
      arrows(
        ({ path }) => isFile(path, 'model'),
        (to) => !fine(to),
      ),
    ).toEqual([]);
    expect(
      packages(({ path }) => isFile(path, 'model'), /^(next|drizzle-orm|better-sqlite3|pg|react|node:(fs|net|http|child_process))/),
    ).toEqual([]);
  });

  test('queries and commands never reach loaders, actions, pages or components', () => {
    const inner = ({ path }: SourceFile) => ['queries', 'commands'].includes(placeOf(path)?.file ?? '');
    expect(arrows(inner, (to) => ['loaders', 'actions'].includes(placeOf(to)?.file ?? '') || under(to, 'app', 'components'))).toEqual([]);
  });

  test('importers turn bytes into records and never touch the database', () => {
    expect(
      arrows(
        ({ path }) => under(path, 'lib/importers'),
        (to) => under(to, 'lib/db') || ['queries', 'commands'].includes(placeOf(to)?.file ?? ''),
      ),
    ).toEqual([]);
  });

  test('the database knows no room, and only its own files and search know a dialect', () => {
    expect(
      arrows(
        ({ path }) => under(path, 'lib/db'),
        (to) => !under(to, 'lib/db') && to !== 'lib/platform/env.ts',
      ),
    ).toEqual([]);
    expect(
      packages(
        ({ path }) => !under(path, 'lib/db'),
        /drizzle-orm\/(sqlite-core|pg-core|better-sqlite3|node-postgres)|^(better-sqlite3|pg)$/,
      ),
    ).toEqual([]);
  });

  test('the worker and all it reaches never import Next', () => {
    const reached = new Set<string>();
    const visit = (path: string) => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const to of byPath.get(path)?.imports ?? []) visit(to);
    };
    visit('lib/runtime/worker/worker.ts');
    expect([...reached].filter((path) => byPath.get(path)?.packages.some((name) => /^next(\/|$)|^next-auth/.test(name)))).toEqual([]);
  });

  test('nothing imports seeds or tests', () => {
    expect(
      arrows(
        ({ path }) => !under(path, 'seeds'),
        (to) => under(to, 'seeds', 'tests'),
      ),
    ).toEqual([]);
  });

  test('no file imports itself, however long the way', () => {
    const rings: string[] = [];
    const done = new Set<string>();
    const visit = (path: string, way: string[]) => {
      if (way.includes(path)) rings.push([...way.slice(way.indexOf(path)), path].join(' → '));
      else if (!done.has(path)) {
        for (const to of withoutTypes(path)) visit(to, [...way, path]);
        done.add(path);
      }
    };
    for (const { path } of ours) visit(path, []);
    expect(rings).toEqual([]);
  });
});

/** Imports that are there when the program runs: an `import type` is not. */
const withoutTypes = (path: string): string[] => {
  const file = byPath.get(path);
  if (!file) return [];
  const text = file.text.replace(/^(import|export) type [^;]*;$/gm, '');
  return file.imports.filter((to) => text.includes(`${to.split('/').at(-1)}'`));
};

describe('furniture', () => {
  test('a "use server" file exports actions only', () => {
    const strangers = ours
      .filter(({ text }) => /^'use server';/m.test(text))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export (?!async function|type |interface )(.*)$/gm)].map((match) => `${path}: ${match[1]}`),
      );
    expect(strangers).toEqual([]);
  });

  test('drizzle’s own ways to end a statement or open a transaction stay inside lib/platform/db', () => {
    expect(
      saying(
        /\.(transaction|run|all|get|values\(\)\.all)\(\s*(async|\)|\(tx)/,
        (path) => under(path, 'lib') && !under(path, 'lib/db', 'lib/auth'),
      ),
    ).toEqual([]);
    expect(saying(/\.transaction\(/, (path) => under(path, 'lib', 'app') && !under(path, 'lib/db'))).toEqual([]);
  });

  test('only lib/platform/auth mints an Actor', () => {
    expect(saying(/\bmintActor\(/, (path) => under(path, 'lib', 'app', 'components') && !under(path, 'lib/auth'))).toEqual([]);
  });

  test('only stories set the clock', () => {
    expect(saying(/\bsetClock\(/, (path) => under(path, 'lib', 'app', 'components') && path !== 'lib/platform/clock.ts')).toEqual([]);
  });

  test('one reviewed component sets HTML', () => {
    expect(saying(/dangerouslySetInnerHTML/, (path) => under(path, 'app', 'components')).length).toBeLessThanOrEqual(2);
  });

  test('no test is switched off, and no check is silenced', () => {
    const silenced = files.filter(
      ({ path, text }) =>
        !path.startsWith('tests/house/') &&
        /@ts-ignore|@ts-nocheck|biome-ignore|eslint-disable|\b(describe|test|it)\.(skip|only|todo)\(/.test(text),
    );
    expect(silenced.map(({ path }) => path)).toEqual([]);
  });
});
