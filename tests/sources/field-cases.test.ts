import { describe, expect, test } from 'vitest';
import { decodeText } from '#lib/catalog/bibliography/encoding.ts';
import { doiIn } from '#lib/catalog/bibliography/identifiers.ts';
import { namePartsOf } from '#lib/catalog/bibliography/names.ts';
import { aclAnthology } from '#lib/catalog/sources/acl-anthology/adapter.ts';
import { bibtex } from '#lib/catalog/sources/bibtex/adapter.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { openalex } from '#lib/catalog/sources/openalex.ts';
import { parseFileWorks, parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { collectEvents, collection, createFolder } from './input-files.ts';

/* Inputs of the field in the ways in which people, catalogues and programs write them, each with its right value. */

/** Names for comparison: a group in braces. */
const namesOf = ({ authors }: Pick<ImportedWork, 'authors'>): string[] =>
  authors.map(({ name, organisation }) => (organisation ? `{${name}}` : name));
const paste = (text: string): ImportedWork[] => parsePastedWorks(text).works;
const only = (text: string): ImportedWork => {
  const [work, ...more] = paste(text);
  if (!work || more.length > 0) throw new Error(`not one work: ${text}`);
  return work;
};
const entry = (fields: string, type = 'article'): ImportedWork => only(`@${type}{key, title={On the lamps of a quay}, ${fields}}`);
const csl = (fields: object): ImportedWork => only(JSON.stringify([{ type: 'article-journal', title: 'On lamps', ...fields }]));
const ris = (...lines: string[]): ImportedWork => only(['TY  - JOUR', 'TI  - On lamps', ...lines, 'ER  - ', ''].join('\n'));
const idsOf = ({ identifiers }: ImportedWork, scheme: string): string[] =>
  identifiers.flatMap((each) => (each.scheme === scheme ? [each.value] : []));

async function readFiles(
  contents: Record<string, string>,
  adapter: typeof bibtex | typeof openalex | typeof aclAnthology,
  extension: string,
) {
  const folder = createFolder(contents);
  try {
    return await collectEvents(adapter(await folder.files(extension)));
  } finally {
    folder.drop();
  }
}
const readOpenAlex = async (fields: object) =>
  readFiles(
    {
      'works.jsonl': JSON.stringify({
        id: 'https://openalex.org/W1',
        title: 'On lamps',
        type: 'article',
        publication_year: 2019,
        ...fields,
      }),
    },
    openalex,
    '.jsonl',
  );
const authorship = (displayName: string, rawName: string, id = 'A5000000001', more: object = {}) => ({
  author: { id: `https://openalex.org/${id}`, display_name: displayName },
  raw_author_name: rawName,
  ...more,
});

describe('who wrote a work', () => {
  test('the rest of a list is nobody, in each format', () => {
    for (const work of [
      entry('author={Fable, Ann and et al.}'),
      entry('author={Ann Fable and others}'),
      csl({ author: [{ family: 'Fable', given: 'Ann' }, { literal: 'et al.' }] }),
      csl({
        author: [
          { family: 'Fable', given: 'Ann' },
          { family: 'al.', given: 'et' },
        ],
      }),
      ris('AU  - Fable, Ann', 'AU  - et al.'),
    ])
      expect([namesOf(work), work.authorsComplete]).toEqual([['Ann Fable'], false]);
  });

  test('stand-ins are nobody, and the list is complete', () => {
    for (const work of [
      entry('author={Anonymous}'),
      entry('author={{Anon.}}'),
      entry('author={Unknown and N.N. and n/a}'),
      csl({ author: [{ literal: 'Anonymous' }] }),
      csl({ author: [{ family: 'Unknown', given: 'Author' }] }),
      ris('AU  - Anonymous', 'AU  - [s.n.]'),
    ])
      expect([work.authors, work.authorsComplete]).toEqual([[], true]);
  });

  test('OpenAlex: the written name, without the id of its placeholder', async () => {
    const { works } = await readOpenAlex({ authorships: [authorship('NULL AUTHOR_ID', 'Jane Roe', 'A9999999999')] });
    expect(works[0]?.authors).toEqual([{ name: 'Jane Roe' }]);
  });

  test('OpenAlex: the written name, the name of the person, and a question where they differ', async () => {
    const { works, problems } = await readOpenAlex({
      authorships: [authorship('Jon Smythe-Lampe', 'John Smith'), authorship('Ann Fable', 'A. Fable', 'A2')],
    });
    expect(works[0]?.authors).toEqual([
      { name: 'John Smith', knownAs: 'Jon Smythe-Lampe', personId: 'A5000000001' },
      { name: 'A. Fable', knownAs: 'Ann Fable', personId: 'A2' },
    ]);
    expect(problems.map(({ given }) => given)).toEqual(['John Smith / Jon Smythe-Lampe']);
  });

  test('OpenAlex: an institution is a group', async () => {
    const lamps = { institutions: [{ display_name: 'Lampgothen' }] };
    const authorships = [
      authorship('University of Lampgothen', 'University of Lampgothen'),
      authorship('Lampgothen', 'Lampgothen', 'A3', lamps),
    ];
    const { works } = await readOpenAlex({ authorships });
    expect(works.map(namesOf)).toEqual([['{University of Lampgothen}', '{Lampgothen}']]);
  });

  test.each([
    ['Fable, Ann, Jr.', ['Ann Fable Jr.'], ['Fable']],
    ['Ann Fable, Jr. and Jane Roe, III', ['Ann Fable Jr.', 'Jane Roe III'], ['Fable', 'Roe']],
    ['Roe, Jane; Fable, Ann', ['Jane Roe', 'Ann Fable'], ['Roe', 'Fable']],
    ['Rob Moss$^{1}$ and Bea Thorn\\textsuperscript{2,*}', ['Rob Moss', 'Bea Thorn'], ['Moss', 'Thorn']],
    ['von Lampe', ['von Lampe'], ['von Lampe']],
    ['王, 小明', ['王小明'], ['王']],
    ['灯台 太郎', ['灯台太郎'], ['灯台']],
    ['{\\noopsort{Lampe}}{van Lampe}, L.', ['L. van Lampe'], ['van Lampe']],
    ['{\\IJ}sbrand Moss and \\t{oo}na Thorn and {\\ij}ra Wick', ['IJsbrand Moss', 'o͡ona Thorn', 'ijra Wick'], ['Moss', 'Thorn', 'Wick']],
  ])('BibTeX: %s', (author, names, families) => {
    const { authors } = entry(`author={${author}}`);
    expect([authors.map(({ name }) => name), authors.map(({ family }) => family)]).toEqual([names, families]);
  });

  test('CSL-JSON: both particles, and a name that is not split', () => {
    const particles = { family: 'Fontanelle', given: 'Jo', 'dropping-particle': 'de', 'non-dropping-particle': 'La' };
    expect(namesOf(csl({ author: [particles, { literal: 'World Lamp Office' }] }))).toEqual(['Jo de La Fontanelle', '{World Lamp Office}']);
  });

  test('the editors of a book are contributors', () => {
    const { authors, contributors } = only(
      '@book{n2, title={Essays on lamps}, editor={Roe, Jane and Fable, Ann}, publisher={Lamp Press}, year={2004}}',
    );
    expect([authors, contributors]).toEqual([
      [],
      [
        { name: 'Jane Roe', family: 'Roe', role: 'editor' },
        { name: 'Ann Fable', family: 'Fable', role: 'editor' },
      ],
    ]);
  });
});

describe('identifiers', () => {
  test('a DOI with TeX, with another resolver, and with its own closing bracket', () => {
    expect(idsOf(entry('doi={10.5555/978-3-319-10590-1{\\_}53}'), 'doi')).toEqual(['10.5555/978-3-319-10590-1_53']);
    expect(idsOf(entry('doi={https://www.doi.org/10.5555/anchors.1}'), 'doi')).toEqual(['10.5555/anchors.1']);
    expect(idsOf(csl({ DOI: 'doi:10.5555/Anchors.1.' }), 'doi')).toEqual(['10.5555/anchors.1']);
    expect(idsOf(ris('DO  - http://dx.doi.org/10.5555/anchors.1'), 'doi')).toEqual(['10.5555/anchors.1']);
    expect(doiIn('10.5555/(QUAY)0733-9445(2004)130:10(1570)')).toBe('10.5555/(quay)0733-9445(2004)130:10(1570)');
  });

  test('an arXiv id without its subject class, and an Anthology id in its old addresses', () => {
    for (const eprint of ['math.GT/0399136', 'math/0399136', 'arXiv:math.GT/0399136v2'])
      expect(idsOf(entry(`eprint={${eprint}}, archiveprefix={arXiv}`), 'arxiv')).toEqual(['math/0399136']);
    expect(idsOf(entry('url={https://www.aclweb.org/anthology/P99-9001}'), 'acl')).toEqual(['P99-9001']);
  });

  test('an ISBN in each format, and a number with a wrong check digit as a problem', () => {
    for (const work of [entry('isbn={978-3-16-148410-0}', 'book'), csl({ ISBN: '3-16-148410-X' }), ris('SN  - 978 3 16 148410 0')])
      expect(idsOf(work, 'isbn')).toEqual(['9783161484100']);
    const { works, faults } = parsePastedWorks('@book{b, title={On lamps}, isbn={978-3-16-148410-1}}');
    expect([works.map((work) => idsOf(work, 'isbn')), faults.map(({ field }) => field)]).toEqual([[[]], ['isbn']]);
  });

  test('an iD with a wrong check digit is left out and reported', async () => {
    const paper =
      '<paper id="1"><title>A wrong digit</title><author orcid="0000-0002-1825-0098"><first>Bad</first><last>Digit</last></author><author orcid="0000-0002-1825-0097"><first>Good</first><last>Digit</last></author></paper>';
    const { works, problems } = await readFiles({ 'a.xml': collection('2031.orc', paper) }, aclAnthology, '.xml');
    expect(works[0]?.authors.map(({ orcid }) => orcid)).toEqual([undefined, '0000-0002-1825-0097']);
    expect(problems).toMatchObject([{ given: '0000-0002-1825-0098', kept: 'without it' }]);
  });
});

describe('dates', () => {
  test.each<[string, ImportedWork, string | undefined]>([
    ['a day without a year beside a year', ris('PY  - 2019', 'DA  - Oct 12'), '2019-10-12'],
    ['a day that does not exist', entry('date={2031-02-30}'), '2031-02'],
    ['a day in the month', only('@article{t3, title={Tides}, year=2001, month="10~" # jan}'), '2001-01-10'],
    ['a key for sorting', only('@book{t4, title={Tides}, year="{\\noopsort{1973c}}1981"}'), '1981'],
    ['words in CSL-JSON', csl({ issued: { raw: '12 March 2019' } }), '2019-03-12'],
    ['EDTF in CSL-JSON', csl({ issued: '2021-05-03' }), '2021-05-03'],
    ['double braces', only('@article{t7, title={{Tides}}, Year={{2018}}, Month={{JUL}}}'), '2018-07'],
    ['the year zero', entry('year={0000}'), undefined],
    ['not yet', entry('year={in press}'), undefined],
    ['words behind a year', entry('date={2001, May 3}'), '2001-05-03'],
    ['a month before a year', entry('date={05/2001}'), '2001-05'],
    ['two months as numbers', entry('year={2001}, month={3-4}'), '2001-03'],
    ['a year of an era', entry('date={平成13年3月}'), '2001-03'],
    ['a year of another calendar', entry('year={1441 AH}'), undefined],
    ['a list of CSL-JSON', csl({ issued: [2019, 3] }), '2019-03'],
  ])('%s', (_, work, date) => {
    expect(work.date).toBe(date);
  });

  test('a day that does not exist is reported', () => {
    expect(parsePastedWorks('@misc{a, title={Tides}, date={2031-02-30}}').faults).toMatchObject([{ field: 'date' }]);
  });
});

describe('titles and venues', () => {
  test('superscripts stay, in each format that has them', async () => {
    const tree = ['10', { tag: 'sup', of: ['-3'] }, ' mol in H', { tag: 'sub', of: ['2'] }, 'O'];
    const written = '10<sup>-3</sup> mol in H<sub>2</sub>O';
    expect(csl({ title: written }).title).toEqual(tree);
    expect(only(`TY  - JOUR\nTI  - ${written}\nER  - `).title).toEqual(tree);
    expect((await readOpenAlex({ title: written })).works[0]?.title).toEqual(tree);
    expect(only('@misc{a, title={10\\textsuperscript{-3} mol in H\\textsubscript{2}O}}').title).toEqual(tree);
  });

  test('signs that are no tags stay', async () => {
    const { works } = await readOpenAlex({ title: 'Ordering lamps when a <b and c> d in a lattice' });
    expect(works[0]?.title).toEqual(['Ordering lamps when a <b and c> d in a lattice']);
  });

  test('entities are decoded in titles, names and venues', () => {
    const work = only(
      '@article{m3, title={The keeper&#8217;s caf&eacute; &ndash; a history}, author={M&uuml;ller, K&auml;the}, journal={Light &amp; Water}}',
    );
    expect([work.title && plainText(work.title), work.venue, namesOf(work)]).toEqual([
      'The keeper’s café – a history',
      'Light & Water',
      ['Käthe Müller'],
    ]);
    const inCsl = csl({
      title: 'Caf&eacute;',
      'container-title': 'Light &amp;amp; Water',
      author: [{ family: 'M&uuml;ller', given: 'Ida' }],
    });
    expect([inCsl.title, inCsl.venue, namesOf(inCsl)]).toEqual([['Café'], 'Light &amp; Water', ['Ida Müller']]);
  });

  test('capitals in braces are protected', () => {
    expect(only('@misc{m4, title={The {Roe} lamp and the {C} language}}').title).toEqual([
      ...['The ', { tag: 'nocase', of: ['Roe'] }, ' lamp and the '],
      ...[{ tag: 'nocase', of: ['C'] }, ' language'],
    ]);
  });

  test('an address is a link and no venue, and TeX in it is removed', () => {
    const page = only('@misc{v1, title={A page}, howpublished={\\url{https://harbour.example.org/lamps}}, year={2020}}');
    expect([page.url, page.venue]).toEqual(['https://harbour.example.org/lamps', undefined]);
    expect(only('@misc{w1, title={Home}, url={http://www.example.org/\\~{}roe/lamp.html}}').url).toBe(
      'http://www.example.org/~roe/lamp.html',
    );
  });

  test.each([
    'journal={arXiv preprint arXiv:2099.01234}',
    'journal={CoRR}, volume={abs/2099.01234}',
    'journal={arXiv}, eprint={2099.01234}',
  ])('an archive is no venue: %s', (fields) => {
    const work = entry(`${fields}, year={2020}`);
    expect([work.type, work.venue, work.volume, idsOf(work, 'arxiv')]).toEqual(['preprint', undefined, undefined, ['2099.01234']]);
  });

  test('RIS: the title of a book, and the volume of a chapter', () => {
    const book = only('TY  - BOOK\nBT  - The lamp keeper’s handbook\nAU  - Roe, Jane\nPY  - 2011\nER  - ');
    expect([book.title, book.venue]).toEqual([['The lamp keeper’s handbook'], undefined]);
    const chapter = only('TY  - CHAP\nTI  - Wicks\nBT  - The lamp keeper’s handbook\nER  - ');
    expect([chapter.title, chapter.venue]).toEqual([['Wicks'], 'The lamp keeper’s handbook']);
  });
});

describe('other fields', () => {
  test('an issue, and pages', () => {
    expect(entry('journal={J. Lamps}, volume=2, number=3, pages={1--9}')).toMatchObject({ volume: '2', issue: '3', pages: '1-9' });
    expect(ris('VL  - 2', 'IS  - 3', 'SP  - 1', 'EP  - 9')).toMatchObject({ volume: '2', issue: '3', pages: '1-9' });
    expect(csl({ volume: 2, issue: 3, page: '1–9' })).toMatchObject({ volume: '2', issue: '3', pages: '1-9' });
  });

  test('a retraction, as our files and publishers state it', () => {
    for (const work of [
      entry('note={Retracted}'),
      csl({ note: 'Retracted.' }),
      csl({ title: 'RETRACTED: Fast lamps' }),
      csl({ 'updated-by': [{ type: 'retraction' }] }),
      ris('N1  - Retracted'),
    ])
      expect(work.retracted).toBe(true);
    expect(entry('note={To appear}').retracted).toBeUndefined();
  });

  test('a data container hands its fields on, and a volume its own to its parts', () => {
    const xdata = parsePastedWorks(
      '@xdata{press, publisher={Lamp Press}, year={1999}}\n@book{x1, title={Lamps}, author={Roe, Jane}, xdata={press}}',
    );
    expect([xdata.works.map(({ publisher, date }) => [publisher, date]), xdata.faults]).toEqual([[['Lamp Press', '1999']], []]);
    const parts = paste(
      '@inproceedings{p, title={Wicks}, author={Roe, Jane}, crossref={c}}\n@proceedings{c, title={Lamp Days}, editor={Fable, Ann}, year={2001}, doi={10.5555/c}}',
    );
    expect(parts[0]).toMatchObject({
      title: ['Wicks'],
      venue: 'Lamp Days',
      date: '2001',
      contributors: [{ name: 'Ann Fable', role: 'editor' }],
      identifiers: [],
    });
  });

  test('an abstract that is too long costs neither the work nor its other fields', async () => {
    const long = `@article{u, title={Lamps}, author={Roe, Jane}, abstract={${'lamp '.repeat(21_000)}}, year={2001}}`;
    const { works, problems } = await readFiles({ 'a.bib': long }, bibtex, '.bib');
    expect(works).toMatchObject([{ title: ['Lamps'], date: '2001', authors: [{ name: 'Jane Roe' }] }]);
    expect(problems).toMatchObject([{ field: 'abstract', kept: 'without it' }]);
  });

  test('a field that nobody reads is reported', () => {
    expect(parsePastedWorks('@misc{a, title={Lamps}, lampcolour={red}, file={a.pdf}}').faults).toMatchObject([{ field: 'lampcolour' }]);
    expect(parsePastedWorks(JSON.stringify([{ title: 'Lamps', 'lamp-colour': 'red' }])).faults).toMatchObject([{ field: 'lamp-colour' }]);
    expect(parsePastedWorks('TY  - JOUR\nTI  - Lamps\nQQ  - red\nER  - ').faults).toMatchObject([{ field: 'QQ' }]);
  });
});

describe('fields that hold something else', () => {
  const fieldsOf = (work: ImportedWork) => ({
    ...Object.fromEntries(
      ['pages', 'pageCount', 'number', 'volume', 'issue', 'venue', 'venueShort', 'status', 'url'].map((name) => [
        name,
        work[name as 'pages'],
      ]),
    ),
    type: work.type,
    arxiv: idsOf(work, 'arxiv')[0],
  });

  test.each<[string, string, Record<string, string | undefined>]>([
    ['pages of a supplement', 'pages={S12--S19}', { pages: 'S12-S19' }],
    ['a label of pages', 'pages={S. 12 to 19}', { pages: '12-19' }],
    ['how many pages', 'pages={xii, 320 p.}', { pages: undefined, pageCount: 'xii, 320' }],
    ['the number of an article', 'pages={Article 17, 9 pages}', { pages: undefined, number: '17', pageCount: '9' }],
    ['no pages', 'pages={n/a}', { pages: undefined }],
    ['a label of a volume', 'volume={Vol. 12}, number={No. 3}', { volume: '12', issue: '3' }],
    ['a volume with its issue', 'volume={12(3)}', { volume: '12', issue: '3' }],
    ['biblatex’s issue', 'issue={3}', { issue: '3' }],
    ['a macro of AASTeX', 'journal={\\apj}', { venue: 'Astrophysical Journal' }],
    [
      'two names of a journal',
      'journal={Phys. Rev. D}, fjournal={Physical Review D}',
      { venue: 'Physical Review D', venueShort: 'Phys. Rev. D' },
    ],
    ['a status as a journal', 'journal={submitted to J. Lamps}', { venue: undefined, status: 'submitted' }],
    ['no journal', 'journal={n/a}', { venue: undefined }],
    ['an arXiv id behind CoRR', 'journal={CoRR abs/2001.00001}', { venue: undefined, arxiv: '2001.00001', type: 'preprint' }],
    ['a full stop behind an address', 'url={https://harbour.example.org/a.}', { url: 'https://harbour.example.org/a' }],
    ['a year with a status', 'year={to appear, 2021}', { status: 'to appear' }],
    [
      'an arXiv id as pages',
      'journal={arXiv e-prints}, eid={arXiv:2001.00001}, pages={arXiv:2001.00001}',
      { arxiv: '2001.00001', pages: undefined, number: undefined, type: 'preprint' },
    ],
    ['an article without a journal on arXiv', 'eprint={2001.00001}, archiveprefix={arXiv}', { arxiv: '2001.00001', type: 'preprint' }],
    ['a place in another archive', 'eprint={123}, eprinttype={jstor}', { url: 'https://www.jstor.org/stable/123', arxiv: undefined }],
    ['where a note says it is', 'note={Available at https://harbour.example.org/lamps.}', { url: 'https://harbour.example.org/lamps' }],
    ['an address without its protocol', 'url={harbour.example.org/lamps.html}', { url: 'https://harbour.example.org/lamps.html' }],
    ['the name of a file', 'url={lamps.pdf}', { url: undefined }],
    ['a journal with a slash', 'journal={Phys.Rev/A}', { venue: 'Phys.Rev/A', url: undefined }],
    ['two addresses', 'url={https://harbour.example.org/a; https://harbour.example.org/b}', { url: 'https://harbour.example.org/a' }],
  ])('%s: %s', (_, fields, expected) => {
    expect(fieldsOf(entry(fields))).toMatchObject(expected);
  });

  test('a DOI as an address', () => {
    expect(idsOf(entry('url={doi:10.5555/lamp}'), 'doi')).toEqual(['10.5555/lamp']);
  });

  test('an ISSN as ISBN, two DOIs, and ids of PubMed', () => {
    const work = entry('isbn={0378-5955}, issn={978-3-16-148410-0}, doi={10.5555/a;10.5555/b}, pmid={123456}, pmcid={PMC12}');
    expect([work.issn, idsOf(work, 'isbn'), idsOf(work, 'doi'), work.pmid, work.pmcid]).toEqual([
      ['0378-5955'],
      ['9783161484100'],
      ['10.5555/a'],
      '123456',
      'PMC12',
    ]);
  });

  test('a publisher with "and" in its name is one', () => {
    const { publisher } = entry('publisher={Springer Science and Business Media LLC}');
    expect(publisher).toBe('Springer Science and Business Media LLC');
  });

  test('keywords keep their order, and the comma inside of one', () => {
    expect(entry('keywords={Wicks; Lamps, electric}').keywords).toEqual(['Wicks', 'Lamps, electric']);
    expect(entry('keywords={b\\sep a}').keywords).toEqual(['b', 'a']);
    expect(ris('KW  - b; a', 'KW  - Lamps, electric').keywords).toEqual(['b', 'a', 'Lamps, electric']);
  });

  test('RIS: a book with a number of pages, editors of an edited book, a report’s number, proceedings and their conference', () => {
    const of = (type: string, ...lines: string[]) => only([`TY  - ${type}`, 'TI  - On lamps', ...lines, 'ER  - ', ''].join('\n'));
    expect(of('BOOK', 'SP  - 320')).toMatchObject({ pageCount: '320' });
    expect(of('EDBOOK', 'AU  - Fable, Ann')).toMatchObject({ authors: [], contributors: [{ name: 'Ann Fable', role: 'editor' }] });
    expect(of('RPRT', 'SN  - TR-12')).toMatchObject({ number: 'TR-12' });
    expect(of('CONF', 'T2  - Lamp Days', 'C3  - Proceedings of Lamp Days')).toMatchObject({
      venue: 'Proceedings of Lamp Days',
      event: 'Lamp Days',
    });
    expect(of('JOUR', 'JF  - Journal of Lamps', 'JO  - J. Lamps', 'KW  - Retracted Publication')).toMatchObject({
      ...{ venue: 'Journal of Lamps', venueShort: 'J. Lamps', retracted: true },
    });
    expect(namesOf(of('JOUR', 'AU  - Roe J', 'AU  - Fable AB'))).toEqual(['J Roe', 'AB Fable']);
    const scopus = of('JOUR', 'VL  - 2(3-4)', 'M3  - doi: 10.5555/x', 'N1  - Cited By :12', 'CY  - Quay ;');
    expect([scopus.volume, scopus.issue, scopus.genre, scopus.note, scopus.place, idsOf(scopus, 'doi')]).toEqual([
      ...['2', '3-4', undefined, undefined, 'Quay', ['10.5555/x']],
    ]);
  });

  test('a paper of the ACM has the place of its publisher as address, and that of its conference as location', () => {
    const places = 'address={New York, NY, USA}, location={Dallas, Texas}';
    expect(entry(places, 'inproceedings')).toMatchObject({ place: 'New York, NY, USA', eventPlace: 'Dallas, Texas' });
    for (const one of ['address={Oslo}, location={Oslo}', 'location={Oslo}']) {
      const { place, eventPlace } = entry(one, 'inproceedings');
      expect([place, eventPlace]).toEqual(['Oslo', undefined]);
    }
  });

  test('CSL-JSON: an object with a name in the place of a text is its name, and another is a problem', () => {
    expect(csl({ publisher: { name: 'Lamp Press' } })).toMatchObject({ publisher: 'Lamp Press' });
    const { works, faults } = parsePastedWorks(JSON.stringify([{ type: 'book', title: 'On lamps', publisher: { id: 7 } }]));
    expect([works[0]?.publisher, faults]).toEqual([
      undefined,
      [{ name: 'On lamps', field: 'publisher', reason: 'It is no text. ({"id":7})' }],
    ]);
  });

  test('CSL-JSON: names of Crossref and of earlier versions, and the response of an API', () => {
    const work = csl({
      'article-number': 'e17',
      subtitle: ['A survey'],
      'short-container-title': ['JL'],
      event: { name: 'Lamp Days', location: 'Quay' },
    });
    expect(work).toMatchObject({ number: 'e17', subtitle: 'A survey', venueShort: 'JL', event: 'Lamp Days', eventPlace: 'Quay' });
    expect(csl({ created: { 'date-parts': [[2019]] } }).date).toBeUndefined();
    expect(csl({ issued: { literal: 'in press' } }).status).toBe('in press');
    expect(only(JSON.stringify({ message: { title: ['On lamps'], DOI: '10.5555/a' } })).title).toEqual(['On lamps']);
    expect(namesOf(csl({ author: [{ literal: 'Fable and Roe, Inc.' }, { family: 'OECD' }] }))).toEqual(['{Fable and Roe, Inc.}', '{OECD}']);
  });

  test('commands of TeX in titles', () => {
    const titleOf = (title: string) => plainText(entry(`title={${title}}`.replace('title=', 'booktitle={x}, abstract=')).abstract ?? []);
    expect(titleOf('On lamps\\footnote{Thanks to nobody}')).toBe('On lamps');
    expect(titleOf('\\enquote{Lamps} of \\mbox{GPU} \\~{}x')).toBe('“Lamps” of GPU ~x');
    expect(only('@misc{a, title={\\ce{H2O} lamps}}').title).toEqual(['H', { tag: 'sub', of: ['2'] }, 'O lamps']);
    expect(only('@misc{a, title={{The Whole Title}}}').title).toEqual([{ tag: 'nocase', of: ['The Whole Title'] }]);
    expect(only('@misc{a, title={A {$L$}-function}}').title).toEqual(['A ', { tag: 'math', tex: 'L' }, '-function']);
  });

  test.each([
    ['Roe, Jane (Lamp University)', ['Jane Roe']],
    ['Roe, Jane on behalf of the Lamp Group', ['Jane Roe', '{Lamp Group}']],
    ['Roe, Jane 1950-2001', ['Jane Roe']],
    ['Roe II, Jane', ['Jane Roe II']],
    ['習近平 (Xi Jinping)', ['Xi Jinping']],
    ['OpenAI and Google and OECD', ['{OpenAI}', '{Google}', '{OECD}']],
    ['Eds. and etc.', []],
  ])('what is beside a name, or in the place of one: %s', (author, names) => {
    expect(namesOf(entry(`author={${author}}`))).toEqual(names);
  });

  test('a volume hands on its booktitle, and its own entry is not in itself', () => {
    const works = paste(
      '@inproceedings{p, title={Wicks}, crossref={c}}\n@proceedings{c, title={Lamps 2001}, booktitle={Proceedings of Lamp Days}, year={2001}}',
    );
    expect(works.map(({ venue }) => venue)).toEqual(['Proceedings of Lamp Days', undefined]);
  });

  test('a research object: what contains a work, pages, and keywords in one text', () => {
    const article = {
      ...{ '@id': '#a', '@type': 'ScholarlyArticle', name: 'Wicks', pagination: '1-9', keywords: 'a, b' },
      isPartOf: {
        '@type': 'PublicationVolume',
        volumeNumber: '3',
        isPartOf: { '@type': 'Periodical', name: 'J. Lamps', issn: '0378-5955' },
      },
    };
    const work = only(JSON.stringify({ '@graph': [{ '@id': './', '@type': 'Dataset' }, article] }));
    expect(work).toMatchObject({
      type: 'article',
      venue: 'J. Lamps',
      volume: '3',
      issn: ['0378-5955'],
      pages: '1-9',
      keywords: ['a', 'b'],
    });
  });

  test('a role beside a name, and the separator of LaTeX', () => {
    const work = entry('author={Fable, Ann (ed.) \\and Roe, Jane}');
    expect([namesOf(work), work.contributors]).toEqual([['Jane Roe'], [{ name: 'Ann Fable', family: 'Fable', role: 'editor' }]]);
  });
});

describe('fields of registries', () => {
  test('OpenAlex: ids of PubMed, the earlier form of a venue, and a field that nobody reads', async () => {
    const ids = { pmid: 'https://pubmed.ncbi.nlm.nih.gov/123', pmcid: 'https://www.ncbi.nlm.nih.gov/pmc/articles/12' };
    const { works, problems } = await readOpenAlex({
      ids,
      host_venue: { display_name: 'J. Lamps', publisher: 'Lamp Press' },
      lamps: 3,
      topics: [1],
    });
    expect(works).toMatchObject([{ pmid: '123', pmcid: 'PMC12', venue: 'J. Lamps', publisher: 'Lamp Press' }]);
    expect(problems.map(({ field }) => field)).toEqual(['lamps']);
  });

  test('OpenAlex: initials and the order of Han names raise no question', async () => {
    const { problems } = await readOpenAlex({ authorships: [authorship('Ann Fable', 'AB Fable'), authorship('小明 王', '王小明', 'A2')] });
    expect(problems).toEqual([]);
  });

  test('the Anthology: a note, a paper’s issue and editor, and a journal that only its volume’s title names', async () => {
    const paper =
      '<paper id="1"><title>Lamps</title><author><first>Bob</first><last>Doe, Jr.</last></author><editor><first>Ann</first><last>Fable</last></editor><note>Microfiche 5</note><issue>2</issue></paper>';
    const { works } = await readFiles(
      {
        'a.xml': collection('2031.lamp', paper)
          .replace('proceedings"', 'journal"')
          .replace(/<booktitle>.*?<\/booktitle>/, '<booktitle>Lamp Letters, Volume 3, Number 1</booktitle>'),
      },
      aclAnthology,
      '.xml',
    );
    expect(works).toMatchObject([
      { venue: 'Lamp Letters', volume: '3', issue: '2', note: 'Microfiche 5', contributors: [{ name: 'Ann Fable', role: 'editor' }] },
    ]);
    expect(namePartsOf(works[0]?.authors[0] ?? { name: '' })).toEqual({ given: 'Bob', particle: '', family: 'Doe', suffix: 'Jr.' });
  });
});

describe('files', () => {
  test('two files with one entry, and chapters with the DOI of their book', async () => {
    const same = '@article{l1, title={On the first unnamed lamp of the quay}, author={Roe, Jane}, year={2001}, journal={J. Lamps}}';
    const { works, repeated } = await readFiles({ 'group.bib': same, 'own.bib': same.replace('l1', 'other') }, bibtex, '.bib');
    expect([works.length, repeated]).toEqual([1, ['own.bib, line 1']]);
    const chapters = ['Lanterns in the first chapter', 'Beacons in the second chapter'].map(
      (title, at) =>
        `@incollection{c${at}, title={${title}}, author={Roe, Jane}, doi={10.5555/harbour.book}, booktitle={Harbour}, year={2006}}`,
    );
    const book = await readFiles({ 'a.bib': chapters.join('\n') }, bibtex, '.bib');
    expect([book.works.length, book.quarantined]).toEqual([2, []]);
  });

  test('a file in capitals, and one in each encoding', async () => {
    expect((await readFiles({ 'A.BIB': '@misc{a, title={Lamps}}' }, bibtex, '.bib')).works).toHaveLength(1);
    const text = '@article{o1, title={Une étude des lampes à huile}, author={Müller, Käthe}}';
    const latin1 = (head: string) => new Uint8Array([...head, ...text].map((sign) => sign.charCodeAt(0)));
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    for (const bytes of [new TextEncoder().encode(text), utf16, latin1('% Encoding: ISO-8859-1\n')])
      expect(parseFileWorks(bytes).works.map((work) => [plainText(work.title ?? []), ...namesOf(work)])).toEqual([
        ['Une étude des lampes à huile', 'Käthe Müller'],
      ]);
    expect(decodeText(latin1(''))).toMatchObject({ invalidByte: 25 });
    expect(parseFileWorks(latin1(''))).toMatchObject({
      works: [],
      faults: [{ name: 'The file', reason: expect.stringContaining('byte 25 does not fit') }],
    });
  });

  test('the folders of an RO-Crate are no works, and its root is one', () => {
    const crate = {
      '@graph': [
        { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
        {
          '@id': './',
          '@type': 'Dataset',
          name: 'Lamp measurements',
          datePublished: '2031-05-04',
          identifier: 'https://doi.org/10.5555/quay',
          author: [{ '@id': '#r' }],
          hasPart: [{ '@id': 'raw/' }],
        },
        { '@id': 'raw/', '@type': 'Dataset', name: 'raw' },
        { '@id': '#r', '@type': 'Person', name: 'Jane Roe' },
      ],
    };
    const work = only(JSON.stringify(crate));
    expect([work.title, work.type, work.date, idsOf(work, 'doi'), namesOf(work)]).toEqual([
      ['Lamp measurements'],
      'dataset',
      '2031-05-04',
      ['10.5555/quay'],
      ['Jane Roe'],
    ]);
  });
});
