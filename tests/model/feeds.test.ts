import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { toOneLine } from '#lib/catalog/works/model/citations/cited.ts';
import { atomFeed, type Feed, jsonFeed } from '#lib/catalog/works/model/feeds.ts';
import { profileLinkedData } from '#lib/portal/pages/model/author-linked-data.ts';
import { robotsText, sitemapPage } from '#lib/portal/sitemaps/model.ts';
import { citedWork } from './cited-work.ts';

const work = citedWork({
  ...{ type: 'article', year: 2026, date: '2026-05-12' },
  title: ['A lamp'],
  authors: [{ name: 'Ada Byron', organisation: false }],
  updatedAt: new Date('2026-11-20T00:00:00Z'),
});
const feed: Feed = {
  ...{ kind: 'authors', id: 'adaadaadaada', path: '/authors/ada-byron', name: 'Ada Byron', base: 'https://peergraph.example' },
  works: [work],
  updatedAt: new Date('2026-11-19T00:00:00Z'),
};

/** Returns the texts of all elements of a name. @throws if the XML is not well formed */
function textsOf(xml: string, element: string): string[] {
  const texts: string[] = [];
  let open = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    open = name;
    if (name === element) texts.push('');
  });
  parser.on('closetag', () => {
    open = '';
  });
  parser.on('text', (text) => {
    if (open === element) texts[texts.length - 1] += text;
  });
  parser.write(xml).close();
  return texts;
}

test('an Atom feed is well formed for any titles and names, and is read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.string({ maxLength: 20 }), (title, name) => {
      const xml = atomFeed({ ...feed, works: [{ ...work, title: [title], authors: [{ name, organisation: false }] }] });
      expect(textsOf(xml, 'title')[1]).toBe(toOneLine(title) || 'A work without a title');
      expect(textsOf(xml, 'name')[1]).toBe(toOneLine(name));
    }),
  );
});

test('titles in another language than that of the feed name it', () => {
  const works = [{ ...work, language: 'fra', title: ['Une lampe'] }, work, { ...work, language: 'eng' }];
  expect(atomFeed({ ...feed, works }).match(/<title[^>]*>(?:A|Une) lamp/g)).toEqual([
    '<title xml:lang="fr">Une lamp',
    '<title>A lamp',
    '<title>A lamp',
  ]);
  expect(JSON.parse(jsonFeed({ ...feed, works })).items.map(({ language }: { language?: string }) => language)).toEqual([
    'fr',
    undefined,
    undefined,
  ]);
});

test('feed ids are based on permanent ids, so that a new name or slug creates no new item', () => {
  const renamed = { ...feed, path: '/authors/ada-lovelace', name: 'Ada Lovelace' };
  expect(textsOf(atomFeed(renamed), 'id')).toEqual(textsOf(atomFeed(feed), 'id'));
  expect(JSON.parse(jsonFeed(renamed)).items[0].id).toBe('tag:peergraph.example,2026:works/0123456789ab');
});

test('a feed of a search keeps its query in every URL, and its id under any name', () => {
  const found: Feed = { ...feed, kind: 'searches', id: 'abc', path: '/search', query: 'q=a+b&kind=works', name: '“a b”' };
  expect(atomFeed(found)).toContain('href="https://peergraph.example/search/feed.atom?q=a+b&amp;kind=works"');
  expect(textsOf(atomFeed(found), 'title')[0]).toBe('Works found by “a b”');
  const parsed = JSON.parse(jsonFeed(found));
  expect([parsed.home_page_url, parsed.authors]).toEqual(['https://peergraph.example/search?q=a+b&kind=works', undefined]);
});

test('each entry has its own date: of its publication until it changes, then of the change', () => {
  const works = [work, { ...work, id: 'b', revision: 2 }, { ...work, id: 'c', date: '2025-11' }, { ...work, id: 'd', date: null }];
  expect(textsOf(atomFeed({ ...feed, works }), 'updated').slice(1)).toEqual([
    '2026-05-12T00:00:00.000Z',
    '2026-11-20T00:00:00.000Z',
    '2025-11-01T00:00:00.000Z',
    '2026-11-20T00:00:00.000Z',
  ]);
});

test('a feed names itself by the address that was requested', () => {
  const found: Feed = { ...feed, kind: 'searches', id: 'abc', path: '/search', query: 'q=a', requestedQuery: 'q=a&page=1', name: '“a”' };
  expect(atomFeed(found)).toContain(
    'rel="self" type="application/atom+xml" href="https://peergraph.example/search/feed.atom?q=a&amp;page=1"',
  );
  expect(JSON.parse(jsonFeed(found))).toMatchObject({
    feed_url: 'https://peergraph.example/search/feed.json?q=a&page=1',
    home_page_url: 'https://peergraph.example/search?q=a',
  });
});

test('a feed was updated when the record or its latest work was', () => {
  expect(textsOf(atomFeed(feed), 'updated')[0]).toBe('2026-11-20T00:00:00.000Z');
  expect(textsOf(atomFeed({ ...feed, works: [] }), 'updated')).toEqual(['2026-11-19T00:00:00.000Z']);
});

test('an ORCID iD identifies a person only if its owner has signed in with it', () => {
  const author = {
    ...{ id: 'adaadaadaada', slug: 'ada-byron', name: 'Ada Byron', kind: 'person' as const, invented: false, affiliation: null },
    ...{ owner: null, alsoPublishedAs: [], nativeNames: [], updatedAt: new Date(0) },
  };
  const profileJson = (authenticated: boolean) =>
    JSON.stringify(profileLinkedData({ ...author, orcid: { id: '0000-0002-1825-0097', authenticated } }, 'https://peergraph.example'));
  expect(profileJson(true)).toContain('"sameAs":["https://orcid.org/0000-0002-1825-0097"]');
  expect(profileJson(false)).not.toContain('0000-0002-1825-0097');
});

test('a page of the sitemap has one URL form, and robots.txt names the index', () => {
  expect(sitemapPage('authors-12.xml')).toEqual({ kind: 'authors', number: 12 });
  for (const name of ['authors-0.xml', 'authors-01.xml', 'people-1.xml', 'works-1.xml.gz', 'works-99999999999.xml']) {
    expect(sitemapPage(name)).toBeNull();
  }
  expect(robotsText('https://peergraph.example')).toContain('\nSitemap: https://peergraph.example/sitemap.xml\n');
});
