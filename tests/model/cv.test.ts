import fc from 'fast-check';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import type { Cv } from '#lib/portal/pages/model/cv.ts';
import { cvChoiceFrom } from '#lib/portal/pages/model/cv-choice.ts';
import { cvFiles } from '#lib/portal/pages/model/cv-files.ts';

const work: CitedWork = {
  ...{ id: '0123456789ab', type: 'article', year: 2026, date: '2026-05-12', venue: 'Journal of Light', volume: '3', pages: null },
  ...{ publisher: null, language: null, doi: '10.1000/lamps', arxiv: null, url: null, retracted: true, authorsComplete: false },
  title: ['On <b>Lamps</b>'],
  authors: [{ name: 'Ada Byron', organisation: false }],
  updatedAt: new Date('2026-11-20T00:00:00Z'),
};
const since = new Date('2026-01-01T00:00:00Z');
const cv = (text: string, query = ''): Cv => ({
  choice: cvChoiceFrom(new URLSearchParams(query)),
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
  roles: new Map([[work.id, ['software', 'writing-review-editing']]]),
  works: [{ ...work, venue: text, title: [text] }, work, { ...work, title: null, year: null, date: null, doi: null }],
  base: 'https://peergraph.example',
});
const written = (file: string, text = 'Lamp House', query = ''): string =>
  `${cvFiles.find((each) => each.file === file)?.write(cv(text, query)) ?? ''}`;

test('a CV says who and what, by year, with retractions', () => {
  const page = written('cv.html');
  expect(page).toContain('Keeper of lamps, Lamp House');
  expect(page).toContain(
    'On &lt;b&gt;Lamps&lt;/b&gt;</a>. Journal of Light, 3. 12 May 2026. Roles: Software, Writing – review &amp; editing. <strong>Retracted.</strong>',
  );
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

test('parts, years and style are chosen', () => {
  expect(written('cv.html', 'Lamp House', 'part=publications&style=numbered')).toMatch(
    /<h2 id="publications">Publications<\/h2>\s*<ol><li>Ada Byron et al\., “<a [^>]*>Lamp House<\/a>”, Lamp House, 3, 2026\./,
  );
  expect(written('cv.html', 'Lamp House', 'part=preprints&style=x')).not.toContain('Keeper of lamps');
  expect(written('cv.html', 'Lamp House', 'part=about&style=author-year')).not.toContain('<h2 id="publications"');
  expect(written('cv.tex', 'Lamp House', 'style=author-year')).toContain(
    '(2026). \\href{https://doi.org/10.1000/lamps}{Lamp House}. Lamp House, 3.',
  );
});

const nasty = fc.array(
  fc.constantFrom(
    '\\',
    '{',
    '}',
    '$',
    '%',
    '#',
    '_',
    '^',
    '~',
    '&',
    '[',
    ']',
    '\n',
    '\\input{x}',
    '``',
    "''",
    'a',
    ' ',
    '\u0000',
    '\\end{document}',
  ),
  { maxLength: 14 },
);

test('no text of a source or an owner becomes a command of LaTeX', () => {
  const ours =
    /\\(?:documentclass|usepackage|setlength|parindent|begin|end|LARGE|par|medskip|section|item|href|textbf|text[a-z]+)(?![a-z])/g;
  fc.assert(
    fc.property(nasty, (parts) => {
      const text = written('cv.tex', parts.join(''));
      expect(text.match(/\\end\{document\}/g)).toHaveLength(1);
      const rest = text.replace(ours, '').replace(/\\[$&%#_]/g, '');
      expect(rest).not.toMatch(/[\\$%#^~_]/);
      expect(rest.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      let open = 0;
      for (const sign of rest) {
        open += sign === '{' ? 1 : sign === '}' ? -1 : 0;
        expect(open).toBeGreaterThanOrEqual(0);
      }
      expect(open).toBe(0);
    }),
  );
});

/** The texts in a ZIP, by their names. */
async function unpacked(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const files: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    files[entry.fileName] = Buffer.concat(await stream.toArray()).toString('utf8');
  }
  return files;
}

test('a DOCX holds hostile text as text', async () => {
  const hostile = '</w:t><w:instrText>DDEAUTO c:\\\\x</w:instrText>&xxe;\u0000\u000b';
  const written = await cvFiles.find(({ file }) => file === 'cv.docx')?.write(cv(hostile));
  const files = await unpacked(Buffer.from(written as Uint8Array));
  const xml = files['word/document.xml'] ?? '';
  expect(xml).toContain('&lt;/w:t&gt;&lt;w:instrText&gt;DDEAUTO');
  expect(xml).not.toMatch(/<w:instrText|<!DOCTYPE|\p{Cc}/u);
  expect(Object.keys(files).filter((name) => /vba|embed|\.bin$/i.test(name))).toEqual([]);
  expect(files['word/_rels/document.xml.rels']).not.toMatch(/javascript:|attachedTemplate/);
});
