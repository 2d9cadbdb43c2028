import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { withdrawWorksOfAccount } from '#lib/catalog/ownership/commands/added-works.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { jsonFeed } from '#lib/catalog/works/model/feeds.ts';
import { historyOfWork } from '#lib/catalog/works/queries/history.ts';
import { factsOfWork } from '#lib/catalog/works/queries/provenance.ts';
import { workById } from '#lib/catalog/works/queries/works.ts';
import { addDraftedWorks, removeAddedWork } from '#lib/governance/additions/commands/add.ts';
import { startReading, storeDraft } from '#lib/governance/additions/commands/draft.ts';
import { choicesOf, type EntryChoice } from '#lib/governance/additions/model.ts';
import { draftOf } from '#lib/governance/additions/queries.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import { revertChange } from '#lib/governance/identity/commands/revert-change.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { addedWorks } from '#lib/platform/db/schema/additions.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { sourcesOfAuthor } from '#lib/portal/pages/queries/author-sources.ts';
import { strongDns } from '../evidence.ts';
import { claimWithEvidence, createAccount, getRecord, importWorkOf, importWorks, runJobs, unwrap } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
let ada: Actor;
let authorId: string;

const importWork = (more: Partial<ImportedWork>) => importWorkOf(database.store, 'Ada Byron', more);
const saveDraft = async (text: string, actor = ada) =>
  database.store.transact((tx) => storeDraft(tx, actor, { authorId, ...parsePastedWorks(text) }));
const readDraft = async () => {
  const found = await draftOf(database.store.reader, { accountId: ada.accountId, authorId });
  if (!found) throw new Error('There is no draft.');
  return found.draft;
};
const addFromDraft = async (chosen: Record<number, EntryChoice>) => {
  const { seen } = await readDraft();
  const map = new Map(Object.entries(chosen).map(([at, choice]) => [Number(at), choice]));
  const outcome = await database.store.transact((tx) => addDraftedWorks(tx, ada, { authorId, seen, chosen: map }));
  await runJobs(database.store);
  return outcome;
};
const allWorks = () => database.store.reader.select().from(works).orderBy(works.key);
const worksOnRecord = async () =>
  database.store.reader.query<{ title: string; state: string }>(
    `select w.title, a.state from authorships a join works w on w.key = a.work_key join authors p on p.key = a.author_key where p.id = ?
     order by w.key`,
    [],
    [authorId],
  );

const bibtex = (fields: string, key = 'one') => `@article{${key}, ${fields}}`;

beforeEach(async () => {
  await importWork({ title: ['On the Light of Lamps in Winter'], date: '1842', identifiers: [{ scheme: 'doi', value: '10.1000/lamps' }] });
  const [row] = await database.store.reader.select().from(authors);
  authorId = row?.id ?? '';
  ada = await createAccount(database.store, 'Ada');
  unwrap(await claimWithEvidence(database.store, ada, { id: authorId }, strongDns('ada.example')));
  await runJobs(database.store);
});

test('an owner adds a work: it is listed on the record with the owner as its source, without graph edges and trust points', async () => {
  const before = await getRecord(database.store, authorId);
  const points = (await trustOf(database.store.reader, before.key))?.points;
  unwrap(
    await saveDraft(
      bibtex('title={Counting the Steps of a Lighthouse}, author={Byron, Ada and Kell, Vera}, year={1850}, doi={10.1000/steps}'),
    ),
  );
  expect((await readDraft()).entries).toMatchObject([{ own: 0, same: null, alike: [], authors: ['Ada Byron', 'Vera Kell'] }]);
  expect(unwrap(await addFromDraft({ 0: 'new' }))).toEqual({ count: 1 });
  expect(await worksOnRecord()).toMatchObject([{}, { title: 'Counting the Steps of a Lighthouse', state: 'confirmed' }]);
  const [, work] = await allWorks();
  expect(work).toMatchObject({ doi: '10.1000/steps', year: 1850, sources: ['owner'] });
  const title = (await factsOfWork(database.store.reader, work?.id ?? '')).find(({ name }) => name === 'title');
  expect(title?.assertions).toMatchObject([{ source: { id: 'owner' }, shown: true }]);
  expect(await database.store.reader.select().from(coauthorEdges)).toEqual([]);
  const record = await getRecord(database.store, authorId);
  expect(record.worksCount).toBe(before.worksCount + 1);
  expect((await trustOf(database.store.reader, record.key))?.points).toBe(points);
});

