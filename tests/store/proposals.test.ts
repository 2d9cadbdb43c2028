import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { eventsOf } from '#lib/catalog/trust/queries/log.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { withdrawProposal } from '#lib/governance/identity/commands/lock.ts';
import { proposeMerge, proposeSplit } from '#lib/governance/identity/commands/propose.ts';
import { historyOf } from '#lib/governance/identity/queries/history.ts';
import { countOpenProposals, proposalsOf } from '#lib/governance/identity/queries/proposals.ts';
import { worksOfAuthor } from '#lib/governance/identity/queries/records.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reviews } from '#lib/platform/db/schema/claims.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { voteOn } from '#lib/portal/decisions/commands/vote.ts';
import type { VoteInput } from '#lib/portal/decisions/model/choices.ts';
import { reviewFor } from '#lib/portal/decisions/queries/evidence.ts';
import { reviewerOf } from '#lib/portal/decisions/queries/reviewers.ts';
import { eraseAccount } from '#lib/portal/erasure/commands/erase.ts';
import { requestErasure } from '#lib/portal/erasure/commands/request.ts';
import { changesContent } from '#lib/portal/exports/queries/records.ts';
import {
  type AuthorRecord,
  assignRecord,
  createAccount,
  createAdmin,
  createRecord,
  createWork,
  getRecord,
  inPasskeySession,
  runJobs,
  unwrap,
} from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let admins: Actor[];
let nora: Actor;

beforeAll(async () => {
  admins = [await createAdmin(database.store, 'Edda'), await createAdmin(database.store, 'Frida')];
  nora = await createAccount(database.store, 'Nora');
});

const admin = (number = 0) => inPasskeySession(admins[number] as Actor);
const refusal = (code: string) => ({ ok: false, code });
const notYours = refusal('unknown_proposal');

interface Proposal {
  changeId: string;
  reviewId: string;
  one: AuthorRecord;
  other: AuthorRecord;
}

const proposes = async (actor: Actor, one: AuthorRecord, other: AuthorRecord) =>
  database.store.transact((tx) => proposeMerge(tx, actor, { authorId: one.id, otherId: other.id, reason: 'One office, one desk.' }));

const reviewOf = async (changeId: string) => (await database.store.reader.select().from(reviews).where(eq(reviews.subjectId, changeId)))[0];

/** Proposes that two new records become one. */
async function proposed(actor: Actor, name: string, owner?: Actor): Promise<Proposal> {
  const { store } = database;
  const [one, other] = [await createRecord(store, name), await createRecord(store, `${name} II`)];
  if (owner) await assignRecord(store, owner, one);
  const { changeId } = unwrap(await proposes(actor, one, other));
  return { changeId, reviewId: (await reviewOf(changeId))?.id ?? '', one, other };
}

const withdraws = (actor: Actor, changeId: string) => database.store.transact((tx) => withdrawProposal(tx, actor, { changeId }));
const votes = (number: number, input: VoteInput) => database.store.transact((tx) => voteOn(tx, admin(number), input));
const approval = (reviewId: string): VoteInput => ({ reviewId, decision: 'approve', reason: 'same', remedy: 'undo_30_days' });
const rejection = (reviewId: string): VoteInput => ({ reviewId, decision: 'reject', reason: 'not_same', remedy: 'show_link' });
const changeOf = async (changeId: string) =>
  (await database.store.reader.select().from(identityChanges).where(eq(identityChanges.id, changeId)))[0];
const own = async (actor: Actor, changeId: string) => (await proposalsOf(database.store.reader, actor)).find(({ id }) => id === changeId);

