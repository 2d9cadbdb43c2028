import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import type { CitationPart } from '#lib/catalog/works/model/citations/bibliography.ts';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { bibliographyOf, cslStyles } from '#lib/catalog/works/queries/bibliography.ts';
import { writeCv } from '#lib/portal/pages/loaders/cv.ts';
import type { Cv } from '#lib/portal/pages/model/cv.ts';
import { cvChoiceFrom, joinVersions, plainCitation } from '#lib/portal/pages/model/cv-choice.ts';
import { cvFiles } from '#lib/portal/pages/model/cv-files.ts';
import { citedWork } from './cited-work.ts';

const work = citedWork({
  ...{ type: 'article', year: 2026, date: '2026-05-12', venue: 'Journal of Light', details: { volume: '3' } },
  ...{ doi: '10.1000/lamps', retracted: true, authorsComplete: false },
  title: ['On <b>Lamps</b>'],
  authors: [{ name: 'Ada Byron', organisation: false }],
  updatedAt: new Date('2026-11-20T00:00:00Z'),
});
const since = new Date('2026-01-01T00:00:00Z');
const cv = (text: string, query = ''): Omit<Cv, 'list'> => ({
  choice: cvChoiceFrom(new URLSearchParams(query)),
  author: {
    ...{
      name: `Ada ${text}`,
      slug: 'ada-byron',
      orcid: { id: '0000-0002-1825-0097', authenticated: true },
      affiliation: null,
      ownPages: [],
      linksPages: true,
    },
    owner: {
      ...{
        name: null,
        linksPages: true,
        homepage: null,
        links: { entries: [{ label: '', url: 'https://code.example/' }], since },
        affiliation: { text, since },
        biography: { text, since },
      },
      ...{ role: { text: 'Keeper of lamps', since }, pronouns: { text, since }, pronunciation: null, languages: null },
      notes: {},
      photoSince: null,
      positions: { entries: [{ title: 'Keeper', place: text, from: '1842', to: null }], since },
      education: { entries: [{ title: text, place: 'Harbour School', from: '1835-09', to: '1838' }], since },
    },
  },
  roles: new Map([[work.id, ['software', 'writing-review-editing']]]),
  works: [
    { ...work, id: 'first', venue: text, title: [text] },
    work,
    { ...work, id: 'third', title: null, year: null, date: null, doi: null },
  ],
  base: 'https://peergraph.example',
});
async function written(file: string, text = 'Lamp House', query = ''): Promise<string> {
  const format = cvFiles.find((each) => each.file === file);
  return format ? `${await writeCv(format, cv(text, query))}` : '';
}

test('a CV lists person and works by year, with retractions', async () => {
  const page = await written('cv.html');
  expect(page).toContain('Keeper of lamps, Lamp House');
  expect(page).toContain(
    'On &lt;b&gt;Lamps&lt;/b&gt;</a>. Journal of Light, 3. 12 May 2026. Roles: Software, Writing – review &amp; editing. <strong>Retracted.</strong>',
  );
  expect(page).toContain('<h3>Undated</h3>');
  expect(page).toContain('<li>Keeper, Lamp House (since 1842)</li>');
  expect(page).toContain('<li>Lamp House, Harbour School (1835-09–1838)</li>');
  // The schema of JSON Resume has no null.
  expect(await written('resume.json')).not.toContain('null');
  expect(JSON.parse(await written('resume.json'))).toMatchObject({
    basics: {
      label: 'Keeper of lamps',
      summary: 'Lamp House',
      profiles: [
        { network: 'peergraph.example' },
        { username: '0000-0002-1825-0097' },
        { network: 'code.example', url: 'https://code.example/' },
      ],
    },
    work: [{ name: 'Lamp House', position: 'Keeper', startDate: '1842' }],
    education: [{ institution: 'Harbour School', area: 'Lamp House', startDate: '1835-09', endDate: '1838' }],
    publications: [
      {},
      { name: 'On <b>Lamps</b>', releaseDate: '2026-05-12', url: 'https://doi.org/10.1000/lamps' },
      { name: 'A work without a title' },
    ],
  });
  expect(JSON.parse(await written('works.json')).works).toHaveLength(3);
});

test('no text of a source or an owner becomes markup', async () => {
  const hostile = fc.array(fc.constantFrom('<script>', '"', "'", '&', '<', '>', '</style>', '\u202e', 'a', '\n'), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(hostile, async (parts) => {
      for (const file of ['cv.html', 'works.html']) {
        const text = await written(file, parts.join(''));
        expect(text).not.toMatch(/<script|\u202e/);
        expect(text.match(/<\/style>/g)?.length ?? 0).toBe(file === 'cv.html' ? 1 : 0);
      }
    }),
  );
});

