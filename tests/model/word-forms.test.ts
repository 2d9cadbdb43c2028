import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formsOf, matchesToken, stemsOf } from '#lib/platform/text/word-forms.ts';

const finds = (asked: string, word: string): boolean => formsOf(asked).includes(word);
/** Returns true if a word is highlighted in a result that was found by word forms. */
const marks = (asked: string, word: string): boolean => matchesToken([asked, ...stemsOf(asked).map((stem) => `${stem}~`)], word);

test.each([
  ['quantisation', 'quantization'],
  ['quantizing', 'quantisation'],
  ['tokenisers', 'tokenization'],
  ['labelling', 'labeled'],
  ['modeling', 'modelling'],
  ['behaviour', 'behavioral'],
  ['parsers', 'parsing'],
  ['translations', 'translated'],
  ['analysis', 'analyzing'],
  ['studies', 'study'],
  ['planning', 'planned'],
])('%s finds %s', (asked, word) => {
  expect([finds(asked, word), marks(asked, word)]).toEqual([true, true]);
});

test.each([
  ['attention', 'attribute'],
  ['systems', 'systematic'],
  ['generation', 'general'],
  ['zhang', 'zhao'],
  ['wei', 'weight'],
  ['парсинг', 'парсер'],
])('%s does not find %s', (asked, word) => {
  expect([finds(asked, word), marks(asked, word)]).toEqual([false, false]);
});

test('matches are marked', () => {
  fc.assert(fc.property(fc.stringMatching(/^[a-z]{1,16}$/), (word) => formsOf(word).every((form) => marks(word, form))));
});

test('a word always matches itself', () => {
  fc.assert(fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => finds(word, word)));
});
