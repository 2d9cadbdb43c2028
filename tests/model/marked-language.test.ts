import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Abstract } from '#components/works/abstract.tsx';
import { WorkTitle } from '#components/works/work-title.tsx';
import { languages, markedLanguage } from '#lib/catalog/bibliography/languages.ts';
import type { RichText } from '#lib/platform/text/rich-text.ts';

test.each([
  ['fra', 'Les lampes', 'fr'],
  ['French', 'Les lampes', 'fr'],
  ['pt-BR', 'As lâmpadas', 'pt-BR'],
  ['no-NO', 'Lamper', 'no'],
  ['de_DE', 'Lampen', 'de'],
  ['zho', '灯的研究', 'zh'],
  ['zh-CN', '灯的研究', 'zh'],
  ['ja', 'ランプ', 'ja'],
  ['ko', '램프', 'ko'],
  ['sr', 'Лампе', 'sr'],
  // A translation or a transliteration.
  ['zho', 'A Study of Lamps', undefined],
  ['ru', 'O lampakh: β decay', undefined],
  ['eng', 'On Lamps', undefined],
  ['en-GB', 'On Lamps', undefined],
  ['mul', 'Lampen et lampes', undefined],
  ['mis', 'Lamperi', undefined],
  ['Klingonish', 'Qapla', undefined],
  ['" onclick="', 'Lamps', undefined],
  ['', 'Lamps', undefined],
  [null, 'Les lampes', undefined],
])('a text of a work in %s, such as %s, is marked as %s', (written, text, tag) => {
  expect(markedLanguage(written, text)).toBe(tag);
  expect(markedLanguage(written, [{ tag: 'i', of: [text] }])).toBe(tag);
});

test('every language that can be chosen is a valid tag, and texts of all can be marked', () => {
  for (const { tag } of languages) {
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    expect(() => markedLanguage(tag, 'Lamps')).not.toThrow();
  }
});

const title: RichText = ['Les ', { tag: 'i', of: ['lampes'] }];
const shown = (language: string | null, retracted = false) =>
  renderToStaticMarkup(createElement(WorkTitle, { work: { title, language, retracted } }));

test('a title has the language of its work, and an English one no markup', () => {
  expect(shown('fra')).toMatch(/^<span lang="fr">Les <i [^>]*>lampes<\/i><\/span>$/);
  expect(shown('fra', true)).toContain('Retracted</span></span><s><span lang="fr">');
  expect(shown('en')).toMatch(/^Les <i /);
  expect(shown(null)).toMatch(/^Les <i /);
  expect(renderToStaticMarkup(createElement(WorkTitle, { work: { title: null, language: 'fra', retracted: false } }))).not.toContain(
    'lang',
  );
});

test('an abstract has the language of its work; its source and our own summary do not', () => {
  const abstract = (id: string) =>
    renderToStaticMarkup(createElement(Abstract, { abstract: { text: title, source: { id, name: 'HAL' } }, language: 'fra' }));
  expect(abstract('hal')).toMatch(/^<p class="abstract"><span lang="fr">Les .*<\/span> <small>Abstract from HAL<\/small><\/p>$/);
  expect(abstract('peergraph')).not.toContain('lang');
});