test('parts and style are selectable, and an unknown style is the default', async () => {
  expect(await written('cv.html', 'Lamp House', 'part=publications&style=vancouver')).toMatch(
    /<h2 id="publications">Publications<\/h2>\s*<ol><li>Byron A et al\. <a [^>]*>Lamp House<\/a>\. Lamp House\. 2026 May 12;3\. doi:10\.1000\/lamps/,
  );
  expect(await written('cv.html', 'Lamp House', 'style=apa')).toContain(
    '<li>Byron, A. et al. (2026a). <a href="https://doi.org/10.1000/lamps">Lamp House</a>. <i>Lamp House</i>, <i>3</i>. https://doi.org/10.1000/lamps',
  );
  expect(await written('cv.html', 'Lamp House', 'part=preprints&style=x')).not.toContain('Keeper of lamps');
  expect(await written('cv.html', 'Lamp House', 'part=about')).not.toContain('<h2 id="publications"');
  expect(await written('cv.html', 'Lamp House', 'style=x')).toContain('Ada Byron et al.: <a');
  expect(await written('cv.tex', 'Lamp House', 'style=harvard')).toContain(
    '\\item {}Byron, A. \\textit{et al.} (2026a) \\href{https://doi.org/10.1000/lamps}{“Lamp House,”} \\textit{Lamp House}, 3.',
  );
});

test('a CV says that no work matches', async () => {
  const note = 'No works match these sections and years.';
  const text = async (file: string, query: string, works: CitedWork[]) => {
    const format = cvFiles.find((each) => each.file === file) as (typeof cvFiles)[number];
    const content = await writeCv(format, { ...cv('', query), works });
    return typeof content === 'string' ? content : ((await unzip(Buffer.from(content)))['word/document.xml'] ?? '');
  };
  for (const file of ['cv.html', 'cv.tex', 'cv.docx']) {
    expect(await text(file, '', [])).toContain(note);
    expect(await text(file, 'part=preprints', [work])).toContain(note);
    expect(await text(file, 'part=about', [])).not.toContain(note);
    expect(await text(file, '', [work])).not.toContain(note);
  }
});

test('a title in another language than that of the CV names it', async () => {
  const works = [
    { ...work, id: 'first', language: 'fra', title: ['Les lampes'] },
    { ...work, id: 'second', language: 'fra', title: null },
    work,
  ];
  const file = async (name: string, query = '') => {
    const format = cvFiles.find((each) => each.file === name) as (typeof cvFiles)[number];
    return writeCv(format, { ...cv('', query), works });
  };
  for (const text of [await file('cv.html'), await file('cv.html', 'style=apa'), await file('works.html')])
    expect(`${text}`.match(/<a lang=[^>]*>[^<]*/g)).toEqual(['<a lang="fr" href="https://doi.org/10.1000/lamps">Les lampes']);
  const files = await unzip(Buffer.from((await file('cv.docx')) as Uint8Array));
  expect((files['word/document.xml'] ?? '').match(/<w:lang [^>]*>/g)).toEqual(['<w:lang w:val="fr"/>']);
});

test('a title that ends with a question mark gets no full stop', async () => {
  expect(await written('cv.html', 'Whose Lamp?')).toMatch(/>Whose Lamp\?<\/a> Whose Lamp\?, 3\. 12 May 2026\./);
});

const textOf = (parts: readonly CitationPart[] = []): string => parts.map(({ text }) => text).join('');

test('a style lists every work, with its title as a link, and escapes markup', async () => {
  const works = ['<i>Lamps</i> & “lights”', 'Lamps\ue001', '', 'LAMPS: A STUDY'].map((title, at) => ({
    ...{ ...work, id: `work-${at}`, title: [title], authors: at === 2 ? [] : work.authors },
  }));
  for (const style of cslStyles()) {
    const { citations } = await bibliographyOf(works, style);
    expect(citations.map((parts) => parts.filter(({ isTitle }) => isTitle).length)).toEqual([1, 1, 1, 1]);
    expect(citations.map((parts) => parts.map(({ text }) => text).join(''))).toEqual([
      // Some styles write the words of English titles with capitals.
      expect.stringMatching(/Byron.*<i>Lamps<\/i> & [“‘]lights[.,]?[”’].*Journal of Light/i),
      expect.not.stringMatching(/[\ue000-\uf8ff]/),
      expect.stringMatching(/(^|[^“‘])\[Article without a title\]([^”’]|$)/),
      expect.stringMatching(/LAMPS: A STUDY/i),
    ]);
  }
});

