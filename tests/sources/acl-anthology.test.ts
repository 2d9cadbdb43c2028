import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDates } from '#lib/catalog/bibliography/dates.ts';
import { aclAnthology, anthologyId } from '#lib/catalog/sources/acl-anthology/adapter.ts';
import { addNamesWithIds, readAclNames } from '#lib/catalog/sources/acl-anthology/people.ts';
import { validateWork } from '#lib/catalog/sources/checked-work.ts';
import { importedWork, personKey, type SourcePeople } from '#lib/catalog/sources/model.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { measureCpuMs } from '../cpu-time.ts';
import { collectEvents, collection, createFolder } from './input-files.ts';

const lamp = `<paper id="1">
  <title>Lamps for <fixed-case>NLP</fixed-case>: <i>bright</i> at <tex-math>O(n^2)</tex-math></title>
  <author id="ada-byron-lamp" orcid="0000-0002-1825-0097"><first>Ada</first><last>Byron</last><affiliation>Lamp House</affiliation><variant script="hani"><first>愛</first><last>李</last></variant></author>
  <author><first/><last>Plato</last></author>
  <pages>1–9</pages><abstract>See <url>https://example.org/lamp</url>.</abstract>
  <url hash="0">2021.lamps-1.1</url><doi>10.5555/LAMPS.1</doi>
  <pwccode url="https://example.org/code" additional="false">code</pwccode>
</paper>`;

const read = async (contents: Record<string, string | Uint8Array>) => {
  const folder = createFolder(contents);
  try {
    return await collectEvents(aclAnthology(await folder.files('.xml')));
  } finally {
    folder.drop();
  }
};

