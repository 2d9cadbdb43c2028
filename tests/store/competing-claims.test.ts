import { and, eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { adoptMethod, endKeptStrengths, notifyMethodChange } from '#lib/governance/claims/commands/adopt-method.ts';
import { recheckProof } from '#lib/governance/claims/commands/check.ts';
import { decideClaim, decideDispute } from '#lib/governance/claims/commands/decide.ts';
import type { ClaimEvidence } from '#lib/governance/claims/model/proof-methods.ts';
import { openRivals } from '#lib/governance/claims/queries/disputes.ts';
import { proofsOf } from '#lib/governance/claims/queries/proof-options.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { claims, disputes, proofs, reviews } from '#lib/platform/db/schema/claims.ts';
import { evidenceEvents, trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import { done } from '#lib/platform/outcome.ts';
import { emptyOrcidApi, emptyServices, entryBeside, fairPage, orcidItem, selfAssertedOrcid, strongDns, strongOrcid } from '../evidence.ts';
import {
  type AuthorRecord,
  advanceDays,
  claimWithEvidence,
  createAccount,
  createRecordWithWork,
  getRecord,
  runJobs,
  unwrap,
} from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

/** Many claimants of one record, one claimant of many records, and the effect of a new method on earlier proofs. */
const database = databasePerFile();
afterEach(async () => {
  // Jobs scheduled for later days would block later jobs with the same key.
  await runJobs(database.store);
});

const claimRecord = (actor: Actor, { id }: AuthorRecord, shown: ClaimEvidence) => claimWithEvidence(database.store, actor, { id }, shown);
const findReviews = ({ id }: AuthorRecord) => database.store.reader.select().from(reviews).where(eq(reviews.authorId, id));
const decisionFields = { reason: 'rival_proof', remedy: 'show_strong_proof' };

describe('thirty rivals of one record', () => {
  const rivalsOf = async (record: AuthorRecord, shown: (at: number) => ClaimEvidence, count = 30) => {
    const actors = await Promise.all(Array.from({ length: count }, (_, at) => createAccount(database.store, `Rival ${at}`)));
    const outcomes = await Promise.all(actors.map((actor, at) => claimRecord(actor, record, shown(at))));
    expect(outcomes.every((each) => !each.ok && each.code === 'already_claimed')).toBe(true);
    return actors;
  };

  test('are one review with thirty parties and one message when they object to a claim under notice', async () => {
    const { store } = database;
    const record = await createRecordWithWork(database.store, 'Mary Many');
    const mary = await createAccount(store, 'Mary');
    unwrap(await claimRecord(mary, record, fairPage('https://mary.example/')));
    const rivals = await rivalsOf(record, (at) => fairPage(`https://rival${at}.example/`));
    const open = (await findReviews(record)).filter(({ state }) => state === 'open');
    expect(open).toHaveLength(1);
    expect(open[0]).toMatchObject({ kind: 'dispute', votesNeeded: 2 });
    expect(new Set(open[0]?.parties)).toEqual(new Set([mary, ...rivals].map(({ accountId }) => accountId)));
    expect((await notificationsOf(store.reader, mary)).filter(({ title }) => title.startsWith('Your claim is under review'))).toHaveLength(
      1,
    );
    // If the objection of one rival is upheld, the others are dismissed, and that rival's own notice period begins.
    const questionId = open[0]?.subjectId ?? '';
    const all = await openRivals(store.reader, questionId);
    expect(all).toHaveLength(30);
    unwrap(
      await store.transact((tx) => decideDispute(tx, { questionId, decision: 'uphold', favours: all[7]?.id ?? '', ...decisionFields })),
    );
    const states = await store.reader
      .select({ id: disputes.id, state: disputes.state })
      .from(disputes)
      .where(eq(disputes.questionId, questionId));
    expect(states.filter(({ state }) => state === 'upheld').map(({ id }) => id)).toEqual([all[7]?.id]);
    expect(states.filter(({ state }) => state === 'dismissed')).toHaveLength(29);
    const [now_] = await store.reader
      .select()
      .from(claims)
      .where(and(eq(claims.authorId, record.id), eq(claims.state, 'notice_period')));
    expect(now_?.accountId).toBe(all[7]?.accountId);
  });

  test('whose objection is dismissed leave the claim accepted, and cannot repeat it with the same evidence', async () => {
    const { store } = database;
    const record = await createRecordWithWork(database.store, 'Ned Noticed');
    const ned = await createAccount(store, 'Ned');
    unwrap(await claimRecord(ned, record, fairPage('https://ned.example/')));
    const [first] = await rivalsOf(record, (at) => fairPage(`https://rivalof${at}.example/`), 3);
    const [open] = await findReviews(record);
    unwrap(await store.transact((tx) => decideDispute(tx, { questionId: open?.subjectId ?? '', decision: 'dismiss', ...decisionFields })));
    expect(await proveOwnership(store.reader, ned, record.id)).not.toBeNull();
    if (first) await claimRecord(first, record, fairPage('https://again.example/'));
    const again = and(eq(disputes.authorId, record.id), eq(disputes.state, 'open'));
    expect(await store.reader.select().from(disputes).where(again)).toEqual([]);
  });

  test('without a strong proof do not freeze an owned record, nor open a review', async () => {
    const { store } = database;
    const record = await createRecordWithWork(database.store, 'Olaf Owned');
    const olaf = await createAccount(store, 'Olaf');
    unwrap(await claimRecord(olaf, record, fairPage('https://olaf.example/')));
    advanceDays(8);
    await runJobs(store);
    await rivalsOf(record, (at) => (at % 2 ? fairPage(`https://cheap${at}.example/`) : { by: 'email' }));
    expect(await findReviews(record)).toEqual([]);
    expect(await proveOwnership(store.reader, olaf, record.id)).not.toBeNull();
  });

  test('with a strong proof do not freeze an owner with two proof families for 90 days during the review', async () => {
    const { store } = database;
    const [settled, young] = [
      await createRecordWithWork(database.store, 'Ella Settled'),
      await createRecordWithWork(database.store, 'Ella Young'),
    ];
    const [one, other] = [await createAccount(store, 'Ella'), await createAccount(store, 'Ella Y')];
    for (const [actor, record] of [
      [one, settled],
      [other, young],
    ] as const) {
      unwrap(await claimRecord(actor, record, strongDns(`${record.id}.example`)));
      if (record === settled) unwrap(await claimRecord(actor, record, strongOrcid('0000-0002-1825-0097')));
    }
    advanceDays(91);
    for (const record of [settled, young]) await rivalsOf(record, (at) => strongDns(`late${at}.example`), 2);
    expect(await proveOwnership(store.reader, one, settled.id)).not.toBeNull();
    expect(await proveOwnership(store.reader, other, young.id)).toBeNull();
    for (const record of [settled, young]) expect((await findReviews(record)).filter(({ state }) => state === 'open')).toHaveLength(1);
  });
});

describe('one account', () => {
  test('owns records of one person: another name goes to review, and five a day can be claimed', async () => {
    const { store } = database;
    const tess = await createAccount(store, 'Tess');
    const [mine, other] = [
      await createRecordWithWork(database.store, 'Tess Twofold'),
      await createRecordWithWork(database.store, 'Zoe Else'),
    ];
    expect(await claimRecord(tess, mine, strongDns('tess.example'))).toMatchObject({ ok: true, value: { stage: 'accepted' } });
    const claim = unwrap(await claimRecord(tess, other, strongDns('zoe.example')));
    expect(claim.stage).toBe('in_review');
    expect((await getRecord(store, other.id)).ownerId).toBeNull();
    expect(await findReviews(other)).toMatchObject([
      { kind: 'claim', subjectId: claim.claimId, votesNeeded: 2, parties: [tess.accountId] },
    ]);
    // Another proof does not decide it either.
    expect(await claimRecord(tess, other, strongOrcid('0000-0002-1825-0097'))).toMatchObject({ ok: true, value: { stage: 'in_review' } });
    unwrap(
      await store.transact((tx) => decideClaim(tx, { claimId: claim.claimId, decision: 'approve', reason: 'proof_holds', remedy: null })),
    );
    expect((await getRecord(store, other.id)).ownerId).toBe(tess.accountId);
    for (let at = 0; at < 3; at += 1)
      expect(
        await claimRecord(tess, await createRecordWithWork(database.store, 'Tess Twofold'), strongDns(`tess${at}.example`)),
      ).toMatchObject({
        ok: true,
      });
    expect(await claimRecord(tess, await createRecordWithWork(database.store, 'Tess Twofold'), strongDns('tess9.example'))).toEqual({
      ok: false,
      code: 'too_many_claims_today',
    });
    advanceDays(1.01);
    expect(await claimRecord(tess, await createRecordWithWork(database.store, 'Tess Twofold'), strongDns('tess9.example'))).toMatchObject({
      ok: true,
    });
  });

  test('whose claim was rejected by reviewers needs a strong proof to claim the record again', async () => {
    const { store } = database;
    const record = await createRecordWithWork(database.store, 'Uma Unlike');
    const liar = await createAccount(store, 'Liar');
    unwrap(await claimRecord(liar, record, fairPage('https://liar.example/')));
    const uma = await createAccount(store, 'Uma');
    await claimRecord(uma, record, selfAssertedOrcid('0000-0001-5109-3700'));
    const [open] = await findReviews(record);
    unwrap(await store.transact((tx) => decideDispute(tx, { questionId: open?.subjectId ?? '', decision: 'uphold', ...decisionFields })));
    // A proof that anybody could make excludes nobody from the record permanently.
    advanceDays(8);
    await runJobs(store);
    expect((await getRecord(store, record.id)).ownerId).toBe(uma.accountId);
    const free = await createRecordWithWork(database.store, 'Uma Unlike');
    expect(await claimRecord(liar, free, fairPage('https://liar.example/'))).toMatchObject({ ok: true });
    await store.transact((tx) => tx.update(claims).set({ state: 'withdrawn' }).where(eq(claims.authorId, record.id)));
    await store.transact((tx) =>
      tx
        .update(claims)
        .set({ state: 'rejected' })
        .where(and(eq(claims.accountId, liar.accountId), eq(claims.authorId, record.id))),
    );
    expect(await claimRecord(liar, record, fairPage('https://liar.example/'))).toMatchObject({ ok: false, code: 'objection_open' });
  });
});

test('a new method judges existing proofs again, keeps claims and old snapshots, and notifies owners once', async () => {
  const { store } = database;
  const record = await createRecordWithWork(database.store, 'Hugo Handmade');
  const hugo = await createAccount(store, 'Hugo');
  unwrap(await claimRecord(hugo, record, strongOrcid('0000-0003-1415-9269')));
  await runJobs(store);
  // The state that evidence-1 left: the event names no rules, the proof no third party, and the snapshot has that method.
  await store.transact(async (tx) => {
    const facts = { orcid: '0000-0003-1415-9269', overlap: { by: 'identifier', what: '10.1/x' } };
    await tx.update(proofs).set({ method: 'evidence-1', facts }).where(eq(proofs.authorId, record.id));
    await tx.update(trustSnapshots).set({ method: 'evidence-1' }).where(eq(trustSnapshots.authorKey, record.key));
    const [event] = await tx
      .select()
      .from(evidenceEvents)
      .where(and(eq(evidenceEvents.authorId, record.id), eq(evidenceEvents.kind, 'proof_shown')));
    const body = (event?.body ?? '').replace('"rules":"evidence-3",', '');
    await tx
      .update(evidenceEvents)
      .set({ body })
      .where(eq(evidenceEvents.number, event?.number ?? 0));
  });
  const before = await store.reader.select().from(trustSnapshots).where(eq(trustSnapshots.authorKey, record.key));
  for (let time = 0; time < 2; time += 1) {
    await adoptMethod(store, emptyServices);
    await store.transact(enqueueRefresh);
    await runJobs(store);
    await notifyMethodChange(store);
  }
  expect(await trustOf(store.reader, record.key)).toMatchObject({ method: 'evidence-3', level: 2 });
  expect(await store.reader.select().from(trustSnapshots).where(eq(trustSnapshots.authorKey, record.key))).toEqual(
    expect.arrayContaining(before),
  );
  expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'claimed', ownerId: hugo.accountId });
  const methodNotifications = (await notificationsOf(store.reader, hugo)).filter(({ title }) => title.includes('stricter method'));
  expect(methodNotifications).toHaveLength(1);
  expect(methodNotifications[0]?.text).toContain('L3');
  expect(methodNotifications[0]?.text).toContain('Now: L2');
  const [proof] = await store.reader.select().from(proofs).where(eq(proofs.authorId, record.id));
  expect(proof).toMatchObject({ method: 'evidence-3', strength: 'fair', state: 'valid' });
});