test('a citation has no TeX, says that authors are left out, and describes a work without a title', async () => {
  const math = (tex: string) => ({ tag: 'math' as const, tex });
  const titles = [
    ['Recognition in ', math('O(M(n^{2}))'), ' time'],
    [math('\\infty'), '-former'],
    ['m', math('^4'), ' with ', math('x_N')],
    [math('Lamp_{vis}'), ': A Chinese ', { tag: 'nocase' as const, of: ['lamp?'] }],
  ];
  const authorsOf = (count: number): CitedWork['authors'] =>
    Array.from({ length: count }, (_, at) => ({ name: `Ada Author${at}`, organisation: false }));
  const works = [
    ...titles.map((title, at) => ({ ...work, id: `title-${at}`, title })),
    ...[1, 2, 25].map((count) => ({ ...work, id: `authors-${count}`, authors: authorsOf(count) })),
    { ...work, id: 'untitled', title: null },
  ];
  const check = ([first, second, third, fourth, ...others]: readonly (readonly CitationPart[] | undefined)[]) => {
    // No style changes the capitals of a formula.
    expect(textOf(first)).toMatch(/[Rr]ecognition in O\(M\(n²\)\) [Tt]ime/);
    expect(textOf(second)).toMatch(/∞-[Ff]ormer/);
    expect(textOf(third)).toMatch(/m⁴ [Ww]ith x_N/);
    expect(textOf(fourth)).toMatch(/Lampᵥᵢₛ: A Chinese lamp\?(?!\.)/);
    expect(others.at(-1)?.find(({ isTitle }) => isTitle)).toEqual({ text: '[Article without a title]', isTitle: true });
    for (const parts of others.slice(0, -1)) {
      expect(textOf(parts).match(/Author0.*?\bet al\./g)).toHaveLength(1);
      expect(textOf(parts)).not.toMatch(/…|&|\band\b|et al\..*et al\./);
    }
  };
  check(works.map((each) => plainCitation(each)));
  for (const style of cslStyles()) {
    check((await bibliographyOf(works, style)).citations);
    expect(textOf((await bibliographyOf(works.slice(4, 5), style)).citations[0])).toMatch(/Author0,? .*\bet al\./);
  }
});

test('a work alone is written as beside works of other people', async () => {
  const authors = (...names: string[]): CitedWork['authors'] => names.map((name) => ({ name, organisation: false }));
  const many = authors(...Array.from({ length: 30 }, (_, at) => `Ada Author${at}`));
  const kinds: Partial<CitedWork>[] = [{ authors: many }, { type: 'thesis', year: null, date: null, authors: authors('Grace Hopper') }];
  const works = kinds.map((kind, at) => ({ ...work, ...kind, id: `work-${at}`, title: [`On Lamps of Kind ${at}`] }));
  for (const style of cslStyles()) {
    const alone = await Promise.all(works.map((each) => bibliographyOf([each], style)));
    expect(alone.map(({ citations }) => citations[0])).toEqual((await bibliographyOf(works, style)).citations);
  }
});

