import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limits, limitsDocument } from './limits.ts';
import { sourceFiles } from './source-files.ts';

test('docs/specifications/limits.md is generated from the constants', async () => {
  await expect(limitsDocument()).toMatchFileSnapshot('../../docs/specifications/limits.md');
});

test('every listed limit is enforced by its constants in the file that it names', () => {
  const lost = limits.flatMap(({ action, constants, enforcedIn }) => {
    const code = readFileSync(enforcedIn, 'utf8');
    return Object.keys(constants).flatMap((name) => (code.includes(name.replace(/.*\./, '')) ? [] : [`${action}: ${name}`]));
  });
  expect(lost).toEqual([]);
});

test('every rate limit of the product is listed', () => {
  const listed = new Set(limits.flatMap(({ constants }) => Object.keys(constants)).map((name) => name.replace(/\..*/, '')));
  const declared = sourceFiles()
    .filter(({ path }) => path.startsWith('lib/'))
    .flatMap(({ text }) =>
      [...text.matchAll(/const (\w+)(?:: Limit)? = \{\s*(?:\/\*\*.*\*\/\s*)?(?:\w+: \{ )?times: /g)].map(([, name = '']) => name),
    );
  expect(declared.length).toBeGreaterThan(20);
  // Both count claimsPerDay.
  const derived = ['claimsLimit', 'objectionsLimit'];
  expect(declared.filter((name) => !listed.has(name) && !derived.includes(name))).toEqual([]);
});
