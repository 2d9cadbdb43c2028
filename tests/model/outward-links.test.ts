import { expect, test } from 'vitest';
import { externalLinksOf } from '#lib/catalog/works/model/outward-links.ts';

test('a preprint without a URL is searched by its title, wherever a long one is cut', () => {
  const work = { identifiers: [], doi: null, url: null, code: null, type: 'preprint' as const };
  for (const letters of [3, 199, 200]) {
    const [link, ...others] = externalLinksOf({ ...work, title: [`${'x'.repeat(letters)}🦆 and more`] });
    expect([link?.label, link?.isSearch, others]).toEqual(['Search arXiv', true, []]);
    expect(new URL(link?.href ?? '').searchParams.get('query')?.slice(0, letters)).toBe('x'.repeat(letters));
  }
});

test('the first words of a title are searched for', () => {
  const work = { identifiers: [], doi: null, url: null, code: null, type: 'preprint' as const };
  const [link] = externalLinksOf({ ...work, title: ['One  two three four five & seven eight nine ten'] });
  expect(new URL(link?.href ?? '').searchParams.get('query')).toBe('One two three four five & seven eight');
});

test('a preprint with a known arXiv id is not searched for', () => {
  const work = { doi: null, url: null, code: null, type: 'preprint' as const, title: ['On Lamps'] };
  const found = externalLinksOf({ ...work, identifiers: [{ scheme: 'arxiv', value: '2401.00001' }] });
  expect(found.map(({ label, isSearch }) => [label, isSearch])).toEqual([
    ['pdf', false],
    ['arXiv', false],
  ]);
});
