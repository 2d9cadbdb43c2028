import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesToken, stemsOf, wordFormsOf } from '#lib/platform/text/word-forms.ts';

const isFound = (queryWord: string, word: string): boolean => wordFormsOf(queryWord).includes(word);
/** Returns true if a word is highlighted in a result that was found by word forms. */
const isHighlighted = (queryWord: string, word: string): boolean =>
  matchesToken([queryWord, ...stemsOf(queryWord).map((stem) => `${stem}~`)], word);

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
])('%s finds %s', (queryWord, word) => {
  expect([isFound(queryWord, word), isHighlighted(queryWord, word)]).toEqual([true, true]);
});

test.each([
  ['attention', 'attribute'],
  ['systems', 'systematic'],
  ['generation', 'general'],
  ['zhang', 'zhao'],
  ['wei', 'weight'],
  ['парсинг', 'парсер'],
])('%s does not find %s', (queryWord, word) => {
  expect([isFound(queryWord, word), isHighlighted(queryWord, word)]).toEqual([false, false]);
});

test('matches are marked', () => {
  fc.assert(fc.property(fc.stringMatching(/^[a-z]{1,16}$/), (word) => wordFormsOf(word).every((form) => isHighlighted(word, form))));
});

test('a word always matches itself', () => {
  fc.assert(fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => isFound(word, word)));
});
