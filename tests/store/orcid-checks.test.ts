import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { importedWork } from '#lib/catalog/sources/model.ts';
import { checkOrcid, planOrcidChecks, type ReadOrcid } from '#lib/governance/additions/commands/check-orcid.ts';
import { now } from '#lib/platform/clock.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import { addedWorks, workDrafts } from '#lib/platform/db/schema/additions.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import { createResearcher } from './researchers.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
const orcid = '0000-0002-1825-0097';
const orcidWorkOf = (title: string, doi: string) =>
  importedWork.parse({
    ...{ source: 'owner', recordId: 'draft', title: [title], type: 'article', authors: [{ name: 'Ada Byron' }] },
    identifiers: [{ scheme: 'doi', value: doi }],
  });
const lamps = orcidWorkOf('On Lamps', '10.1000/lamps');
const light = orcidWorkOf('On Light', '10.1000/light');
const stubReads =
  (...works: (typeof lamps)[]): ReadOrcid =>
  async () => ({ ok: true, value: { works } });
const plannedChecks = () => database.store.reader.select().from(jobs).where(eq(jobs.kind, 'check-orcid'));
const sentNotifications = async () =>
  (await database.store.reader.select().from(notifications)).filter(({ kind }) => kind === 'orcid_works');

async function createConnectedOwner() {
  const { store } = database;
  const ada = await createResearcher(store, 'Ada Byron');
  const login = { userId: ada.actor.accountId, type: 'oauth', provider: 'orcid', providerAccountId: orcid, linkedAt: now() } as const;
  await store.transact((tx) => tx.insert(logins).values(login));
  return ada;
}

test('one check a week is scheduled for an owner with an ORCID connection, and none without', async () => {
  const { store } = database;
  await createResearcher(store, 'Mary Somerville');
  const { id } = await createConnectedOwner();
  for (let round = 0; round < 2; round += 1) await store.transact((tx) => planOrcidChecks(tx));
  const planned = await plannedChecks();
  expect(planned).toMatchObject([{ payload: { authorId: id }, state: 'waiting' }]);
  const days = ((planned[0]?.runAt.getTime() ?? 0) - now().getTime()) / 86_400_000;
  expect(Math.round(days)).toBe(7);
});

test('the owner is notified once of the same works; nothing is added, and works of the profile are excluded', async () => {
  const { store } = database;
  const { id, key, actor } = await createConnectedOwner();
  const works = [importedWork.parse({ ...lamps, source: 'bibtex', recordId: 'lamps' })];
  await store.transact(async (tx) => {
    await storeWorks(tx, { source: 'bibtex', importId: null, observedAt: now(), works });
    await tx.update(authorships).set({ authorKey: key });
  });
  await checkOrcid(store, id, stubReads(lamps));
  expect(await sentNotifications()).toEqual([]);
  await checkOrcid(store, id, stubReads(lamps, light));
  await checkOrcid(store, id, stubReads(light, lamps));
  const path = `/me/records/${id}/add#read`;
  expect(await sentNotifications()).toMatchObject([{ accountId: actor.accountId, facts: { count: '1', path } }]);
  await checkOrcid(store, id, stubReads(light, orcidWorkOf('On Shade', '10.1000/shade')));
  expect((await sentNotifications()).map(({ facts }) => (facts as { count: string }).count).sort()).toEqual(['1', '2']);
  expect(await store.reader.select().from(addedWorks)).toEqual([]);
  expect(await store.reader.select().from(workDrafts)).toEqual([]);
});

test('a work without an identifier is included until the profile has one of its title', async () => {
  const { store } = database;
  const { id, key } = await createConnectedOwner();
  const untold = [
    { ...light, identifiers: [] },
    { ...light, title: ['Field Notes Without a List of Names'], identifiers: [] },
  ];
  await checkOrcid(store, id, stubReads(...untold));
  expect(await sentNotifications()).toMatchObject([{ facts: { count: '2' } }]);
  const works = untold.map((work, at) => importedWork.parse({ ...work, source: 'bibtex', recordId: `${at}` }));
  await store.transact(async (tx) => {
    await storeWorks(tx, { source: 'bibtex', importId: null, observedAt: now(), works });
    await tx.update(authorships).set({ authorKey: key });
  });
  await checkOrcid(store, id, stubReads(...untold, lamps));
  expect((await sentNotifications()).map(({ facts }) => (facts as { count: string }).count).sort()).toEqual(['1', '2']);
});

test('nobody is notified if ORCID is unreachable, or if the profile was released meanwhile', async () => {
  const { store } = database;
  const { id } = await createConnectedOwner();
  await checkOrcid(store, id, async () => ({ ok: false, code: 'orcid_unreachable' }));
  await checkOrcid(store, id, async () => {
    await store.transact((tx) => tx.update(authors).set({ ownerId: null, claimState: 'unclaimed' }).where(eq(authors.id, id)));
    return { ok: true, value: { works: [light] } };
  });
  expect(await sentNotifications()).toEqual([]);
});
