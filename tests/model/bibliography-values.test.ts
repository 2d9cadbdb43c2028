import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isCalendarDate,
  readCslDate,
  readDate,
  readDates,
  statusInDate,
  writeBibtexDate,
  writeCslDate,
  writeInstant,
  writeRisDate,
} from '#lib/catalog/bibliography/dates.ts';
import { decodeText } from '#lib/catalog/bibliography/encoding.ts';
import {
  anthologyUrl,
  arxivUrl,
  doiIn,
  doiUrl,
  formatIsbn,
  orcidUrl,
  readAnthologyId,
  readArxivId,
  readDoi,
  readIsbns,
  readIssns,
  readOpenAlexId,
  readOrcid,
  readPmcId,
  readPubmedId,
} from '#lib/catalog/bibliography/identifiers.ts';
import { parseTitle, readLatexTitle, readLine } from '#lib/catalog/bibliography/markup.ts';
import { readPageRange, readPages } from '#lib/catalog/bibliography/pages.ts';
import {
  isRetractedTitle,
  kindOfVenue,
  readGenre,
  readType,
  statesRetraction,
  workTypes,
  writeType,
} from '#lib/catalog/bibliography/types.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';

describe('a DOI', () => {
  test.each([
    '10.5555/978-3-319-10590-1_53',
    'DOI: 10.5555/978-3-319-10590-1_53',
    'doi:10.5555/978-3-319-10590-1_53.',
    '10.5555/978-3-319-10590-1{\\_}53',
    '10.5555/978-3-319-10590-1\\_53',
    '{10.5555/978-3-319-10590-1_53}',
    '10.5555/978-3-319-10590-1{\\textunderscore}53',
    'https://doi.org/10.5555/978-3-319-10590-1_53',
    'http://dx.doi.org/10.5555/978-3-319-10590-1_53',
    'https://www.doi.org/10.5555/978-3-319-10590-1_53',
    'www.doi.org/10.5555/978-3-319-10590-1_53',
    'doi.org/10.5555/978-3-319-10590-1_53',
    'https://doi.org/https://doi.org/10.5555/978-3-319-10590-1_53',
    'https://doi.org/10.5555%2F978-3-319-10590-1_53',
    'https://doi-org.proxy.example.edu/10.5555/978-3-319-10590-1_53',
    'https://doi.org/10.5555/978-3-319-10590-1_53?utm_source=x',
    'info:doi/10.5555/978-3-319-10590-1_53',
    'urn:doi:10.5555/978-3-319-10590-1_53',
    '\\url{https://doi.org/10.5555/978-3-319-10590-1_53}',
    '\\href{https://doi.org/10.5555/978-3-319-10590-1_53}',
    '<10.5555/978-3-319-10590-1_53>',
    '(10.5555/978-3-319-10590-1_53)',
    '10.5555/\u200b978-3-319-10590-1_53',
    '10.5555/ 978-3-319-10590-1_53',
  ])('is the same written as %s', (written) => {
    expect(readDoi(written)).toBe('10.5555/978-3-319-10590-1_53');
  });

  test.each([
    ['10.5555/(QUAY)0733-9445(2004)130:10(1570)', '10.5555/(quay)0733-9445(2004)130:10(1570)'],
    ['10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O', '10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o'],
    ['10.1002/(SICI)1097-4571(199806)49:8&lt;693::AID-ASI4&gt;3.0.CO;2-O', '10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o'],
    ['10.1000.10/123', '10.1000.10/123'],
    ['10.48550/arXiv.2101.00001v2', '10.48550/arxiv.2101.00001'],
    ['10.5555/x\\foo', null],
    ['https://lamps.example.org/10.5555/x', null],
    ['none', null],
    ['10.5555/', null],
  ])('%s', (written, doi) => {
    expect(readDoi(written)).toBe(doi);
  });

  test('typed with a closing bracket of its own is whole', () => {
    expect(doiIn('10.5555/(QUAY)0733-9445(2004)130:10(1570)')).toBe('10.5555/(quay)0733-9445(2004)130:10(1570)');
  });
});

