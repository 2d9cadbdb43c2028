import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refreshContexts } from '#lib/catalog/contexts/commands/refresh.ts';
import { findTopics } from '#lib/catalog/contexts/commands/topics.ts';
import { findContext } from '#lib/catalog/contexts/queries/contexts.ts';
import { contextView } from '#lib/catalog/contexts/queries/page.ts';
import { findPromisedCode } from '#lib/catalog/ingest/commands/promised-code.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { type ImportedName, importedWork, type SourceId } from '#lib/catalog/sources/model.ts';
import { followJobs } from '#lib/community/follows/jobs.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { contextFollows } from '#lib/platform/db/schema/follows.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { createRecord } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
let made = 0;

async function importWorks(source: SourceId, records: readonly object[]) {
  const imported = records.map((record) => {
    made += 1;
    return importedWork.parse({ source, recordId: `w${made}`, title: [`Lamps ${made}`], type: 'paper', year: 2020, ...record });
  });
  await database.store.transact(async (tx) => {
    await storeWorks(tx, { source, importId: null, observedAt: now(), works: imported });
    await refreshContexts(tx, 100);
  });
}

const find = async (kind: 'topic' | 'institution', name: string) => {
  const row = await findContext(database.store.reader, kind, name);
  return row && { name: row.name, slug: row.slug, works: row.worksCount };
};
const at = (affiliation: string): ImportedName => ({ name: `Person ${affiliation} ${made}`, affiliation });

test('keywords are topics, also of works that are stored already, and either spelling leads there', async () => {
  await importWorks('bibtex', [{ keywords: ['topic modelling'] }, { keywords: ['topic modelling'] }]);
  await importWorks('openalex', [{ topics: [{ name: 'Topic modeling', id: 'T1' }] }]);
  expect(await find('topic', 'topic-modelling')).toEqual({ name: 'Topic modelling', slug: 'topic-modelling', works: 3 });
  expect(await find('topic', 'topic-modeling')).toMatchObject({ slug: 'topic-modelling' });
  await findTopics(database.store);
  expect(await find('topic', 'topic-modelling')).toMatchObject({ works: 3 });
});

test('topics that an earlier version told apart by spelling become one, with the followers of both', async () => {
  await importWorks('bibtex', [{ keywords: ['dialogue act'] }, { keywords: ['dialogue act'] }]);
  const { store } = database;
  const [kept] = await store.reader.select().from(contexts).where(eq(contexts.kind, 'topic'));
  await store.transact(async (tx) => {
    await tx.update(contexts).set({ nameKey: 'dialogue act' });
    const row = { id: 'other', kind: 'topic', slug: 'dialog-act', nameKey: 'dialog act', name: 'Dialog act', sortName: 'dialog act' };
    await tx.insert(contexts).values({ ...row, facts: { method: 'topics-1' }, worksCount: 1, createdAt: now(), updatedAt: now() });
    await tx.insert(contextFollows).values({ accountId: 'reader', contextId: 'other', state: 'on', since: now() });
  });
  await findTopics(store);
  const [job] = await store.reader.select().from(jobs).where(eq(jobs.kind, 'move-topic-followers'));
  await store.transact(async (tx) => {
    await (followJobs['move-topic-followers'] as { within: (tx: Writer, payload: unknown) => Promise<void> }).within(tx, job?.payload);
    await tx.update(contexts).set({ stale: true });
    await refreshContexts(tx, 100);
  });
  expect(await store.reader.select({ id: contextFollows.contextId }).from(contextFollows)).toEqual([{ id: kept?.id }]);
  for (const address of ['dialog-act', 'other', 'dialogue-act'])
    expect(await find('topic', address)).toMatchObject({ slug: 'dialogue-act', works: 2 });
});

test('an institution that the registry does not know has the name that most authors write', async () => {
  await importWorks('bibtex', [
    { authors: [at('Kaist Labs')] },
    { authors: [at('KAIST Labs')] },
    { authors: [at('KAIST Labs'), at('kaist labs')] },
  ]);
  expect(await find('institution', 'kaist-labs')).toEqual({ name: 'KAIST Labs', slug: 'kaist-labs', works: 3 });
});

test('works that were stored before have their promised code, once', async () => {
  const abstract = ['We study lamps. We will release our code.'];
  await importWorks('acl-anthology', [{ abstract }, { abstract: ['We study lamps.'] }]);
  const { store } = database;
  const states = () => store.reader.select({ state: works.codeState, evidence: works.codeEvidence }).from(works).orderBy(works.key);
  const found = [
    { state: 'promised', evidence: 'We will release our code.' },
    { state: null, evidence: null },
  ];
  expect(await states()).toEqual(found);
  await store.transact((tx) => tx.update(works).set({ codeState: null, codeEvidence: null }));
  expect(await store.transact((tx) => findPromisedCode(tx, 0))).toBeNull();
  expect(await states()).toEqual(found);
});

test('an institution lists the owners who state that they work there from L3, or with a confirmed address, marked by which', async () => {
  const ror = '05a28rw58';
  await importWorks('bibtex', [{ authors: [at('Lamp University')] }]);
  const { store } = database;
  await store.transact((tx) => tx.update(contexts).set({ facts: { ror } }).where(eq(contexts.kind, 'institution')));
  const people = ['Ada Wick', 'Ben Oil', 'Cem Sol', 'Dan Far'];
  for (const [index, name] of people.entries()) {
    const { id, key } = await createRecord(store, name);
    const affiliation = { name: 'Lamp University', rorId: name === 'Dan Far' ? 'other' : ror, source: 'owner' };
    await store.transact(async (tx) => {
      await tx.update(authors).set({ claimState: 'claimed', ownerId: name, affiliation }).where(eq(authors.id, id));
      const snapshot = { authorKey: key, number: 1, method: 'evidence-3', computedAt: now(), points: 0, label: '', parts: {} };
      await tx.insert(trustSnapshots).values({ ...snapshot, level: [3, 2, 2, 4][index] ?? 0 });
      const proof = { kind: 'institution_email', state: 'valid', family: 'institution', issuedAt: now(), facts: { rorId: ror } };
      if (name === 'Ben Oil') await tx.insert(proofs).values({ ...proof, id, accountId: name, authorId: id, target: 'ben@lamp.example' });
    });
  }
  const row = await findContext(store.reader, 'institution', 'lamp-university');
  const { statedMembers } = row ? await contextView(store.reader, row, {}) : { statedMembers: [] };
  expect(statedMembers.map(({ person, by }) => [person.name, by])).toEqual([
    ['Ben Oil', 'address'],
    ['Ada Wick', 'control'],
  ]);
});
