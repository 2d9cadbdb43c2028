import { expect, test } from 'vitest';
import { doiIn, doiUrl, readAnthologyId, readDoi } from '#lib/catalog/bibliography/identifiers.ts';
import { maxAuthors } from '#lib/catalog/sources/model.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';

test('reads an RIS record, with continued lines and names in both orders', () => {
  const ris = `TY  - JOUR
TI  - On Lamps
  and Lanterns
AU  - Byron, Ada
AU  - The Lamp Group
T2  - Journal of Light
DA  - 2020/5/17/
SP  - 3
EP  - 9
DO  - 10.1000/LAMPS
ER  -
TY  - BOOK
AB  - Nothing else.
ER  - `;
  const { works, faults } = parsePastedWorks(ris);
  expect(works).toMatchObject([
    {
      title: ['On Lamps and Lanterns'],
      type: 'article',
      date: '2020-05-17',
      year: 2020,
      venue: 'Journal of Light',
      pages: '3-9',
      identifiers: [{ scheme: 'doi', value: '10.1000/lamps' }],
      authors: [{ name: 'Ada Byron', family: 'Byron' }, { name: 'The Lamp Group' }],
    },
  ]);
  expect(faults).toEqual([{ name: 'Entry 2', reason: 'The entry has neither a title nor an author.' }]);
});

test('writes names in Han characters and Hangul with the family name first', () => {
  const names = (text: string) => parsePastedWorks(text).works.flatMap(({ authors }) => authors.map(({ name }) => name));
  expect(names('TY  - BOOK\nTI  - On Lamps\nAU  - 王, 小明\nAU  - 王, 小明, Jr.\nER  - \n')).toEqual(['王小明', '小明 王 Jr.']);
  const author = [
    { family: '김', given: '철수' },
    { family: '欧阳', given: '修' },
    { family: '王', given: 'Ann' },
  ];
  expect(names(JSON.stringify({ type: 'book', title: 'On Lamps', author }))).toEqual(['김철수', '欧阳修', 'Ann 王']);
});

test.each(['constructor', '__proto__', 'toString'])('reads an RIS record of the type %s as one of no known type', (type) => {
  const read = parsePastedWorks(`TY  - ${type}\nTI  - On Lamps\nAU  - Byron, Ada\nER  - \n`);
  expect(read).toMatchObject({ works: [{ title: ['On Lamps'], type: 'other' }], faults: [] });
});

test('reads CSL-JSON of registries, and drops what does not fit', () => {
  const item = {
    type: 'posted-content',
    title: ['On <i>Lamps</i> &amp; Light'],
    author: [{ family: 'Berg', given: 'Ada', 'non-dropping-particle': 'van den' }, { name: 'Lamp Group' }, 7],
    issued: { 'date-parts': [[2020, 5]] },
    volume: 'x'.repeat(500),
    DOI: '10.48550/arXiv.2005.01234',
    URL: 'javascript:alert(1)',
  };
  const { works } = parsePastedWorks(JSON.stringify(item));
  expect(works).toMatchObject([
    {
      title: ['On ', { tag: 'i', of: ['Lamps'] }, ' & Light'],
      type: 'preprint',
      date: '2020-05',
      authors: [{ name: 'Ada van den Berg', family: 'van den Berg' }, { name: 'Lamp Group' }],
      identifiers: [
        { scheme: 'doi', value: '10.48550/arxiv.2005.01234' },
        { scheme: 'arxiv', value: '2005.01234' },
      ],
    },
  ]);
  expect(works[0]).not.toHaveProperty('volume');
  expect(works[0]).not.toHaveProperty('url');
});

test('reads BibTeX, and rejects other text', () => {
  expect(parsePastedWorks('@article{a, title={On Lamps}, author={Byron, Ada}}').works).toMatchObject([
    { source: 'owner', title: ['On Lamps'] },
  ]);
  for (const text of ['On Lamps, by Ada Byron', '[{', '{"a": 1}', '@article{a}', '[7, null, []]']) {
    const { works, faults } = parsePastedWorks(text);
    expect([works.length, faults.length > 0], text).toEqual([0, true]);
  }
  expect(parsePastedWorks(' ')).toEqual({ works: [], faults: [] });
});

test('finds the DOI in typed text', () => {
  for (const typed of [
    '10.1000/Lamps',
    'doi:10.1000/lamps.',
    'https://doi.org/10.1000%2FLAMPS',
    'https://publisher.example/doi/full/10.1000/lamps?x=1',
  ])
    expect(doiIn(typed)).toBe('10.1000/lamps');
  for (const typed of ['arXiv:2005.01234v2', 'https://arxiv.org/abs/2005.01234', '2005.01234', 'https://arxiv.org/pdf/2005.01234v1.pdf'])
    expect(doiIn(typed)).toBe('10.48550/arxiv.2005.01234');
  for (const typed of ['', 'lamps', 'https://example.org/', '%E0%A4%A']) expect(doiIn(typed)).toBeNull();
});

