import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formsOf, hasWord } from '#lib/platform/text/word-forms.ts';

const finds = (asked: string, word: string): boolean => {
  const { any, begins } = formsOf(asked);
  return hasWord(begins ? any.map((each) => `${each}*`) : any, word);
};

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
])('%s finds %s', (asked, word) => {
  expect(finds(asked, word)).toBe(true);
});

test.each([
  ['attention', 'attribute'],
  ['generation', 'general'],
  ['zhang', 'zhao'],
  ['wei', 'weight'],
  ['парсинг', 'парсер'],
])('%s does not find %s', (asked, word) => {
  expect(finds(asked, word)).toBe(false);
});

test('a word always finds itself', () => {
  fc.assert(fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => finds(word, word)));
});
