import { describe, expect, test } from 'vitest';
import { unexplainedSql, unlistedSql } from './hand-written-sql.ts';
import { layers, moduleOf, moduleOrder, mutualImports, upwardImports } from './layers.ts';
import { parseModulePath, runtimeImports, type SourceFile, sourceFiles, trackedFiles } from './source-files.ts';

const files = sourceFiles();
const ours = files.filter(({ path }) => /^(app|components|lib|seeds)\//.test(path));
const byPath = new Map(files.map((file) => [file.path, file]));

/** Returns true for modules that choose their own file names. */
const hasOwnFileNames = (path: string): boolean =>
  /^lib\/(platform|runtime)\//.test(path) ||
  ['catalog/bibliography', 'catalog/sources', 'catalog/search-index', 'portal/sign-in'].includes(moduleOf(path) ?? '');
const closedSet = new Set([
  'model',
  'queries',
  'commands',
  'loaders',
  'actions',
  'jobs',
  'lifecycle',
  'cli',
  'mail',
  'probes',
  'refusals',
  'case-handlers',
]);
const topLevel = new Set(
  'app components lib public drizzle seeds tests docs deploy .ci package.json package-lock.json next.config.ts tsconfig.json biome.json README.md LICENSE CITATION.cff CONTRIBUTING.md CHANGELOG.md CODE_OF_CONDUCT.md SECURITY.md .editorconfig .github .gitignore .npmrc .nvmrc .dockerignore'.split(
    ' ',
  ),
);

const under = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
const isFile = (path: string, name: string) => parseModulePath(path)?.file === name && !hasOwnFileNames(path);

/** Returns the imports that a rule forbids, as 'from → to'. */
const forbiddenImports = (from: (file: SourceFile) => boolean, forbidden: (to: string, file: SourceFile) => boolean) =>
  ours.filter(from).flatMap((file) => file.imports.filter((to) => forbidden(to, file)).map((to) => `${file.path} → ${to}`));
const packages = (from: (file: SourceFile) => boolean, forbidden: RegExp) =>
  ours.filter(from).flatMap((file) => file.packages.filter((name) => forbidden.test(name)).map((name) => `${file.path} → ${name}`));
const filesMatching = (pattern: RegExp, where: (path: string) => boolean) =>
  ours.filter(({ path, text }) => where(path) && pattern.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))).map(({ path }) => path);

const ownImports = ours.flatMap(({ path, imports }) =>
  path.startsWith('lib/') ? imports.filter((to) => to.startsWith('lib/')).map((to) => ({ from: path, to })) : [],
);