test.each([
  ['https://publisher.example/content/pdf/10.1000/s11192-020-03690-4.pdf', '10.1000/s11192-020-03690-4'],
  ['https://publisher.example/articles/10.3389/FPSYG.2015.00002/full', '10.3389/fpsyg.2015.00002'],
  ['https://publisher.example/article/10.1088/1742-5468/aa7eda/meta/', '10.1088/1742-5468/aa7eda'],
  ['https://publisher.example/article?id=10.1371/journal.lamps.0000001&type=printable', '10.1371/journal.lamps.0000001'],
  ['https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full.pdf', '10.1101/2020.01.01.123456'],
  ['https://www.biorxiv.org/content/10.1101/2020.01.01.123456v1', '10.1101/2020.01.01.123456'],
  // A doi.org URL or a bare DOI is used unchanged.
  ['https://doi.org/10.1000/lamps.pdf', '10.1000/lamps.pdf'],
  ['10.1000/lamps&lights/full', '10.1000/lamps&lights/full'],
  ['10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O', '10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o'],
  ['https://doi.org/10.1002/(SICI)1097(1998)49:8%3C693::AID-ASI4%3E3.0.CO;2-O', '10.1002/(sici)1097(1998)49:8<693::aid-asi4>3.0.co;2-o'],
  ['<10.1000/lamps>', '10.1000/lamps'],
  ['10.1000/lamps<br>', '10.1000/lamps'],
  ['https://arxiv.org/html/2005.01234v2', '10.48550/arxiv.2005.01234'],
  ['https://arxiv.org/abs/2005.01234?context=cs.CL#abstract', '10.48550/arxiv.2005.01234'],
  ['https://export.arxiv.org/abs/hep-th/9901001', '10.48550/arxiv.hep-th/9901001'],
  ['https://arxiv.org/list/cs.CL/2005.01234', null],
  ['https://notarxiv.org/abs/2005.01234', null],
])('the address %s has the DOI %s', (typed, doi) => {
  expect(doiIn(typed)).toBe(doi);
});

test.each([
  ['10.1000/lamps_a(1)', 'https://doi.org/10.1000/lamps_a(1)'],
  [
    '10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o',
    'https://doi.org/10.1002/(sici)1097-4571(199806)49:8%3C693::aid-asi4%3E3.0.co;2-o',
  ],
  ['10.1000/a#b?c"d[e]', 'https://doi.org/10.1000/a%23b%3Fc%22d%5Be%5D'],
])('the DOI %s has the URL %s, and is read back from it', (doi, url) => {
  expect(doiUrl(doi)).toBe(url);
  expect(new URL(url).href).toBe(url);
  expect(readDoi(url)).toBe(doi);
});

test('a DOI in a URL has no character that a database cannot store', () => {
  expect(readDoi('https://doi.org/10.1000/lamps%00')).toBe('10.1000/lamps');
});

test('a DOI that a source has encoded is not encoded again, and one with half of a surrogate pair has a URL', () => {
  expect(doiUrl('10.1002/x%3c693')).toBe('https://doi.org/10.1002/x%3c693');
  expect(doiUrl('10.1000/x\ud800')).toBe('https://doi.org/10.1000/x%EF%BF%BD');
});

test('finds the ACL Anthology id, and the DOI that it registers, in typed text', () => {
  for (const [typed, id] of [
    ['https://aclanthology.org/2024.acl-long.1/', '2024.acl-long.1'],
    ['https://aclanthology.org/2024.acl-long.1.pdf', '2024.acl-long.1'],
    ['http://www.aclanthology.org/P18-1001v2.pdf', 'P18-1001'],
    ['p18-1001', 'P18-1001'],
  ] as const)
    expect([readAnthologyId(typed), doiIn(typed)]).toEqual([id, `10.18653/v1/${id.toLowerCase()}`]);
  for (const typed of ['', 'https://aclanthology.org/', 'https://aclanthology.org/people/x/', 'https://evil.example/2024.acl-long.1'])
    expect([readAnthologyId(typed), doiIn(typed)]).toEqual([null, null]);
});