describe('the list of an account', () => {
  test('has its own proposals with names, reason and state, newest first, and none of others', async () => {
    const { store } = database;
    const [asker, other] = [await createAccount(store, 'Asker'), await createAccount(store, 'Other')];
    const merge = await proposed(asker, 'Hedda Lund');
    expect(await proposalsOf(store.reader, other)).toEqual([]);
    const path = (record: AuthorRecord) => `/authors/${record.slug}`;
    expect(await own(asker, merge.changeId)).toMatchObject({
      ...{ kind: 'merge', state: 'proposed', decided: null, reason: 'One office, one desk.' },
      record: { name: 'Hedda Lund', path: path(merge.one) },
      other: { name: 'Hedda Lund II', path: path(merge.other) },
    });
    const works = ['On chalk', 'On slate'];
    for (const title of works) await createWork(store, title, [{ key: merge.one.key, name: 'Hedda Lund' }]);
    const [leaving] = await worksOfAuthor(store.reader, merge.one.key);
    const input = { authorId: merge.one.id, workIds: [leaving?.id ?? ''], otherName: 'Hedda B. Lund', reason: 'Two fields.' };
    const split = unwrap(await store.transact((tx) => proposeSplit(tx, asker, input)));
    expect((await proposalsOf(store.reader, asker)).map(({ id }) => id)).toEqual([split.changeId, merge.changeId]);
    expect(await own(asker, split.changeId)).toMatchObject({ kind: 'split', works: 1, other: { name: 'Hedda B. Lund', path: null } });
    expect([await countOpenProposals(store.reader, asker), await countOpenProposals(store.reader, other)]).toEqual([2, 0]);
    await withdraws(asker, split.changeId);
    expect(await countOpenProposals(store.reader, asker)).toBe(1);
  });

  test('says why a proposal was decided, and what happened to it since', async () => {
    const { store } = database;
    const rejected = await proposed(nora, 'Ivar Holm');
    await votes(0, rejection(rejected.reviewId));
    expect(await own(nora, rejected.changeId)).toMatchObject({ state: 'rejected', decided: { reason: 'not_same', remedy: 'show_link' } });
    const made = await proposed(nora, 'Jon Holm');
    await votes(0, approval(made.reviewId));
    expect(await own(nora, made.changeId)).toMatchObject({ state: 'applied', decided: { reason: 'same', remedy: 'undo_30_days' } });
    const outdated = await proposed(nora, 'Kai Holm');
    await store.transact((tx) => tx.update(authors).set({ claimState: 'pending' }).where(eq(authors.id, outdated.other.id)));
    await votes(0, approval(outdated.reviewId));
    expect(await own(nora, outdated.changeId)).toMatchObject({ state: 'outdated', decided: null });
  });

  test('omits a suppressed name, and a former name that the owner hides', async () => {
    const { store } = database;
    const { changeId, one, other, reviewId } = await proposed(nora, 'Lea Holm');
    await votes(0, approval(reviewId));
    expect(await own(nora, changeId)).toMatchObject({ other: { name: 'Lea Holm II' } });
    await store.transact((tx) =>
      tx
        .update(authors)
        .set({ privacy: { hidden: ['names'], indexed: true } })
        .where(eq(authors.id, one.id)),
    );
    expect(await own(nora, changeId)).toMatchObject({ record: { name: 'Lea Holm' }, other: null });
    for (const { id } of [one, other]) {
      await store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, id)));
    }
    expect(await own(nora, changeId)).toMatchObject({ record: null, other: null });
  });
});

