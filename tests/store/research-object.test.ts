import { eq } from 'drizzle-orm';
import { ROCrate } from 'ro-crate';
import { beforeEach, expect, test } from 'vitest';
import { type ImportResult, runImport } from '#lib/catalog/ingest/commands/run.ts';
import { editCareer } from '#lib/catalog/ownership/commands/edit-career.ts';
import { setCredit } from '#lib/catalog/ownership/commands/edit-contributions.ts';
import { setPhoto } from '#lib/catalog/ownership/commands/edit-photo.ts';
import { setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner, type Owner } from '#lib/catalog/ownership/model.ts';
import { sealAddresses } from '#lib/catalog/sources/addresses.ts';
import { researchObjects } from '#lib/catalog/sources/research-object.ts';
import { careerInput } from '#lib/catalog/statements/model/career.ts';
import { type HiddenField, hideableFieldNames } from '#lib/catalog/statements/model/hidden-fields.ts';
import { creditsOfAuthor } from '#lib/catalog/statements/queries/contributions.ts';
import { trustDocument } from '#lib/catalog/trust/queries/trust-document.ts';
import { unfilteredSelection } from '#lib/catalog/works/model/list/selection.ts';
import { citationsOfAuthor } from '#lib/catalog/works/queries/citations.ts';
import { historyOfWork } from '#lib/catalog/works/queries/history.ts';
import { factsOfWork } from '#lib/catalog/works/queries/provenance.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { researchObject } from '#lib/portal/pages/model/research-object.ts';
import { authorView } from '#lib/portal/pages/queries/author-record.ts';
import { sourcesOfAuthor } from '#lib/portal/pages/queries/author-sources.ts';
import { freshDatabase } from '../database.ts';
import { strongDns } from '../evidence.ts';
import { createFolder } from '../sources/input-files.ts';
import { claimWithEvidence, createAccount, createRecord, createWork, getRecord, runJobs, unwrap } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
let owner: Owner;

beforeEach(async () => {
  const { store } = database;
  const { id, key } = await createRecord(store, 'Ada Byron');
  await createWork(store, 'On Lamps', [{ key, name: 'Ada Byron' }], '10.1000/lamps');
  await createWork(store, 'Shades, a Handbook', [{ key, name: 'Ada Byron' }]);
  await store.transact((tx) => tx.update(works).set({ type: 'paper' }));
  const ada = await createAccount(store, 'Ada');
  unwrap(await claimWithEvidence(store, ada, { id }, strongDns('ada.example')));
  owner = mintOwner(ada.accountId, id);
  const [first] = await store.reader.select({ id: works.id }).from(works).orderBy(works.key);
  const career = { 'positions-0-title': 'Keeper', 'positions-0-place': 'Lamp House', 'positions-0-from': '1842' };
  const school = { 'education-0-place': 'Harbour School', 'education-0-to': '1838-05' };
  const workId = first?.id ?? '';
  unwrap(await store.transact((tx) => editCareer(tx, owner, careerInput.parse({ authorId: id, ...career, ...school }))));
  unwrap(await store.transact((tx) => setCredit(tx, owner, { authorId: id, workId, roles: ['software'] })));
  unwrap(await store.transact((tx) => setPhoto(tx, owner, Buffer.from('a picture').toString('base64'))));
});

interface Entity {
  '@id': string;
  '@type': string;
  [property: string]: unknown;
}

async function readCrate({ authorId }: Owner, base = 'https://lamps.example'): Promise<{ '@graph': Entity[] }> {
  const { reader } = database.store;
  const row = await getRecord(database.store, authorId);
  const author = await authorView(reader, row, unfilteredSelection, null);
  const { works: cited } = await citationsOfAuthor(reader, row.key, undefined, 100, unfilteredSelection);
  const roles = await creditsOfAuthor(reader, authorId);
  const trust = await trustDocument(reader, row);
  const crate = researchObject({ author, works: cited, roles, trust, base, licence: null });
  const made: { '@graph': Entity[] } = JSON.parse(JSON.stringify(crate));
  for (const each of made['@graph']) if (each.name === 'On Lamps') each.identifier = ['https://doi.org/10.1000/lamps'];
  return made;
}
const hideFields = (hidden: HiddenField[]) =>
  database.store.transact((tx) => setPrivacy(tx, owner, { authorId: owner.authorId, hidden, indexed: 'yes' }));