test('an entry with the identifier of a known work joins that work, and changes no value of its sources', async () => {
  unwrap(await saveDraft(bibtex('title={Another Title}, author={Byron, Ada and Kell, Vera}, year={1999}, doi={10.1000/LAMPS}')));
  const [entry] = (await readDraft()).entries;
  if (!entry?.same) throw new Error('It is the same.');
  expect(choicesOf(entry)).toEqual([{ joins: entry.same.id }, 'leave']);
  unwrap(await addFromDraft({ 0: { joins: entry.same.id } }));
  expect(await allWorks()).toMatchObject([{ title: 'On the Light of Lamps in Winter', year: 1842, authorsCount: 1, sources: ['bibtex'] }]);
  const title = (await factsOfWork(database.store.reader, entry.same.id)).find(({ name }) => name === 'title');
  expect(title?.assertions.map(({ source, shown }) => [source.id, shown])).toEqual([
    ['bibtex', true],
    ['owner', false],
  ]);
});

test('an entry with the title of a known work needs a decision: join it, or create a work of its own', async () => {
  unwrap(await saveDraft(bibtex('title={On the Light of Lamps in Winter}, author={Ada Byron}, year={1842}')));
  const [entry] = (await readDraft()).entries;
  const [like] = entry?.alike ?? [];
  if (!entry || !like) throw new Error('There is one.');
  expect(choicesOf(entry)).toEqual(['leave', { joins: like.id }, 'new']);
  expect(await addFromDraft({})).toEqual({ ok: false, code: 'nothing_chosen' });
  unwrap(await addFromDraft({ 0: 'new' }));
  expect(await allWorks()).toHaveLength(2);
});

test('after an entry has joined a work, the next entry with that title can still become a work of its own', async () => {
  const [first] = await allWorks();
  unwrap(await saveDraft(bibtex('title={On the Light of Lamps in Winter}, author={Ada Byron}, year={1843}', 'kelp')));
  unwrap(await addFromDraft({ 0: { joins: first?.id ?? '' } }));
  unwrap(await saveDraft(bibtex('title={On the Light of Lamps in Winter}, author={Ada Byron}, year={1850}', 'kelp')));
  const [entry] = (await readDraft()).entries;
  expect(entry && choicesOf(entry)).toEqual(['leave', { joins: first?.id }, 'new']);
  unwrap(await addFromDraft({ 0: 'new' }));
  expect((await worksOnRecord()).map(({ title }) => title)).toEqual(['On the Light of Lamps in Winter', 'On the Light of Lamps in Winter']);
});

test('a repeated entry of a work keeps the values that it omits', async () => {
  unwrap(
    await saveDraft(
      bibtex('title={Counting the Steps of a Lighthouse}, author={Ada Byron}, date={1850-05-02}, pages={1--9}, doi={10.1000/steps}'),
    ),
  );
  unwrap(await addFromDraft({ 0: 'new' }));
  const [, work] = await allWorks();
  unwrap(await saveDraft(bibtex('title={Counting the Steps of a Lighthouse}, author={Ada Byron}, year={1851}, journal={Lamps}', 'two')));
  unwrap(await addFromDraft({ 0: { joins: work?.id ?? '' } }));
  const kept = { doi: '10.1000/steps', details: work?.details };
  expect(kept.details?.pages).toBeTruthy();
  expect((await allWorks())[1]).toMatchObject({ ...kept, venue: 'Lamps', date: '1851', year: 1851, sources: ['owner'] });
});

test('reading the same file again adds nothing twice, however short a title is', async () => {
  const file = `${bibtex('title={Doors}, author={Ada Byron}, year={1850}')}\n${bibtex('title={Gates}, author={Vera Kell}', 'two')}`;
  unwrap(await saveDraft(file));
  expect((await readDraft()).entries.map(choicesOf)).toEqual([['new', 'leave'], ['leave']]);
  unwrap(await addFromDraft({ 0: 'new' }));
  await importWork({ recordId: 'two', title: ['Gates'], authors: [{ name: 'Vera Kell' }] });
  unwrap(await saveDraft(file));
  const [, doors] = await allWorks();
  expect((await readDraft()).entries.map(choicesOf)).toEqual([['leave', { joins: doors?.id }, 'new'], ['leave']]);
});