describe('a withdrawn proposal', () => {
  test('is withdrawn once, and only by its proposer; the profiles and their log stay as they are', async () => {
    const { store } = database;
    const owner = await createAccount(store, 'Owner of Mia');
    const { changeId, one, other } = await proposed(nora, 'Mia Holm', owner);
    const before = await eventsOf(store.reader, [one.id, other.id]);
    expect(await withdraws(await createAccount(store, 'Somebody'), changeId)).toEqual(notYours);
    expect(await withdraws(owner, changeId)).toEqual(notYours);
    expect(await withdraws(admin(), changeId)).toEqual(notYours);
    expect(await withdraws(nora, '0nobody0here')).toEqual(notYours);
    expect((await changeOf(changeId))?.state).toBe('proposed');
    expect((await withdraws(nora, changeId)).ok).toBe(true);
    expect(await withdraws(nora, changeId)).toEqual(notYours);
    expect(await changeOf(changeId)).toMatchObject({ state: 'withdrawn', endedAt: expect.any(Date), appliedAt: null });
    expect(await own(nora, changeId)).toMatchObject({ state: 'withdrawn', decided: null });
    expect(await eventsOf(store.reader, [one.id, other.id])).toEqual(before);
    expect(await historyOf(store.reader, { id: one.id, privacy: null })).toEqual([]);
    expect((await getRecord(store, other.id)).mergedInto).toBe(null);
    expect(await store.transact((tx) => applyChange(tx, changeId))).toEqual(refusal('change_closed'));
  });

  test('has a closed review without a decision: a second vote is refused, and the owner is not notified of an outcome', async () => {
    const { store } = database;
    const owner = await createAccount(store, 'Owner of Nils');
    const { changeId, reviewId } = await proposed(nora, 'Nils Holm', owner);
    expect(await votes(0, approval(reviewId))).toEqual({ ok: true, value: { decided: false } });
    unwrap(await withdraws(nora, changeId));
    expect(await votes(1, approval(reviewId))).toEqual(refusal('review_decided'));
    const reviewer = await reviewerOf(store.reader, admin(1));
    expect(reviewer && (await reviewFor(store.reader, reviewer, reviewId))).toMatchObject({ state: 'moot', decided: null });
    for (const { accountId } of [owner, nora]) {
      const isAboutChange = and(eq(notifications.accountId, accountId), eq(notifications.onceKey, `change_decided:${changeId}`));
      expect(await store.reader.select().from(notifications).where(isAboutChange)).toEqual([]);
    }
  });

  test('can be proposed again, and is then decided as any other', async () => {
    const { changeId, one, other } = await proposed(nora, 'Olga Holm');
    expect(await proposes(nora, one, other)).toEqual(refusal('already_proposed'));
    unwrap(await withdraws(nora, changeId));
    const again = unwrap(await proposes(nora, one, other));
    expect(await withdraws(nora, changeId)).toEqual(notYours);
    expect(await votes(0, approval((await reviewOf(again.changeId))?.id ?? ''))).toEqual({ ok: true, value: { decided: true } });
    expect([(await changeOf(changeId))?.state, (await changeOf(again.changeId))?.state]).toEqual(['withdrawn', 'applied']);
  });

  test('cannot be withdrawn after it was decided, whatever was decided', async () => {
    const inputs = { Pia: approval, Rolf: rejection };
    for (const [name, input] of Object.entries(inputs)) {
      const { changeId, reviewId } = await proposed(nora, `${name} Holm`);
      await votes(0, input(reviewId));
      const decided = await changeOf(changeId);
      expect(await withdraws(nora, changeId)).toEqual(notYours);
      expect(await changeOf(changeId)).toEqual(decided);
    }
  });
});

describe('concurrently', () => {
  test('of a vote that decides and a withdrawal one succeeds, and the other is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { changeId, reviewId, other } = await proposed(nora, `Tora ${round}`);
      const [withdrawn, voted] = await Promise.all([withdraws(nora, changeId), votes(0, approval(reviewId))]);
      expect([withdrawn.ok, voted.ok].filter(Boolean).length).toBe(1);
      const states = [(await changeOf(changeId))?.state, (await reviewOf(changeId))?.state];
      expect(states).toEqual(withdrawn.ok ? ['withdrawn', 'moot'] : ['applied', 'decided']);
      expect((await getRecord(database.store, other.id)).mergedInto === null).toBe(withdrawn.ok);
    }
  });

  test('of two withdrawals one succeeds; a vote that decides nothing changes nothing of it', async () => {
    const { store } = database;
    const owner = await createAccount(store, 'Owner of Ulf');
    for (let round = 0; round < 3; round += 1) {
      const { changeId, reviewId } = await proposed(nora, `Ulf ${round}`, owner);
      const [one, other, voted] = await Promise.all([withdraws(nora, changeId), withdraws(nora, changeId), votes(0, approval(reviewId))]);
      expect([one.ok, other.ok].filter(Boolean).length).toBe(1);
      expect([refusal('review_decided'), { ok: true, value: { decided: false } }]).toContainEqual(voted);
      expect([(await changeOf(changeId))?.state, (await reviewOf(changeId))?.state]).toEqual(['withdrawn', 'moot']);
    }
  });
});

