import { expect, test } from 'vitest';
import { cardSize } from '#lib/portal/cards/model.ts';
import { badgeSvg } from '#lib/portal/pages/model/badge.ts';
import { oembedProfile, oembedSlug } from '#lib/portal/pages/model/oembed.ts';

const base = 'https://here.example';
const here = { base, site: 'Peergraph', pictureSize: cardSize };
const anySize = { maxWidth: null, maxHeight: null };
const trust = {
  ...{ method: 'evidence-3', points: 34, level: 1, levelName: 'Source-backed', label: 'Emerging', parts: [], conditions: [] },
  computedAt: new Date('2026-11-02T03:04:05Z'),
};
const author = {
  ...{ slug: 'ada', name: '<img src=x onerror=alert(1)>', hiddenFields: [], trust: trust as never },
  affiliation: { name: 'University of "Turin"', source: { id: 'bibtex', name: 'BibTeX file' }, year: null },
  counters: { works: 1, followers: null, topics: 0, closeCollaborators: null },
};

test.each([
  ['https://here.example/authors/ada', 'ada'],
  ['https://here.example/authors/ada/?as-of=2026-01-01', 'ada'],
  ['https://here.example/authors/ada/trust', null],
  ['https://here.example.evil.example/authors/ada', null],
  ['https://here.example@evil.example/authors/ada', null],
  ['http://here.example/authors/ada', null],
  ['https://here.example/authors/%E0%A4%A', null],
  ['javascript:alert(1)', null],
  ['', null],
])('%s names %s', (address, slug) => {
  expect(oembedSlug(address, base)).toBe(slug);
});

test('a profile is embedded as text in the requested width, without hidden fields', () => {
  const shown = oembedProfile(author, here, { maxWidth: 200, maxHeight: 90 }) as { html: string };
  expect(shown).toMatchObject({ width: 200, height: 90 });
  expect(shown.html).toContain('&lt;img src=x onerror=alert(1)&gt;</a><br>University of &quot;Turin&quot; · 1 work · source-backed');
  expect(oembedProfile({ ...author, counters: { ...author.counters, works: 5000 } }, here, anySize)).toHaveProperty(
    'html',
    expect.stringContaining('5,000 works'),
  );
  const hidden = oembedProfile({ ...author, hiddenFields: ['affiliations'] }, here, anySize) as { html: string };
  expect(hidden.html).not.toContain('Turin');
});

test('a profile has its share picture as thumbnail, unless a smaller one is requested', () => {
  expect(oembedProfile(author, here, anySize)).toMatchObject({
    ...{ thumbnail_url: 'https://here.example/authors/ada/card.png', thumbnail_width: 1200, thumbnail_height: 630 },
    ...{ width: 480, height: 120 },
  });
  expect(oembedProfile(author, here, { maxWidth: 1200, maxHeight: 630 })).toHaveProperty('thumbnail_url');
  for (const size of [
    { maxWidth: 1199, maxHeight: null },
    { maxWidth: null, maxHeight: 629 },
  ])
    expect(Object.keys(oembedProfile(author, here, size)).filter((name) => name.startsWith('thumbnail'))).toEqual([]);
});

test('a badge says what supports the profile, and its day', () => {
  const badge = { words: 'From 2 sources · not claimed', computedAt: trust.computedAt };
  expect(badgeSvg(badge, 'Peergraph')).toContain('<title>Peergraph: From 2 sources · not claimed · 2026-11-02</title>');
});
