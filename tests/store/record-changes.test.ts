import { beforeEach, expect, test } from 'vitest';
import { storeAuthor } from '#lib/catalog/ingest/commands/author-pages.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { editOwnRecord, setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner } from '#lib/catalog/ownership/model.ts';
import { importedAuthor, importedWork } from '#lib/catalog/sources/model.ts';
import type { HiddenField } from '#lib/catalog/statements/model/hidden-fields.ts';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { now, setClock } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { recordChanges } from '#lib/portal/pages/queries/record-changes.ts';
import { strongDns } from '../evidence.ts';
import { claimWithEvidence, createAccount, getRecord, runJobs, unwrap } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
const setDay = (day: number) => setClock(() => new Date(`2031-01-0${day}T12:00:00.000Z`));
let id = '';
const changesToday = async () =>
  (await recordChanges(database.store.reader, await getRecord(database.store, id))).map(({ field, at, source, before, after }) => [
    `${field} ${at.getUTCDate()}`,
    source?.id ?? null,
    before,
    after,
  ]);

async function importNamed(name: string, affiliation?: string): Promise<void> {
  const { store } = database;
  const source = 'scholar-feed' as const;
  const work = importedWork.parse({
    source,
    recordId: 'w',
    title: ['On Lamps'],
    type: 'article',
    date: '1842',
    authors: [{ name, affiliation }],
  });
  const author = importedAuthor.parse({ source, recordId: 'ada', name, affiliation, works: ['w'] });
  await store.transact(async (tx) => {
    await storeWorks(tx, { source, importId: null, observedAt: now(), works: [work] });
    await storeAuthor(tx, { author, importId: null, observedAt: now() });
  });
  await runJobs(store);
}

beforeEach(async () => {
  setDay(1);
  await importNamed('Ada Byron', 'Lamp House');
  const [row] = await database.store.reader.select({ id: authors.id }).from(authors);
  id = row?.id ?? '';
});

test('lists affiliations, names and trust, newest first, with the source of each', async () => {
  expect(await changesToday()).toEqual([]);
  setDay(2);
  await importNamed('Ada Byron', 'Harbour School');
  expect(await changesToday()).toEqual([['affiliation 2', 'scholar-feed', 'Lamp House', 'Harbour School']]);
  setDay(3);
  await importNamed('Ada Byron');
  setDay(4);
  await importNamed('Ada L. Byron');
  expect((await changesToday())[0]).toEqual(['name 4', 'scholar-feed', 'Ada Byron', 'Ada L. Byron']);
  expect(await changesToday()).toContainEqual(['affiliation 3', null, 'Harbour School', null]);
  expect((await changesToday()).some(([what]) => what === 'trust 3')).toBe(true);
});

test('excludes what the owner hides and what they have withdrawn', async () => {
  const { store } = database;
  setDay(2);
  await importNamed('Ada Byron', 'Harbour School');
  setDay(3);
  const ada = await createAccount(store, 'Ada');
  unwrap(await claimWithEvidence(store, ada, { id }, strongDns('ada.example')));
  await runJobs(store);
  const owner = mintOwner(ada.accountId, id);
  const says = async (affiliation: string, seen = '') => {
    unwrap(await store.transact((tx) => editOwnRecord(tx, owner, statementsInput.parse({ authorId: id, affiliation, seen }))));
    await runJobs(store);
  };
  await says('Secret Institute');
  expect(await changesToday()).toContainEqual(['affiliation 3', 'owner', 'Harbour School', 'Secret Institute']);
  expect((await changesToday()).some(([what, , , after]) => what === 'trust 3' && `${after}`.includes('L3'))).toBe(true);
  setDay(4);
  await says('', `1-${new Date('2031-01-03T12:00:00.000Z').getTime()}`);
  expect(JSON.stringify(await changesToday())).not.toContain('Secret');
  const corrected = {
    field: 'name',
    value: 'Ada Lovelace',
    sourceValue: 'Ada Byron',
    state: 'accepted',
    decidedAt: now(),
    createdAt: now(),
  };
  await store.transact((tx) =>
    tx.insert(corrections).values({ ...corrected, id: 'one', subject: 'author', subjectId: id, decidedBy: 'owner' }),
  );
  expect(await changesToday()).toContainEqual(['name 4', 'correction', 'Ada Byron', 'Ada Lovelace']);
  const hide = (hidden: HiddenField[]) => store.transact((tx) => setPrivacy(tx, owner, { authorId: id, hidden, indexed: 'yes' }));
  unwrap(await hide(['affiliations']));
  expect(JSON.stringify(await changesToday())).not.toMatch(/affiliation|House|School/);
  unwrap(await hide(['names']));
  expect(JSON.stringify(await changesToday())).not.toMatch(/name|Lovelace/);
});
