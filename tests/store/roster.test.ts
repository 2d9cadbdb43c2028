import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { sourcesOfAuthor } from '#lib/portal/pages/queries/author-sources.ts';
import { prepareProfile } from '#lib/portal/roster/commands/prepare.ts';
import { createAccount, createRecord } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
const rosterOptions = { publicUrl: 'https://lamp.example', invites: true };
const ada = { name: 'Ada Byron', email: 'ada@lamp.example', orcid: '0000-0002-1825-0097', rorId: null };
const prepare = (entry: typeof ada, invites = true) =>
  database.store.transact((tx) => prepareProfile(tx, entry, { ...rosterOptions, invites }));
const mails = async () =>
  (await database.store.reader.select().from(jobs).where(eq(jobs.kind, 'send-mail'))).map(
    ({ payload }) => payload as { to: string; text: string },
  );

test('creates a profile once, and stores no address', async () => {
  const first = await prepare(ada, false);
  expect(first).toMatchObject({ state: 'created', invitation: 'not_asked' });
  expect(await prepare(ada, false)).toEqual({ ...first, state: 'found' });
  const records = await database.store.reader.query<{ payload: unknown; record_id: string }>(
    "select payload, record_id from source_records where source = 'roster'",
    [],
  );
  expect(records).toHaveLength(1);
  expect(JSON.stringify(records)).not.toContain('lamp.example');
  expect(await mails()).toEqual([]);
});

test('shows the ORCID iD as an assertion of the roster, which proves nothing, unless the owner hides theirs', async () => {
  const { slug } = await prepare(ada, false);
  const { reader } = database.store;
  const shown = async () => {
    const found = await findAuthor(reader, slug);
    if (found.kind !== 'here') throw new Error('The record is gone.');
    return sourcesOfAuthor(reader, found.author);
  };
  const stated = async () => (await shown()).sources.find(({ source }) => source.id === 'roster')?.pages.map(({ orcid }) => orcid);
  expect(await stated()).toEqual([ada.orcid]);
  expect(await shown()).toMatchObject({ orcid: null, givenOrcids: [] });
  expect(await reader.select().from(authorSources).where(eq(authorSources.source, 'orcid'))).toEqual([]);
  const privacy = { hidden: ['orcid'], indexed: true };
  await database.store.transact((tx) => tx.update(authors).set({ privacy }).where(eq(authors.slug, slug)));
  expect(await stated()).toEqual([null]);
  await database.store.transact((tx) => tx.update(authors).set({ privacy: null }).where(eq(authors.slug, slug)));
  await prepare({ ...ada, orcid: '' }, false);
  expect(await stated()).toEqual([null]);
});

test('finds the record with the ORCID iD', async () => {
  const { slug } = await createRecord(database.store, 'A. Byron', { orcid: ada.orcid });
  expect(await prepare(ada)).toEqual({ slug, state: 'found', invitation: 'sent' });
});

test('invites each person once', async () => {
  await prepare(ada);
  expect(await prepare(ada)).toMatchObject({ invitation: 'sent_before' });
  const sent = await mails();
  expect(sent.map(({ to }) => to)).toEqual(['ada@lamp.example']);
  expect(sent[0]?.text).toContain('https://lamp.example/claim/ada-byron');
});

test('invites nobody whose record is claimed or hidden', async () => {
  const { id } = await createRecord(database.store, 'A. Byron', { orcid: ada.orcid });
  const owner = await createAccount(database.store, 'Ada');
  const set = (values: Partial<typeof authors.$inferInsert>) =>
    database.store.transact((tx) => tx.update(authors).set(values).where(eq(authors.id, id)));
  await set({ ownerId: owner.accountId, claimState: 'claimed' });
  expect(await prepare(ada)).toMatchObject({ invitation: 'claimed' });
  await set({ ownerId: null, claimState: 'unclaimed', visibility: 'suppressed' });
  expect(await prepare(ada)).toMatchObject({ invitation: 'hidden' });
  expect(await mails()).toEqual([]);
});
