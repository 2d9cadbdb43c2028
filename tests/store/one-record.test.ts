import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { addDraftedWorks } from '#lib/governance/additions/commands/add.ts';
import { createProfile } from '#lib/governance/additions/commands/create.ts';
import { storeDraft } from '#lib/governance/additions/commands/draft.ts';
import { type EntryChoice, newProfileId } from '#lib/governance/additions/model.ts';
import { draftOf } from '#lib/governance/additions/queries.ts';
import { withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { longNoticeDays } from '#lib/governance/claims/model/notice.ts';
import { joinCreatedProfile } from '#lib/governance/identity/commands/join-created.ts';
import { proposeMerge } from '#lib/governance/identity/commands/propose.ts';
import { revertChangeAsActor } from '#lib/governance/identity/commands/revert-change.ts';
import { questionQueue, questionsAbout } from '#lib/governance/identity/queries/questions.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { setClock } from '#lib/platform/clock.ts';
import { authors, nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { done } from '#lib/platform/outcome.ts';
import { answerQuestion } from '#lib/portal/decisions/commands/answer-question.ts';
import { emptyOrcidApi, emptyServices, strongOrcid } from '../evidence.ts';
import {
  advanceDays,
  assignRecord,
  claimWithEvidence,
  createAccount,
  createAdmin,
  getRecord,
  importWorks,
  inPasskeySession,
  refreshChangedRecords,
  runJobs,
  unwrap,
  voteOnSubject,
} from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
const orcid = '0000-0002-1825-0097';
const work = { source: 'bibtex', type: 'article', year: 2020 } as const;
const importAll = async (...works: Partial<ImportedWork>[]) => {
  await importWorks(database.store, ...works.map((each) => ({ ...work, ...each }) as ImportedWork));
  await runJobs(database.store);
};
const recordsNamed = async (name: string) =>
  (await database.store.reader.select().from(authors).where(eq(authors.name, name)).orderBy(authors.key)).filter(
    ({ mergedInto }) => mergedInto === null,
  );
const notifiedKinds = async ({ accountId }: Actor) =>
  (await database.store.reader.select().from(notifications).where(eq(notifications.accountId, accountId))).map(({ kind }) => kind).sort();

beforeEach(() => setClock(() => new Date()));

describe('a created profile, and the record of the same person that a source brings later', () => {
  const steps = [{ scheme: 'doi' as const, value: '10.1000/steps' }];
  const bibtex =
    '@article{one, title={Counting the Steps of a Lighthouse}, author={Haddad, Noor and Kell, Vera}, year={2020}, doi={10.1000/steps}}';
  const both = [{ name: 'Noor Haddad' }, { name: 'Vera Kell' }];

  async function createOwn(actor: Actor, name = 'Noor Haddad', text = bibtex) {
    const { store } = database;
    const draft = { authorId: newProfileId, ...parsePastedWorks(text) };
    unwrap(await store.transact((tx) => storeDraft(tx, actor, draft)));
    const found = await draftOf(store.reader, { accountId: actor.accountId, authorId: newProfileId, names: [name] });
    const chosen = new Map<number, EntryChoice>([[0, 'new']]);
    const input = { name, hasSeenNamesakes: true, seen: found?.draft.seen ?? '', chosen };
    const { slug } = unwrap(await store.transact((tx) => createProfile(tx, actor, input)));
    await runJobs(store);
    const author = await findAuthor(store.reader, slug);
    if (author.kind !== 'here') throw new Error('It is there.');
    return author.author;
  }

  test('become one when the owner’s claim to it is accepted, and the owner is told', async () => {
    const { store } = database;
    const noor = await createAccount(store, 'Noor');
    const created = await createOwn(noor);
    advanceDays(30);
    await importAll({ recordId: 'one', title: ['Counting the Steps of a Lighthouse'], identifiers: steps, authors: both });
    const [before] = (await recordsNamed('Noor Haddad')).filter(({ id }) => id !== created.id);
    expect(before).toMatchObject({ claimState: 'pending', worksCount: 1, ownerId: null });
    expect(await getRecord(store, created.id)).toMatchObject({ ownerId: noor.accountId, mergedInto: null });
    advanceDays(longNoticeDays);
    await runJobs(store);
    expect(await recordsNamed('Noor Haddad')).toMatchObject([{ id: before?.id, ownerId: noor.accountId, claimState: 'claimed' }]);
    expect(await findAuthor(store.reader, created.slug)).toEqual({ kind: 'moved', slug: before?.slug });
    expect(await notifiedKinds(noor)).toEqual(['claim_accepted', 'profile_found', 'profile_joined']);
  });

  test('become one at once by an iD that is strong for the source’s record, and stays at L3', async () => {
    const { store } = database;
    const noor = await createAccount(store, 'Noor', { orcid });
    const created = await createOwn(noor);
    unwrap(await claimWithEvidence(store, noor, created, strongOrcid(orcid)));
    await importWorks(store, {
      ...work,
      recordId: 'one',
      title: ['Counting the Steps'],
      identifiers: steps,
      authors: both,
    } as ImportedWork);
    await refreshChangedRecords(store);
    const [source] = (await recordsNamed('Noor Haddad')).filter(({ id }) => id !== created.id);
    const listed = { putCode: 1, title: 'x', identifiers: steps, assertedBy: 'Crossref', type: 'journal-article', year: 2020, venue: null };
    const api = {
      ...emptyOrcidApi,
      names: async () => done(['Noor Haddad']),
      works: async () => done([listed]),
      contributors: async () =>
        done(
          new Map([
            [
              1,
              [
                { name: 'Noor Haddad', orcid },
                { name: 'Vera Kell', orcid: null },
              ],
            ],
          ]),
        ),
    };
    const pair = { createdId: created.id, sourceId: source?.id ?? '' };
    await joinCreatedProfile(store, pair, { ...emptyServices, orcid: api });
    await runJobs(store);
    expect(await recordsNamed('Noor Haddad')).toMatchObject([{ id: source?.id, ownerId: noor.accountId }]);
    expect((await trustOf(store.reader, source?.key ?? 0))?.level).toBe(3);
  });

  test('stay apart for a stranger: nothing that was added serves a proof, an ended claim is not repeated', async () => {
    const { store } = database;
    const mallory = await createAccount(store, 'Mallory');
    const created = await createOwn(mallory);
    await importAll(
      { recordId: 'zero', title: ['On Lamps'], authors: both },
      { recordId: 'one', title: ['Counting the Steps of a Lighthouse'], identifiers: steps, authors: both },
    );
    const [victim] = (await recordsNamed('Noor Haddad')).filter(({ id }) => id !== created.id);
    expect(victim).toMatchObject({ claimState: 'pending', ownerId: null, worksCount: 2 });
    const [claim] = await store.reader
      .select()
      .from(claims)
      .where(and(eq(claims.accountId, mallory.accountId), eq(claims.authorId, victim?.id ?? '')));
    expect(claim).toMatchObject({ strength: 'weak', state: 'notice_period' });
    unwrap(await store.transact((tx) => withdrawClaim(tx, mallory, { claimId: claim?.id ?? '' })));
    await importAll({ recordId: 'two', title: ['On Tides'], authors: both });
    expect(await getRecord(store, victim?.id ?? '')).toMatchObject({ claimState: 'unclaimed', ownerId: null, worksCount: 3 });
    expect(await getRecord(store, created.id)).toMatchObject({ mergedInto: null });
  });

  test('stay apart if somebody owns the source’s record, or a work has two such names', async () => {
    const { store } = database;
    const noor = await createAccount(store, 'Noor');
    const created = await createOwn(noor);
    const two = [{ name: 'Noor Haddad' }, { name: 'N. Haddad' }];
    await importAll({ recordId: 'one', title: ['Counting the Steps of a Lighthouse'], identifiers: steps, authors: two });
    expect(await store.reader.select().from(claims).where(eq(claims.accountId, noor.accountId))).toHaveLength(1);
    expect(await getRecord(store, created.id)).toMatchObject({ mergedInto: null });
  });
});

describe('two records of one name', () => {
  /** One person on two sources, with a co-author in common. */
  const importTwice = () =>
    importAll(
      { recordId: 'a', title: ['On Lamps'], authors: [{ name: 'Ada Wick' }, { name: 'Ben Oil' }] },
      {
        source: 'openalex',
        recordId: 'b',
        title: ['On Tides'],
        authors: [
          { name: 'Ada Wick', personId: 'A1' },
          { name: 'Ben Oil', personId: 'A2' },
        ],
      },
      { recordId: 'c', title: ['On Oils'], identifiers: [{ scheme: 'doi', value: '10.1000/oils' }], authors: [{ name: 'Ben Oil' }] },
      {
        ...{ source: 'openalex', recordId: 'd', title: ['On Oils'], identifiers: [{ scheme: 'doi', value: '10.1000/oils' }] },
        authors: [{ name: 'Ben Oil', personId: 'A2' }],
      },
    );

  test('are asked about once, with the evidence, until somebody decides; imports do not ask again', async () => {
    const { store } = database;
    await importTwice();
    const pairs = async () =>
      (await questionQueue(store.reader, 10)).questions
        .filter(({ kind }) => kind === 'same_person')
        .map(({ records }) => records.map(({ name }) => name));
    expect(await pairs()).toContainEqual(['Ada Wick', 'Ada Wick']);
    const [one, other] = await recordsNamed('Ada Wick');
    if (!one || !other) throw new Error('There are two.');
    const ada = await createAccount(store, 'Ada');
    const input = { authorId: one.id, otherId: other.id };
    const answer = (actor: Actor) => store.transact((tx) => answerQuestion(tx, actor, input));
    expect(await answer(ada)).toMatchObject({ ok: false, code: 'not_your_record' });
    await assignRecord(store, ada, one);
    expect((await questionsAbout(store.reader, one.key)).map(({ records }) => records.length)).toEqual([2]);
    unwrap(await answer(ada));
    expect(await pairs()).not.toContainEqual(['Ada Wick', 'Ada Wick']);
    await importAll({ recordId: 'e', title: ['On Wicks'], authors: [{ name: 'Ada Wick' }, { name: 'Ben Oil' }] });
    expect(await pairs()).not.toContainEqual(['Ada Wick', 'Ada Wick']);
    const stranger = await createAccount(store, 'Stranger');
    const propose = (actor: Actor) => store.transact((tx) => proposeMerge(tx, actor, { ...input, reason: 'One person.' }));
    expect(await propose(stranger)).toMatchObject({ ok: false, code: 'decided_apart' });
    // Who has proved control of both decides about themselves.
    await assignRecord(store, ada, other);
    const { changeId, applied } = unwrap(await propose(ada));
    expect(applied).toBe(true);
    unwrap(await store.transact((tx) => revertChangeAsActor(tx, ada, changeId)));
    await runJobs(store);
    expect(await pairs()).not.toContainEqual(['Ada Wick', 'Ada Wick']);
  });

  test('stay two by a vote, for everybody, for good', async () => {
    const { store } = database;
    const [admin, asker] = [await createAdmin(store, 'Admin'), await createAccount(store, 'Asker')];
    await importTwice();
    const [one, other] = await recordsNamed('Ada Wick');
    const input = { authorId: one?.id ?? '', otherId: other?.id ?? '', reason: 'One person.' };
    const { changeId } = unwrap(await store.transact((tx) => proposeMerge(tx, asker, input)));
    unwrap(await voteOnSubject(store, admin, changeId, 'reject', 'not_same', 'show_link'));
    const again = await store.transact((tx) => proposeMerge(tx, asker, input));
    expect(again).toMatchObject({ ok: false, code: 'decided_apart' });
    expect(await questionsAbout(store.reader, one?.key ?? 0)).toEqual([]);
  });

  test('are never asked about if one source tells them apart', async () => {
    const { store } = database;
    const named = (personId: string) => [
      { name: 'Wei Oil', personId },
      { name: 'Ben Oil', personId: 'ben' },
    ];
    await importAll(
      { source: 'acl-anthology', recordId: 'a', title: ['On Lamps'], authors: named('one') },
      { source: 'acl-anthology', recordId: 'b', title: ['On Tides'], authors: named('two') },
    );
    expect((await questionQueue(store.reader, 10)).questions).toEqual([]);
  });

  test('are answered by a reviewer with a passkey, who has no part in them', async () => {
    const { store } = database;
    const admin = await createAdmin(store, 'Admin');
    await importTwice();
    const [one, other] = await recordsNamed('Ada Wick');
    const answer = (actor: Actor) =>
      store.transact((tx) => answerQuestion(tx, actor, { authorId: one?.id ?? '', otherId: other?.id ?? '' }));
    expect(await answer(admin)).toMatchObject({ ok: false, code: 'passkey_sign_in_needed' });
    unwrap(await answer(inPasskeySession(admin)));
    expect(await questionsAbout(store.reader, one?.key ?? 0)).toEqual([]);
  });
});

test('one iD that binds strongly to each makes two records one at once, without an owner of the second', async () => {
  const { store } = database;
  const ada = await createAccount(store, 'Ada', { orcid });
  await importAll(
    { recordId: 'a', title: ['On Lamps'], authors: [{ name: 'Ada Wick' }] },
    { source: 'acl-anthology', recordId: 'b', title: ['On Tides'], authors: [{ name: 'A. Wick', orcid, personId: 'a-wick' }] },
    { source: 'acl-anthology', recordId: 'c', title: ['On Oils'], authors: [{ name: 'Ben Oil', personId: 'ben-oil' }] },
  );
  const [own] = await recordsNamed('Ada Wick');
  const [second] = await recordsNamed('A. Wick');
  const [stranger] = await recordsNamed('Ben Oil');
  unwrap(await claimWithEvidence(store, ada, own ?? { id: '' }, strongOrcid(orcid)));
  await runJobs(store);
  const merge = (otherId = '') => store.transact((tx) => proposeMerge(tx, ada, { authorId: own?.id ?? '', otherId, reason: 'Me.' }));
  expect(await merge(stranger?.id)).toEqual({ ok: false, code: 'claim_other_first' });
  expect(unwrap(await merge(second?.id)).applied).toBe(true);
});

test('a co-author of an added work is matched to the known person, and nobody is told or linked', async () => {
  const { store } = database;
  const ada = await createAccount(store, 'Ada');
  await importAll(
    { recordId: 'a', title: ['On Lamps'], authors: [{ name: 'Ada Wick' }, { name: 'Ben Oil' }] },
    { recordId: 'b', title: ['On Tides'], authors: [{ name: 'Cem Far' }] },
  );
  const [own] = await recordsNamed('Ada Wick');
  const [ben] = await recordsNamed('Ben Oil');
  if (!own || !ben) throw new Error('They are there.');
  unwrap(await claimWithEvidence(store, ada, own, { by: 'email' }));
  advanceDays(longNoticeDays);
  await runJobs(store);
  const text = '@article{x, title={A Work that Nobody Knows}, author={Wick, Ada and Oil, Ben and Far, Cem}, year={2021}}';
  unwrap(await store.transact((tx) => storeDraft(tx, ada, { authorId: own.id, ...parsePastedWorks(text) })));
  const draft = await draftOf(store.reader, { accountId: ada.accountId, authorId: own.id });
  const chosen = new Map<number, EntryChoice>([[0, 'new']]);
  unwrap(await store.transact((tx) => addDraftedWorks(tx, ada, { authorId: own.id, seen: draft?.draft.seen ?? '', chosen })));
  await runJobs(store);
  const stated = await store.reader.select().from(nameSuggestions).where(eq(nameSuggestions.state, 'stated'));
  expect(stated.map(({ authorKey, otherKey }) => [authorKey, otherKey].includes(ben.key))).toEqual([true]);
  expect(await getRecord(store, ben.id)).toMatchObject({ worksCount: 1 });
  expect((await questionQueue(store.reader, 10)).questions).toEqual([]);
  expect(await questionsAbout(store.reader, ben.key)).toEqual([]);
});

test('a doubt about works is a question until the owner says that all are theirs; it is not asked again', async () => {
  const { store } = database;
  const years = (from: number, title: string) => ({ recordId: title, title: [title], year: from, date: undefined });
  const importGap = () =>
    importAll(
      { ...years(1990, 'On Lamps'), authors: [{ name: 'Ada Wick' }] },
      { ...years(2015, 'Deep Oceans'), authors: [{ name: 'Ada Wick' }] },
    );
  await importGap();
  const asked = async () => (await questionQueue(store.reader, 10)).questions.map(({ kind, records }) => [kind, records[0]?.name]);
  expect(await asked()).toEqual([['which_works', 'Ada Wick']]);
  const [record] = await recordsNamed('Ada Wick');
  const ada = await createAccount(store, 'Ada');
  const answer = () => store.transact((tx) => answerQuestion(tx, ada, { authorId: record?.id ?? '' }));
  unwrap(await claimWithEvidence(store, ada, record ?? { id: '' }, { by: 'email' }));
  advanceDays(longNoticeDays);
  await runJobs(store);
  expect(await answer()).toMatchObject({ ok: false, code: 'needs_strong_proof' });
  unwrap(await claimWithEvidence(store, ada, record ?? { id: '' }, strongOrcid(orcid)));
  unwrap(await answer());
  await importAll({ recordId: 'x', title: ['On Tides'], year: 2016, authors: [{ name: 'Ada Wick' }] });
  expect(await asked()).toEqual([]);
});

test('the queue is read page by page, each question once', async () => {
  const { store } = database;
  const rows = Array.from({ length: 5 }, (_, at) => ({
    recordId: `w${at}`,
    title: [`On Lamp ${at}`],
    authors: [{ name: `Ada Wick${at}` }],
  }));
  await importAll(...rows);
  const keys = (await store.reader.select({ key: authors.key }).from(authors).orderBy(authors.key)).map(({ key }) => key);
  await store.transact((tx) => tx.delete(nameSuggestions));
  const questions = keys
    .slice(1)
    .map((key, at) => ({ authorKey: keys[0] ?? 0, otherKey: key, reason: 'x', score: at % 2, state: 'open' as const }));
  await store.transact((tx) => tx.bulkInsert(nameSuggestions, questions));
  const seen: string[][] = [];
  for (let after: string | null = null; ; ) {
    const page = await questionQueue(store.reader, 2, after);
    expect(page.count).toBe(questions.length);
    seen.push(page.questions.map(({ records }) => records[1]?.name ?? ''));
    after = page.next;
    if (!after) break;
  }
  expect(seen.map(({ length }) => length)).toEqual([2, 2]);
  expect(new Set(seen.flat()).size).toBe(questions.length);
  expect((await questionQueue(store.reader, 9, 'x')).questions).toHaveLength(questions.length);
});