describe('an arXiv id', () => {
  test.each([
    'math/0309136',
    'math.GT/0309136',
    'arXiv:math.GT/0309136v2',
    'https://arxiv.org/abs/math/0309136',
    'http://arxiv.org/pdf/math/0309136v1.pdf',
    'oai:arXiv.org:math/0309136',
    'arXiv:math/0309136 [math.GT]',
  ])('of the old form is the same written as %s', (written) => {
    expect(readArxivId(written)).toBe('math/0309136');
  });
  test.each([
    '2101.00001',
    'arXiv:2101.00001',
    'arXiv: 2101.00001v3',
    '2101.00001v3 [cs.CL]',
    'arXiv preprint arXiv:2101.00001',
    'abs/2101.00001',
    'https://export.arxiv.org/abs/2101.00001',
    'https://arxiv.org/pdf/2101.00001v1',
    '10.48550/arXiv.2101.00001',
  ])('of the new form is the same written as %s', (written) => {
    expect(readArxivId(written)).toBe('2101.00001');
  });
  test.each(['hep-th/9901001', 'cond-mat/0102003'])('%s keeps its archive', (id) => {
    expect(readArxivId(id)).toBe(id);
  });
  test.each(['1234', 'Lamps 2101.0', 'lamp', '12/345'])('%s is none', (written) => {
    expect(readArxivId(written)).toBeNull();
  });
});

test.each([
  'https://aclanthology.org/P99-9001',
  'https://www.aclweb.org/anthology/P99-9001',
  'https://www.aclweb.org/anthology/P99-9001.pdf',
  'http://aclweb.org/anthology/P/P99/P99-9001.pdf',
  'http://www.aclweb.org/anthology-new/P/P99/P99-9001',
  'https://aclanthology.info/papers/P99-9001/p99-9001',
  'http://aclanthology.coli.uni-saarland.de/papers/P99-9001/p99-9001',
  'http://acl.ldc.upenn.edu/P/P99/P99-9001.pdf',
  'p99-9001',
  'ACL:P99-9001',
  'https://aclanthology.org/P99-9001v2.pdf',
])('an Anthology id is the same written as %s', (written) => {
  expect(readAnthologyId(written)).toBe('P99-9001');
});

test.each([
  ['0000-0002-1825-0097', '0000-0002-1825-0097'],
  ['https://orcid.org/0000-0002-1825-0097', '0000-0002-1825-0097'],
  ['ORCID: 0000000218250097', '0000-0002-1825-0097'],
  ['0000-0002-1694-233x', '0000-0002-1694-233X'],
  ['0000‑0002‑1825‑0097', '0000-0002-1825-0097'],
  ['0000-0002-1825-0098', null],
  ['https://orcid.org/', null],
])('an iD written as %s', (written, orcid) => {
  expect(readOrcid(written)).toBe(orcid);
});

test('numbers of books, journals and other registries have one form and a check digit', () => {
  expect(readIsbns('978-3-16-148410-0').value).toEqual(['9783161484100']);
  expect(readIsbns('ISBN 3-16-148410-X (pbk.); 978 3 16 148410 0').value).toEqual(['9783161484100']);
  expect(readIsbns('978-3-16-148410-1')).toMatchObject({ value: [], problems: [{ kept: 'without it' }] });
  expect(formatIsbn('9783161484100')).toBe('978-3-16-148410-0');
  expect(readIssns('0378-5955, 2049-3630').value).toEqual(['0378-5955', '2049-3630']);
  expect(readIssns('03785955').value).toEqual(['0378-5955']);
  expect(readIssns('0378-5954')).toMatchObject({ value: [], problems: [{ kept: 'without it' }] });
  expect(readPubmedId('https://pubmed.ncbi.nlm.nih.gov/12345678/')).toBe('12345678');
  expect(readPmcId('pmc123456')).toBe('PMC123456');
  expect(readOpenAlexId('https://openalex.org/W123')).toBe('W123');
});

