import { beforeEach, expect, test } from 'vitest';
import { runImport } from '#lib/catalog/ingest/commands/run.ts';
import { editCareer } from '#lib/catalog/ownership/commands/edit-career.ts';
import { stateCredit } from '#lib/catalog/ownership/commands/edit-contributions.ts';
import { setPhoto } from '#lib/catalog/ownership/commands/edit-photo.ts';
import { setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner, type Owner } from '#lib/catalog/ownership/model.ts';
import { researchObjects } from '#lib/catalog/sources/research-object.ts';
import { careerInput } from '#lib/catalog/statements/model/career.ts';
import { type HiddenField, hiddenFields } from '#lib/catalog/statements/model/hidden-fields.ts';
import { creditsOfAuthor } from '#lib/catalog/statements/queries/contributions.ts';
import { everything } from '#lib/catalog/works/model/list/selection.ts';
import { citationsOfAuthor } from '#lib/catalog/works/queries/citations.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { researchObject } from '#lib/portal/pages/model/research-object.ts';
import { authorView } from '#lib/portal/pages/queries/author-record.ts';
import { freshDatabase } from '../database.ts';
import { strongDns } from '../evidence.ts';
import { folderOf } from '../importers/inputs.ts';
import { own, recorded, recordNow, signed, signedUp } from './stories.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
let owner: Owner;

beforeEach(async () => {
  const { store } = database;
  const { id, key } = await recorded(store, 'Ada Byron');
  await signed(store, 'On Lamps', [{ key, name: 'Ada Byron' }], '10.1000/lamps');
  await signed(store, 'Shades, a Handbook', [{ key, name: 'Ada Byron' }]);
  await store.transact((tx) => tx.update(works).set({ type: 'paper' }));
  const ada = await signedUp(store, 'Ada');
  own(await store.transact((tx) => claimAuthor(tx, ada, { authorId: id, proof: mintProof(strongDns('ada.example'), ada.accountId, id) })));
  owner = mintOwner(ada.accountId, id);
  const [first] = await store.reader.select({ id: works.id }).from(works).orderBy(works.key);
  const career = { 'positions-0-title': 'Keeper', 'positions-0-place': 'Lamp House', 'positions-0-from': '1842' };
  const school = { 'education-0-place': 'Harbour School', 'education-0-to': '1838-05' };
  const workId = first?.id ?? '';
  own(await store.transact((tx) => editCareer(tx, owner, careerInput.parse({ authorId: id, ...career, ...school }))));
  own(await store.transact((tx) => stateCredit(tx, owner, { authorId: id, workId, roles: ['software'] })));
  own(await store.transact((tx) => setPhoto(tx, owner, Buffer.from('a picture').toString('base64'))));
});

interface Entity {
  '@id': string;
  '@type': string;
  [property: string]: unknown;
}

async function crateOf({ authorId }: Owner): Promise<{ '@graph': Entity[] }> {
  const { reader } = database.store;
  const row = await recordNow(database.store, authorId);
  const author = await authorView(reader, row, everything, null);
  const { works: cited } = await citationsOfAuthor(reader, row.key, undefined, 100, everything);
  const roles = await creditsOfAuthor(reader, authorId);
  const crate = researchObject({ author, works: cited, roles, trust: null, base: 'https://lamps.example', licence: null });
  return JSON.parse(JSON.stringify(crate));
}
const hide = (hidden: HiddenField[]) =>
  database.store.transact((tx) => setPrivacy(tx, owner, { authorId: owner.authorId, hidden, indexed: 'yes' }));

async function takenIn(files: Record<string, string>) {
  const elsewhere = await freshDatabase();
  const folder = folderOf(files);
  try {
    const events = researchObjects(await folder.files('.json'));
    const { summary, quarantined } = await runImport({ store: elsewhere.store, source: 'research-object', input: 'test', events });
    const stored = await elsewhere.store.reader.select({ title: works.title, type: works.type }).from(works);
    return { added: summary.added, reasons: quarantined.map(({ reason }) => reason), stored };
  } finally {
    folder.drop();
    await elsewhere.drop();
  }
}

test('holds what the owner states of themselves and their part in works, in a flat graph', async () => {
  const { '@graph': graph } = await crateOf(owner);
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

test('what the owner hides stays out, each by itself', async () => {
  const traces: [HiddenField, RegExp][] = [
    ['positions', /Lamp House|Keeper/],
    ['education', /Harbour School/],
    ['credits', /credit\.niso\.org|#roles/],
    ['photo', /photo\.jpg/],
  ];
  for (const [field, trace] of traces) {
    own(await hide([]));
    expect(JSON.stringify(await crateOf(owner))).toMatch(trace);
    own(await hide([field]));
    expect(JSON.stringify(await crateOf(owner)), field).not.toMatch(trace);
  }
  own(await hide([...hiddenFields]));
  expect((await takenIn({ 'a.json': JSON.stringify(await crateOf(owner)) })).added).toBe(2);
});

test('another instance takes in its works with their types, and leaves out what is cut or hostile with the reason', async () => {
  const crate = await crateOf(owner);
  const text = JSON.stringify(crate);
  const { added, stored, reasons } = await takenIn({
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