const broken = [
  ...['', 'x'.repeat(3_000), '\0', '\u202e', '\ud800', '{', '}', '"', '\\', '\\nothing{', '$', '%', '#', '@', '&', ',', '='],
  ...['0000-00-00', '99999', '-1', 'javascript:alert(1)', '10.1/', '<script>', 'and and and'],
];
const brokenJson = [
  ...broken,
  null,
  true,
  7,
  1e300,
  [],
  {},
  [null],
  [[]],
  [{}],
  { 'date-parts': [[2020, 13, 45]] },
  { 'date-parts': [null] },
];
const bibtexFields = { author: 'Byron, Ada', year: '2020', date: '2020-05', month: 'may', volume: '3', pages: '1--9', journal: 'Light' };
const moreBibtex = {
  doi: '10.1000/a',
  url: 'https://a.example',
  eprint: '2005.01234',
  isbn: '1',
  language: 'english',
  abstract: 'Of lamps.',
};
const risFields = { AU: 'Byron, Ada', PY: '2020', DA: '2020/05/01', T2: 'Light', VL: '3', SP: '1', EP: '2', DO: '10.1000/a', LA: 'en' };
const cslFields = {
  ...{ type: 'article-journal', author: [{ family: 'Byron', given: 'Ada' }], issued: { 'date-parts': [[2020]] }, volume: '3', page: '1' },
  ...{ 'container-title': 'Light', publisher: 'P', DOI: '10.1000/a', URL: 'https://a.example', ISBN: '1', language: 'en', abstract: 'x' },
};
const crateFields = {
  ...{ author: { '@id': '#ada' }, datePublished: '2020', isPartOf: { '@id': '#light' }, url: 'https://a.example', additionalType: 'paper' },
  ...{ identifier: 'https://doi.org/10.1000/a', headline: 'Lamps' },
};
const textsOf: [format: string, fields: object, values: readonly unknown[], write: (fields: object) => string][] = [
  [
    'BibTeX',
    { ...bibtexFields, ...moreBibtex },
    broken,
    (fields) => `@article{a, title={On Lamps}, ${Object.entries(fields).map(([name, value]) => `${name}={${value}}`)}}`,
  ],
  [
    'RIS',
    { ...risFields, UR: 'https://a.example' },
    broken,
    (fields) =>
      ['TY  - JOUR', 'TI  - On Lamps', ...Object.entries(fields).map(([tag, value]) => `${tag}  - ${value}`), 'ER  - '].join('\n'),
  ],
  ['CSL-JSON', cslFields, brokenJson, (fields) => JSON.stringify({ title: 'On Lamps', ...fields })],
  [
    'an RO-Crate',
    crateFields,
    brokenJson,
    (fields) => JSON.stringify({ '@graph': [{ '@id': '#a', '@type': 'ScholarlyArticle', name: 'On Lamps', ...fields }] }),
  ],
];

test.each(textsOf)('an invalid field of %s never drops the work', (_, fields, values, write) => {
  for (const field of Object.keys(fields)) {
    for (const value of values) {
      const { works } = parsePastedWorks(write({ ...fields, [field]: value }));
      expect([works.length, works[0]?.title], `${field}: ${JSON.stringify(value).slice(0, 40)}`).toEqual([1, ['On Lamps']]);
    }
  }
});

test('drops an author whose name does not fit, and keeps the work', () => {
  for (const name of ['\u202e', '\0', ' ']) {
    const author = [{ literal: 'Ada Byron' }, { literal: name }, { literal: 'Vera Kell', ORCID: '0000-0002-1825-0097' }];
    const { works, faults } = parsePastedWorks(JSON.stringify({ type: 'book', title: 'On Lamps', author }));
    expect(faults, JSON.stringify(name)).toEqual([]);
    expect(works, JSON.stringify(name)).toMatchObject([
      {
        title: ['On Lamps'],
        authors: [{ name: 'Ada Byron' }, { name: 'Vera Kell', orcid: '0000-0002-1825-0097' }],
        authorsComplete: false,
      },
    ]);
  }
});

test('truncates a list of too many authors, and marks it as incomplete', () => {
  const ris = `TY  - JOUR\nTI  - On Lamps\n${'AU  - Byron, Ada\n'.repeat(maxAuthors + 1)}ER  - `;
  const author = Array.from({ length: maxAuthors + 1 }, () => ({ family: 'Byron', given: 'Ada' }));
  for (const text of [ris, JSON.stringify({ title: 'On Lamps', author })]) {
    const { works, faults } = parsePastedWorks(text);
    expect([works[0]?.authors.length, works[0]?.authorsComplete]).toEqual([maxAuthors, false]);
    expect(faults).toMatchObject([{ reason: 'The list of authors was cut to 10000 names.' }]);
  }
});

test('reads a BibTeX entry with control characters without an error of the parser', () => {
  const { works, faults } = parsePastedWorks('@article{lamps, title={On \0Lamps}, volume={\0}, author={Byron, Ada and \u202e}, year=2020}');
  expect(faults).toEqual([]);
  expect(works).toMatchObject([{ title: ['On Lamps'], year: 2020, authors: [{ name: 'Ada Byron' }] }]);
  const deep = parsePastedWorks(`@article{deep, title={${'{'.repeat(50_000)}${'}'.repeat(50_000)}}}\n@book{open, title={{Two}`);
  expect(deep.faults.map(({ reason }) => reason.replace(/ \(line .*?\)/, '')).sort()).toEqual([
    'A field of the entry is too long, or its braces are nested too deeply. Shorten it to fewer than 100,000 characters, and import it again.',
    'The entry is not valid BibTeX. Check its braces, quotes and commas, and import it again.',
  ]);
});

test.each([
  ['CSL-JSON', '[{"type": "constructor", "title": "On Lamps"}]'],
  ['BibTeX', '@constructor{a, title = {On Lamps}}'],
])('a type that every object has a property of is no type of %s', (_, text) => {
  expect(parsePastedWorks(text)).toMatchObject({ works: [{ title: ['On Lamps'], type: 'other' }], faults: [] });
});
