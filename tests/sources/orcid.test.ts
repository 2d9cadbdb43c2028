import { expect, test } from 'vitest';
import { parseOrcidWork, readOrcidWork } from '#lib/catalog/sources/orcid-works.ts';

const value = (text: unknown) => ({ value: text });
const full = {
  'put-code': 7,
  type: 'conference-paper',
  title: { title: value('Counting the Steps of a Lighthouse') },
  'journal-title': value('Proceedings of the Coast'),
  'publication-date': { year: value('2021'), month: value('03'), day: null },
  'external-ids': {
    'external-id': [
      { 'external-id-type': 'doi', 'external-id-value': 'https://doi.org/10.1000/Steps', 'external-id-relationship': 'self' },
      { 'external-id-type': 'isbn', 'external-id-value': '978', 'external-id-relationship': 'part-of' },
    ],
  },
  contributors: {
    contributor: [
      { 'credit-name': value('Noor Haddad'), 'contributor-attributes': { 'contributor-role': 'author' } },
      { 'credit-name': value('Vera Kell'), 'contributor-attributes': null },
      { 'credit-name': value('Ed Itor'), 'contributor-attributes': { 'contributor-role': 'editor' } },
    ],
  },
};

test('reads a full work of an ORCID record', () => {
  expect(parseOrcidWork(full, 'Noor Haddad')).toMatchObject({
    title: ['Counting the Steps of a Lighthouse'],
    type: 'paper',
    date: '2021-03',
    venue: 'Proceedings of the Coast',
    identifiers: [{ scheme: 'doi', value: '10.1000/steps' }],
    authors: [{ name: 'Noor Haddad' }, { name: 'Vera Kell' }],
    authorsComplete: true,
  });
});

test('the holder replaces a missing list of contributors, which is marked as incomplete', () => {
  const alone = parseOrcidWork({ ...full, contributors: null }, 'Noor Haddad');
  expect(alone).toMatchObject({ authors: [{ name: 'Noor Haddad' }], authorsComplete: false });
});

test('an invalid field never drops the work, and other objects are not works', () => {
  const odd = {
    ...full,
    type: 5,
    'journal-title': 'x',
    'publication-date': [],
    'external-ids': { 'external-id': [null, 'x', {}] },
    url: 3,
  };
  expect(parseOrcidWork(odd, 'Noor Haddad')).toMatchObject({
    title: ['Counting the Steps of a Lighthouse'],
    type: 'other',
    identifiers: [],
  });
  expect(parseOrcidWork({ ...full, url: value('javascript:alert(1)') }, 'x')?.url).toBeUndefined();
  for (const none of [null, 1, [], {}, { title: null }, { title: { title: value({}) } }]) expect(parseOrcidWork(none, 'x')).toBeNull();
});

test('an edited book without contributors has its holder as editor, and arXiv is no journal', () => {
  expect(parseOrcidWork({ type: 'edited-book', title: { title: value('Lamps') } }, 'Noor Haddad')).toMatchObject({
    ...{ authors: [], contributors: [{ name: 'Noor Haddad', role: 'editor' }] },
  });
  const article = { type: 'journal-article', title: { title: value('Lamps') }, 'journal-title': value('arXiv') };
  expect(parseOrcidWork(article, 'Noor Haddad')).toMatchObject({ type: 'preprint', authors: [{ name: 'Noor Haddad' }] });
  const id = (type: string, text: string) => ({
    ...{ 'external-id-type': type, 'external-id-value': text, 'external-id-relationship': 'part-of' },
  });
  const chapter = {
    ...article,
    'external-ids': { 'external-id': [id('isbn', '978-3-16-148410-0'), id('issn', '0378-5955'), id('doi', '10.5555/b')] },
  };
  expect(parseOrcidWork(chapter, 'Noor Haddad')).toMatchObject({
    ...{ identifiers: [{ scheme: 'isbn', value: '9783161484100' }], issn: ['0378-5955'] },
  });
});

test('identifiers that are not read are problems', () => {
  const ids = [
    { 'external-id-type': 'doi', 'external-id-value': '10.5555/a' },
    { 'external-id-type': 'doi', 'external-id-value': 'not a DOI' },
    { 'external-id-type': 'eid', 'external-id-value': '2-s2.0-1' },
    { 'external-id-type': 'isbn', 'external-id-value': '978-3-16-148410-1', 'external-id-relationship': 'self' },
    'x',
  ];
  const read = readOrcidWork({ type: 'software', title: { title: value('Wick') }, 'external-ids': { 'external-id': ids } }, 'Noor Haddad');
  expect(read?.work).toMatchObject({ type: 'other', genre: 'Software', identifiers: [{ scheme: 'doi', value: '10.5555/a' }] });
  expect(read?.problems.map(({ field, given }) => [field, given])).toEqual([
    ['external-ids', 'doi: not a DOI'],
    ['external-ids', 'eid: 2-s2.0-1'],
    ['external-ids', 'x'],
    ['external-ids', '978-3-16-148410-1'],
  ]);
});