test('works that the owner has disowned, or that do not name the owner, are not offered', async () => {
  const [work] = await allWorks();
  const opinions = new Map([[work?.id ?? '', 'not_mine' as const]]);
  unwrap(await database.store.transact((tx) => stateOpinionsOnWorks(tx, ada, { authorId, opinions })));
  const other = bibtex('title={A Work of Somebody Else Entirely}, author={Vera Kell}', 'two');
  unwrap(await saveDraft(`${bibtex('title={On Lamps}, author={Ada Byron}, doi={10.1000/lamps}')}\n${other}`));
  const { entries } = await readDraft();
  expect(entries.map(choicesOf)).toEqual([['leave'], ['leave']]);
  expect(await addFromDraft({ 0: { joins: work?.id ?? '' } })).toEqual({ ok: false, code: 'draft_changed' });
  expect(await addFromDraft({ 1: 'new' })).toEqual({ ok: false, code: 'draft_changed' });
});

test('a source that imports the work later takes precedence over the owner, and the record keeps the work', async () => {
  unwrap(await saveDraft(bibtex('title={Counting the Steps of a Lighthouse}, author={Ada Byron}, year={1850}, doi={10.1000/steps}')));
  unwrap(await addFromDraft({ 0: 'new' }));
  const steps = {
    recordId: 'two',
    title: ['Counting the Steps of the Lighthouse'],
    identifiers: [{ scheme: 'doi' as const, value: '10.1000/steps' }],
  };
  await importWork({ ...steps, authors: [{ name: 'Ada Byron' }, { name: 'Vera Kell' }] });
  expect(await allWorks()).toMatchObject([{}, { title: 'Counting the Steps of the Lighthouse', sources: ['bibtex'], authorsCount: 2 }]);
  expect(await worksOnRecord()).toMatchObject([{}, { state: 'confirmed' }]);
});

const importFromAnthology = async (
  recordId: string,
  title: string,
  doi: string,
  people: readonly (readonly [name: string, personId: string])[],
) => {
  await importWorks(database.store, {
    ...{ source: 'acl-anthology', recordId, title: [title], type: 'article', identifiers: [{ scheme: 'doi', value: doi }] },
    authors: people.map(([name, personId]) => ({ name, personId })),
  });
  await runJobs(database.store);
};

test('an owner who adds a work of a namesake before its source does gets neither the work nor the other works of the namesake', async () => {
  const namesake = ['Ada Byron', 'ada-byron-2'] as const;
  unwrap(await saveDraft(bibtex('title={On the Wicks of Winter}, author={Byron, Ada}, doi={10.1000/wicks}')));
  unwrap(await addFromDraft({ 0: 'new' }));
  await importFromAnthology('one', 'On the Wicks of Winter', '10.1000/wicks', [namesake]);
  // No record has that person id yet: the only assertion about this work is the owner's.
  expect(await worksOnRecord()).toMatchObject([{}, { title: 'On the Wicks of Winter', state: 'confirmed' }]);
  await importFromAnthology('two', 'On the Oil of Summer', '10.1000/oil', [namesake]);
  expect(await worksOnRecord()).toHaveLength(2);
  // The person id now has a record, and outranks the assertion of another person.
  await importFromAnthology('one', 'On the Wicks of a Winter', '10.1000/wicks', [namesake]);
  expect(await worksOnRecord()).toMatchObject([{ title: 'On the Light of Lamps in Winter' }]);
  unwrap(await saveDraft(bibtex('title={On the Keepers of Lights}, author={Byron, Ada}, doi={10.1000/keepers}')));
  unwrap(await addFromDraft({ 0: 'new' }));
  await importWork({
    recordId: 'keepers',
    title: ['On the Keepers of Lights'],
    identifiers: [{ scheme: 'doi', value: '10.1000/keepers' }],
  });
  await importFromAnthology('three', 'On the Keepers of Lights', '10.1000/keepers', [namesake]);
  const others = (await database.store.reader.select().from(authors)).filter(({ id, name }) => name === 'Ada Byron' && id !== authorId);
  expect(others).toMatchObject([{ worksCount: 3 }]);
});

