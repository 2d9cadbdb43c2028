import { beforeEach, expect, test } from 'vitest';
import { storeOrganisations } from '#lib/catalog/contexts/commands/organisations.ts';
import { importRegistry } from '#lib/catalog/ingest/commands/registry.ts';
import { editCareer } from '#lib/catalog/ownership/commands/edit-career.ts';
import { editOwnRecord, setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner, type Owner } from '#lib/catalog/ownership/model.ts';
import { findOwnRecord } from '#lib/catalog/ownership/queries/own-record.ts';
import { importedOrganisation } from '#lib/catalog/sources/organisations.ts';
import type { RorEvent } from '#lib/catalog/sources/ror.ts';
import { careerInput } from '#lib/catalog/statements/model/career.ts';
import type { HiddenField } from '#lib/catalog/statements/model/hidden-fields.ts';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { readPublicStatements } from '#lib/catalog/statements/queries/owner-statements.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { eraseTables } from '#lib/portal/erasure/commands/tables.ts';
import { recordsContent } from '#lib/portal/exports/queries/records.ts';
import { claimedLifecycles } from '#lib/portal/lifecycles.ts';
import { strongDns } from '../evidence.ts';
import { claimWithEvidence, createAccount, createRecord, getRecord, runJobs, unwrap } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
let ada: Actor;
let owner: Owner;

const stateCareer = (typed: Record<string, string>, seen = '') => {
  const input = careerInput.parse({ authorId: owner.authorId, seen, ...typed });
  return database.store.transact((tx) => editCareer(tx, owner, input));
};
const statedCareer = async () => readPublicStatements(database.store.reader, await getRecord(database.store, owner.authorId));
const currentVersion = async () => (await findOwnRecord(database.store.reader, ada, owner.authorId))?.career.seen ?? '';

beforeEach(async () => {
  const { id } = await createRecord(database.store, 'Ada Byron');
  ada = await createAccount(database.store, 'Ada');
  unwrap(await claimWithEvidence(database.store, ada, { id }, strongDns('ada.example')));
  owner = mintOwner(ada.accountId, id);
});

const keeper = { 'positions-0-title': 'Keeper', 'positions-0-place': 'Lamp House', 'positions-0-from': '1842' };
const school = { 'education-0-place': 'Harbour School', 'education-0-from': '1835-09', 'education-0-to': '1838' };

test('an owner states positions and education, listed newest first, and removes an entry', async () => {
  const earlier = {
    'positions-1-title': 'Apprentice',
    'positions-1-place': 'Lamp House',
    'positions-1-from': '1840',
    'positions-1-to': '1842',
  };
  unwrap(await stateCareer({ ...keeper, ...earlier, ...school }));
  expect(await statedCareer()).toMatchObject({
    positions: { entries: [{ title: 'Keeper', from: '1842', to: null }, { title: 'Apprentice' }] },
    education: { entries: [{ place: 'Harbour School', to: '1838' }] },
  });
  unwrap(await stateCareer(keeper, await currentVersion()));
  expect(await statedCareer()).toMatchObject({ positions: { entries: [{ title: 'Keeper' }] }, education: null });
});

test('an organisation of the ROR registry is recognised by name, and another stays text', async () => {
  const lampHouse = importedOrganisation.parse({ rorId: '05abcde12', name: 'Lamp House', status: 'active' });
  await database.store.transact((tx) => storeOrganisations(tx, [lampHouse], now()));
  unwrap(await stateCareer({ ...keeper, 'positions-0-place': 'Lamp Works', ...school }));
  expect((await statedCareer())?.positions?.entries[0]?.rorId).toBeUndefined();
  unwrap(await stateCareer({ ...keeper, 'positions-0-place': 'LAMP HOUSE', ...school }, await currentVersion()));
  expect((await statedCareer())?.positions?.entries).toMatchObject([{ place: 'LAMP HOUSE', rorId: '05abcde12' }]);
  expect((await statedCareer())?.education?.entries[0]?.rorId).toBeUndefined();
});

test('a registry imported later matches stated organisations, and unmatches closed ones', async () => {
  unwrap(await stateCareer({ ...keeper, ...school }));
  const about = statementsInput.parse({ authorId: owner.authorId, affiliation: 'Lamp House' });
  unwrap(await database.store.transact((tx) => editOwnRecord(tx, owner, about)));
  const before = await statedCareer();
  const revision = async () => (await getRecord(database.store, owner.authorId)).revision;
  const matched = async (status: 'active' | 'inactive') => {
    const lampHouse = importedOrganisation.parse({ rorId: '05abcde12', name: 'Lamp House', status });
    async function* events(): AsyncGenerator<RorEvent> {
      yield { kind: 'organisation', organisation: lampHouse };
    }
    await importRegistry(database.store, { input: 'ror.json', events: events() });
    await runJobs(database.store);
    const { affiliation } = await getRecord(database.store, owner.authorId);
    const { positions, education } = (await statedCareer()) ?? {};
    expect([positions?.since, education]).toEqual([before?.positions?.since, before?.education]);
    return [affiliation?.rorId, positions?.entries[0]?.rorId];
  };
  expect(await matched('active')).toEqual(['05abcde12', '05abcde12']);
  const at = await revision();
  expect([await matched('active'), await revision()]).toEqual([['05abcde12', '05abcde12'], at]);
  expect(await matched('inactive')).toEqual([undefined, undefined]);
});

test('a second tab does not overwrite a change of the first', async () => {
  unwrap(await stateCareer(keeper));
  expect(await stateCareer(school)).toMatchObject({ ok: false, code: 'edit_conflict' });
});

test('only the owner states positions of a record', async () => {
  const mallory = await createAccount(database.store, 'Mallory');
  const input = careerInput.parse({ authorId: owner.authorId, ...keeper });
  const outcome = await database.store.transact((tx) => editCareer(tx, mintOwner(mallory.accountId, owner.authorId), input));
  expect(outcome).toMatchObject({ ok: false, code: 'not_your_record' });
});

test('hidden positions are on no page, stay in the archive, and are deleted with the account', async () => {
  unwrap(await stateCareer({ ...keeper, ...school }));
  const hide = (hidden: HiddenField[]) =>
    database.store.transact((tx) => setPrivacy(tx, owner, { authorId: owner.authorId, hidden, indexed: 'yes' }));
  unwrap(await hide(['positions']));
  expect(await statedCareer()).toMatchObject({ positions: null, education: { entries: [{ place: 'Harbour School' }] } });
  unwrap(await hide(['positions', 'education']));
  expect(await statedCareer()).toMatchObject({ positions: null, education: null });
  const { records } = await recordsContent(database.store.reader, ada);
  expect(records[0]?.statements.map(({ field }) => field)).toEqual(['education', 'positions', 'privacy']);
  await database.store.transact((tx) => eraseTables(tx, { accountId: ada.accountId, addresses: [], seals: [] }, claimedLifecycles));
  expect((await recordsContent(database.store.reader, ada)).records.flatMap(({ statements }) => statements)).toEqual([]);
});
