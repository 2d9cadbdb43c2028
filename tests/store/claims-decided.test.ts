import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { parseEvent } from '#lib/catalog/trust/model/log.ts';
import { signedEventsOf } from '#lib/catalog/trust/queries/log.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { decideAppeal } from '#lib/governance/claims/commands/appeals.ts';
import {
  attest,
  declineAttestationRequest,
  requestAttestationOf,
  vouchFor,
  withdrawAttestation,
} from '#lib/governance/claims/commands/attestations.ts';
import { decideClaim, decideDispute } from '#lib/governance/claims/commands/decide.ts';
import { withdrawDispute } from '#lib/governance/claims/commands/dispute.ts';
import { appealClaim, withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { expireAndRecheckProofs } from '#lib/governance/claims/commands/maintain-proofs.ts';
import type { ClaimEvidence } from '#lib/governance/claims/model/proof-methods.ts';
import { attestationCandidates, attestationsOf } from '#lib/governance/claims/queries/attestations.ts';
import { claimsOf } from '#lib/governance/claims/queries/claims.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { claims, disputes, reviews } from '#lib/platform/db/schema/claims.ts';
import { blocks } from '#lib/platform/db/schema/invitations.ts';
import { attestations, trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import { fairPage, strongDns } from '../evidence.ts';
import {
  type AuthorRecord,
  advanceDays,
  claimWithEvidence,
  createAccount,
  createRecord,
  createWork,
  getRecord,
  runJobs,
  unwrap,
} from './fixtures.ts';
import { createResearcher } from './researchers.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
const strong = (domain: string): ClaimEvidence => strongDns(domain);
const fair: ClaimEvidence = fairPage('https://ada.example/');
const weak: ClaimEvidence = { by: 'email' };
let domains = 0;
let levels = 0;
const claimRecord = (actor: Actor, { id }: { id: string }, shown: ClaimEvidence) => claimWithEvidence(database.store, actor, { id }, shown);
const claimStrongly = (actor: Actor, record: { id: string }) => {
  domains += 1;
  return claimRecord(actor, record, strong(`d${domains}.example`));
};
const eventKinds = async (authorId: string) => (await signedEventsOf(database.store.reader, authorId)).map((row) => parseEvent(row).kind);
const findDispute = async (authorId: string) =>
  (await database.store.reader.select().from(disputes).where(eq(disputes.authorId, authorId)))[0];
const findReviews = async (authorId: string) =>
  (await database.store.reader.select().from(reviews).where(eq(reviews.authorId, authorId))).map(({ kind, state, parties }) => ({
    kind,
    state,
    parties,
  }));
const decisionFields = { reason: 'stronger_evidence', remedy: 'show_strong_proof' };

/** Creates a record whose owner has the given evidence, and a rival with a strong proof. */
async function createDisputedRecord(name: string, shown: ClaimEvidence) {
  const { store } = database;
  const record = await createRecord(store, name);
  await createWork(store, `The Work of ${name}`, [{ key: record.key, name }]);
  const [owner, rival] = [await createAccount(store, 'Owner'), await createAccount(store, 'Rival')];
  const { claimId, stage } = unwrap(await claimRecord(owner, record, shown));
  if (stage === 'notice_period') {
    advanceDays(8);
    await runJobs(store);
  }
  advanceDays(1);
  expect(await claimStrongly(rival, record)).toEqual({ ok: false, code: 'already_claimed' });
  const dispute = await findDispute(record.id);
  if (!dispute) throw new Error('There is no dispute.');
  const stageNow = async () => (await claimsOf(store.reader, owner)).find(({ id }) => id === claimId)?.stage;
  return { record, owner, rival, claimId, dispute, stageNow };
}

describe('a strong proof against an accepted claim', () => {
  test('suspends a claim on weaker evidence: ten points less, edits frozen, a review opened', async () => {
    const { store } = database;
    const { record, owner, rival, stageNow } = await createDisputedRecord('Weakly Held', fair);
    expect(await stageNow()).toBe('suspended');
    expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'disputed', ownerId: owner.accountId });
    expect(await proveOwnership(store.reader, owner, record.id)).toBeNull();
    expect(await findReviews(record.id)).toEqual([{ kind: 'dispute', state: 'open', parties: [owner.accountId, rival.accountId] }]);
    expect((await notificationsOf(store.reader, owner)).map(({ title }) => title)).toContain(
      'Somebody disputes the profile of Weakly Held',
    );
    await runJobs(store);
    const trust = await trustOf(store.reader, record.key);
    const sum = trust?.parts.reduce((total, { points }) => total + points, 0) ?? 0;
    expect(trust).toMatchObject({ level: 2, points: sum - 10 });
  });

  test('leaves a strong claim accepted but frozen until the decision; a dismissal restores everything', async () => {
    const { store } = database;
    const { record, owner, dispute, stageNow } = await createDisputedRecord('Strongly Held', strong('held.example'));
    expect(await stageNow()).toBe('accepted');
    expect(await proveOwnership(store.reader, owner, record.id)).toBeNull();
    await store.transact((tx) => decideDispute(tx, { questionId: dispute.id, decision: 'dismiss', ...decisionFields }));
    expect(await proveOwnership(store.reader, owner, record.id)).not.toBeNull();
    expect((await eventKinds(record.id)).at(-1)).toBe('dispute_closed');
    expect(await store.transact((tx) => decideDispute(tx, { questionId: dispute.id, decision: 'uphold', ...decisionFields }))).toEqual({
      ok: false,
      code: 'dispute_closed',
    });
  });

  test('that is upheld ends the claim with its reason and remedy, and transfers the record', async () => {
    const { store } = database;
    const { record, owner, rival, claimId, dispute, stageNow } = await createDisputedRecord('Wrongly Held', fair);
    unwrap(await store.transact((tx) => decideDispute(tx, { questionId: dispute.id, decision: 'uphold', ...decisionFields })));
    expect(await stageNow()).toBe('revoked');
    const [row] = await store.reader.select().from(claims).where(eq(claims.id, claimId));
    expect(row).toMatchObject(decisionFields);
    expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'claimed', ownerId: rival.accountId });
    expect(await eventKinds(record.id)).toEqual([
      'claim_accepted',
      'proof_shown',
      'dispute_opened',
      'claim_ended',
      'dispute_closed',
      'claim_accepted',
      'proof_shown',
    ]);
    expect((await notificationsOf(store.reader, owner)).map(({ title }) => title)).toContain(
      'The profile of Wrongly Held is no longer yours',
    );
    await runJobs(store);
    expect(await trustOf(store.reader, record.key)).toMatchObject({ level: 3 });
  });

  test('that its author withdraws restores the claim; nobody else can withdraw it', async () => {
    const { store } = database;
    const { record, owner, rival, dispute, stageNow } = await createDisputedRecord('Calmly Held', weak);
    const takeBack = (actor: Actor) => store.transact((tx) => withdrawDispute(tx, actor, { disputeId: dispute.id }));
    expect(await takeBack(owner)).toEqual({ ok: false, code: 'unknown_dispute' });
    unwrap(await takeBack(rival));
    expect(await stageNow()).toBe('accepted');
    expect(await proveOwnership(store.reader, owner, record.id)).not.toBeNull();
    expect((await findReviews(record.id)).map(({ state }) => state)).toEqual(['moot']);
    expect(await takeBack(rival)).toEqual({ ok: false, code: 'dispute_closed' });
  });

  test('keeps proofs that the owner adds meanwhile, and counts them once the claim is restored', async () => {
    const { store } = database;
    const { record, owner, dispute } = await createDisputedRecord('Shown Meanwhile', weak);
    expect(await claimStrongly(owner, record)).toMatchObject({ ok: true, value: { stage: 'suspended', strength: 'strong' } });
    expect((await eventKinds(record.id)).at(-1)).toBe('dispute_opened');
    unwrap(await store.transact((tx) => decideDispute(tx, { questionId: dispute.id, decision: 'dismiss', ...decisionFields })));
    expect((await eventKinds(record.id)).slice(-2).sort()).toEqual(['dispute_closed', 'proof_shown']);
    await runJobs(store);
    expect(await trustOf(store.reader, record.key)).toMatchObject({ level: 3 });
  });

  test('is closed, and its author notified, when the owner releases the record', async () => {
    const { store } = database;
    const { record, owner, rival, claimId } = await createDisputedRecord('Given Up', weak);
    unwrap(await store.transact((tx) => withdrawClaim(tx, owner, { claimId })));
    expect(await findDispute(record.id)).toMatchObject({ state: 'upheld' });
    expect((await notificationsOf(store.reader, rival)).map(({ title }) => title)).toContain('The profile of Given Up can be claimed');
    expect(await claimRecord(owner, record, weak)).toEqual({ ok: false, code: 'objection_open' });
  });
});

