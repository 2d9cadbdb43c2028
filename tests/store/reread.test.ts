import { expect, test } from 'vitest';
import { rereadSource, selectGroupsAsPeople, selectReplaced } from '#lib/catalog/ingest/commands/reread.ts';
import { runImport } from '#lib/catalog/ingest/commands/run.ts';
import { refreshStaleAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import { bibtex } from '#lib/catalog/sources/bibtex/adapter.ts';
import type { ImportEvent, ImportedWork } from '#lib/catalog/sources/model.ts';
import type { InputFile } from '#lib/catalog/sources/reading.ts';
import { rereadPayload } from '#lib/catalog/sources/stored-payload.ts';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { endReplacedRecord } from '#lib/governance/identity/commands/replaced-records.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { strongDns } from '../evidence.ts';
import { createFolder } from '../sources/input-files.ts';
import { claimWithEvidence, createAccount, unwrap } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
type Read = (files: readonly InputFile[]) => AsyncIterable<ImportEvent>;

const entries =
  '@book{a, title={On the keeping of lamps}, author={Ada Byron}, year={1843}}\n@book{b, title={On wicks}, author={Ida Lumen}}\n';

/** A reader of another version: it changes each work of the present one. */
const readerOf = (change: (work: ImportedWork) => ImportedWork): Read =>
  async function* (files) {
    for await (const event of bibtex(files)) yield event.kind === 'work' ? { ...event, work: change(event.work) } : event;
  };

async function importWith(read: Read): Promise<void> {
  const folder = createFolder({ 'a.bib': entries });
  const files = await folder.files('.bib');
  await runImport({ store: database.store, source: 'bibtex', input: 'test', inputs: files, events: read(files) }).finally(folder.drop);
}

const reread = (read: Read, isDryRun = false) =>
  rereadSource({ store: database.store, source: 'bibtex', read, rereadPayload, isDryRun, after: 0 });
const shownWorks = () =>
  database.store.reader.select({ id: works.id, title: works.title, details: works.details }).from(works).orderBy(works.key);

test('stored files are read again without the files, and a second time nothing changes', async () => {
  await importWith(readerOf(({ publisher: _, ...work }) => ({ ...work, publisher: 'Old Press' })));
  const before = await shownWorks();
  expect(await reread(bibtex, true)).toMatchObject({ files: 1, changed: 2, added: 0, ended: 0, fields: { publisher: 2 } });
  expect(await shownWorks()).toEqual(before);
  expect(await reread(bibtex)).toMatchObject({ files: 1, changed: 2 });
  expect(await shownWorks()).toMatchObject(before.map(({ id }) => ({ id, details: {} })));
  expect(await reread(bibtex)).toMatchObject({ files: 1, changed: 0, unchanged: 2, ended: 0 });
});

test('a work whose record has another id now stays the same work', async () => {
  await importWith(readerOf((work) => ({ ...work, recordId: `old ${work.recordId}` })));
  const before = await shownWorks();
  expect(await reread(bibtex)).toMatchObject({ added: 2, ended: 2 });
  const [lamps] = await shownWorks();
  expect(lamps).toEqual(before[0]);
});

test('a record that a later file has replaced is left alone', async () => {
  await importWith(bibtex);
  await importWith(readerOf((work) => work));
  const [stored] = await database.store.reader.query<{ n: number | string }>('select count(*) as n from stored_inputs', []);
  expect(Number(stored?.n)).toBe(1);
});

test('a stand-in for a name ends, and those who follow it are told why', async () => {
  await importWith(readerOf((work) => ({ ...work, authors: [...work.authors, { name: 'N. N. Lamp' }] })));
  await refreshStaleAuthors(database.store);
  const noor = await createAccount(database.store, 'Noor');
  const since = now();
  const [standIn] = (await database.store.reader.select().from(authors)).filter(({ name }) => name === 'N. N. Lamp');
  await database.store.transact((tx) => followAuthor(tx, noor, { authorId: standIn?.id ?? '' }));
  await reread(bibtex);
  await refreshStaleAuthors(database.store);
  const replaced = await database.store.transact((tx) => selectReplaced(tx, since));
  expect(replaced).toEqual([{ authorId: standIn?.id, successorId: null }]);
  for (const record of replaced) await database.store.transact((tx) => endReplacedRecord(tx, record));
  const told = await database.store.reader.select().from(notifications);
  expect(told).toMatchObject([{ accountId: noor.accountId, kind: 'record_ended', facts: { what: 'N. N. Lamp' } }]);
  const [ended] = (await database.store.reader.select().from(authors)).filter(({ id }) => id === standIn?.id);
  expect(ended).toMatchObject({ name: '', visibility: 'suppressed' });
});

test('a name that was turned round is merged into the right one, which can be reverted', async () => {
  const turned = (work: ImportedWork): ImportedWork => ({
    ...work,
    authors: work.authors.map(({ name }) => ({ name: name.split(' ').reverse().join(' ') })),
  });
  await importWith(readerOf(turned));
  await refreshStaleAuthors(database.store);
  const since = now();
  await reread(bibtex);
  await refreshStaleAuthors(database.store);
  const replaced = await database.store.transact((tx) => selectReplaced(tx, since));
  expect(replaced).toHaveLength(2);
  for (const record of replaced) await database.store.transact((tx) => endReplacedRecord(tx, record));
  const rows = await database.store.reader.select().from(authors).orderBy(authors.key);
  const byName = new Map(rows.map((row) => [row.name, row]));
  expect(byName.get('Byron Ada')?.mergedInto).toBe(byName.get('Ada Byron')?.key);
});

test('a record without a stored file is read again from what was stored of it', async () => {
  const folder = createFolder({ 'a.bib': entries });
  const old = readerOf((work) => ({
    ...work,
    title: ['The keeper&#8217;s caf&eacute;'],
    authors: [
      ...[{ name: 'Ada Byron' }, { name: 'University of Lampgothen', family: 'Lampgothen' }, { name: 'et al.' }],
      ...[
        { name: 'Budiono', family: 'Budiono' },
        { name: 'Canada', family: 'Canada' },
        { name: '18437919080' },
        { name: 'Ida Wick†', family: 'Wick†' },
      ],
    ],
    venue: 'https://harbour.example.org/lamps',
  }));
  await runImport({ store: database.store, source: 'bibtex', input: 'test', events: old(await folder.files('.bib')) }).finally(folder.drop);
  expect(await reread(bibtex)).toMatchObject({ files: 0, missing: 2, changed: 2, fields: { authors: 2, title: 2, venue: 2 } });
  const [work] = await database.store.reader.select().from(works).orderBy(works.key);
  expect(work).toMatchObject({ title: 'The keeper’s café', venue: null, authorsCount: 4, authorsComplete: false });
  const named = await database.store.reader.selectDistinct({ name: authorships.nameAsWritten }).from(authorships);
  expect(named.map(({ name }) => name).sort()).toEqual(['Ada Byron', 'Budiono', 'Ida Wick', 'University of Lampgothen']);
});

test('a group that an earlier version took for a person becomes a group with its works, and its claim ends', async () => {
  await importWith(readerOf((work) => ({ ...work, authors: [{ name: 'University of Lampgothen', organisation: false }] })));
  await refreshStaleAuthors(database.store);
  const [group] = await database.store.reader.select().from(authors);
  const noor = await createAccount(database.store, 'Noor');
  unwrap(await claimWithEvidence(database.store, noor, { id: group?.id ?? '' }, strongDns('noor.example')));
  const found = await selectGroupsAsPeople(database.store.reader);
  expect(found).toMatchObject([{ authorId: group?.id }]);
  for (const record of found) await database.store.transact((tx) => endReplacedRecord(tx, record));
  const [after] = await database.store.reader.select().from(authors);
  expect(after).toMatchObject({ kind: 'organisation', ownerId: null, worksCount: 2 });
  const told = await database.store.reader.select().from(notifications);
  expect(told.filter(({ kind }) => kind === 'record_ended')).toMatchObject([{ accountId: noor.accountId, facts: { why: 'group' } }]);
});