test('reading a written identifier returns it', () => {
  const suffix = fc.string({ unit: fc.constantFrom(...'abc019-._;()/:'), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(suffix, (end) => {
      const doi = readDoi(`10.5555/${end}`);
      if (doi === null) return;
      expect(readDoi(doi)).toBe(doi);
      expect(readDoi(doiUrl(doi))).toBe(doi);
    }),
  );
  expect(readArxivId(arxivUrl('math/0309136'))).toBe('math/0309136');
  expect(readAnthologyId(anthologyUrl('2024.acl-long.1'))).toBe('2024.acl-long.1');
  expect(readOrcid(orcidUrl('0000-0002-1825-0097'))).toBe('0000-0002-1825-0097');
});

describe('a date', () => {
  test.each([
    ['2021-05-03', '2021-05-03'],
    ['2021-05', '2021-05'],
    ['2021', '2021'],
    ['2021?', '2021'],
    ['2021-05~', '2021-05'],
    ['2019/10/12', '2019-10-12'],
    ['2019/10/12/Lamp day', '2019-10-12'],
    ['2019//', '2019'],
    ['2021-05-03T10:00:00Z', '2021-05-03'],
    ['12 March 2019', '2019-03-12'],
    ['March 12, 2019', '2019-03-12'],
    ['12th March 2019', '2019-03-12'],
    ['Mar. 2019', '2019-03'],
    ['12. März 2019', '2019-03-12'],
    ['12 de marzo de 2019', '2019-03-12'],
    ['12 mars 2019', '2019-03-12'],
    ['12 марта 2019 г.', '2019-03-12'],
    ['2019年3月12日', '2019-03-12'],
    ['2019년 3월 12일', '2019-03-12'],
    ['12.03.2019', '2019-03-12'],
    ['31/12/2019', '2019-12-31'],
    ['12/31/2019', '2019-12-31'],
    ['20190312', '2019-03-12'],
    ['c. 1850', '1850'],
    ['[1850?]', '1850'],
    ['c1973', '1973'],
    ['2019a', '2019'],
    ['© 2019', '2019'],
    ['August 26-30, 2019', '2019-08'],
    ['July/August 2019', '2019-07'],
  ])('%s', (written, date) => {
    expect(readDate(written)).toEqual({ value: { year: Number(date.slice(0, 4)), date }, problems: [] });
  });

  test.each([
    ['2019-03-01/2019-03-04', '2019-03-01'],
    ['2019/2020', '2019'],
    ['1998/99', '1998'],
    ['2019--2020', '2019'],
    ['2021-21', '2021'],
    ['Spring 2019', '2019'],
  ])('%s is read in part', (written, date) => {
    expect(readDate(written)).toMatchObject({ value: { date }, problems: [{ given: written, kept: 'in part' }] });
  });

  test.each([
    ['2031-02-30', '2031-02'],
    ['2031-13-01', '2031'],
    ['31 April 2019', '2019-04'],
    ['2019-02-29', '2019-02'],
    ['03/04/2019', '2019'],
  ])('%s keeps what is certain, and says so', (written, date) => {
    const read = readDate(written);
    expect(read.value.date).toBe(date);
    expect(read.problems).toHaveLength(1);
  });

  test.each(['0000', '0000-00-00', '9999', 'sometime', '31-12'])('%s is none, and says so', (written) => {
    expect(readDate(written)).toMatchObject({ value: {}, problems: [{ kept: 'without it' }] });
  });

  test.each(['n.d.', 's.a.', 'in press', 'forthcoming', ''])('"%s" is none', (written) => {
    expect(readDate(written)).toEqual({ value: {}, problems: [] });
  });

  test('of a work that is not published is a status', () => {
    expect([statusInDate('{In press}'), statusInDate('to appear'), statusInDate('2019')]).toEqual(['in press', 'to appear', null]);
  });

  test.each([
    [[{ date: 'Oct 12' }, { date: '2019' }], '2019-10-12'],
    [[{ date: 'unreadable' }, { year: '2019', month: 'mar' }], '2019-03'],
    [[{ year: '2001', month: '10~jan' }], '2001-01-10'],
    [[{ year: '2001', month: 'jan', day: '10' }], '2001-01-10'],
    [[{ year: '{2018}', month: '{JUL}' }], '2018-07'],
    [[{ year: '2018', month: '07' }], '2018-07'],
    [[{ year: '2018', month: 'jul/aug' }], '2018-07'],
    [[{ year: '2018', month: 'Januar' }], '2018-01'],
    [[{ date: '2019-05-03' }, { date: '2020' }], '2019-05-03'],
  ])('from %j', (fields, date) => {
    expect(readDates(...fields).value.date).toBe(date);
  });

  test.each<[unknown, string]>([
    [{ 'date-parts': [[2019, 3, 12]] }, '2019-03-12'],
    [{ 'date-parts': [['2019', '3']] }, '2019-03'],
    [{ raw: '12 March 2019' }, '2019-03-12'],
    ['2021-05-03', '2021-05-03'],
    [{ literal: 'Spring 2019' }, '2019'],
    [{ 'date-parts': [[2019, 2, 30]] }, '2019-02'],
    [
      {
        'date-parts': [
          [2019, 3, 12],
          [2019, 3, 14],
        ],
      },
      '2019-03-12',
    ],
  ])('of CSL-JSON %j', (value, date) => {
    expect(readCslDate(value).value.date).toBe(date);
  });

  test('that is read is one of the calendar, and is read again from each format', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .tuple(fc.integer({ min: 0, max: 9999 }), fc.nat(40), fc.nat(40))
            .map((parts) => parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-')),
        ),
        (written) => {
          const { value } = readDate(written);
          if (value.date === undefined) return;
          expect(isCalendarDate(value.date)).toBe(true);
          expect(readDate(value.date)).toEqual({ value, problems: [] });
          expect(readCslDate(writeCslDate(value.date))).toEqual({ value, problems: [] });
          expect(readDate(writeRisDate(value.date)).value).toEqual(value);
          expect(readDates(writeBibtexDate(value.date)).value).toEqual(value);
          expect(Number.isNaN(Date.parse(writeInstant(value.date)))).toBe(false);
        },
      ),
    );
  });
});