test('an entry with identifiers of several works merges none of them, in one request or several', async () => {
  const entry =
    'title={Nothing That Anybody Has Written}, author={Byron, Ada}, doi={10.1000/ships}, eprint={2001.00001}, archiveprefix={arXiv}';
  unwrap(await saveDraft(bibtex(entry)));
  unwrap(await addFromDraft({ 0: 'new' }));
  const common = { source: 'acl-anthology' as const, type: 'article' as const, authors: [{ name: 'Vera Kell' }] };
  await importWorks(
    database.store,
    { ...common, recordId: 'two', title: ['Of Ships and Their Lights'], identifiers: [{ scheme: 'doi', value: '10.1000/ships' }] },
    { ...common, recordId: 'three', title: ['On the Doors of Others'], identifiers: [{ scheme: 'arxiv', value: '2001.00001' }] },
  );
  await runJobs(database.store);
  expect(await allWorks()).toMatchObject([{}, { title: 'On the Doors of Others' }, { title: 'Of Ships and Their Lights' }]);
  expect(await worksOnRecord()).toHaveLength(1);
});

test('a withdrawn entry is hidden, whether the owner withdraws it or erases the account', async () => {
  unwrap(await saveDraft(bibtex('title={Counting the Steps of a Lighthouse}, author={Ada Byron}, year={1850}')));
  unwrap(await addFromDraft({ 0: 'new' }));
  const [, added] = await allWorks();
  const workId = added?.id ?? '';
  const remove = () => database.store.transact((tx) => removeAddedWork(tx, ada, { authorId, workId }));
  unwrap(await remove());
  await runJobs(database.store);
  expect(await remove()).toEqual({ ok: false, code: 'unknown_added_work' });
  expect(await worksOnRecord()).toHaveLength(1);
  expect(await workById(database.store.reader, workId)).toBeNull();
  unwrap(await saveDraft(bibtex('title={Counting the Steps of a Lighthouse}, author={Ada Byron}, year={1850}')));
  unwrap(await addFromDraft({ 0: 'new' }));
  expect(await worksOnRecord()).toHaveLength(2);
  expect(await database.store.transact((tx) => withdrawWorksOfAccount(tx, ada.accountId))).toBe(1);
  expect(await worksOnRecord()).toHaveLength(1);
});

test('a withdrawn entry is in no history, and its feed item does not name the owner’s profile', async () => {
  unwrap(
    await saveDraft(bibtex('title={On the Light of Lamps in Winter}, author={Ada Byron}, doi={10.1000/lamps}, journal={Secret Letters}')),
  );
  const [{ id: lamps } = { id: '' }] = await allWorks();
  unwrap(await addFromDraft({ 0: { joins: lamps } }));
  const told = async () => {
    const changes = await historyOfWork(database.store.reader, lamps);
    const head = {
      kind: 'histories' as const,
      id: lamps,
      path: '',
      name: 'x',
      updatedAt: now(),
      base: 'https://peergraph.example',
      licence: null,
    };
    return JSON.stringify(jsonFeed({ ...head, changes }));
  };
  expect(await told()).toContain('Secret Letters');
  expect(await told()).not.toContain(authorId);
  unwrap(await database.store.transact((tx) => removeAddedWork(tx, ada, { authorId, workId: lamps })));
  await runJobs(database.store);
  expect(await told()).not.toContain('Secret Letters');
});

test('only the owner adds works to the record, and an invalid field is dropped without the rest of the entry', async () => {
  const stranger = await createAccount(database.store, 'Tomas');
  expect(await saveDraft(bibtex('title={On Doors}, author={Ada Byron}'), stranger)).toEqual({ ok: false, code: 'not_your_record' });
  const begun = await database.store.transact((tx) => startReading(tx, stranger, { authorId }));
  expect(begun).toEqual({ ok: false, code: 'not_your_record' });
  expect(await saveDraft('')).toEqual({ ok: false, code: 'nothing_to_read' });
  const csl = [
    { type: 'article-journal', title: 'On Doors', author: [{ family: 'Byron', given: 'Ada' }], volume: 'x'.repeat(500), issued: 7 },
  ];
  unwrap(await saveDraft(JSON.stringify([...csl, { type: 'book' }, 'nothing'])));
  const { entries, faults } = await readDraft();
  expect(entries).toMatchObject([{ title: 'On Doors', authors: ['Ada Byron'], own: 0 }]);
  expect(faults.map(({ field }) => field)).toEqual(['issued', '', undefined, undefined]);
});

