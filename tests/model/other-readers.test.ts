import { createRequire } from 'node:module';
import { parseFeed } from '@rowanmanning/feed-parser';
import { expect, test } from 'vitest';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { citationFormat } from '#lib/catalog/works/model/citations/formats.ts';
import { atomFeed } from '#lib/catalog/works/model/feeds.ts';
import { citedWork } from './cited-work.ts';

/* Our files, read by parsers of others. */

type Item = Record<string, unknown> & { author?: Record<string, string>[]; editor?: Record<string, string>[] };
const load = createRequire(import.meta.url);
const { plugins } = load('@citation-js/core') as { plugins: { input: { chain(text: string, options: object): Item[] } } };
load('@citation-js/plugin-bibtex');
load('@citation-js/plugin-ris');

const person = (name: string, family?: string) => ({ name, organisation: false, ...(family && { family }) });
const article: CitedWork = citedWork({
  ...{ type: 'article', date: '2019-03-12', year: 2019, venue: 'Light & Water', doi: '10.5555/lamp_(1)', language: 'de' },
  title: ['On ', { tag: 'nocase', of: ['Roe'] }, ' lamps at 100 % of {light}'],
  details: { volume: '12', issue: '3', pages: '101-112', issn: ['0028-0836'], keywords: ['wick'] },
  authors: [
    person('Ludwig van Beethoven'),
    person('Martin Luther King Jr.'),
    person('王小明', '王'),
    { name: 'World Lamp Office', organisation: true },
  ],
});
const chapter: CitedWork = citedWork({
  ...{ type: 'chapter', date: '2001', year: 2001, venue: 'The Book of Lamps', isbn: ['9783161484100'], title: ['Wicks'] },
  details: { publisher: 'Lamp Press', place: 'Quay', edition: '2', pages: '1-9', series: 'Lamps' },
  authors: [person('Jane Roe')],
  contributors: [{ role: 'editor', name: person('Ann Fable') }],
});

const readBack = (file: string, work: CitedWork): Item => {
  const [item, ...more] = plugins.input.chain(citationFormat(file)?.write([work], 'https://peergraph.example') ?? '', {
    generateGraph: false,
  });
  expect(more).toEqual([]);
  return item as Item;
};
const namesOf = (names: Item['author']): string[] =>
  (names ?? []).map(
    ({ literal, given, suffix, family, ...particles }) =>
      literal ?? [given, particles['dropping-particle'], particles['non-dropping-particle'], family, suffix].filter(Boolean).join(' '),
  );

test.each(['cite.bib', 'cite.ris', 'cite.json'])('%s of an article', (file) => {
  const item = readBack(file, article);
  expect(item).toMatchObject({
    ...{ type: 'article-journal', 'container-title': 'Light & Water', DOI: '10.5555/lamp_(1)', volume: '12', issue: '3', page: '101-112' },
    issued: { 'date-parts': [[2019, 3, 12]] },
  });
  expect(String(item.title).replace(/<[^>]*>/g, '')).toBe('On Roe lamps at 100 % of {light}');
  expect(namesOf(item.author)).toEqual(['Ludwig van Beethoven', 'Martin Luther King Jr.', '小明 王', 'World Lamp Office']);
});

test.each(['cite.bib', 'cite.ris', 'cite.json'])('%s of a chapter', (file) => {
  const item = readBack(file, chapter);
  expect(item).toMatchObject({
    type: 'chapter',
    title: 'Wicks',
    'container-title': 'The Book of Lamps',
    publisher: 'Lamp Press',
    page: '1-9',
  });
  expect(String(item.ISBN).replaceAll('-', '')).toBe('9783161484100');
  expect([namesOf(item.author), namesOf(item.editor)]).toEqual([['Jane Roe'], ['Ann Fable']]);
});

test('an Atom feed: each entry has its own dates, and the feed its own address', () => {
  const work = { ...article, revision: 2, updatedAt: new Date('2026-11-20T00:00:00Z') };
  const feed = parseFeed(
    atomFeed({
      ...{ kind: 'authors', id: 'adaadaadaada', path: '/authors/ada-byron', name: 'Ada Byron', base: 'https://peergraph.example' },
      ...{ works: [work, chapter], updatedAt: new Date('2026-11-21T00:00:00Z') },
    }),
  );
  expect([feed.meta, feed.self, feed.updated?.toISOString()]).toEqual([
    { type: 'atom', version: '1.0' },
    'https://peergraph.example/authors/ada-byron/feed.atom',
    '2026-11-21T00:00:00.000Z',
  ]);
  expect(feed.items.map(({ title, updated, published }) => [title, updated?.toISOString(), published?.toISOString()])).toEqual([
    ['On Roe lamps at 100 % of {light}', '2026-11-20T00:00:00.000Z', '2019-03-12T00:00:00.000Z'],
    ['Wicks', '2001-01-01T00:00:00.000Z', undefined],
  ]);
});
