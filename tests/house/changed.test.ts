import { expect, test } from 'vitest';
import { filesReaching } from '../changed.ts';
import type { SourceFile } from './source-files.ts';

const file = (path: string, text: string, ...imports: string[]): SourceFile => ({ path, text, imports, packages: [] });
const model = 'lib/catalog/works/model.ts';
const command = 'lib/catalog/works/commands.ts';
const files = [
  file(command, "import { a } from './model.ts';", model),
  file('tests/store/far.test.ts', "import { b } from '#lib/catalog/works/commands.ts';", command),
  file('tests/model/near.test.ts', "import { a } from '#lib/catalog/works/model.ts';", model),
  file('tests/model/typed.test.ts', "import type { A } from '#lib/catalog/works/model.ts';", model),
  file('tests/store/started.test.ts', "run('lib/catalog/works/commands.ts');"),
];

test('a change is reached by the files that load it, nearest first, and not by those that import its types', () => {
  const reached = [model, command, 'tests/model/near.test.ts', 'tests/store/far.test.ts', 'tests/store/started.test.ts'];
  expect(filesReaching(files, [model])).toEqual(reached);
});

test('the fixtures of the store do not lead from a change to every test that uses them', () => {
  const fixtures = file('tests/store/fixtures.ts', "import { b } from '#lib/catalog/works/commands.ts';", command);
  const user = file('tests/store/user.test.ts', "import { createAccount } from './fixtures.ts';", fixtures.path);
  expect(filesReaching([...files, fixtures, user], [command])).not.toContain(user.path);
  expect(filesReaching([...files, fixtures, user], [fixtures.path])).toEqual([fixtures.path, user.path]);
});
