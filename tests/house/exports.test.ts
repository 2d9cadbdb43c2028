import { describe, expect, test } from 'vitest';
import { filesNextToFolders, reExports, unusedExports } from './exports.ts';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles();
const ours = files.filter(({ path }) => /^(app|components|lib|seeds)\//.test(path));

describe('exports', () => {
  test('are imported by another file', () => {
    expect(unusedExports(files)).toEqual([]);
  });

  test('are not re-exported by another file', () => {
    expect(reExports(ours)).toEqual([]);
  });

  test('include no planted export that nobody imports', () => {
    const model = {
      path: 'lib/catalog/works/model.ts',
      text: 'export interface Work {}\nexport const used = 1;\nexport function unused() {}\nexport const { a, b: c } = used;\n',
    };
    const page = {
      path: 'app/works/page.tsx',
      text: "import { type Work, used as u } from '#lib/catalog/works/model.ts';\nexport const metadata = {};\nexport const other = u;\n",
    };
    const test = { path: 'tests/model/works.test.ts', text: "const { a } = await import('../../lib/catalog/works/model.ts');\n" };
    expect(unusedExports([model, page, test])).toEqual([
      'lib/catalog/works/model.ts: unused',
      'lib/catalog/works/model.ts: c',
      'app/works/page.tsx: other',
    ]);
  });

  test('include no planted re-export', () => {
    const passing = ["export { a } from './b.ts';", "export type {\n  A,\n} from './b.ts';", "export * from './b.ts';"];
    const path = 'lib/catalog/works/model.ts';
    expect(passing.flatMap((text) => reExports([{ path, text }]))).toEqual([path, path, path]);
    expect(reExports([{ path, text: "export const from = 'here';\nexport { from };" }])).toEqual([]);
  });
});

describe('a file and a folder', () => {
  test('never share a name', () => {
    expect(filesNextToFolders(ours.map(({ path }) => path))).toEqual([]);
  });

  test('are detected if planted', () => {
    const planted = ['lib/catalog/works/model.ts', 'lib/catalog/works/model/dates.ts', 'lib/catalog/works/queries/works.ts'];
    expect(filesNextToFolders(planted)).toEqual(['lib/catalog/works/model.ts']);
  });
});
