import { parse } from '@retorquere/bibtex-parser';
import { parse as csvRows } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namePartsOf } from '#lib/catalog/bibliography/names.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { bibtexFile } from '#lib/catalog/works/model/citations/bibtex.ts';
import { type CitedWork, titleLineOf, toOneLine } from '#lib/catalog/works/model/citations/cited.ts';
import { cslFile } from '#lib/catalog/works/model/citations/csl.ts';
import { csvFile } from '#lib/catalog/works/model/citations/csv.ts';
import { risFile } from '#lib/catalog/works/model/citations/ris.ts';
import { citationTags, formatWorksLinkedData, workLinkedData } from '#lib/catalog/works/model/linked-data.ts';
import { parseLatex } from '#lib/platform/text/latex/tree.ts';
import { plainText, type RichText } from '#lib/platform/text/rich-text.ts';
import { citedWork } from './cited-work.ts';

const lamp = citedWork({
  title: ['A lamp for ', { tag: 'math', tex: 'O(n^{2})' }, ' GPUs'],
  type: 'paper',
  year: 2026,
  date: '2026-05-12',
  venue: 'Lamps & Shades',
  details: { volume: '3', pages: '12-19' },
  doi: '10.1234/a_b%c',
  authors: [
    { name: 'Ludwig van Beethoven', organisation: false },
    { name: 'Lamp Team', organisation: true },
    { name: '李华', organisation: false },
  ],
});