async function importCrate(files: Record<string, string>) {
  return importedInto(files, async ({ summary, quarantined }, { reader }) => {
    const stored = await reader.select({ title: works.title, type: works.type }).from(works);
    return { added: summary.added, reasons: quarantined.map(({ reason }) => reason), stored };
  });
}

/** Imports research objects into another instance, and reads the result. */
async function importedInto<T>(files: Record<string, string>, read: (result: ImportResult, store: Store) => Promise<T>): Promise<T> {
  const elsewhere = await freshDatabase();
  const folder = createFolder(files);
  try {
    const events = researchObjects(await folder.files('.json'));
    const run = { store: elsewhere.store, source: 'research-object', input: 'test' } as const;
    return await read(await runImport({ ...run, events: sealAddresses(events, sealPrintedAddress()) }), elsewhere.store);
  } finally {
    folder.drop();
    await elsewhere.drop();
  }
}

test('contains what the owner states about themselves and their part in works, in a flat graph', async () => {
  const { '@graph': graph } = await readCrate(owner);
  const byId = new Map(graph.map((each) => [each['@id'], each]));
  const at = (reference: unknown): Entity | undefined => byId.get((reference as Entity)['@id']);
  const person = graph.find(({ alumniOf }) => Array.isArray(alumniOf));
  const [position, degree] = [person?.worksFor, person?.alumniOf].map((list) => at((list as Entity[])[0]));
  expect(position).toMatchObject({ '@type': 'OrganizationRole', roleName: 'Keeper', startDate: '1842' });
  expect(at(position?.worksFor)).toMatchObject({ '@type': 'Organization', name: 'Lamp House' });
  expect(degree).toMatchObject({ endDate: '1838-05' });
  expect(at(degree?.alumniOf)).toMatchObject({ name: 'Harbour School' });
  expect(at(person?.image)).toMatchObject({ '@type': 'File', encodingFormat: 'image/jpeg' });
  const part = at(graph.find(({ name }) => name === 'On Lamps')?.contributor);
  expect(part).toMatchObject({ contributor: { '@id': person?.['@id'] } });
  expect(((part?.roleName ?? []) as Entity[]).map(at)).toMatchObject([{ name: 'Software' }]);
  expect(byId.size).toBe(graph.length);
});

test('describes two authors of one work with equal names as two people', async () => {
  const { store } = database;
  const { key } = await getRecord(store, owner.authorId);
  const namesakes = [await createRecord(store, 'Li Hua'), await createRecord(store, 'Li Hua')];
  const line = [{ key, name: 'Ada Byron' }, ...namesakes.map((each) => ({ key: each.key, name: 'Li Hua' }))];
  await createWork(store, 'Two Lamps', line);
  const { '@graph': graph } = await readCrate(owner);
  const names = new Map(graph.map((each) => [each['@id'], each.name]));
  const ids = ((graph.find(({ name }) => name === 'Two Lamps')?.author ?? []) as Entity[]).map((each) => each['@id']);
  expect(new Set(ids).size).toBe(3);
  expect(ids.map((id) => names.get(id))).toEqual(['Ada Byron', 'Li Hua', 'Li Hua']);
  expect(new Set(graph.map((each) => each['@id'])).size).toBe(graph.length);
});

