import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { type Cv, cvFiles } from '#lib/portal/pages/model/cv.ts';

const work: CitedWork = {
  ...{ id: '0123456789ab', type: 'article', year: 2026, date: '2026-05-12', venue: 'Journal of Light', volume: '3', pages: null },
  ...{ publisher: null, language: null, doi: '10.1000/lamps', arxiv: null, url: null, retracted: true, authorsComplete: false },
  title: ['On <b>Lamps</b>'],
  authors: [{ name: 'Ada Byron', organisation: false }],
  updatedAt: new Date('2026-11-20T00:00:00Z'),
};
const since = new Date('2026-01-01T00:00:00Z');
const cv = (text: string): Cv => ({
  author: {
    ...{
      name: `Ada ${text}`,
      slug: 'ada-byron',
      orcid: { id: '0000-0002-1825-0097', authenticated: true },
      affiliation: null,
      ownPages: [],
    },
    owner: {
      ...{ name: null, homepage: null, affiliation: { text, since }, biography: { text, since } },
      ...{ role: { text: 'Keeper of lamps', since }, pronouns: { text, since }, pronunciation: null, languages: null },
      notes: {},
      photoSince: null,
      positions: { entries: [{ title: 'Keeper', place: text, from: '1842', to: null }], since },
      education: { entries: [{ title: text, place: 'Harbour School', from: '1835-09', to: '1838' }], since },
    },
  },
  works: [{ ...work, venue: text, title: [text] }, work, { ...work, title: null, year: null, date: null, doi: null }],
  base: 'https://peergraph.example',
});
const written = (file: string, text = 'Lamp House'): string => cvFiles.find((each) => each.file === file)?.write(cv(text)) ?? '';

test('a CV says who and what, by year, with retractions', () => {
  const page = written('cv.html');
  expect(page).toContain('Keeper of lamps, Lamp House');
  expect(page).toContain('On &lt;b&gt;Lamps&lt;/b&gt;</a>. Journal of Light, 3. 12 May 2026. <strong>Retracted.</strong>');
  expect(page).toContain('<h3>Undated</h3>');
  expect(page).toContain('<li>Keeper, Lamp House (since 1842)</li>');
  expect(page).toContain('<li>Lamp House, Harbour School (1835-09–1838)</li>');
  expect(JSON.parse(written('resume.json'))).toMatchObject({
    basics: {
      label: 'Keeper of lamps',
      summary: 'Lamp House',
      profiles: [{ network: 'peergraph.example' }, { username: '0000-0002-1825-0097' }],
    },
    work: [{ name: 'Lamp House', position: 'Keeper', startDate: '1842' }],
    education: [{ institution: 'Harbour School', area: 'Lamp House', startDate: '1835-09', endDate: '1838' }],
    publications: [
      {},
      { name: 'On <b>Lamps</b>', releaseDate: '2026-05-12', url: 'https://doi.org/10.1000/lamps' },
      { name: 'A work without a title' },
    ],
  });
  expect(JSON.parse(written('works.json')).works).toHaveLength(3);
});

test('no text of a source or an owner becomes markup', () => {
  const hostile = fc.array(fc.constantFrom('<script>', '"', "'", '&', '<', '>', '</style>', '\u202e', 'a', '\n'), { maxLength: 12 });
  fc.assert(
    fc.property(hostile, (parts) => {
      for (const file of ['cv.html', 'works.html']) {
        const text = written(file, parts.join(''));
        expect(text).not.toMatch(/<script|\u202e/);
        expect(text.match(/<\/style>/g)?.length ?? 0).toBe(file === 'cv.html' ? 1 : 0);
      }
    }),
  );
});