describe('markup', () => {
  test.each([
    [
      'Lamp soot at 10<sup>-3</sup> mol in H<sub>2</sub>O',
      ['Lamp soot at 10', { tag: 'sup', of: ['-3'] }, ' mol in H', { tag: 'sub', of: ['2'] }, 'O'],
    ],
    ['Ordering lamps when a <b and c> d in a lattice', ['Ordering lamps when a <b and c> d in a lattice']],
    ['The keeper&#8217;s caf&eacute; &ndash; a history', ['The keeper’s café – a history']],
    ['<p>One</p><p>Two</p>', ['One Two']],
    ['In <span class="nocase">Roe</span> lamps', ['In ', { tag: 'nocase', of: ['Roe'] }, ' lamps']],
    ['A<br/>B', ['A B']],
    ['p < 0.05 and q > 3', ['p < 0.05 and q > 3']],
    ['Tom &amp; Jerry &amp;lt;3', ['Tom & Jerry &lt;3']],
  ])('%s', (written, tree) => {
    expect(parseTitle(written)).toEqual(tree);
  });

  test('is no part of a venue', () => {
    expect(readLine('Light &amp; <i>Water</i>')).toBe('Light & Water');
    expect(readLine('a < b')).toBe('a < b');
  });

  test('keeps protected capitals of BibTeX', () => {
    expect(readLatexTitle('The {Roe} lamp in {German} harbours and the {C} language, with {lower} {\\"a}')).toEqual([
      ...['The ', { tag: 'nocase', of: ['Roe'] }, ' lamp in ', { tag: 'nocase', of: ['German'] }, ' harbours and the '],
      ...[{ tag: 'nocase', of: ['C'] }, ' language, with lower ä'],
    ]);
  });

  test('never loses a visible character of a title', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abc <>&;/=-"0123sup'), maxLength: 40 });
    fc.assert(
      fc.property(letters, (written) => {
        const visible = (text: string): string => text.replace(/\s+/g, '');
        const isTagged = /<\/?(?:b|s|sub|sup|a|u|p|i)\b[^<>]*>|&\w*;/i.test(written);
        if (!isTagged) expect(visible(plainText(parseTitle(written)))).toBe(visible(written));
      }),
    );
  });
});

test('pages have one hyphen, and no label', () => {
  expect(
    ['1--9', 'pp. 1–9', '1 - 9', '12', 'e101', '1-9, 12-15', 'i--xii', '123:1--123:20'].map((pages) => readPages(pages).value),
  ).toEqual(['1-9', '1-9', '1-9', '12', 'e101', '1-9, 12-15', 'i-xii', '123:1-123:20']);
  expect(readPageRange('101', '112').value).toBe('101-112');
  expect(readPageRange('101-112', '112').value).toBe('101-112');
  expect(readPages('x'.repeat(200))).toMatchObject({ value: undefined, problems: [{ kept: 'without it' }] });
});

test('types have one name in each format, which is read again', () => {
  for (const format of ['bibtex', 'ris', 'csl', 'orcid'] as const)
    for (const type of workTypes) expect(readType(format, writeType(format, type))).toBe(type);
});