test('excludes each field that the owner hides', async () => {
  const traces: [HiddenField, RegExp][] = [
    ['positions', /Lamp House|Keeper/],
    ['education', /Harbour School/],
    ['credits', /credit\.niso\.org|#roles/],
    ['photo', /photo\.jpg/],
  ];
  for (const [field, trace] of traces) {
    unwrap(await hideFields([]));
    expect(JSON.stringify(await readCrate(owner))).toMatch(trace);
    unwrap(await hideFields([field]));
    expect(JSON.stringify(await readCrate(owner)), field).not.toMatch(trace);
  }
  unwrap(await hideFields([...hideableFieldNames]));
  expect((await importCrate({ 'a.json': JSON.stringify(await readCrate(owner)) })).added).toBe(2);
});

test('another instance imports its works with their types, and rejects truncated or hostile ones with the reason', async () => {
  const crate = await readCrate(owner);
  const text = JSON.stringify(crate);
  const { added, stored, reasons } = await importCrate({
    'a.json': text,
    'cut.json': text.slice(0, -100),
    'none.json': '{"@graph": "all"}',
    'large.json': JSON.stringify({ '@graph': Array.from({ length: 100_001 }, () => 0) }),
    'script.json': JSON.stringify({
      '@graph': [
        { '@id': 'javascript:alert(1)', '@type': 'Book', additionalType: '__proto__', name: 'On <b>Wicks</b>', url: 'javascript:alert(1)' },
      ],
    }),
  });
  expect(added).toBe(3);
  expect(stored).toEqual(
    expect.arrayContaining([
      { title: 'On Lamps', type: 'paper' },
      { title: 'Shades, a Handbook', type: 'paper' },
      { title: 'On <b>Wicks</b>', type: 'book' },
    ]),
  );
  expect(reasons).toEqual([
    'The file is not valid JSON. Save it again at its source.',
    'It has more than 100,000 entities.',
    'It is no RO-Crate: a JSON object with a list @graph.',
  ]);
});

/** Returns the profile that another instance shows after the import of some files: the sources of each work and page. */
const viewElsewhere = (files: Record<string, string>) =>
  importedInto(files, async ({ quarantined }, { reader }) => {
    const rows = await reader.select().from(authors).where(eq(authors.name, 'Ada Byron'));
    const [work] = await reader.select().from(works).where(eq(works.title, 'On Lamps'));
    const views = await Promise.all(rows.map((row) => sourcesOfAuthor(reader, row)));
    const pages = views.flatMap((view) => view.sources.flatMap((source) => source.pages));
    const facts = await factsOfWork(reader, work?.id ?? '');
    const history = await historyOfWork(reader, work?.id ?? '');
    const sources = views.flatMap((view) => view.sources.map(({ source }) => source.name));
    return { rows, pages, sources, reasons: quarantined.map(({ reason }) => reason), facts, history };
  });

test('another instance shows assertions of each instance about the person, with its signed trust, and none of it counts', async () => {
  await runJobs(database.store);
  const [here, there] = [await readCrate(owner), await readCrate(owner, 'https://wicks.example')];
  const { rows, pages, sources, facts, history, reasons } = await viewElsewhere({
    'a.json': JSON.stringify(here),
    'b.json': JSON.stringify(there),
  });
  expect(sources).toEqual(['Research object of lamps.example and wicks.example']);
  expect(reasons).toEqual([]);
  expect(rows).toMatchObject([{ affiliation: null, claimState: 'unclaimed', ownerId: null, orcid: null, worksCount: 3 }]);
  const said = (origin: string) => ({
    name: 'Ada Byron',
    href: expect.stringContaining(`${origin}/authors/`),
    elsewhere: {
      origin,
      positions: [{ title: 'Keeper', place: 'Lamp House', from: '1842', to: null }],
      education: [{ title: '', place: 'Harbour School', from: null, to: '1838-05' }],
      trust: { points: expect.any(Number), level: expect.any(Number), computedAt: expect.any(String), keyId: expect.any(String) },
    },
  });
  expect(pages.toSorted((a, b) => (a.href ?? '').localeCompare(b.href ?? ''))).toMatchObject([
    said('https://lamps.example'),
    said('https://wicks.example'),
  ]);
  const names = ['Research object of lamps.example', 'Research object of wicks.example'];
  const title = facts.find(({ name }) => name === 'title');
  expect(title?.assertions.map(({ source, href }) => [source.name, new URL(href ?? '').host])).toEqual([
    [names[0], 'lamps.example'],
    [names[1], 'wicks.example'],
  ]);
  expect(history.map(({ source }) => source.name).sort()).toEqual(names);
});

test('trust with an invalid signature is not shown; the file of one instance changes no assertion of another', async () => {
  await runJobs(database.store);
  const crate = JSON.stringify(await readCrate(owner));
  const raised = crate.replace(/\\\\\\"points\\\\\\":\d+/, '\\\\\\"points\\\\\\":99');
  expect(raised).not.toBe(crate);
  expect((await viewElsewhere({ 'a.json': raised })).pages).toMatchObject([{ elsewhere: { trust: 'unsigned' } }]);
  const forged = JSON.stringify(await readCrate(owner)).replace(
    '"url":"https://lamps.example/authors/',
    '"url":"https://wicks.example/authors/',
  );
  const renamed = forged.replaceAll('On Lamps', 'On Wicks').replaceAll('Lamp House', 'Wick House');
  const { facts, pages } = await viewElsewhere({ 'a.json': crate, 'b.json': renamed });
  expect(facts.find(({ name }) => name === 'title')?.assertions).toMatchObject([
    { value: ['On Lamps'], source: { name: 'Research object of lamps.example' } },
    { value: ['On Wicks'], source: { name: 'Research object of wicks.example' } },
  ]);
  expect(pages.map(({ elsewhere }) => [elsewhere?.origin, elsewhere?.positions[0]?.place]).sort()).toEqual([
    ['https://lamps.example', 'Lamp House'],
    ['https://wicks.example', 'Wick House'],
  ]);
});

test('a profile whose works name nobody like it creates no record; what its owner hides here is not shown', async () => {
  const crate = await readCrate(owner);
  const person = crate['@graph'].find((each) => each.worksFor) ?? { '@id': '', '@type': 'Person' };
  person.name = 'Mary Somerville';
  const other = { '@id': '#other', '@type': 'Person', name: 'Ada B. Byron' };
  for (const each of crate['@graph']) if (Array.isArray(each.author)) each.author = [{ '@id': other['@id'] }];
  crate['@graph'].push(other);
  const { pages, reasons } = await viewElsewhere({ 'a.json': JSON.stringify(crate) });
  expect([pages, reasons]).toEqual([[], ['None of the works has an author of the name of the profile. The works are imported.']]);
  const files = { 'a.json': JSON.stringify(await readCrate(owner)) };
  const here = await importedInto(files, async (_, store) => {
    const hidden = { privacy: { hidden: ['positions', 'names'], indexed: true } };
    const [row] = await store.transact((tx) => tx.update(authors).set(hidden).returning());
    const view = row && (await sourcesOfAuthor(store.reader, row));
    return view?.sources.flatMap((source) => source.pages);
  });
  expect(here).toMatchObject([{ href: null, elsewhere: { positions: [], education: [{ place: 'Harbour School' }] } }]);
});

test('a reader of others finds the works of the profile by its person, however they write the name', async () => {
  const { reader } = database.store;
  await database.store.transact((tx) =>
    tx.update(authorships).set({ nameAsWritten: 'A. Byron' }).where(eq(authorships.nameAsWritten, 'Ada Byron')),
  );
  const crate = new ROCrate(await readCrate(owner), { array: true, link: true });
  const [person] = crate.rootDataset.about as { '@id': string; '@reverse': { author: { name: string[] }[] } }[];
  const listed = await reader
    .select({ key: authorships.workKey })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(eq(authors.id, owner.authorId));
  expect(person?.['@id']).toBe(`https://lamps.example/authors/${owner.authorId}`);
  expect(person?.['@reverse'].author).toHaveLength(listed.length);
  expect(listed.length).toBeGreaterThan(0);
});