/** Parses an exported file with an independent BibTeX parser. */
function parseExport(source: string) {
  const library = parse(source, { raw: true, english: false, sentenceCase: false, caseProtection: false, unsupported: 'ignore' });
  expect(library.errors).toEqual([]);
  return library.entries.map(({ key, fields }) => ({
    key,
    title: fields.title === undefined ? null : titleLineOf(parseLatex(String(fields.title))),
    names: (Array.isArray(fields.author) ? fields.author : []).map(({ name, firstName, prefix, lastName, suffix }) =>
      plainText(parseLatex(name ?? [firstName, prefix, lastName, suffix].filter((part) => part).join(' '))),
    ),
    doi: fields.doi,
  }));
}

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{',
        '}',
        '\\',
        '$',
        '%',
        '#',
        '&',
        '_',
        '~',
        '^',
        '"',
        '@',
        ',',
        '=',
        '--',
        '``',
        "''",
        '?`',
        '<',
        '>',
        ' and ',
        '\n',
        '\r',
        '\t',
        ' ',
      ),
      fc.constantFrom(
        '@article{x,',
        '}}',
        '\\input{x}',
        'TY  - JOUR',
        'ER  - ',
        '</title>',
        '%%',
        'BERT',
        'zwölf',
        '李',
        '\u2028',
        '\u0000',
      ),
      fc.string({ maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const visible = hostile.filter((text) => toOneLine(text) !== '');
const cited = fc
  .record({
    title: visible,
    names: fc.array(fc.record({ name: visible, organisation: fc.boolean() }), { maxLength: 4 }),
    id: fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{12}$/),
  })
  .map(({ title, names, id }): CitedWork => ({ ...lamp, id, title: [title], authors: names }));
const library = fc.uniqueArray(cited, { maxLength: 4, selector: ({ id }) => id });

describe('BibTeX', () => {
  test('are read back in the same number, with titles and names, whatever characters they contain', () => {
    fc.assert(
      fc.property(library, (works) => {
        const parsed = parseExport(bibtexFile(works));
        expect(parsed.map(({ title }) => title)).toEqual(works.map(({ title }) => titleLineOf(title ?? [])));
        expect(parsed.map(({ names }) => names)).toEqual(works.map(({ authors }) => authors.map(({ name }) => toOneLine(name))));
        expect(new Set(parsed.map(({ key }) => key)).size).toBe(works.length);
      }),
      { numRuns: 500 },
    );
  });

  test('keep styled titles and formulas when read back', () => {
    const { tree } = fc.letrec<{ tree: RichText }>((tie) => ({
      tree: fc.array(
        fc.oneof(
          { depthSize: 'small' },
          hostile,
          fc.constantFrom('\\alpha', 'x^{2}', 'a_i', '\\frac{1}{2}', 'a}b', '{', 'x % y').map((tex) => ({ tag: 'math' as const, tex })),
          fc.record({ tag: fc.constantFrom('b', 'i', 'tt', 'sc', 'sup', 'sub'), of: tie('tree') }),
          fc.record({ tag: fc.constant('a'), href: fc.constant('https://example.org/'), of: tie('tree') }),
        ),
        { maxLength: 4 },
      ) as fc.Arbitrary<RichText>,
    }));
    fc.assert(
      fc.property(tree, (title) => {
        const [entry] = parseExport(bibtexFile([{ ...lamp, title }]));
        expect(entry?.title ?? '').toBe(titleLineOf(title));
      }),
      { numRuns: 500 },
    );
  });

  test('keep formulas as TeX, capitals, and the DOI unchanged', () => {
    const source = bibtexFile([lamp]);
    expect(source).toContain('title = {A lamp for {$O(n^{2})$} {GPUs}}');
    expect(source).toContain('author = {van Beethoven, Ludwig and {Lamp Team} and 李华}');
    expect(source).toContain('doi = {10.1234/a_b%c}');
    expect(source).toContain('month = may');
    expect(source).toContain('pages = {12--19}');
  });

  test('write a formula as text if it would end its field or could run a LaTeX command', () => {
    const hostile = ['\\input{x}', '\\directlua{x}', '\\write18{x}', '^^5cinput{x}', '\\gdef\\item{x}'];
    for (const tex of ['a}b', '{', 'a$b', 'x % y', 'x\\', ...hostile]) {
      const [entry] = parseExport(bibtexFile([{ ...lamp, title: ['See ', { tag: 'math', tex }] }]));
      expect(entry?.title).toBe(`See $${tex}$`);
    }
  });

  test('keep a name whole with the word between two names, and if its family name has no letter', () => {
    for (const name of ['! and iI', 'ER - Iv']) {
      const [entry] = parseExport(bibtexFile([{ ...lamp, authors: [{ name, organisation: false }] }]));
      expect(entry?.names).toEqual([name]);
    }
  });

  test('end a truncated list in “and others”', () => {
    expect(bibtexFile([{ ...lamp, authorsComplete: false }])).toContain('李华 and others}');
  });

  test('state in formats with notes which names of a truncated list have no known position; BibTeX has “and others”', () => {
    const cut: CitedWork = { ...lamp, authorsComplete: false, unplaced: ['李华'] };
    expect(bibtexFile([cut])).toContain('and others}');
    expect(bibtexFile([cut])).not.toContain('not known');
    expect(bibtexFile([{ ...cut, retracted: true }])).toContain('  note = {Retracted.}');
    for (const file of [risFile([cut]), cslFile([cut])]) expect(file).toContain('Place in the list not known: 李华.');
    expect(csvFile([cut])).toContain('authors_without_place');
    expect(bibtexFile([{ ...lamp, authorsComplete: false }])).not.toContain('note');
  });
});

test('BibTeX: a long title of signs that LaTeX writes with several letters is not many times as long in the file', () => {
  const signs = fc.array(fc.constantFrom('\\', '{', '}', '~', '^', '<', '>', '$x$', 'α', 'a '), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(signs, fc.integer({ min: 2_000, max: 4_000 }), (some, times) => {
      const title = some.join('').repeat(times);
      const written = bibtexFile([{ ...lamp, title: [title] }]);
      expect(written.length).toBeLessThan(4_000 + 4 * title.length);
    }),
    { numRuns: 30, examples: [[['α'], 4_000]] },
  );
});

test('BibTeX: a word of thousands of letters is written at once', () => {
  const title = ['α'.repeat(20_000)];
  const begun = performance.now();
  expect(bibtexFile([{ ...lamp, title }])).toContain(title[0]);
  // One pattern for words with a capital took minutes.
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('RIS: has as many records as works, and no text starts a field of its own', () => {
  fc.assert(
    fc.property(library, (works) => {
      const lines = risFile(works).split('\r\n');
      expect(lines.filter((line) => line.startsWith('TY  - ')).length).toBe(works.length);
      expect(lines.filter((line) => line === 'ER  - ').length).toBe(works.length);
      expect(lines.filter((line) => line.startsWith('AU  - ')).length).toBe(works.flatMap(({ authors }) => authors).length);
      expect(lines.filter((line) => line.startsWith('TI  - ')).map((line) => line.slice(6))).toEqual(
        works.map(({ title }) => titleLineOf(title ?? [])),
      );
    }),
  );
});

test('RIS: a paper names its proceedings where reference managers read them', () => {
  expect(risFile([lamp])).toContain('T2  - Lamps & Shades\r\nC3  - Lamps & Shades\r\n');
  expect(risFile([{ ...lamp, type: 'article' }])).not.toContain('C3  - ');
});

const withoutMarkup = (title: string): string => title.replaceAll('&lt;', '<').replaceAll('&amp;', '&');

test('CSL-JSON: titles and names are read back', () => {
  fc.assert(
    fc.property(library, (works) => {
      const items: { title: string; author?: Record<string, string>[] }[] = JSON.parse(cslFile(works));
      expect(items.map(({ title }) => withoutMarkup(title))).toEqual(works.map(({ title }) => titleLineOf(title ?? [])));
      const names = items.map(({ author = [] }) =>
        author.map(
          (name) => name.literal ?? [name.given, name['non-dropping-particle'], name.family, name.suffix].filter((part) => part).join(' '),
        ),
      );
      expect(names).toEqual(works.map(({ authors }) => authors.map(({ name }) => toOneLine(name))));
    }),
  );
});

test('CSV: has one row for each work, every cell in its column, and none that a spreadsheet would run', () => {
  fc.assert(
    fc.property(library, (works) => {
      const [head, ...rows] = csvRows(csvFile(works));
      expect(rows.length).toBe(works.length);
      for (const [at, row] of rows.entries()) {
        expect(row.length).toBe(head?.length);
        const title = titleLineOf(works[at]?.title ?? []);
        expect([title, `'${title}`]).toContain(row[1]);
        for (const cell of row) expect(cell).not.toMatch(/^[=+\-@]/);
      }
    }),
  );
});

test('citations end the particle with its last lower-case word, and read a suffix after a comma', () => {
  const parts = (name: string) => namePartsOf({ name });
  expect(parts('Ludwig van Beethoven')).toEqual({ given: 'Ludwig', particle: 'van', family: 'Beethoven', suffix: '' });
  expect(parts('Helena de Medeiros Caseli')).toEqual({ given: 'Helena', particle: 'de', family: 'Medeiros Caseli', suffix: '' });
  expect(parts('Charles de la Vallée Poussin')).toMatchObject({ particle: 'de la', family: 'Vallée Poussin' });
  expect(parts('George J. Graham, Jr.')).toEqual({ given: 'George J.', particle: '', family: 'Graham', suffix: 'Jr.' });
  expect(namePartsOf({ name: 'Lamp Makers, Jr.', organisation: true })).toEqual({ literal: 'Lamp Makers, Jr.' });
  const graham = [{ ...lamp, authors: [{ name: 'George J. Graham, Jr.', organisation: false }] }];
  expect(risFile(graham)).toContain('AU  - Graham, George J., Jr.\r\n');
  expect(bibtexFile(graham)).toContain('author = {Graham, Jr., George J.}');
  expect(JSON.parse(cslFile(graham))[0].author).toEqual([{ family: 'Graham', given: 'George J.', suffix: 'Jr.' }]);
});

test('citations split a name at the family name that its source states', () => {
  const parts = (name: string, family: string) => namePartsOf({ name, family });
  expect(parts('Thiago Fraga da Silva', 'Fraga da Silva')).toEqual({ given: 'Thiago', particle: '', family: 'Fraga da Silva', suffix: '' });
  expect(parts('Martin Luther King Jr.', 'King')).toEqual({ given: 'Martin Luther', particle: '', family: 'King', suffix: 'Jr.' });
  const roux = [{ ...lamp, authors: [{ name: 'Joseph Le Roux', organisation: false, family: 'Le Roux' }] }];
  expect(risFile(roux)).toContain('AU  - Le Roux, Joseph\r\n');
  expect(bibtexFile(roux)).toContain('author = {Le Roux, Joseph}');
  expect(bibtexFile(roux)).toContain('@inproceedings{roux-2026-');
  expect(JSON.parse(cslFile(roux))[0].author).toEqual([{ family: 'Le Roux', given: 'Joseph' }]);
});

test('a name in Han characters stays a person, split where its source splits it', () => {
  const wang = [{ ...lamp, authors: [{ name: '王小明', organisation: false, family: '王' }] }];
  expect(bibtexFile(wang)).toContain('author = {王, 小明}');
  expect(risFile(wang)).toContain('AU  - 王,小明\r\n');
  expect(JSON.parse(cslFile(wang))[0].author).toEqual([{ family: '王', given: '小明' }]);
});

test.each([
  ['fra', 'fr'],
  ['Dutch', 'nl'],
  ['pt_BR', 'pt-BR'],
  ['english and french', 'english and french'],
])('the language that a source writes as %s is %s in files and page tags', (written, tag) => {
  const work = { ...lamp, language: written };
  expect(JSON.parse(cslFile([work]))[0].language).toBe(tag);
  expect(risFile([work])).toContain(`LA  - ${tag}\r\n`);
  expect(workLinkedData(work, 'https://peergraph.example')).toMatchObject({ inLanguage: tag });
  expect(citationTags(work, 'https://peergraph.example')).toMatchObject({ citation_language: tag });
});

test('the page tags name a PDF at arXiv or in the ACL Anthology, or one that a source states, and no other URL', () => {
  const pdfOf = (fields: Partial<CitedWork>) => citationTags({ ...lamp, ...fields }, 'https://peergraph.example').citation_pdf_url;
  expect(pdfOf({ arxiv: '2401.00001', acl: '2024.acl-long.1' })).toBe('https://arxiv.org/pdf/2401.00001');
  expect(pdfOf({ acl: '2024.acl-long.1' })).toBe('https://aclanthology.org/2024.acl-long.1.pdf');
  expect(pdfOf({ url: 'https://lamps.example/lamp.pdf' })).toBe('https://lamps.example/lamp.pdf');
  expect(pdfOf({ url: 'https://lamps.example/lamp' })).toBeUndefined();
});

test('the arXiv id is in every format, also beside another URL, and is read back', () => {
  const work = { ...lamp, url: 'https://lamps.example/lamp', arxiv: '2401.00001' };
  expect(bibtexFile([work])).toContain('eprint = {2401.00001},\n  archiveprefix = {arXiv}');
  expect(risFile([work])).toContain('DB  - arXiv\r\nAN  - 2401.00001\r\n');
  expect(JSON.parse(cslFile([work]))[0]).toMatchObject({ archive: 'arXiv', archive_location: '2401.00001' });
  for (const write of [bibtexFile, risFile, cslFile]) {
    expect(parsePastedWorks(write([work])).works[0]?.identifiers).toContainEqual({ scheme: 'arxiv', value: '2401.00001' });
    expect(write([lamp])).not.toMatch(/arxiv|archive/i);
  }
});

test('every format states that a work is retracted, and no other does', () => {
  const files = [bibtexFile, risFile, cslFile, (works: readonly CitedWork[]) => formatWorksLinkedData(works, 'https://peergraph.example')];
  for (const write of files) {
    expect(write([{ ...lamp, retracted: true }])).toMatch(
      /note = \{Retracted\.\}|N1 {2}- Retracted\.|"note":"Retracted\."|"creativeWorkStatus": "Retracted"/,
    );
    expect(write([lamp])).not.toContain('Retracted');
  }
  expect(csvFile([{ ...lamp, retracted: true }])).toMatch(/,yes\r\n$/);
});

test('JSON-LD: has one node for each work, in one graph, with its title and as many names', () => {
  fc.assert(
    fc.property(library, (works) => {
      const file: { '@context': string; '@graph': { '@id': string; name: string; author: { name: string }[] }[] } = JSON.parse(
        formatWorksLinkedData(works, 'https://peergraph.example'),
      );
      expect(file['@graph'].map((node) => node['@id'])).toEqual(works.map(({ id }) => `https://peergraph.example/works/${id}`));
      expect(file['@graph'].map(({ name }) => name)).toEqual(works.map(({ title }) => titleLineOf(title ?? [])));
      expect(file['@graph'].map(({ author }) => author.length)).toEqual(works.map(({ authors }) => authors.length));
    }),
  );
});
