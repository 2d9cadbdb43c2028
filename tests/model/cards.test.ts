import { expect, test } from 'vitest';
import { authorCard, fitted, workCard } from '#lib/portal/cards/model.ts';

test('a card of a record names person, place, works and sources, and no figure that judges', () => {
  const card = authorCard({ name: 'Ada Byron', affiliation: 'Somerville', works: 3, firstYear: 1842, lastYear: 1843, sources: ['ORCID'] });
  expect(card).toEqual({ heading: 'Ada Byron', lines: ['Somerville', '3 works, 1842–1843', 'Sources: ORCID'] });
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
  });
});

test('a text that does not fit is cut at a word', () => {
  expect(fitted('short')).toBe('short');
  expect(fitted('one two three four', 12)).toBe('one two…');
  expect(fitted('x'.repeat(300)).length).toBeLessThanOrEqual(140);
});