describe('layers', () => {
  test('contain every file of lib, in a module with a place in the order', () => {
    const unknown = ours.flatMap(({ path }) => (path.startsWith('lib/') && !moduleOrder.includes(moduleOf(path) ?? '') ? [path] : []));
    expect(unknown).toEqual([]);
    const empty = moduleOrder.filter((name) => !ours.some(({ path }) => moduleOf(path) === name));
    expect(empty).toEqual([]);
  });

  test('let a module import only from modules before it, types included', () => {
    expect(upwardImports(ownImports).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('have no two modules that import each other, types included', () => {
    expect(mutualImports(ownImports)).toEqual([]);
  });

  test('detect a planted upward import and a planted pair', () => {
    const upwards = { from: 'lib/catalog/works/queries/works.ts', to: 'lib/governance/claims/model/claim.ts' };
    const back = { from: 'lib/governance/claims/queries/claims.ts', to: 'lib/catalog/works/queries/works.ts' };
    expect(upwardImports([upwards, back])).toEqual([upwards]);
    expect(mutualImports([upwards, back])).toEqual(['catalog/works ↔ governance/claims']);
    expect(Object.keys(layers)).toHaveLength(6);
  });
});

describe('modules', () => {
  test('have a fixed top level', () => {
    expect(
      trackedFiles()
        .map((path) => path.split('/')[0] ?? '')
        .filter((name) => !topLevel.has(name)),
    ).toEqual([]);
  });

  test('contain files of fixed names only', () => {
    // The verifier is downloaded, and runs without the rest.
    const downloads = ['lib/catalog/trust/verify.mjs'];
    const otherExports = ours.flatMap(({ path }) => {
      const place = parseModulePath(path);
      return place && !hasOwnFileNames(path) && !closedSet.has(place.file) && !downloads.includes(path) ? [path] : [];
    });
    expect(otherExports).toEqual([]);
  });

  test('have no barrels, utils, helpers, common, manager or Impl', () => {
    const named = trackedFiles().filter((path) =>
      /(^|\/)(utils?|helpers?|common|misc|shared|[a-z-]*manager|[a-z-]*impl)(\.|\/)|(^|\/)(lib|components)\/.*\/index\.tsx?$/i.test(path),
    );
    const barrels = ours.filter(({ text }) => /^export \* from/m.test(text)).map(({ path }) => path);
    expect([...named, ...barrels]).toEqual([]);
  });

  test('have an existing file behind every import', () => {
    const lost = ours.flatMap((file) =>
      file.imports.filter((to) => !byPath.has(to) && !/\.(css|json|svg|woff2)$/.test(to)).map((to) => `${file.path} → ${to}`),
    );
    expect(lost.filter((arrow) => !arrow.includes('node_modules'))).toEqual([]);
  });
});

describe('import rules', () => {
  test('app only loads and renders: loaders, actions, models, components; nothing imports app', () => {
    const allowed = (to: string) =>
      under(to, 'components', 'app') ||
      ['loaders', 'actions', 'model'].includes(parseModulePath(to)?.file ?? '') ||
      under(
        to,
        'lib/platform/auth',
        'lib/platform/http',
        'lib/platform/mail',
        'lib/platform/text',
        'lib/portal/sign-in',
        'lib/runtime/static-markup',
      ) ||
      !under(to, 'lib') ||
      to.split('/').length === 3;
    expect(
      forbiddenImports(
        ({ path }) => under(path, 'app'),
        (to) => !allowed(to),
      ),
    ).toEqual([]);
    expect(
      forbiddenImports(
        ({ path }) => !under(path, 'app'),
        (to) => under(to, 'app'),
      ),
    ).toEqual([]);
  });

  test('components/ui knows nothing of this product', () => {
    expect(
      forbiddenImports(
        ({ path }) => under(path, 'components/ui'),
        (to) => !under(to, 'components/ui'),
      ),
    ).toEqual([]);
  });

  test('no two folders of components import each other', () => {
    const imports = ours.flatMap(({ path, imports }) =>
      under(path, 'components') ? imports.filter((to) => under(to, 'components')).map((to) => ({ from: path, to })) : [],
    );
    const folderOf = (path: string): string => path.split('/')[1] ?? '';
    expect(mutualImports(imports, folderOf)).toEqual([]);
    const back = { from: 'components/ui/button.tsx', to: 'components/frame/site-frame.tsx' };
    expect(mutualImports([...imports, back], folderOf)).toEqual(['frame ↔ ui']);
  });

  test('components import models and actions, never the database', () => {
    expect(
      forbiddenImports(
        ({ path }) => under(path, 'components'),
        (to) => under(to, 'lib/platform/db', 'lib/platform/jobs', 'lib/runtime', 'seeds', 'tests'),
      ),
    ).toEqual([]);
    expect(
      forbiddenImports(
        ({ path }) => under(path, 'components'),
        (to) => ['queries', 'commands', 'loaders'].includes(parseModulePath(to)?.file ?? ''),
      ),
    ).toEqual([]);
  });

  test('only loaders, actions, sign-in, auth and the server import Next.js', () => {
    const mayKnow = (path: string) =>
      ['loaders', 'actions'].includes(parseModulePath(path)?.file ?? '') ||
      under(path, 'lib/platform/auth', 'lib/portal/sign-in', 'lib/runtime/server', 'lib/runtime/static-markup') ||
      path === 'lib/platform/action.ts';
    expect(packages(({ path }) => under(path, 'lib') && !mayKnow(path), /^next(\/|$)|^next-auth/)).toEqual([]);
  });

  test('a model runs anywhere: it imports only models, names, text and values', () => {
    const values = ['outcome', 'clock', 'csv', 'form', 'limits', 'refusals'].map((name) => `lib/platform/${name}.ts`);
    const fine = (to: string) =>
      parseModulePath(to)?.file === 'model' ||
      under(to, 'lib/platform/names', 'lib/platform/text', 'lib/catalog/bibliography') ||
      [
        'lib/community/decision-reasons.ts',
        'lib/community/limits.ts',
        'lib/catalog/sources/organisations.ts',
        'lib/catalog/sources/identifiers.ts',
        ...values,
      ].includes(to);
    expect(
      forbiddenImports(
        ({ path }) => isFile(path, 'model'),
        (to) => !fine(to),
      ),
    ).toEqual([]);
    expect(
      packages(({ path }) => isFile(path, 'model'), /^(next|drizzle-orm|better-sqlite3|pg|react|node:(fs|net|http|child_process))/),
    ).toEqual([]);
  });

  test('queries and commands never import loaders, actions, pages or components', () => {
    const inner = ({ path }: SourceFile) => ['queries', 'commands'].includes(parseModulePath(path)?.file ?? '');
    expect(
      forbiddenImports(inner, (to) => ['loaders', 'actions'].includes(parseModulePath(to)?.file ?? '') || under(to, 'app', 'components')),
    ).toEqual([]);
  });

  test('sources turn bytes into records and never touch the database', () => {
    expect(
      forbiddenImports(
        ({ path }) => under(path, 'lib/catalog/sources'),
        (to) => under(to, 'lib/platform/db') || ['queries', 'commands'].includes(parseModulePath(to)?.file ?? ''),
      ),
    ).toEqual([]);
  });

  test('the database imports no module, and only its own files and search know a dialect', () => {
    expect(
      forbiddenImports(
        ({ path }) => under(path, 'lib/platform/db'),
        (to) =>
          !under(to, 'lib/platform/db', 'lib/platform/processes') &&
          !['lib/platform/env.ts', 'lib/platform/request-context.ts'].includes(to),
      ),
    ).toEqual([]);
    expect(
      packages(
        ({ path }) => !under(path, 'lib/platform/db'),
        /drizzle-orm\/(sqlite-core|pg-core|better-sqlite3|node-postgres)|^(better-sqlite3|pg)$/,
      ),
    ).toEqual([]);
  });

  test('the worker and its dependencies never import Next.js', () => {
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
      forbiddenImports(
        ({ path }) => !under(path, 'seeds'),
        (to) => under(to, 'seeds', 'tests'),
      ),
    ).toEqual([]);
  });

  test('no file imports itself, directly or indirectly', () => {
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (path: string, way: string[]) => {
      if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].join(' → '));
      else if (!done.has(path)) {
        const file = byPath.get(path);
        for (const to of file ? runtimeImports(file) : []) visit(to, [...way, path]);
        done.add(path);
      }
    };
    for (const { path } of ours) visit(path, []);
    expect(cycles).toEqual([]);
  });
});

