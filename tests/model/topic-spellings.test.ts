import { expect, test } from 'vitest';
import { contextKey, contextsOfRecords, sourcesStating } from '#lib/catalog/contexts/model/names.ts';
import { PhraseCounts, PhraseFilter, topicsOf } from '#lib/catalog/contexts/model/topics.ts';
import { importedWork } from '#lib/catalog/sources/model.ts';

test.each([
  ['Dialogue systems', 'Dialog system'],
  ['Language modelling', 'Language modeling'],
  ['Semantic role labelling', 'Semantic role labeling'],
  ['Text summarisation', 'Text summarization'],
  ['Co-reference resolution', 'Coreference resolution'],
  ['Multi-word expressions', 'Multiword expression'],
  ['Pre-trained models', 'Pretrained models'],
  ['Nearest neighbour', 'Nearest neighbor'],
  ['Data analysing', 'Data analyzing'],
  ['Call centre', 'Call-center'],
  ['Question-answering', 'Question answering'],
])('"%s" and "%s" are one topic', (one, other) => {
  expect(contextKey('topic', one)).toBe(contextKey('topic', other));
});

test.each([
  ['Form filling', 'Form filing'],
  ['Spelling correction', 'Speling rules'],
  ['Noise', 'Nose'],
  ['Constructor', 'Object'],
])('"%s" and "%s" are two topics', (one, other) => {
  expect(contextKey('topic', one)).not.toBe(contextKey('topic', other));
});

test('titles with either spelling have the topic, under the name that more of them write', () => {
  const titles = Array.from({ length: 30 }, (_, at) => {
    const phrase = at % 3 === 0 ? 'dialog systems' : at % 5 === 0 ? 'dialogue-systems' : 'dialogue systems';
    return `Lamps ${'abcdefghij'[at % 10]}${at} of ${phrase}`;
  });
  const filter = new PhraseFilter(titles.length);
  for (const title of titles) filter.addTitle(title);
  const counts = new PhraseCounts(filter);
  for (const [at, title] of titles.entries()) counts.addTitle(title, at);
  const topics = counts.topics();
  expect(topics.map(({ name }) => name)).toEqual(['Dialogue systems']);
  const byKey = new Map(topics.map((topic) => [topic.nameKey, topic]));
  for (const title of ['Spoken dialog systems', 'A dialogue system'])
    expect(topicsOf(title, byKey)).toEqual([contextKey('topic', 'dialog system')]);
});

test('topics of OpenAlex and keywords of files are topics with their sources, joined by their labels', () => {
  const work = (source: string, more: object) => importedWork.parse({ source, recordId: 'w', title: ['Lamps'], type: 'paper', ...more });
  const named = contextsOfRecords([
    work('openalex', { topics: [{ name: 'Topic Modeling', id: 'T10028' }] }),
    work('bibtex', { keywords: ['topic modelling', 'corpora'] }),
  ]);
  expect(named.map(({ kind, name, facts }) => [kind, name, sourcesStating(facts).sort()])).toEqual([
    ['topic', 'Topic Modeling', ['bibtex', 'openalex']],
    ['topic', 'Corpora', ['bibtex']],
  ]);
});

test('keywords of an owner, and what is no label, make no topic', () => {
  const topics = (source: string, keywords: string[]) =>
    contextsOfRecords([importedWork.parse({ source, recordId: 'w', title: ['Lamps'], type: 'paper', keywords })]);
  expect(topics('owner', ['corpora'])).toEqual([]);
  expect(topics('bibtex', ['x'.repeat(61), '12', '*'])).toEqual([]);
});
