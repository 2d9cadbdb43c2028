import { expect, test } from 'vitest';
import { authorCard, fitted, workCard } from '#lib/portal/cards/model.ts';

test('a card of a record names person, place, works and sources, and no figure that judges', () => {
  const years = [
    { year: 1842, works: 2 },
    { year: 1844, works: 1 },
  ];
  const card = authorCard({
    ...{ name: 'Ada Byron', affiliation: 'Somerville', works: 3, firstYear: 1842, lastYear: 1844, sources: ['ORCID'] },
    ...{ topics: ['Engines', 'Numbers', 'Looms', 'Flowers'], worksPerYear: years },
  });
  expect(card).toEqual({
    heading: 'Ada Byron',
    lines: ['Somerville', '3 works, 1842–1844', 'Sources: ORCID'],
    topics: ['Engines', 'Numbers', 'Looms'],
    bars: [...years.slice(0, 1), { year: 1843, works: 0 }, ...years.slice(1)],
  });
});

test('the topics of a card fit on one line', () => {
  const facts = { name: 'Ada', affiliation: null, works: 1, firstYear: 1842, lastYear: 1842, sources: [], worksPerYear: [] };
  const topicsOf = (...topics: string[]) => authorCard({ ...facts, topics }).topics;
  const long = 'Distributed, Parallel, and Cluster Computing';
  expect(topicsOf('Machine Learning', long, 'Computation and Language')).toEqual([
    'Machine Learning',
    'Distributed, Parallel, and Cluster…',
  ]);
  expect(topicsOf(long, long, 'Looms')).toEqual(['Distributed, Parallel, and Cluster…', 'Looms']);
});

test('a card of a work names the first authors, says how many more there are, and that it is retracted', () => {
  const authors = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, at) => ({
    name,
    slug: null,
    organisation: false,
    own: false,
    position: at + 1,
  }));
  expect(workCard({ title: ['Notes'], authors, year: 1843, venue: 'Memoirs', retracted: true })).toEqual({
    heading: 'Notes',
    lines: ['Retracted', 'A, B, C, D and 2 more', 'Memoirs, 1843'],
    topics: [],
    bars: [],
  });
});

test('a text that does not fit is cut at a word', () => {
  expect(fitted('short')).toBe('short');
  expect(fitted('one two three four', 12)).toBe('one two…');
  expect(fitted('x'.repeat(300)).length).toBeLessThanOrEqual(140);
});