describe('a claim in review', () => {
  async function inReview(name: string) {
    const { store } = database;
    const record = await createRecord(store, name);
    await createWork(store, `The Work of ${name}`, [{ key: record.key, name }]);
    const [holder, rival] = [await createAccount(store, 'Holder'), await createAccount(store, 'Rival')];
    const { claimId } = unwrap(await claimRecord(holder, record, fair));
    await claimStrongly(rival, record);
    return { record, holder, rival, claimId };
  }

  test('is accepted with all of its proofs, or rejected with a reason; a rejected claim can be appealed once', async () => {
    const { store } = database;
    const yes = await inReview('Right Person');
    unwrap(await store.transact((tx) => decideClaim(tx, { claimId: yes.claimId, decision: 'approve', ...decisionFields })));
    expect(await getRecord(store, yes.record.id)).toMatchObject({ claimState: 'claimed', ownerId: yes.holder.accountId });
    expect(await findDispute(yes.record.id)).toMatchObject({ state: 'dismissed' });

    const no = await inReview('Wrong Person');
    unwrap(await store.transact((tx) => decideClaim(tx, { claimId: no.claimId, decision: 'reject', ...decisionFields })));
    expect(await getRecord(store, no.record.id)).toMatchObject({ claimState: 'unclaimed', ownerId: null });
    const appeal = (actor: Actor) => store.transact((tx) => appealClaim(tx, actor, { claimId: no.claimId }));
    expect(await appeal(no.rival)).toEqual({ ok: false, code: 'unknown_claim' });
    unwrap(await appeal(no.holder));
    expect((await findReviews(no.record.id)).filter(({ kind }) => kind === 'appeal')).toEqual([
      { kind: 'appeal', state: 'open', parties: [no.holder.accountId] },
    ]);
    unwrap(await store.transact((tx) => decideAppeal(tx, { claimId: no.claimId, decision: 'approve', ...decisionFields })));
    expect(await getRecord(store, no.record.id)).toMatchObject({ claimState: 'claimed', ownerId: no.holder.accountId });
    expect(await eventKinds(no.record.id)).toContain('proof_shown');
  });

  test('transfers the record from its later owner when an appeal is granted, which can be requested once', async () => {
    const { store } = database;
    const { record, holder, rival, claimId } = await inReview('Late Appeal');
    unwrap(await store.transact((tx) => decideClaim(tx, { claimId, decision: 'reject', ...decisionFields })));
    unwrap(await claimStrongly(rival, record));
    unwrap(await store.transact((tx) => appealClaim(tx, holder, { claimId })));
    unwrap(await store.transact((tx) => decideAppeal(tx, { claimId, decision: 'reject', ...decisionFields })));
    expect(await getRecord(store, record.id)).toMatchObject({ ownerId: rival.accountId });
    expect(await store.transact((tx) => appealClaim(tx, holder, { claimId }))).toEqual({ ok: false, code: 'claim_closed' });

    const other = await inReview('Right Appeal');
    unwrap(await store.transact((tx) => decideClaim(tx, { claimId: other.claimId, decision: 'reject', ...decisionFields })));
    unwrap(await claimStrongly(other.rival, other.record));
    unwrap(await store.transact((tx) => appealClaim(tx, other.holder, { claimId: other.claimId })));
    unwrap(await store.transact((tx) => decideAppeal(tx, { claimId: other.claimId, decision: 'approve', ...decisionFields })));
    expect(await getRecord(store, other.record.id)).toMatchObject({ claimState: 'claimed', ownerId: other.holder.accountId });
  });
});

