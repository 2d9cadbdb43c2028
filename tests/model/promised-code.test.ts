import { expect, test } from 'vitest';
import { importedWork } from '#lib/catalog/sources/model.ts';
import { promiseOfCode } from '#lib/catalog/works/model/promised-code.ts';
import { resolveWork } from '#lib/catalog/works/model/resolve.ts';

test.each([
  'Our code will be publicly available after the anonymity period.',
  'The code and data will be released.',
  'To foster future research, we will publicly release the dataset and code.',
  'To facilitate research, we will make the dataset and the code publicly available upon publication.',
  'We plan to open-source our implementation.',
])('reads a promise in "%s"', (sentence) => {
  expect(promiseOfCode(`We study lamps. ${sentence} They burn.`)).toBe(sentence);
});

test.each([
  'Our code will be available at https://github.com/lamps/oil.',
  'The code is available on request.',
  'We will release a code-switching corpus.',
  'These models will make code generation easier.',
  'We hope that the software resources will be useful.',
  'We will make use of source code as training data.',
  'The model will predict labels.',
  'We will also share pointers for successful implementation of these technologies.',
])('reads no promise in "%s"', (sentence) => {
  expect(promiseOfCode(sentence)).toBeNull();
});

test.each(['acl-anthology', 'openalex', 'bibtex'] as const)('a work of %s has promised code, unless a source states its code', (source) => {
  const work = (more: object) =>
    resolveWork([importedWork.parse({ source, recordId: 'w', title: ['Lamps'], type: 'paper', ...more })]).code;
  expect(work({ abstract: ['We will release our code.'] })).toEqual({
    state: 'promised',
    url: null,
    evidence: 'We will release our code.',
  });
  expect(work({ note: 'Code will be released upon acceptance' })?.state).toBe('promised');
  expect(work({ abstract: ['We will release our code.'], code: { state: 'none' } })?.state).toBe('none');
  expect(work({ abstract: ['We study lamps.'] })).toBeNull();
});