describe('a paper of the ACL Anthology', () => {
  test('keeps the LaTeX styles in its title as markup, and its other characters unchanged', async () => {
    const title = String.raw`<title>\textbf{Lamps} for \emph{all of \textit{us}}: <b>\texttt{lit}</b> at $5 and \foo{x}</title>`;
    const paper = lamp.replace(/<title>.*<\/title>/, () => title);
    const { works } = await read({ '2021.lamps.xml': collection('2021.lamps', paper) });
    expect(works[0]?.title).toEqual([
      { tag: 'b', of: ['Lamps'] },
      ' for ',
      { tag: 'i', of: ['all of ', { tag: 'i', of: ['us'] }] },
      ': ',
      { tag: 'b', of: [{ tag: 'tt', of: ['lit'] }] },
      String.raw` at $5 and \foo{x}`,
    ]);
  });

  test.each([
    ['<retracted date="2022-05-17">The lamps were not lit.</retracted>', { date: '2022-05-17', reason: 'The lamps were not lit.' }],
    ['<removed date="2022-05">Twice here.</removed>', { date: '2022-05', reason: 'Twice here.' }],
    ['<retracted date="soon"/>', {}],
  ])('that is retracted has the day and the reason: %s', async (element, retraction) => {
    const { works } = await read({ '2021.lamps.xml': collection('2021.lamps', lamp.replace('</paper>', `${element}</paper>`)) });
    expect(works[0] && validateWork(works[0])).toMatchObject({ ok: true, work: { retracted: true, retraction } });
  });

  test.each([
    ['doi:10.1162/COLI_a_00239', '10.1162/coli_a_00239'],
    ['https://doi.org/10.5555/Lamps', '10.5555/lamps'],
    ['http://hdl.handle.net/2065/12142', undefined],
    ['10.1162/', undefined],
  ])('has the DOI of <doi>%s</doi>: %s', async (written, doi) => {
    const { works } = await read({ '2021.lamps.xml': collection('2021.lamps', lamp.replace('10.5555/LAMPS.1', written)) });
    expect(works[0]?.identifiers.find(({ scheme }) => scheme === 'doi')?.value).toBe(doi);
  });

  test('loses only the fields that do not fit', async () => {
    const paper = lamp
      .replace('Lamp House', 'House '.repeat(400))
      .replace('0000-0002-1825-0097', 'none')
      .replace('10.5555/LAMPS.1', `10.5555/${'x'.repeat(500)}`);
    const { works } = await read({ '2021.lamps.xml': collection('2021.lamps', paper) });
    const [work] = works;
    const checked = work && validateWork(work);
    expect(checked).toMatchObject({
      ok: true,
      work: {
        recordId: '2021.lamps-1.1',
        identifiers: [{ scheme: 'acl', value: '2021.lamps-1.1' }],
        authors: [{ name: 'Ada Byron', family: 'Byron', native: '李愛', personId: 'ada-byron-lamp' }, { name: 'Plato' }],
      },
    });
    expect(checked?.ok && checked.work.authors[0]).not.toHaveProperty('affiliation');
    expect(work && validateWork({ ...work, recordId: '' })).toMatchObject({ ok: false, field: 'recordId' });
  });

  test('has a title and an abstract that are too long truncated, with a message', async () => {
    const formulas = '<tex-math>x</tex-math> '.repeat(300);
    const plain = lamp.replace(/<abstract>[\s\S]*<\/abstract>/, '');
    const paper = plain.replace(/<title>.*<\/title>/, `<title>${'Lamps '.repeat(200_000)}</title><abstract>${formulas}</abstract>`);
    const { works } = await read({ '2021.lamps.xml': collection('2021.lamps', paper) });
    const checked = works[0] && validateWork(works[0]);
    if (!checked?.ok) throw new Error('The work was left out.');
    const { title, abstract } = checked.work;
    expect(plainText(title ?? [])).toMatch(/^(Lamps )+L?a?m?p?s?…$/);
    expect(plainText(title ?? []).length).toBeLessThanOrEqual(2_001);
    expect(abstract?.filter((node) => typeof node === 'object' && node.tag === 'math')).toHaveLength(200);
    expect(plainText(abstract ?? []).replace(/[^x]/g, '')).toHaveLength(300);
    expect(checked.changes).toEqual([
      'The title was cut to 2000 characters and 200 formulas.',
      'The abstract was cut to 20000 characters and 200 formulas.',
    ]);
  });

  test('has a name that is too long truncated', async () => {
    const { works } = await read({ '2021.lamps.xml': collection('2021.lamps', lamp.replace('Byron', 'B'.repeat(5_000))) });
    const checked = works[0] && validateWork(works[0]);
    expect(checked?.ok && checked.work.authors[0]?.name).toHaveLength(400);
    expect(checked?.ok && checked.changes).toEqual([
      'A name was cut to 400 characters.',
      'The field authors.family does not fit and was left out.',
    ]);
  });

  test('is read with its names, markup, date, code and identifiers', async () => {
    const { works, quarantined } = await read({ '2021.lamps.xml': collection('2021.lamps', lamp) });
    expect(quarantined).toEqual([]);
    expect(works.map((work) => importedWork.parse(work))).toEqual([
      {
        source: 'acl-anthology',
        recordId: '2021.lamps-1.1',
        title: ['Lamps for ', { tag: 'nocase', of: ['NLP'] }, ': ', { tag: 'i', of: ['bright'] }, ' at ', { tag: 'math', tex: 'O(n^2)' }],
        abstract: ['See ', { tag: 'a', href: 'https://example.org/lamp', of: ['https://example.org/lamp'] }, '.'],
        type: 'paper',
        year: 2021,
        date: '2021-05',
        venue: 'Proceedings of the Workshop on Lamps',
        partOf: '2021.lamps-1',
        pages: '1-9',
        publisher: 'Lamp Society',
        url: 'https://aclanthology.org/2021.lamps-1.1',
        identifiers: [
          { scheme: 'acl', value: '2021.lamps-1.1' },
          { scheme: 'doi', value: '10.5555/lamps.1' },
        ],
        authors: [
          {
            name: 'Ada Byron',
            family: 'Byron',
            native: '李愛',
            personId: 'ada-byron-lamp',
            orcid: '0000-0002-1825-0097',
            affiliation: 'Lamp House',
          },
          { name: 'Plato', family: 'Plato' },
        ],
        authorsComplete: true,
        code: { state: 'linked', url: 'https://example.org/code', evidence: 'The Anthology links it, as Papers with Code does' },
        indicators: [],
      },
    ]);
  });

  test.each([
    ['P98', '1', '1', 'P98-1001'],
    ['W19', '48', '1', 'W19-4801'],
    ['D19', '5', '12', 'D19-0512'],
    ['2024.acl', 'long', '1', '2024.acl-long.1'],
  ])('of %s, volume %s, number %s is %s', (id, volume, paper, expected) => {
    expect(anthologyId(id, volume, paper)).toBe(expected);
  });

  test('may have no author, no abstract, and a person called <script>', async () => {
    const papers = `<paper id="1"><title>Notes</title></paper>
      <paper id="2"><title>\\href{javascript:alert(1)}{x}</title><author><first>&lt;script&gt;alert(1)&lt;/script&gt;</first><last>&lt;b&gt;</last></author></paper>`;
    const { works } = await read({ 'a.xml': collection('2021.x', papers) });
    expect(works[0]?.authors).toEqual([]);
    expect(works[1]?.authors[0]?.name).toBe('<script>alert(1)</script> <b>');
    expect(works[1]?.title).toEqual(['\\href{javascript:alert(1)}{x}']);
  });
});