test('a proof that evidence-3 makes fair keeps its strength for 90 days, and its owner is told what it lacks', async () => {
  const { store } = database;
  const record = await createRecordWithWork(store, 'Kim Kept');
  const kim = await createAccount(store, 'Kim', { orcid: '0000-0003-1415-9269' });
  unwrap(await claimRecord(kim, record, strongOrcid('0000-0003-1415-9269', `10.1234/${record.id}`)));
  await runJobs(store);
  await store.transact((tx) => tx.update(proofs).set({ method: 'evidence-2' }).where(eq(proofs.authorId, record.id)));
  const item = orcidItem({ identifiers: [{ scheme: 'doi', value: `10.1234/${record.id}` }] });
  const orcid = { ...emptyOrcidApi, names: async () => done(['Kim Kept']), works: async () => done([item]) };
  const services = { ...emptyServices, orcid };
  await adoptMethod(store, services);
  await runJobs(store);
  const proof = async () => (await store.reader.select().from(proofs).where(eq(proofs.authorId, record.id)))[0];
  expect(await proof()).toMatchObject({ method: 'evidence-3', strength: 'strong', state: 'valid', keptUntil: expect.any(Date) });
  expect((await trustOf(store.reader, record.key))?.level).toBe(3);
  expect((await notificationsOf(store.reader, kim)).map(({ title }) => title)).toContainEqual(
    expect.stringMatching(/^Renew your proof before/),
  );
  expect((await proofsOf(store.reader, kim, record.id))[0]?.unmetRules).toEqual(['signs_as_this_author']);
  // A check does not lower it before the day, and raises it once the publisher names the iD.
  await recheckProof(store, (await proof())?.id ?? '', services);
  expect(await proof()).toMatchObject({ strength: 'strong', failures: 0 });
  advanceDays(91);
  await endKeptStrengths(store, services);
  await runJobs(store);
  expect(await proof()).toMatchObject({ strength: 'fair', keptUntil: null });
  expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'claimed', ownerId: kim.accountId });
  expect((await trustOf(store.reader, record.key))?.level).toBe(2);
  await recheckProof(store, (await proof())?.id ?? '', { ...emptyServices, orcid: { ...orcid, contributors: entryBeside('Kim Kept', 1) } });
  await runJobs(store);
  expect((await trustOf(store.reader, record.key))?.level).toBe(3);
});
