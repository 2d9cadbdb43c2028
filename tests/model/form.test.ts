import { expect, test } from 'vitest';
import { workFromForm } from '#lib/catalog/sources/typed-work.ts';
import { typedWorkInput } from '#lib/governance/additions/model.ts';
import { firstCharacters, submittedFields } from '#lib/platform/form.ts';
import { measureCpuMs } from '../cpu-time.ts';

test('a repeated name is a list; files and framework fields are ignored', () => {
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
  const typed = submittedFields(form);
  expect(typed).toEqual({ one: 'ab', two: ['c', 'd'] });
  expect(Object.getPrototypeOf(typed)).toBe(Object.prototype);
});

test('a letter keeps eight combining marks, because more would cover other text', () => {
  const typed = (text: string) => submittedFields([['name', text]]).name;
  expect(typed(`a${'\u0300'.repeat(300)}b`)).toBe(`a${'\u0300'.repeat(8)}b`);
  // Hebrew with points and accents, Thai, and family emoji are unchanged.
  for (const text of ['בְּרֵאשִׁ֖ית', 'ที่นี่', '👩‍👩‍👧‍👧']) expect(typed(text)).toBe(text);
});

test('a limited parameter can be written into a URL, even if the cut is inside a character', () => {
  expect(firstCharacters(['Ada Byron', 'Bo'], 3)).toBe('Ada');
  expect(firstCharacters(undefined, 3)).toBe('');
  expect(encodeURIComponent(firstCharacters('Ada😀', 4))).toBe('Ada%EF%BF%BD');
});

test('a body of the size limit is parsed quickly, whatever the number of names', async () => {
  const names = Array.from({ length: 60_000 }, (_, at) => at.toString(36));
  const form = new URLSearchParams(names.map((name) => [name, '']));
  // A quadratic algorithm takes many seconds.
  expect(await measureCpuMs(() => expect(Object.keys(submittedFields(form))).toHaveLength(60_000))).toBeLessThan(1_000);
});

const typed = (more: Record<string, string>) =>
  typedWorkInput.safeParse({ authorId: 'a', title: 'On Lamps', authors: 'Ada Byron', ...more });

test.each([
  ['of a year that no work has', { date: '0999' }],
  ['of a year to come', { date: '2101-05' }],
  ['whose address is too long once it is encoded', { url: `https://example.org/${'é'.repeat(1_000)}` }],
])('a work %s is refused by its field', (_, more) => {
  const read = typed(more);
  expect(read.error?.issues.map(({ path }) => path)).toEqual([Object.keys(more)]);
});

test.each([{ date: '' }, { date: '1000' }, { date: '2100-12-31' }, { url: `https://example.org/${'é'.repeat(300)}` }])(
  'a work with %j is read',
  (more) => {
    const { title, authors, date, venue, type, doi, url } = typedWorkInput.parse({
      authorId: 'a',
      title: 'On Lamps',
      authors: 'Ada Byron',
      ...more,
    });
    expect(workFromForm({ title, authors, date, venue, type, doi, url }).title).toEqual(['On Lamps']);
  },
);