test.each([
  ['March', '2024-03'],
  ['August 26-30', '2024-08'],
  ['1–3 December', '2024-12'],
  ['September 11', '2024-09-11'],
  ['October 31-November 4', '2024-10'],
  ['6', '2024-06'],
  ['Spring', '2024'],
])('the month field %s dates a volume %s', (month, date) => {
  expect(readDates({ year: '2024', month }).value).toEqual({ year: 2024, date });
});

test('of two papers with one id in a volume the first is kept and the second is reported', async () => {
  const papers =
    '<paper id="1"><title>First</title></paper><paper id="1"><title>Second</title></paper><paper id="2"><title>Other</title></paper>';
  const { works, quarantined } = await read({ 'a.xml': collection('2021.x', papers) });
  expect(works.map(({ title }) => title)).toEqual([['First'], ['Other']]);
  expect(quarantined).toEqual([
    {
      input: 'a.xml',
      recordId: '2021.x-1.1 (2)',
      excerpt: 'Second',
      reason: expect.stringMatching(/the id 2021\.x-1\.1 comes earlier/),
    },
  ]);
});

describe('a damaged file is skipped completely with the position of the error, and the others are read', () => {
  const good = collection('2021.good', '<paper id="1"><title>Good</title></paper>');
  const cases: [string, string | Uint8Array, RegExp][] = [
    ['cut off', collection('2021.bad', lamp).slice(0, 900), /not well-formed.*line \d+, column \d+/],
    [
      'not UTF-8',
      Buffer.concat([Buffer.from(collection('2021.bad', '<paper id="1"><title>Caf')), Buffer.from([0xe9, 0x20])]),
      /not valid UTF-8: byte 4\d\d/,
    ],
    ['with a DOCTYPE', `<!DOCTYPE c [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><collection id="x">&b;</collection>`, /DOCTYPE/],
    ['with an unknown entity', collection('2021.bad', '<paper id="1"><title>&nbsp;</title></paper>'), /not well-formed/],
    ['of another kind', '<feed><entry/></feed>', /not a collection/],
    ['nested too deep', collection('2021.bad', `<paper id="1"><title>${'<b>'.repeat(100)}</title></paper>`), /nested/],
    ['empty', '', /not well-formed|not a collection/],
  ];
  test.each(cases)('%s', async (_, content, reason) => {
    const { works, quarantined } = await read({ 'a-bad.xml': content, 'b-good.xml': good });
    expect(works.map(({ recordId }) => recordId)).toEqual(['2021.good-1.1']);
    expect(quarantined).toHaveLength(1);
    expect(quarantined[0]).toMatchObject({ input: 'a-bad.xml', reason: expect.stringMatching(reason) });
  });

  test('twice the same collection', async () => {
    const { works, quarantined } = await read({ 'a.xml': good, 'b.xml': good });
    expect(works).toHaveLength(1);
    expect(quarantined[0]?.reason).toMatch(/already read from a\.xml/);
  });

  test('a folder in place of a file, or a missing file, before and during reading', async () => {
    const folder = createFolder({ 'a.xml': good });
    mkdirSync(join(folder.path, 'b.xml'));
    const files = [
      { path: join(folder.path, 'b.xml'), name: 'b.xml', bytes: 0 },
      { path: join(folder.path, 'gone.xml'), name: 'gone.xml', bytes: 0 },
    ];
    const all = [...files, ...(await folder.files('.xml'))];
    await addNamesWithIds(new Map(), all);
    const { works, quarantined } = await collectEvents(aclAnthology(all));
    folder.drop();
    expect(works).toHaveLength(1);
    expect(quarantined.map(({ input, reason }) => `${input}: ${reason}`)).toEqual([
      'b.xml: The file is a folder where a file is expected. Name a file. The whole file was left out.',
      'gone.xml: The file is not there. Check its name and place. The whole file was left out.',
    ]);
  });

  test('a file without read permission', async () => {
    const folder = createFolder({ 'a.xml': good, 'b.xml': good });
    chmodSync(folder.path, 0o755);
    chmodSync(join(folder.path, 'a.xml'), 0);
    // Root ignores permissions: reads as an unprivileged user.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    const { works, quarantined } = await folder
      .files('.xml')
      .then((files) => collectEvents(aclAnthology(files)))
      .finally(() => isRoot && process.seteuid?.(0));
    folder.drop();
    expect(works).toHaveLength(1);
    expect(quarantined[0]).toMatchObject({ input: 'a.xml', reason: expect.stringMatching(/read permission/) });
  });

  test('unclosed author tags take little time', { timeout: 120_000 }, async () => {
    const folder = createFolder({ 'a.xml': '<author\tid="\t"d'.repeat(800) });
    const files = await folder.files('.xml');
    expect(await measureCpuMs(() => addNamesWithIds(new Map(), files))).toBeLessThan(500);
    folder.drop();
  });

  test('300 MB of entities take little time and memory', async () => {
    const folder = createFolder({});
    const path = join(folder.path, 'bomb.xml');
    writeFileSync(path, '<!DOCTYPE c [<!ENTITY a "');
    for (let written = 0; written < 300; written += 20) writeFileSync(path, Buffer.alloc(20 * 1024 * 1024, 0x61), { flag: 'a' });
    const before = process.memoryUsage().rss;
    const readsIt = async () => {
      const { works, quarantined } = await collectEvents(aclAnthology(await folder.files('.xml')));
      expect(works).toEqual([]);
      expect(quarantined[0]?.reason).toMatch(/DOCTYPE|larger than/);
    };
    expect(await measureCpuMs(readsIt)).toBeLessThan(2000);
    folder.drop();
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});

describe('people of the ACL Anthology', () => {
  const variants = `- canonical: {first: Ada, last: Byron}
  variants:
  - {first: A., last: Byron}
  - {first: Ada, last: King}
- canonical: {first: Wei, last: Li}
  id: wei-li-hk
`;
  const known = async (list: string, xml: string): Promise<SourcePeople> => {
    const folder = createFolder({ 'names.yaml': list, 'a.xml': xml });
    const people = await readAclNames(join(folder.path, 'names.yaml'));
    await addNamesWithIds(people, await folder.files('.xml'));
    folder.drop();
    return people;
  };
  const idOf = (people: SourcePeople, given: string, family: string) => personKey({ name: `${given} ${family}`.trim(), family }, people);

  test('are one for a curated spelling and a name seen with an id; others are keyed by name', async () => {
    const xml = collection(
      '2021.x',
      '<paper id="1"><title>T</title><author id="bo-liu-1"><first>Bo</first><last>Liu</last></author></paper>',
    );
    const people = await known(variants, xml);
    expect(idOf(people, 'A.', 'Byron')).toBe('ada-byron');
    expect(idOf(people, 'Ada', 'King')).toBe('ada-byron');
    expect(idOf(people, 'Wei', 'Li')).toBe('wei-li-hk');
    expect(idOf(people, 'Bo', 'Liu')).toBe('bo-liu-1');
    expect(idOf(people, 'Dilek', 'Hakkani-Tür')).toBe('dilek-hakkani-tur');
  });

  test('in the list kept since 2025 need an id if several share a name', async () => {
    const list = `abdul-aziz:
  names: [{first: Abdul, last: Aziz}]
abdul-aziz-2158:
  names: [{first: Abdul, last: Aziz}]
adi-shalev:
  names: [{first: Adi, last: Shalev}, {first: Adi, last: Bitan}]
`;
    const people = await known(list, collection('2021.x', ''));
    expect(idOf(people, 'Adi', 'Bitan')).toBe('adi-shalev');
    expect(idOf(people, 'Abdul', 'Aziz')).toBe('abdul-aziz/unverified');
  });
});
