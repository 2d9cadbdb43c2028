import { afterAll, expect, test } from 'vitest';
import { type ImportEvent, importedWork } from '#lib/catalog/sources/model.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { listInputFiles } from '#lib/catalog/sources/reading.ts';
import { readResearchObjectWorks, researchObjects } from '#lib/catalog/sources/research-object.ts';
import { measureCpuMs } from '../cpu-time.ts';
import { createFolder } from './input-files.ts';

const work = {
  '@id': 'https://lamps.example/works/w1',
  '@type': 'ScholarlyArticle',
  name: 'On Lamps',
  datePublished: '1842-05',
  isPartOf: { '@id': '#creativework-Journal' },
  author: [{ '@id': '#person-Ada' }, { '@id': '#organization-Society' }, { '@id': '#nobody' }],
  identifier: ['https://doi.org/10.1000/LAMPS', { '@type': 'PropertyValue', value: 'https://arxiv.org/abs/2001.00001' }],
  url: 'https://doi.org/10.1000/lamps',
  creativeWorkStatus: 'Retracted',
};
const graphOf = (...works: unknown[]) => ({
  '@context': 'https://w3id.org/ro/crate/1.1/context',
  '@graph': [
    { '@id': './', '@type': 'Dataset', name: 'Profile of Ada Byron', url: 'https://lamps.example/authors/ada' },
    { '@id': '#person-Ada', '@type': 'Person', name: 'Ada  Byron' },
    { '@id': '#organization-Society', '@type': 'Organization', name: 'Analytical Society' },
    { '@id': '#creativework-Journal', '@type': 'CreativeWork', name: 'Journal of Light' },
    ...works,
  ],
});

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const folder = createFolder({
  'a.json': JSON.stringify(graphOf(work, { ...work, '@id': '#two', identifier: 7, author: 'x', datePublished: [] })),
  'b.json': '{"@graph": 7}',
  'c.json': '{',
  'd.json': JSON.stringify(graphOf({ '@id': '#three', '@type': ['Thesis', 7] })),
  'e.json': `{"@graph": [${deep}]}`,
  'f.json': JSON.stringify({ '@graph': Array.from({ length: 100_001 }, () => 0) }),
  'g.json': JSON.stringify({ '@graph': Array.from({ length: 10_001 }, (_, at) => ({ '@id': `#${at}`, '@type': 'Book', name: 'A' })) }),
  'i.json': JSON.stringify({
    '@graph': [
      { '@id': '#four\u0000', '@type': 'Book', name: 'On\u0000 Lamps', identifier: '10.1000/la\u0000mps', author: { name: 'A\u0000' } },
    ],
  }),
  'h.json': `{"@graph": [{"@id": "__proto__", "@type": "Book", "name": "B", "__proto__": {"author": [{"name": "C"}]}}]}`,
});
afterAll(() => folder.drop());

async function read(name: string): Promise<ImportEvent[]> {
  const files = (await listInputFiles(folder.path, '.json')).filter((file) => file.name === name);
  return Array.fromAsync(researchObjects(files));
}
const reasonOf = async (name: string) => (await read(name)).flatMap((event) => (event.kind === 'quarantined' ? event.record.reason : []));

test('reads the works of a profile, and drops only fields that do not fit', async () => {
  const events = await read('a.json');
  expect(events.map(({ kind }) => kind)).toEqual(['work', 'work', 'read']);
  const [first, second] = events.flatMap((event) => (event.kind === 'work' ? event.work : []));
  expect(first).toEqual({
    ...{
      source: 'research-object',
      origin: 'https://lamps.example',
      recordId: 'https://lamps.example/works/w1',
      title: ['On Lamps'],
      type: 'article',
      year: 1842,
      date: '1842-05',
    },
    ...{ venue: 'Journal of Light', url: 'https://doi.org/10.1000/lamps', authorsComplete: false, indicators: [], retracted: true },
    identifiers: [
      { scheme: 'doi', value: '10.1000/lamps' },
      { scheme: 'arxiv', value: '2001.00001' },
    ],
    authors: [{ name: 'Ada Byron' }, { name: 'Analytical Society', organisation: true }],
  });
  expect(second).toMatchObject({ recordId: 'https://lamps.example/authors/ada##two', title: ['On Lamps'], authors: [{ name: 'x' }] });
});

test('rejects a file that is not an RO-Crate, is too large or empty, with the reason', async () => {
  expect(await reasonOf('b.json')).toEqual(['It is no RO-Crate: a JSON object with a list @graph.']);
  expect(await reasonOf('c.json')).toEqual(['The file is not valid JSON. Save it again at its source.']);
  expect(await reasonOf('d.json')).toEqual(['The entry has neither a title nor an author.']);
  expect(await reasonOf('e.json')).toEqual([]);
  expect(await reasonOf('f.json')).toEqual(['It has more than 100,000 entities.']);
  expect(await reasonOf('g.json')).toEqual(['It has more than 10,000 works.']);
});

test('treats an entity named like a property of every object like others', async () => {
  const [event] = await read('h.json');
  expect(event).toMatchObject({ kind: 'work', work: { title: ['B'], authors: [] } });
});

test('reads each work of a pasted research object as a draft of its owner', () => {
  const { works, faults } = parsePastedWorks(JSON.stringify(graphOf(work)));
  expect(works).toMatchObject([{ source: 'owner', recordId: 'draft', title: ['On Lamps'] }]);
  expect(faults).toEqual([]);
  expect(parsePastedWorks('{"@graph": 7}').faults).toEqual([
    { name: 'The text', reason: 'It is no RO-Crate: a JSON object with a list @graph.' },
  ]);
  expect(readResearchObjectWorks(graphOf(), 'owner')).toEqual([]);
});

test('removes characters that a database cannot store', async () => {
  const [event] = await read('i.json');
  const taken = event?.kind === 'work' ? importedWork.parse(event.work) : null;
  expect(taken).toMatchObject({ recordId: '##four', title: ['On Lamps'], identifiers: [{ scheme: 'doi', value: '10.1000/lamps' }] });
  expect(JSON.stringify(taken)).not.toContain('\\u0000');
});

test('reads many references to one long name quickly', async () => {
  const author = Array.from({ length: 1_900 }, () => ({ '@id': '#long' }));
  const books = Array.from({ length: 9 }, (_, at) => ({ '@id': `#${at}`, '@type': 'Book', name: `Volume ${at}`, author }));
  const text = JSON.stringify(graphOf({ '@id': '#long', '@type': 'Person', name: 'a '.repeat(10_000) }, ...books));
  const spent = await measureCpuMs(() => {
    const { works, faults } = parsePastedWorks(text);
    expect([works.length, works[0]?.authors.length, faults]).toEqual([9, 1_900, []]);
  });
  expect(spent).toBeLessThan(6_000);
});
