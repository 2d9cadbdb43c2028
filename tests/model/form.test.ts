import { expect, test } from 'vitest';
import { typedIn } from '#lib/platform/form.ts';

test('a name that comes more than once is a list; files and fields of React are left out', () => {
  const form = new FormData();
  for (const [name, value] of [
    ['one', 'a\u202e\u0000b'],
    ['two', 'c'],
    ['two', 'd'],
    ['$ACTION_ID', 'x'],
    ['__proto__', 'y'],
    ['__proto__', 'z'],
  ] as const)
    form.append(name, value);
  form.append('file', new File(['x'], 'x.txt'));
  const typed = typedIn(form);
  expect(typed).toEqual({ one: 'ab', two: ['c', 'd'] });
  expect(Object.getPrototypeOf(typed)).toBe(Object.prototype);
});

test('a body of the size limit keeps nobody waiting, however many names it has', () => {
  const names = Array.from({ length: 60_000 }, (_, at) => at.toString(36));
  const form = new URLSearchParams(names.map((name) => [name, '']));
  const begun = performance.now();
  expect(Object.keys(typedIn(form))).toHaveLength(60_000);
  // A walk through all names for each name takes many seconds.
  expect(performance.now() - begun).toBeLessThan(1_000);
});