describe('hand-written SQL', () => {
  test('is where the list states, and nowhere else', () => {
    expect(unlistedSql(ours)).toEqual([]);
  });

  test('has a reason in each file', () => {
    expect(unexplainedSql()).toEqual([]);
    expect(
      unexplainedSql({ 'lib/a.ts': { statements: 1, reason: ' ' }, 'lib/b.ts': { statements: 0, reason: 'It is recursive.' } }),
    ).toEqual(['lib/a.ts', 'lib/b.ts']);
  });

  test('is detected where it is planted', () => {
    const planted = { path: 'lib/portal/cards/queries.ts', text: "reader.query('select 1', [])" };
    expect(unlistedSql([planted], {})).toEqual(['lib/portal/cards/queries.ts: 1, not 0']);
  });
});

describe('conventions', () => {
  test('a "use server" file exports actions only', () => {
    const otherExports = ours
      .filter(({ text }) => /^'use server';/m.test(text))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export (?!async function|const \w+ = \w+Action\(|type |interface )(.*)$/gm)].map(
          (match) => `${path}: ${match[1]}`,
        ),
      );
    expect(otherExports).toEqual([]);
  });

  test('Drizzle’s own ways to execute a statement or open a transaction stay inside lib/platform/db', () => {
    expect(
      filesMatching(
        /\.(transaction|run|all|get|values\(\)\.all)\(\s*(async|\)|\(tx)/,
        (path) => under(path, 'lib') && !under(path, 'lib/platform/db', 'lib/portal/sign-in', 'lib/platform/auth'),
      ),
    ).toEqual([]);
    expect(filesMatching(/\.transaction\(/, (path) => under(path, 'lib', 'app') && !under(path, 'lib/platform/db'))).toEqual([]);
  });

  test('only lib/platform/auth mints an Actor', () => {
    expect(filesMatching(/\bmintActor\(/, (path) => under(path, 'lib', 'app', 'components') && !under(path, 'lib/platform/auth'))).toEqual(
      [],
    );
  });

  test('only lib/catalog/ownership mints an Owner', () => {
    expect(
      filesMatching(/\bmintOwner\(/, (path) => under(path, 'lib', 'app', 'components') && !under(path, 'lib/catalog/ownership')),
    ).toEqual([]);
  });

  test('only tests and sample stories set the clock', () => {
    expect(filesMatching(/\bsetClock\(/, (path) => under(path, 'lib', 'app', 'components') && path !== 'lib/platform/clock.ts')).toEqual(
      [],
    );
  });

  test('two reviewed components set HTML', () => {
    const reviewed = ['components/site/json-ld.tsx', 'components/works/math.tsx'];
    expect(filesMatching(/dangerouslySetInnerHTML/, (path) => under(path, 'app', 'components')).sort()).toEqual(reviewed);
  });

  test('every TLS certificate is verified', () => {
    expect(filesMatching(/rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity/, (path) => under(path, 'lib', 'app'))).toEqual([]);
  });

  test('SHA-256 is the only hash', () => {
    const other = /\bcreate(?:Hash|Hmac)\('(?!sha256')|\b(?:hkdf|pbkdf2)(?:Sync)?\('(?!sha256')/;
    expect("createHash('md5')").toMatch(other);
    expect(filesMatching(other, (path) => under(path, 'lib', 'app', 'components'))).toEqual([]);
  });

  test('no test is skipped, and no check is suppressed', () => {
    const silenced = files.filter(
      ({ path, text }) =>
        !path.startsWith('tests/house/') &&
        /@ts-ignore|@ts-nocheck|biome-ignore|eslint-disable|\b(describe|test|it)\.(skip|only|todo)\(/.test(text),
    );
    expect(silenced.map(({ path }) => path)).toEqual([]);
  });
});
