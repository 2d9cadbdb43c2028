import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { importedWork } from '#lib/catalog/sources/model.ts';
import { openalex } from '#lib/catalog/sources/openalex.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { collectEvents, createFolder } from './input-files.ts';

const person = (id: string, name: string, more: object = {}) => ({
  author: { id: `https://openalex.org/${id}`, display_name: name, orcid: null },
  raw_author_name: name.toUpperCase(),
  institutions: [],
  raw_affiliation_strings: [],
  ...more,
});

const lamps = {
  id: 'https://openalex.org/W1',
  doi: 'https://doi.org/10.1000/LAMPS',
  title: 'On <i>Lamps</i>   &amp; Wicks',
  type: 'article',
  type_crossref: 'journal-article',
  publication_date: '2021-05-02',
  publication_year: 2021,
  language: 'en',
  is_retracted: false,
  cited_by_count: 7,
  primary_location: {
    landing_page_url: 'https://lamps.example/on-lamps',
    source: { display_name: 'Journal of Light', type: 'journal', host_organization_name: 'Lamp Society' },
  },
  locations: [{ landing_page_url: 'https://arxiv.org/abs/2105.00001v2' }, 7, { landing_page_url: null }],
  biblio: { volume: '3', issue: null, first_page: '10', last_page: '19' },
  authorships: [
    {
      ...person('A11', 'Wanda Wick'),
      author: { id: 'https://openalex.org/A11', display_name: 'Wanda Wick', orcid: 'https://orcid.org/0000-0002-1825-0097' },
      institutions: [{ id: 'https://openalex.org/I1', display_name: 'Harbour Institute', ror: 'https://ror.org/00x0x0x00' }],
    },
    person('A9999999999', 'Willem Wax', { raw_affiliation_strings: ['Lamp Works, Pier 2'] }),
  ],
  abstract_inverted_index: { burn: [1], Lamps: [0], evenly: [2] },
};
const short = (id: string, more: object = {}) => ({ id: `https://openalex.org/${id}`, title: `Work ${id}`, type: 'article', ...more });
const lines = (...values: unknown[]) => values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');

const folder = createFolder({
  'whole.jsonl': lines(lamps),
  'answer.json': JSON.stringify({ meta: { count: 2 }, results: [short('W2'), short('W3', { type: 'preprint' })] }, null, 2),
  'lines.json': lines(short('W4'), short('W5')),
  'part_000.gz': gzipSync(lines(short('W6', { type_crossref: 'proceedings-article' }), short('W7', { is_paratext: true }), '')),
  'cut.gz': gzipSync(lines(lamps)).subarray(0, 120),
  'bytes.jsonl': new Uint8Array([0x7b, 0xff, 0x7d]),
  'faulty.jsonl': lines('{', '[7]', { id: 'https://openalex.org/A1', title: 'A person' }, short('W8')),
  'fields.jsonl': lines({
    ...short('W9'),
    ...{ title: 7, type: {}, publication_date: 'soon', publication_year: 'x', language: [], doi: 'https://lamps.example', biblio: 3 },
    ...{ primary_location: { landing_page_url: 'javascript:alert(1)', source: 'x' }, locations: {}, cited_by_count: -1 },
    authorships: [7, { author: null }, { author: { display_name: 'Ann' }, institutions: [null] }],
    abstract_inverted_index: { lamps: 'everywhere' },
  }),
  'bomb.jsonl': lines(short('W10', { abstract_inverted_index: { lamps: Array.from({ length: 100_000 }, (_, at) => at) } })),
  'long.jsonl': `{"id":"${'W'.repeat(17 * 1024 * 1024)}"}`,
});
afterAll(() => folder.drop());

async function read(name: string) {
  const files = (await folder.files(name)).filter((file) => file.name === name);
  expect(files).toHaveLength(1);
  return collectEvents(openalex(files));
}

test('reads the fields of an OpenAlex work', async () => {
  const { works, quarantined } = await read('whole.jsonl');
  expect(quarantined).toEqual([]);
  expect(works).toEqual([
    {
      ...{
        source: 'openalex',
        recordId: 'W1',
        title: ['On ', { tag: 'i', of: ['Lamps'] }, ' & Wicks'],
        abstract: ['Lamps burn evenly'],
        type: 'article',
      },
      ...{ year: 2021, date: '2021-05-02', venue: 'Journal of Light', publisher: 'Lamp Society', volume: '3', pages: '10-19' },
      ...{ language: 'en', url: 'https://lamps.example/on-lamps' },
      identifiers: [
        { scheme: 'doi', value: '10.1000/lamps' },
        { scheme: 'arxiv', value: '2105.00001' },
      ],
      authors: [
        { name: 'WANDA WICK', knownAs: 'Wanda Wick', personId: 'A11', orcid: '0000-0002-1825-0097', affiliation: 'Harbour Institute' },
        { name: 'WILLEM WAX', knownAs: 'Willem Wax', affiliation: 'Lamp Works, Pier 2' },
      ],
      authorsComplete: true,
      indicators: [{ kind: 'citations', value: 7 }],
    },
  ]);
  expect(importedWork.safeParse(works[0]).success).toBe(true);
});

test.each([
  ['answer.json', ['W2 article', 'W3 preprint']],
  ['lines.json', ['W4 article', 'W5 article']],
  // Covers and tables of contents are skipped.
  ['part_000.gz', ['W6 paper']],
])('reads %s', async (name, expected) => {
  const { works, quarantined } = await read(name);
  expect(quarantined).toEqual([]);
  expect(works.map(({ recordId, type }) => `${recordId} ${type}`)).toEqual(expected);
});