test('two transactions that close reviews do not deadlock, whether they write to the log before or after', async () => {
  const { store } = database;
  const asker = await createAccount(store, 'Zoe');
  const [one, other] = [await proposed(asker, 'Alma Zorn'), await proposed(asker, 'Bela Zorn')];
  await runJobs(store);
  const facts = { claim: one.changeId, because: 'given_back' } as const;
  const logs = (tx: Writer) => logEvent(tx, { authorId: one.one.id, kind: 'claim_ended', facts });
  const closes = (tx: Writer, { changeId }: Proposal) => closeReview(tx, 'merge', changeId);
  let runs = 0;
  const both = (first: (tx: Writer) => Promise<unknown>, second: (tx: Writer) => Promise<unknown>) =>
    store.transact(async (tx) => {
      // PostgreSQL ends one of two transactions that wait for each other; it then runs again.
      runs += 1;
      await first(tx);
      await new Promise((wait) => setTimeout(wait, 200));
      await second(tx);
    });
  await Promise.all([both((tx) => closes(tx, one), logs), both(logs, (tx) => closes(tx, other))]);
  expect(runs).toBe(2);
});

test('the notification of reviewers ends when the last case is withdrawn, and is shown again for a new one of the same day', async () => {
  const { store } = database;
  const uwe = await createAccount(store, 'Uwe');
  const open = await store.reader.select().from(reviews).where(eq(reviews.state, 'open'));
  for (const { subjectId } of open) {
    const change = await changeOf(subjectId);
    unwrap(await withdraws({ accountId: change?.accountId } as Actor, subjectId));
  }
  const told = async () => {
    await runJobs(store);
    return (await notificationsOf(store.reader, admin()))
      .filter(({ title }) => title === 'Cases need your decision')
      .map(({ read }) => read);
  };
  expect(await told()).not.toContain(false);
  const one = await proposed(uwe, 'Vera Holm');
  const other = await proposed(uwe, 'Wim Holm');
  const shown = await told();
  expect(shown.filter((read) => !read).length).toBe(1);
  unwrap(await withdraws(uwe, one.changeId));
  expect(await told()).toEqual(shown);
  unwrap(await withdraws(uwe, other.changeId));
  expect(await told()).toEqual(shown.map(() => true));
  await proposed(uwe, 'Xaver Holm');
  expect(await told()).toEqual(shown);
});

test('each case has its own job to notify reviewers: one that has begun does not replace that of a later case', async () => {
  const { store } = database;
  const asker = await createAccount(store, 'Yara');
  await runJobs(store);
  for (const name of ['Anke Zorn', 'Bert Zorn']) await proposed(asker, name);
  const isWaiting = and(eq(jobs.kind, 'notify-reviewers'), eq(jobs.state, 'waiting'));
  expect(await store.reader.select().from(jobs).where(isWaiting)).toHaveLength(2);
});

test('an archive contains a withdrawn proposal, and an erasure withdraws what is open', async () => {
  const { store } = database;
  const asker = await createAccount(store, 'Leaving');
  const [one, other] = [await proposed(asker, 'Yana Holm'), await proposed(asker, 'Zita Holm')];
  unwrap(await withdraws(asker, one.changeId));
  expect((await changesContent(store.reader, asker)).changes).toContainEqual(
    expect.objectContaining({ id: one.changeId, state: 'withdrawn' }),
  );
  unwrap(await store.transact((tx) => requestErasure(tx, asker)));
  const at = addMs(now(), daysMs(3.1));
  setClock(() => at);
  await eraseAccount(store, asker);
  for (const { changeId } of [one, other]) {
    expect(await changeOf(changeId)).toMatchObject({ state: 'withdrawn', accountId: null, reason: '' });
    expect((await reviewOf(changeId))?.state).toBe('moot');
  }
  expect(await withdraws(asker, other.changeId)).toEqual(notYours);
  expect(await proposalsOf(store.reader, asker)).toEqual([]);
});