test.each([
  ['bibtex', 'software', undefined, 'Software', 'software'],
  ['bibtex', 'online', undefined, 'Web page', 'online'],
  ['ris', 'COMP', 'R package', 'R package', 'COMP'],
  ['ris', 'ELEC', undefined, 'Web page', 'ELEC'],
  ['ris', 'PAT', 'Utility', 'Patent: Utility', 'PAT'],
  ['csl', 'software', undefined, 'Software', 'software'],
  ['csl', 'patent', 'US patent', 'US patent', 'patent'],
  ['csl', 'webpage', undefined, 'Web page', 'webpage'],
  ['csl', 'map', 'Road map', 'Road map', 'document'],
] as const)('a work of the type %s %s (%s) is of the kind %s, and is written as %s', (format, name, stated, genre, written) => {
  expect(readType(format, name)).toBe('other');
  expect(readGenre(format, name, 'other', stated)).toBe(genre);
  expect(readGenre(format, name, 'preprint', stated)).toBe(stated);
  expect(writeType(format, 'other', genre)).toBe(written);
  expect(readGenre(format, written, 'other', genre)).toBe(genre);
});

test.each([
  ['Journal of Lamps', 'venue'],
  ['arXiv preprint arXiv:2099.01234', 'preprints'],
  ['arXiv', 'preprints'],
  ['CoRR', 'preprints'],
  ['bioRxiv', 'preprints'],
  ['arXiv e-prints', 'preprints'],
  ['ArXiv (Cornell University)', 'preprints'],
  ['SSRN Electronic Journal', 'preprints'],
  ['https://harbour.example.org/lamps', 'address'],
  ['Zenodo', 'repository'],
  ['Proceedings of the arXiv Workshop', 'venue'],
])('%s is a %s', (text, kind) => {
  expect(kindOfVenue(text)).toBe(kind);
});

test('retractions are read as publishers and registries mark them', () => {
  for (const title of [
    'RETRACTED: Fast lamps',
    'RETRACTED ARTICLE: Fast lamps',
    '[Retracted] Fast lamps',
    'Fast lamps (Retracted)',
    'WITHDRAWN: Fast lamps',
    'Fast lamps (Retracted article. See vol. 5, pg. 3, 2012)',
  ])
    expect(isRetractedTitle(title)).toBe(true);
  for (const title of ['Retraction of fast lamps', 'Retraction note: Fast lamps', 'The withdrawn lamp', 'Why papers are retracted'])
    expect(isRetractedTitle(title)).toBe(false);
  for (const note of ['Retracted', 'Retracted.', 'This article has been retracted', 'retracted publication', 'Withdrawn'])
    expect(statesRetraction(note)).toBe(true);
  for (const note of ['To appear', 'A note on retracted lamps']) expect(statesRetraction(note)).toBe(false);
});

describe('bytes', () => {
  const bytes = (...values: number[]) => new Uint8Array(values);
  const ascii = (text: string) => [...text].map((sign) => sign.charCodeAt(0));
  test('are read by a mark, by UTF-16, and as they say', () => {
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, ...ascii('a')))).toEqual({ text: 'a' });
    expect(decodeText(bytes(0xff, 0xfe, 0x61, 0x00))).toEqual({ text: 'a' });
    expect(decodeText(bytes(0xfe, 0xff, 0x00, 0x61))).toEqual({ text: 'a' });
    expect(decodeText(bytes(...ascii('a\0b\0')))).toEqual({ text: 'ab' });
    expect(decodeText(bytes(...ascii('% Encoding: ISO-8859-1\n'), 0xe9))).toEqual({ text: '% Encoding: ISO-8859-1\né' });
    expect(decodeText(bytes(...ascii('% Encoding: Cp1252\n'), 0x96))).toEqual({ text: '% Encoding: Cp1252\n–' });
    expect(decodeText(bytes(...ascii('% Encoding: ISO8859_2\n'), 0xb3))).toEqual({ text: '% Encoding: ISO8859_2\nł' });
  });
  test('that fit nothing are refused with the place', () => {
    expect(decodeText(bytes(...ascii('abc'), 0xe9, ...ascii('d')))).toEqual({ encoding: 'utf-8', invalidByte: 4 });
    expect(decodeText(bytes(...ascii('abc'), 0xff))).toEqual({ encoding: 'utf-8', invalidByte: 3 });
  });
  test('of any kind are read or refused without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (input) => {
        const decoded = decodeText(input);
        if ('text' in decoded)
          expect(decoded.text.includes('\ufffd')).toBe(
            new TextDecoder('utf-8').decode(input).includes('\ufffd') && decoded.text.includes('\ufffd'),
          );
      }),
    );
  });
});