test('an added work moves with its record through a merge, and moves back with the undo', async () => {
  const { store } = database;
  await importWork({ recordId: 'engines', title: ['On Engines'], date: '1843', authors: [{ name: 'A. Byron King' }] });
  unwrap(
    await saveDraft(
      bibtex('title={Counting the Steps of a Lighthouse}, author={Byron, Ada and Kell, Vera}, year={1850}, doi={10.1000/steps}'),
    ),
  );
  unwrap(await addFromDraft({ 0: 'new' }));
  const other = (await store.reader.select().from(authors)).find(({ name }) => name === 'A. Byron King')?.id ?? '';
  const signed = () => store.reader.select().from(authorships).orderBy(authorships.key);
  const rows = async () => ({ added: await store.reader.select().from(addedWorks), signed: await signed() });
  const before = await rows();
  const change = { kind: 'merge', state: 'proposed', workIds: [], reason: 'One person.', proposedAt: now() };
  for (const [id, into, from] of [
    ['one', other, authorId],
    ['two', authorId, other],
  ] as const) {
    await store.transact(async (tx) => {
      await tx.insert(identityChanges).values({ ...change, id, authorId: into, otherId: from } as never);
      unwrap(await applyChange(tx, id, { byRule: true }));
    });
    await runJobs(store);
    expect(
      (await rows()).added.map(({ authorId }) => authorId),
      id,
    ).toEqual([into]);
    expect((await getRecord(store, into)).worksCount, id).toBe(3);
    unwrap(await store.transact((tx) => revertChange(tx, id)));
    await runJobs(store);
    expect(await rows(), id).toEqual(before);
  }
});

test('an entry without a title is not offered, and the reason is shown', async () => {
  unwrap(
    await saveDraft(
      `${bibtex('author={Byron, Ada}, title={}, year={1850}')} ${bibtex('author={Byron, Ada}, title={Lanterns of Winter}', 'two')}`,
    ),
  );
  const { entries, faults } = await readDraft();
  expect(entries.map(({ title }) => title)).toEqual(['Lanterns of Winter']);
  expect(faults).toEqual([{ name: 'Ada Byron, 1850', reason: 'It has no title. Add one, and read it again.' }]);
});

test('the sources of a profile count an entry of the owner only while no other source describes the work', async () => {
  const counts = async () => {
    const [row] = await database.store.reader.select({ slug: authors.slug }).from(authors).where(eq(authors.id, authorId));
    const found = await findAuthor(database.store.reader, row?.slug ?? '');
    if (found.kind !== 'here') throw new Error('Ada has no record.');
    const { sources } = await sourcesOfAuthor(database.store.reader, found.author);
    return sources.map(({ source, works: count, nameVariants }) => [
      source.id,
      count,
      nameVariants.reduce((sum, each) => sum + each.works, 0),
    ]);
  };
  unwrap(
    await saveDraft(
      `${bibtex('title={Counting the Steps of a Lighthouse}, author={Byron, Ada}, doi={10.1000/steps}')} ${bibtex('title={Lanterns of Winter}, author={Byron, Ada}', 'two')}`,
    ),
  );
  unwrap(await addFromDraft({ 0: 'new', 1: 'new' }));
  expect(await counts()).toEqual([
    ['bibtex', 1, 1],
    ['owner', 2, 2],
  ]);
  await importWork({
    ...{ recordId: 'two', title: ['Counting the Steps of a Lighthouse'] },
    identifiers: [{ scheme: 'doi', value: '10.1000/steps' }],
  });
  expect(await counts()).toEqual([
    ['bibtex', 2, 2],
    ['owner', 1, 1],
  ]);
});
