import { expect, test } from 'vitest';
import { parsePastedInThread } from '#lib/catalog/sources/read-pasted.ts';
import { maxPastedBytes } from '#lib/governance/additions/model.ts';

/** Returns a text of the size limit: a start, as many parts as fit, and an end. */
const fillToLimit = (start: string, part: (at: number) => string, end: string): string => {
  let text = start;
  for (let at = 0, next = part(0); text.length + next.length + end.length <= maxPastedBytes; at += 1, next = part(at)) text += next;
  return text + end;
};
const entry = '@article{lamps, title={On Lamps}, author={Byron, Ada}';
/** BibTeX abbreviations that each expand to five times the previous one: exponential expansion. */
const exponentialStrings = Array.from({ length: 14 }, (_, at) => `@string{a${at + 1} = ${Array(5).fill(`a${at}`).join('#')}}`).join('\n');

/** Time limit in milliseconds in which the memory limit is reached. */
const memoryLimitMs = 1_000;

test.each<[string, string, number?]>([
  ['a million fields', entry + ',a={}'.repeat(1_000_000)],
  ['a million fields of RIS', `TY  - JOUR\nTI  - On Lamps\n${'KW  - x\n'.repeat(1_000_000)}ER  - `],
  ['a million lines of one field of RIS', `TY  - JOUR\nTI  - On Lamps\n${'and on\n'.repeat(1_000_000)}ER  - `],
  ['one field again and again', fillToLimit(entry, () => ',a={}', '}')],
  ['thousands of names', fillToLimit('@article{lamps, title={On Lamps}, author={', (at) => `A${at} and `, 'B}}')],
  ['thousands of entries that do not end', fillToLimit('', () => '@a{', '')],
  ['a text that grows', `@string{a0 = "xxxxxxxxxx"}\n${exponentialStrings}\n@article{lamps, title = a14}`, memoryLimitMs],
  [
    'a text that grows, from its end',
    `${exponentialStrings.split('\n').reverse().join('\n')}\n@string{a0 = "xxxxxxxxxx"}\n@article{lamps, title = a14}`,
    memoryLimitMs,
  ],
  ['one long abbreviation again and again', fillToLimit(`@string{a = "${'x'.repeat(100_000)}"}@article{lamps, title = a`, () => '#a', '}')],
])('a text with %s keeps nobody waiting', async (_, text, withinMs = 300) => {
  let [last, longest] = [performance.now(), 0];
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  const read = await parsePastedInThread(text, { withinMs, memoryMb: 128 });
  clearInterval(timer);
  expect(read.works.length + read.faults.length).toBe(1);
  // In this thread, each of these texts would block the event loop for longer, even on a busy machine.
  expect(longest).toBeLessThan(3_000);
});

test('texts of the size limit with many fields and entries are read', async () => {
  const fields = await parsePastedInThread(fillToLimit(entry, (at) => `,f${at}={}`, '}'));
  expect(fields).toMatchObject({ works: [{ title: ['On Lamps'] }], faults: [] });
  const entries = await parsePastedInThread(fillToLimit('', (at) => `@book{k${at}, title={Lamps ${at}}}`, ''));
  expect([entries.works.length > 5_000, entries.faults]).toEqual([true, []]);
  const ris = await parsePastedInThread(fillToLimit('TY  - JOUR\nTI  - On Lamps\n', () => 'KW  - x\n', 'ER  - '));
  expect(ris).toMatchObject({
    works: [{ title: ['On Lamps'] }],
    faults: [{ reason: 'The field keywords does not fit and was left out.' }],
  });
  const records = await parsePastedInThread(fillToLimit('', () => 'TY  - JOUR\nTI  - Lamps\n', 'ER  - '));
  expect([records.works.length > 5_000, records.faults]).toEqual([true, []]);
});

test('an account that pastes often waits behind others', async () => {
  const slow = fillToLimit('', () => '@a{', '');
  const fine = '@misc{a, title={On Lamps}}';
  const ended: string[] = [];
  const read = async (account: string, text: string) => {
    await parsePastedInThread(text, { account, withinMs: 150 });
    ended.push(account);
  };
  const much = Array.from({ length: 5 }, () => read('much', slow));
  await Promise.all([...much, read('two', fine), read('three', fine), read('two', fine)]);
  expect(ended).toEqual(['much', 'two', 'three', 'much', 'two', 'much', 'much', 'much']);
});