describe('attestations', () => {
  const levelled = async (record: AuthorRecord, level: number) => {
    const { store } = database;
    await runJobs(store);
    const trust = await trustOf(store.reader, record.key);
    levels += 1;
    const row = {
      authorKey: record.key,
      number: 1000 * levels,
      method: 'evidence-1',
      computedAt: now(),
      points: 60,
      level,
      label: 'Corroborated',
    };
    await store.transact((tx) => tx.insert(trustSnapshots).values({ ...row, parts: { lines: {}, met: [] } }));
    return trust;
  };
  /** Creates an account that owns a record at a trust level. */
  async function person(name: string, level: number) {
    const { store } = database;
    const record = await createRecord(store, name);
    const actor = await createAccount(store, name);
    unwrap(await claimStrongly(actor, record));
    await levelled(record, level);
    return { record, actor };
  }
  const together = (title: string, ...records: { record: AuthorRecord; name?: string }[]) =>
    createWork(
      database.store,
      title,
      records.map(({ record, name }) => ({ key: record.key, name: name ?? 'N' })),
    );
  const ask = (actor: Actor, about: AuthorRecord, from: AuthorRecord, kind: 'confirmation' | 'vouch' = 'confirmation') =>
    database.store.transact((tx) => requestAttestationOf(tx, actor, { authorId: about.id, fromAuthorId: from.id, kind }));

  test('a co-author at L3 confirms a shared work; the log lists it, and it can be revoked at any time', async () => {
    const { store } = database;
    const [ada, bo] = [await person('Ada Asks', 3), await person('Bo Says', 3)];
    expect(await ask(ada.actor, ada.record, bo.record)).toEqual({ ok: false, code: 'attestation_needs_work' });
    await together('A Work of Two', ada, bo);
    expect((await attestationCandidates(store.reader, ada.actor, ada.record)).map(({ name, kinds }) => [name, kinds])).toEqual([
      ['Bo Says', ['confirmation']],
    ]);
    expect(await ask(bo.actor, ada.record, bo.record)).toEqual({ ok: false, code: 'not_your_record' });
    const { id } = unwrap(await ask(ada.actor, ada.record, bo.record));
    expect(await ask(ada.actor, ada.record, bo.record)).toEqual({ ok: false, code: 'attestation_exists' });
    expect((await notificationsOf(store.reader, bo.actor)).map(({ title }) => title)).toContain('Ada Asks asks you to confirm');
    expect(await store.transact((tx) => attest(tx, ada.actor, { attestationId: id }))).toEqual({ ok: false, code: 'attestation_closed' });
    unwrap(await store.transact((tx) => attest(tx, bo.actor, { attestationId: id })));
    expect((await eventKinds(ada.record.id)).at(-1)).toBe('confirmed');
    expect((await attestationsOf(store.reader, ada.actor)).about).toMatchObject([
      { state: 'given', kind: 'confirmation', from: { name: 'Bo Says' } },
    ]);
    unwrap(await store.transact((tx) => withdrawAttestation(tx, bo.actor, { attestationId: id })));
    expect((await eventKinds(ada.record.id)).at(-1)).toBe('attestation_ended');
    const again = unwrap(await ask(ada.actor, ada.record, bo.record));
    unwrap(await store.transact((tx) => declineAttestationRequest(tx, bo.actor, { attestationId: again.id })));
    expect(await store.transact((tx) => attest(tx, bo.actor, { attestationId: again.id }))).toEqual({
      ok: false,
      code: 'attestation_closed',
    });
  });

  test('notify once a month, however often they are requested; people who blocked the requester are not notified and see no request', async () => {
    const { store } = database;
    const [ina, max, ray] = [await person('Ina Insists', 3), await person('Max Mutes', 3), await person('Ray Rests', 3)];
    await together('A Work of Patience', ina, max, ray);
    const countNotificationsTo = async (actor: Actor) =>
      (await notificationsOf(store.reader, actor)).filter(({ title }) => title === 'Ina Insists asks you to confirm').length;
    const asked = async (actor: Actor) =>
      (await attestationsOf(store.reader, actor)).from.filter(({ state }) => state === 'requested').length;
    const insist = async (from: AuthorRecord) => {
      const { id } = unwrap(await ask(ina.actor, ina.record, from));
      unwrap(await store.transact((tx) => withdrawAttestation(tx, ina.actor, { attestationId: id })));
    };
    for (let each = 0; each < 5; each += 1) await insist(ray.record);
    expect(await countNotificationsTo(ray.actor)).toBe(1);
    advanceDays(32);
    await insist(ray.record);
    expect(await countNotificationsTo(ray.actor)).toBe(2);
    await store.transact((tx) =>
      tx.insert(blocks).values([
        { accountId: ray.actor.accountId, blockedId: ina.actor.accountId, kind: 'block', since: now() },
        { accountId: max.actor.accountId, blockedId: ina.actor.accountId, kind: 'mute', since: now() },
      ]),
    );
    advanceDays(64);
    for (const { record } of [ray, max]) unwrap(await ask(ina.actor, ina.record, record));
    expect([await countNotificationsTo(ray.actor), await countNotificationsTo(max.actor)]).toEqual([2, 0]);
    expect([await asked(ray.actor), await asked(max.actor)]).toEqual([0, 1]);
    expect((await attestationsOf(store.reader, ina.actor)).about.filter(({ state }) => state === 'requested')).toHaveLength(2);
  });

  test('are requested only from owners of claimed records at the required level, and not from oneself', async () => {
    const { store } = database;
    const [cy, lowOwner] = [await person('Cy Asks', 3), await createResearcher(store, 'Low Level', 'weak')];
    const low = { record: lowOwner };
    const unclaimed = await createRecord(store, 'Not Claimed');
    await together('A Work of Three', cy, low, { record: unclaimed });
    expect(await ask(cy.actor, cy.record, unclaimed)).toEqual({ ok: false, code: 'not_your_record' });
    expect(await ask(cy.actor, cy.record, low.record)).toEqual({ ok: false, code: 'attestation_needs_level' });
    expect(await ask(cy.actor, cy.record, low.record, 'vouch')).toEqual({ ok: false, code: 'attestation_needs_level' });
    const second = await createRecord(store, 'C. Asks');
    unwrap(await claimStrongly(cy.actor, second));
    expect(await ask(cy.actor, cy.record, second)).toEqual({ ok: false, code: 'self_attestation' });
    expect(await attestationCandidates(store.reader, cy.actor, cy.record)).toEqual([]);
  });

  test('are requested five times a week at L2, and ten times from L3, answered or not', async () => {
    const { store } = database;
    const [weak, strong] = [await createResearcher(store, 'Wim Weekly', 'weak'), await person('Stu Strong', 3)];
    const others = await Promise.all(Array.from({ length: 11 }, (_, at) => person(`Coauthor ${at}`, 3)));
    await together('A Work of Many', { record: weak }, strong, ...others);
    const askAll = async (actor: Actor, about: AuthorRecord) => {
      const codes: string[] = [];
      for (const { record } of others) {
        const outcome = await ask(actor, about, record);
        codes.push(outcome.ok ? 'done' : outcome.code);
        if (outcome.ok) unwrap(await store.transact((tx) => withdrawAttestation(tx, actor, { attestationId: outcome.value.id })));
      }
      return codes.map((code) => (code === 'done' ? '+' : code === 'request_limit_reached' ? '-' : code)).join('');
    };
    expect(await askAll(weak.actor, weak)).toBe('+++++------');
    expect(await askAll(strong.actor, strong.record)).toBe('++++++++++-');
    advanceDays(8);
    expect(await askAll(weak.actor, weak)).toBe('+++++------');
  });

  test('cannot be requested as a vouch by somebody who shares no work with the owner, and the refusal reveals nothing', async () => {
    const { store } = database;
    const [sel, vic] = [await person('Sel Sells', 3), await person('Vic Vouches', 4)];
    expect(await ask(sel.actor, sel.record, vic.record, 'vouch')).toEqual({ ok: false, code: 'attestation_needs_work' });
    expect((await notificationsOf(store.reader, vic.actor)).filter(({ title }) => title.startsWith('Sel Sells'))).toEqual([]);
    await together('A Work That Both Signed', sel, vic);
    unwrap(await ask(sel.actor, sel.record, vic.record, 'vouch'));
  });

  test('are limited to five vouches in 30 days and 20 in all, also when given concurrently; each lasts 24 months', async () => {
    const { store } = database;
    const vera = await person('Vera Vouches', 4);
    const friends = [];
    for (let each = 0; each < 8; each += 1) {
      const record = await createRecord(store, `Friend ${each}`);
      unwrap(await claimStrongly(await createAccount(store, `Friend ${each}`), record));
      friends.push(record);
    }
    const vouch = (about: AuthorRecord) =>
      store.transact((tx) => vouchFor(tx, vera.actor, { authorId: about.id, fromAuthorId: vera.record.id }));
    const outcomes = await Promise.all(friends.map(vouch));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(5);
    expect(new Set(outcomes.flatMap((each) => (each.ok ? [] : each.code)))).toEqual(new Set(['vouching_limit_reached']));
    const late = friends[outcomes.findIndex(({ ok }) => !ok)];
    const early = outcomes.find(({ ok }) => ok);
    if (!late || !early?.ok) throw new Error('none');
    unwrap(await store.transact((tx) => withdrawAttestation(tx, vera.actor, { attestationId: early.value.id })));
    expect(await vouch(late)).toEqual({ ok: false, code: 'vouching_limit_reached' });
    advanceDays(31);
    unwrap(await vouch(late));
    advanceDays(24 * 31);
    await store.transact((tx) => expireAndRecheckProofs(tx));
    const rows = await store.reader.select().from(attestations).where(eq(attestations.fromAuthorId, vera.record.id));
    expect(rows.map(({ state }) => state).sort()).toEqual(['expired', 'expired', 'expired', 'expired', 'expired', 'withdrawn']);
  });

  test('count once for each person, however many records they own, and no longer after they lose their record', async () => {
    const { store } = database;
    const [ana, two, old] = [await person('Ana Asks', 3), await person('Two Records', 3), await person('Old Owner', 3)];
    const second = await createRecord(store, 'T. Records');
    unwrap(await claimStrongly(two.actor, second));
    await levelled(second, 3);
    await together('A Work of Voices', ana, two, { record: second }, old);
    const [first, again] = [unwrap(await ask(ana.actor, ana.record, two.record)), unwrap(await ask(ana.actor, ana.record, second))];
    const given = await Promise.all([first, again].map(({ id }) => store.transact((tx) => attest(tx, two.actor, { attestationId: id }))));
    expect(given.filter(({ ok }) => ok)).toHaveLength(1);
    expect(given.find(({ ok }) => !ok)).toEqual({ ok: false, code: 'attestation_exists' });
    const { id } = unwrap(await ask(ana.actor, ana.record, old.record));
    const [claim] = await claimsOf(store.reader, old.actor);
    unwrap(await store.transact((tx) => withdrawClaim(tx, old.actor, { claimId: claim?.id ?? '' })));
    await levelled(old.record, 3);
    unwrap(await claimStrongly(await createAccount(store, 'New Owner'), old.record));
    await levelled(old.record, 3);
    expect(await store.transact((tx) => attest(tx, old.actor, { attestationId: id }))).toEqual({ ok: false, code: 'attestation_closed' });
    expect((await eventKinds(ana.record.id)).filter((kind) => kind === 'confirmed')).toHaveLength(1);
  });

  test('end when their author loses the record, or the attested record its owner', async () => {
    const { store } = database;
    const [dee, eli] = [await person('Dee Asks', 3), await person('Eli Leaves', 3)];
    await together('A Work to Leave', dee, eli);
    const { id } = unwrap(await ask(dee.actor, dee.record, eli.record));
    unwrap(await store.transact((tx) => attest(tx, eli.actor, { attestationId: id })));
    const [held] = await claimsOf(store.reader, eli.actor);
    unwrap(await store.transact((tx) => withdrawClaim(tx, eli.actor, { claimId: held?.id ?? '' })));
    expect((await eventKinds(dee.record.id)).at(-1)).toBe('attestation_ended');
    expect((await attestationsOf(store.reader, dee.actor)).about).toMatchObject([{ state: 'withdrawn' }]);
  });
});
