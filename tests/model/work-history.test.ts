import { expect, test } from 'vitest';
import { type ImportedWork, importedWork } from '#lib/catalog/sources/model.ts';
import { atomFeed, type HistoryFeed, jsonFeed } from '#lib/catalog/works/model/feeds.ts';
import { changesOf, type WorkVersion } from '#lib/catalog/works/model/history.ts';

const work = { id: '0123456789ab', title: 'On <Lamps>', language: null };
const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const version = (number: number, more: Partial<ImportedWork>): WorkVersion => ({
  record: importedWork.parse({ source: 'bibtex', recordId: 'one', title: ['On Lamps'], type: 'article', ...more }),
  version: number,
  observedAt: at(number),
  work,
});

test('lists the changes of each version, newest first, and of names only their number', () => {
  const names = [{ name: 'Ada Byron' }, { name: 'Mary Somerville' }];
  const versions = [
    version(1, { authors: names }),
    version(2, { authors: names, indicators: [{ kind: 'likes', value: 3 }] }),
    version(3, { authors: names, title: ['On Lamps'], date: '1842', indicators: [] }),
    version(4, { authors: names.toReversed(), date: '1843' }),
    version(5, { title: null, type: 'other', source: 'bibtex' }),
  ];
  const changes = changesOf(versions);
  expect(changes.map(({ kind, at: when, facts }) => [kind, when.getUTCDate(), facts.map(({ name }) => name)])).toEqual([
    ['changed', 5, ['title', 'authors', 'type', 'date']],
    ['changed', 4, ['date', 'authors']],
    ['changed', 3, ['date']],
    ['first', 1, ['title', 'authors', 'type']],
  ]);
  expect(changes[1]?.facts).toEqual([
    { name: 'date', before: '1842', after: '1843' },
    { name: 'authors', before: '2 names', after: 'in another order or spelling' },
  ]);
  expect(JSON.stringify(changes)).not.toMatch(/Ada|Mary/);
});

test('lists a change of the day or reason of a retraction', () => {
  const retractions = [undefined, {}, { date: '1842', reason: 'No lamp was lit.' }] as const;
  const versions = retractions.map((retraction, before) => version(before + 1, retraction ? { retracted: true, retraction } : {}));
  expect(changesOf(versions).flatMap(({ kind, facts }) => (kind === 'changed' ? facts : []))).toEqual([
    { name: 'retracted', before: 'retracted', after: 'retracted (1842: No lamp was lit.)' },
    { name: 'retracted', before: null, after: 'retracted' },
  ]);
});

test('a version without a known predecessor lists nothing; an empty one of an owner ends it', () => {
  expect(changesOf([version(7, {})])).toEqual([]);
  const ended = [version(1, { source: 'owner' }), version(2, { source: 'owner', title: null, type: 'other' })];
  expect(changesOf(ended).map(({ kind }) => kind)).toEqual(['ended', 'first']);
});

test('is written as Atom and JSON', () => {
  const head = {
    kind: 'histories',
    id: 'works/0123456789ab',
    path: '/works/0123456789ab/history',
    base: 'https://peergraph.example',
  } as const;
  const feed: HistoryFeed = { ...head, name: 'On <Lamps>', updatedAt: at(1), changes: changesOf([version(1, {})]) };
  expect(atomFeed(feed)).toContain('<title>BibTeX file lists “On &lt;Lamps&gt;”</title>');
  expect(JSON.parse(jsonFeed(feed))).toMatchObject({
    feed_url: 'https://peergraph.example/works/0123456789ab/history/feed.json',
    items: [{ content_text: 'title: On Lamps; type: article', date_published: at(1).toISOString() }],
  });
  const half = version(1, {});
  const cut = { ...half, record: { ...half.record, recordId: 'https://other.example/\ud83d' } };
  expect(atomFeed({ ...feed, changes: changesOf([cut]) })).toContain('other.example/%EF%BF%BD');
});