test('a work with the first hundred authors of OpenAlex has an incomplete list', async () => {
  const truncated = createFolder({ 'a.jsonl': lines({ ...lamps, is_authors_truncated: true }) });
  const { works } = await collectEvents(openalex(await truncated.files('.jsonl')));
  expect(works.map(({ authorsComplete }) => authorsComplete)).toEqual([false]);
  truncated.drop();
});

test('an ORCID iD on two authors of one work is left out there, and reported', async () => {
  const orcid = 'https://orcid.org/0000-0002-1825-0097';
  const withOrcid = (id: string, name: string) => person(id, name, { author: { id, display_name: name, orcid } });
  const shared = { ...lamps, authorships: [withOrcid('A11', 'Wanda Wick'), withOrcid('A12', 'Willem Wax'), person('A13', 'Tom Reed')] };
  const folder = createFolder({ 'a.jsonl': lines(shared) });
  const events = await Array.fromAsync(openalex(await folder.files('.jsonl')));
  folder.drop();
  const [read] = events.flatMap((event) => (event.kind === 'work' ? [event] : []));
  expect(read?.work.authors.map((author) => author.orcid)).toEqual([undefined, undefined, undefined]);
  expect(read?.problems?.filter(({ field }) => field === 'authorships orcid')).toMatchObject([
    { given: '0000-0002-1825-0097: WANDA WICK, WILLEM WAX', kept: 'without it' },
  ]);
});

test('a line that is not a work is skipped with its position, and the others are read', async () => {
  const { works, quarantined } = await read('faulty.jsonl');
  expect(works.map(({ recordId }) => recordId)).toEqual(['W8']);
  expect(quarantined.map(({ recordId }) => recordId)).toEqual([
    'faulty.jsonl, line 1',
    'faulty.jsonl, line 2, work 1',
    'faulty.jsonl, line 3',
  ]);
  for (const { reason } of quarantined) expect(reason).toContain('Not an OpenAlex work');
});

test('values that are nested too deeply are skipped, and the others are read', async () => {
  const depth = 100_000;
  const nested = '['.repeat(depth) + ']'.repeat(depth);
  const deep = createFolder({ 'a.jsonl': `${nested}\n${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}\n${lines(short('W1', {}))}` });
  const { works, quarantined } = await collectEvents(openalex(await deep.files('.jsonl')));
  expect(works.map(({ recordId }) => recordId)).toEqual(['W1']);
  expect(quarantined.map(({ recordId }) => recordId)).toEqual(['a.jsonl, line 1, work 1', 'a.jsonl, line 2']);
  deep.drop();
});

test.each([
  ['cut.gz', 'The file is not whole gzip.'],
  ['bytes.jsonl', 'The file is not valid UTF-8: byte 1 does not fit.'],
  ['long.jsonl', 'A line is longer than 16 MB.'],
])('a file that cannot be read is told of: %s', async (name, reason) => {
  const { works, quarantined } = await read(name);
  expect(works).toEqual([]);
  expect(quarantined).toMatchObject([{ recordId: name, reason: expect.stringContaining(reason) }]);
});

test('only a field that does not fit is dropped', async () => {
  const { works, quarantined } = await read('fields.jsonl');
  expect(quarantined).toEqual([]);
  expect(works).toEqual([
    {
      ...{ source: 'openalex', recordId: 'W9', title: null, type: 'other', url: 'https://openalex.org/W9', identifiers: [] },
      ...{ authors: [{ name: 'Ann' }], authorsComplete: false, indicators: [] },
    },
  ]);
});

test.each(['constructor', '__proto__', 'toString'])('an unknown type is dropped: %s', async (type) => {
  const odd = createFolder({ 'a.jsonl': lines(short('W1', { type })) });
  const { works } = await collectEvents(openalex(await odd.files('.jsonl')));
  expect(works.map((work) => work.type)).toEqual(['other']);
  odd.drop();
});

test('an abstract of too many words is dropped', async () => {
  const { works } = await read('bomb.jsonl');
  expect(works).toMatchObject([{ recordId: 'W10' }]);
  expect(works[0]).not.toHaveProperty('abstract');
});

test('people are distinguished by their ids: one person with two spellings, and two with one name', () => {
  const input = createFolder({
    'a.jsonl': lines(
      short('W1', { authorships: [person('A1', 'Mei Lin'), person('A3', 'Ada Wick')] }),
      short('W2', { authorships: [person('A1', 'M. Lin')] }),
      short('W3', { authorships: [person('A2', 'Mei Lin')] }),
    ),
  });
  const database = join(input.path, 'test.db');
  const env = { ...process.env, DATABASE_URL: `file:${database}`, NODE_NO_WARNINGS: '1' };
  for (const found of ['3 records new, 0 changed, 0 unchanged', '0 records new, 0 changed, 3 unchanged']) {
    const args = [databaseFlag(), 'lib/catalog/ingest/cli.ts', 'openalex', input.path];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toContain(found);
    expect(status).toBe(0);
  }
  const connection = new Database(database, { readonly: true });
  const people = connection
    .prepare('select name, works_count as works from authors where merged_into is null order by works_count, name')
    .all();
  connection.close();
  input.drop();
  expect(people).toEqual([
    { name: 'Ada Wick', works: 1 },
    { name: 'Mei Lin', works: 1 },
    { name: 'Mei Lin', works: 2 },
  ]);
});
