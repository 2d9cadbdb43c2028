import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { storeSourcePeople } from '#lib/catalog/ingest/commands/source-people.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { refreshAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import { type ImportedName, importedWork, type SourceId, type SourcePeople } from '#lib/catalog/sources/model.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
let works = 0;
beforeEach(() => {
  works = 0;
});

/** Imports a work for each name; equal ids make names of one person. */
async function importNames(
  names: readonly ImportedName[],
  { source = 'acl-anthology', people }: { source?: SourceId; people?: SourcePeople } = {},
) {
  const imported = names.map((name) => {
    works += 1;
    const identity = { source, recordId: `w${works}`, title: [`Lamps ${works}`], type: 'paper' };
    return importedWork.parse({ ...identity, year: 2000 + works, authors: [name] });
  });
  await database.store.transact(async (tx) => {
    await storeWorks(tx, { source, importId: null, observedAt: now(), works: imported, ...(people && { people }) });
    await refreshAuthors(tx, 100);
  });
}

const people = () => database.store.reader.select().from(authors).orderBy(authors.key);
const resolve = async (address: string) => {
  const found = await findAuthor(database.store.reader, address);
  return found.kind === 'here' ? found.author.slug : found.kind === 'moved' ? found.slug : null;
};

const waibel = (name: string): ImportedName => ({ name, family: 'Waibel', personId: 'alex-waibel' });

test('name and address follow the form on most works, and every earlier address and form leads there', async () => {
  await importNames([waibel('A. Waibel')]);
  expect(await people()).toMatchObject([{ name: 'A. Waibel', slug: 'a-waibel' }]);
  await importNames([waibel('Alex Waibel'), waibel('Alex Waibel'), waibel('Alexander Waibel')]);
  expect(await people()).toMatchObject([{ name: 'Alex Waibel', slug: 'alex-waibel', family: 'Waibel', listName: 'waibel  alex' }]);
  for (const address of ['a-waibel', 'alex-waibel', 'alexander-waibel', 'Alexander-Waibel'])
    expect(await resolve(address)).toBe('alex-waibel');
});

test('the address of a form that two people have leads to neither', async () => {
  await importNames([waibel('Alex Waibel'), waibel('Alex Waibel'), waibel('A. Waibel')]);
  await importNames([
    { name: 'Anna Waibel', personId: 'anna' },
    { name: 'Anna Waibel', personId: 'anna' },
    { name: 'A. Waibel', personId: 'anna' },
  ]);
  expect(await resolve('anna-waibel')).toBe('anna-waibel');
  expect(await resolve('a-waibel')).toBeNull();
});

test('the address of a form in another script leads to the person', async () => {
  await importNames([
    { name: 'Maria Ivanova', personId: 'm' },
    { name: 'Maria Ivanova', personId: 'm' },
    { name: 'Мария Иванова', personId: 'm' },
  ]);
  expect(await resolve('mariya-ivanova')).toBe('maria-ivanova');
});

test('a claimed record keeps its address, and shows the name of its sources', async () => {
  await importNames([waibel('A. Waibel')]);
  await database.store.transact((tx) => tx.update(authors).set({ claimState: 'claimed', ownerId: 'somebody' }));
  await importNames([waibel('Alex Waibel'), waibel('Alex Waibel')]);
  expect(await people()).toMatchObject([{ name: 'Alex Waibel', slug: 'a-waibel' }]);
  expect(await resolve('alex-waibel')).toBe('a-waibel');
});

test('an owner keeps their name when a record with another one is merged into theirs', async () => {
  await importNames([{ name: 'Emilia Newpart', personId: 'new' }]);
  await database.store.transact((tx) => tx.update(authors).set({ claimState: 'claimed', ownerId: 'somebody' }));
  await importNames([
    { name: 'Emil Oldpart', personId: 'new' },
    { name: 'Emil Oldpart', personId: 'new' },
  ]);
  expect(await people()).toMatchObject([{ name: 'Emilia Newpart', slug: 'emilia-newpart' }]);
});

test('a form that the owner hides has no address', async () => {
  await importNames([waibel('Alex Waibel'), waibel('Alex Waibel'), waibel('Alexandra Waibel')]);
  expect(await resolve('alexandra-waibel')).toBe('alex-waibel');
  await database.store.transact((tx) =>
    tx
      .update(authors)
      .set({ privacy: { hidden: ['names'], indexed: true } })
      .where(eq(authors.slug, 'alex-waibel')),
  );
  expect(await resolve('alexandra-waibel')).toBeNull();
});

test('the name that editors have chosen is shown, also for works that are here when their list is imported', async () => {
  const list: SourcePeople = new Map(
    ['C. P.|Rose', 'Carolyn|Rosé'].map((key) => [
      key,
      { personId: 'carolyn-rose', reason: 'curated_variant' as const, chosen: { name: 'Carolyn Rosé', family: 'Rosé' } },
    ]),
  );
  const rose: ImportedName = { name: 'C. P. Rose', family: 'Rose' };
  await importNames([rose, rose], { people: list });
  expect(await people()).toMatchObject([{ name: 'Carolyn Rosé', slug: 'carolyn-rose', family: 'Rosé' }]);
  const renamed: SourcePeople = new Map(
    [...list].map(([key, person]) => [key, { ...person, chosen: { name: 'Carolyn Penstein Rosé', family: 'Penstein Rosé' } }]),
  );
  await database.store.transact(async (tx) => {
    await storeSourcePeople(tx, 'acl-anthology', renamed);
    await refreshAuthors(tx, 100);
  });
  expect(await people()).toMatchObject([
    { name: 'Carolyn Penstein Rosé', slug: 'carolyn-penstein-rose', listName: 'penstein rose  carolyn' },
  ]);
  expect(await resolve('carolyn-rose')).toBe('carolyn-penstein-rose');
});

test('the name that editors have chosen is shown at the first import, also if works name the person by their id and write another form', async () => {
  const chosen = { name: 'Abdelhak Mouradi', family: 'Mouradi' };
  const list: SourcePeople = new Map([['Abdelhak|Mouradi', { personId: 'abdelhak-mouradi', reason: 'curated_variant', chosen }]]);
  await importNames([{ name: 'A. Mouradi', family: 'Mouradi', personId: 'abdelhak-mouradi' }], { people: list });
  expect(await people()).toMatchObject([{ name: 'Abdelhak Mouradi', slug: 'abdelhak-mouradi' }]);
  expect(await resolve('a-mouradi')).toBe('abdelhak-mouradi');
});

test('the person of an index is shown under its name for them, until other sources name them more often', async () => {
  const byIndex: ImportedName = { name: 'W., A.', knownAs: 'Alex Waibel', personId: 'A1', orcid: '0000-0002-1825-0097' };
  await importNames([byIndex, byIndex], { source: 'openalex' });
  expect(await people()).toMatchObject([{ name: 'Alex Waibel' }]);
  const byFile: ImportedName = { name: 'Alexander Waibel', family: 'Waibel', orcid: '0000-0002-1825-0097' };
  await importNames([byFile, byFile, byFile], { source: 'bibtex' });
  expect(await people()).toMatchObject([{ name: 'Alexander Waibel' }]);
});