test('an unknown style is reported', async () => {
  for (const xml of ['', '<style><bibliography']) await expect(bibliographyOf([work], { id: 'x', title: 'X', xml })).rejects.toThrow();
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

test('no text of a source or an owner becomes a LaTeX command', async () => {
  const ours =
    /\\(?:documentclass|usepackage|setlength|parindent|begin|end|LARGE|par|medskip|section|item|href|textbf|text[a-z]+)(?![a-z])/g;
  await fc.assert(
    fc.asyncProperty(nasty, async (parts) => {
      const text = await written('cv.tex', parts.join(''));
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

const cvWithFormula = async (tex: string, query = '') => {
  const latex = cvFiles.find(({ file }) => file === 'cv.tex') as (typeof cvFiles)[number];
  return `${await writeCv(latex, { ...cv('', query), works: [{ ...work, title: ['Bounds of ', { tag: 'math', tex }, ' at $5'] }] })}`;
};

test('a formula in a title stays a formula in LaTeX, in every style', async () => {
  for (const tex of ['x^2', '\\frac{\\alpha}{n_i}', 'O(\\log n)', '\\mathcal{D}'])
    expect(await cvWithFormula(tex)).toContain(`Bounds of $${tex}$ at \\$5`);
  for (const { id } of cslStyles()) expect(await cvWithFormula('x^2', `style=${id}`)).toContain('Bounds of $x^2$ at \\$5');
});

test('a formula that could run a LaTeX command, or that TeX cannot typeset, is written as text', async () => {
  const hostile = [
    '\\input{x}',
    '\\gdef\\item{\\directlua{x}}',
    '^^5cinput{x}',
    '\\catcode`x=0',
    'x%',
    'x$y',
    '\\csname input\\endcsname x',
    'x\\',
  ];
  for (const tex of [...hostile, 'x^2^3', '{', '\\includegraphics{x}', '\\text{\\write18{x}}', '\\begin{x}'])
    expect((await cvWithFormula(tex)).match(/(?<!\\)\$/g)).toBeNull();
});

/** Returns the files of a ZIP as text, by name. */
async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const files: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    files[entry.fileName] = Buffer.concat(await stream.toArray()).toString('utf8');
  }
  return files;
}

test('a CV shows an ORCID iD as its URL, and says if only a source gives it', async () => {
  const url = 'https://orcid.org/0000-0002-1825-0097';
  const note = ' (unauthenticated: given by a source)';
  const shown = [
    ['cv.html', `ORCID <a href="${url}">${url}</a>`],
    ['cv.tex', `ORCID \\href{${url}}{${url}}`],
  ] as const;
  const stated = cv('Lamp House');
  stated.author.orcid = { id: '0000-0002-1825-0097', authenticated: false };
  for (const [name, text] of shown) {
    expect(await written(name)).toContain(text);
    expect(await written(name)).not.toContain(note);
    const format = cvFiles.find(({ file }) => file === name) as (typeof cvFiles)[number];
    expect(`${await writeCv(format, stated)}`).toContain(`${text}${note}`);
  }
  const docx = cvFiles.find(({ file }) => file === 'cv.docx') as (typeof cvFiles)[number];
  const files = await unzip(Buffer.from((await writeCv(docx, stated)) as Uint8Array));
  expect((files['word/document.xml'] ?? '').replace(/<[^>]*>/g, '')).toContain(`ORCID ${url}${note}`);
});

test('a DOCX contains hostile text as text', async () => {
  const hostile = '</w:t><w:instrText>DDEAUTO c:\\\\x</w:instrText>&xxe;\u0000\u000b';
  const docx = cvFiles.find(({ file }) => file === 'cv.docx') as (typeof cvFiles)[number];
  const files = await unzip(Buffer.from((await writeCv(docx, cv(hostile))) as Uint8Array));
  const xml = files['word/document.xml'] ?? '';
  expect(xml).toContain('&lt;/w:t&gt;&lt;w:instrText&gt;DDEAUTO');
  expect(xml).not.toMatch(/<w:instrText|<!DOCTYPE|\p{Cc}/u);
  expect(Object.keys(files).filter((name) => /vba|embed|\.bin$/i.test(name))).toEqual([]);
  expect(files['word/_rels/document.xml.rels']).not.toMatch(/javascript:|attachedTemplate/);
});

const titled = (id: string, more: object): CitedWork =>
  citedWork({ ...work, id, title: ['Lamps that burn all night'], retracted: false, ...more });

test('a CV lists the versions of a work once, as what was published, with the identifier of its preprint', () => {
  const published = titled('published', { type: 'article', year: 2024, arxiv: null });
  const preprint = titled('preprint', { type: 'preprint', year: 2023, doi: null, arxiv: '2301.00001' });
  expect(joinVersions([published, preprint])).toEqual([{ ...published, arxiv: '2301.00001' }]);
  const later = { ...preprint, id: 'later', year: 2023 };
  expect(joinVersions([preprint, later]).map(({ id }) => id)).toEqual(['preprint']);
});

test('works that only share a title stay apart in a CV', () => {
  const apart = [
    [titled('paper', { type: 'paper' }), titled('article', { type: 'article' })],
    [titled('article', { year: 2024 }), titled('old', { type: 'preprint', year: 2010 })],
    [titled('article', {}), titled('other', { type: 'preprint', authors: [{ name: 'Ben King', organisation: false }] })],
    [titled('one', { title: ['Preface'] }), titled('two', { title: ['Preface'], type: 'preprint' })],
  ];
  for (const works of apart) expect(joinVersions(works)).toHaveLength(2);
});

test('a validator of others reads the CV as JSON Resume', async () => {
  const { validate } = createRequire(import.meta.url)('@jsonresume/schema') as {
    validate(resume: object, done: (errors: unknown) => void): void;
  };
  const errors = await new Promise((resolve) => written('resume.json').then((text) => validate(JSON.parse(text), resolve)));
  expect(errors).toBeNull();
});
