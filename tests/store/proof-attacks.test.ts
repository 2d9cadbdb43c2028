import { and, eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { adoptMethod } from '#lib/governance/claims/commands/adopt-method.ts';
import { decideAppeal } from '#lib/governance/claims/commands/appeals.ts';
import { claimByProof, recheckProof } from '#lib/governance/claims/commands/check.ts';
import { decideDispute } from '#lib/governance/claims/commands/decide.ts';
import { withdrawDispute } from '#lib/governance/claims/commands/dispute.ts';
import { appealClaim, endClaimNotice, revokeHolder } from '#lib/governance/claims/commands/end.ts';
import { issueProof } from '#lib/governance/claims/commands/issue.ts';
import type { ClaimEvidence } from '#lib/governance/claims/model/proof-methods.ts';
import { probeProof } from '#lib/governance/claims/probes/probe.ts';
import type { ProofServices } from '#lib/governance/claims/probes/services.ts';
import { orcidProof } from '#lib/governance/claims/queries/proofs.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { proposeMerge } from '#lib/governance/identity/commands/propose.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes, proofs, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { done } from '#lib/platform/outcome.ts';
import { voteOn } from '#lib/portal/decisions/commands/vote.ts';
import type { VoteInput } from '#lib/portal/decisions/model/choices.ts';
import { reviewFor } from '#lib/portal/decisions/queries/evidence.ts';
import { reviewerOf } from '#lib/portal/decisions/queries/reviewers.ts';
import { emptyOrcidApi, emptyServices, entryBeside, fairPage, orcidItem, strongDns, strongOrcid, untiedOrcid } from '../evidence.ts';
import {
  type AuthorRecord,
  claimWithEvidence,
  createAccount,
  createAdmin,
  createRecord,
  createRecordWithWork,
  createWork,
  getRecord,
  inPasskeySession,
  runJobs,
  unwrap,
} from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

/** Attempts to make a fair proof count as a strong one, and attempts of rivals to win without better evidence. */
const database = databasePerFile();
afterEach(() => runJobs(database.store));

const advanceAndRunJobs = async (days: number) => {
  const at = addMs(now(), daysMs(days));
  setClock(() => at);
  await runJobs(database.store);
};
const transact = <T>(work: Parameters<typeof database.store.transact<T>>[0]) => database.store.transact(work);
const claimRecord = (actor: Actor, record: AuthorRecord, shown: ClaimEvidence) => claimWithEvidence(database.store, actor, record, shown);
const proofOf = async ({ id }: AuthorRecord, { accountId }: Actor) => {
  const mine = and(eq(proofs.authorId, id), eq(proofs.accountId, accountId));
  return (await database.store.reader.select().from(proofs).where(mine))[0];
};
const decisionFields = { reason: 'rival_proof', remedy: 'show_strong_proof' };

describe('a merge', () => {
  test('is made at once only by an owner with proof of control for both records', async () => {
    const { store } = database;
    const wei = await createAccount(store, 'Wei');
    const [mine, namesakes] = [
      await createRecordWithWork(database.store, 'Wei Sun'),
      await createRecordWithWork(database.store, 'Wei Sun'),
    ];
    unwrap(await claimRecord(wei, mine, strongOrcid('0000-0002-1825-0097')));
    unwrap(await claimRecord(wei, namesakes, fairPage('https://wei.example/')));
    await advanceAndRunJobs(8);
    expect((await getRecord(store, namesakes.id)).ownerId).toBe(wei.accountId);
    expect((await trustOf(store.reader, mine.key))?.level).toBe(3);
    const input = { authorId: mine.id, otherId: namesakes.id, reason: 'Both are mine' };
    expect(await transact((tx) => proposeMerge(tx, wei, input))).toMatchObject({ ok: true, value: { applied: false } });
  });

  test('does not turn an iD from a proof into an assertion of a source on the other record', async () => {
    const { store } = database;
    const orcid = '0000-0001-5109-3700';
    const [one, other] = [await createRecordWithWork(database.store, 'Odd Moon'), await createRecordWithWork(database.store, 'Odd Moon')];
    const odd = await createAccount(store, 'Odd', { orcid });
    unwrap(await claimRecord(odd, one, fairPage('https://odd.example/')));
    unwrap(await claimRecord(odd, other, untiedOrcid(orcid)));
    await advanceAndRunJobs(8);
    expect(await getRecord(store, other.id)).toMatchObject({ orcid, orcidAuthenticated: true });
    const input = { authorId: one.id, otherId: other.id, reason: 'Both are mine' };
    const { changeId } = unwrap(await transact((tx) => proposeMerge(tx, odd, input)));
    unwrap(await transact((tx) => applyChange(tx, changeId)));
    expect(await getRecord(store, other.id)).toMatchObject({ mergedInto: one.key });
    expect(await getRecord(store, one.id)).toMatchObject({ orcid: null, orcidAuthenticated: false });
    expect(unwrap(await orcidProof(store.reader, odd, one.id, emptyOrcidApi))).toMatchObject({ overlap: null });
  });
});

describe('a proof by the earlier method', () => {
  const handmade = { orcid: '0000-0003-1415-9269', overlap: { by: 'identifier', what: '10.1/x' } };
  const asBefore = ({ id }: AuthorRecord) =>
    transact((tx) => tx.update(proofs).set({ method: 'evidence-1', strength: 'strong', facts: handmade }).where(eq(proofs.authorId, id)));

  test('that an appeal restores counts by today’s rules', async () => {
    const { store } = database;
    const record = await createRecordWithWork(database.store, 'Ria Restored');
    const ria = await createAccount(store, 'Ria');
    const { claimId } = unwrap(await claimRecord(ria, record, strongOrcid(handmade.orcid)));
    await asBefore(record);
    await transact((tx) => revokeHolder(tx, record.id, decisionFields));
    unwrap(await transact((tx) => appealClaim(tx, ria, { claimId })));
    unwrap(await transact((tx) => decideAppeal(tx, { claimId, decision: 'approve', ...decisionFields })));
    expect(await proofOf(record, ria)).toMatchObject({ state: 'valid', strength: 'fair', method: 'evidence-3' });
  });

  test('that has expired has the same strength in the tables and in the log', async () => {
    const { store } = database;
    const stale = await createRecordWithWork(database.store, 'Sue Stale');
    const sue = await createAccount(store, 'Sue', { orcid: handmade.orcid });
    unwrap(await claimRecord(sue, stale, strongOrcid(handmade.orcid, `10.1234/${stale.id}`)));
    await asBefore(stale);
    await transact((tx) => tx.update(proofs).set({ state: 'stale' }).where(eq(proofs.authorId, stale.id)));
    const item = orcidItem({ identifiers: [{ scheme: 'doi', value: `10.1234/${stale.id}` }] });
    const contributors = entryBeside('Sue Stale', 1);
    const orcid = { ...emptyOrcidApi, names: async () => done(['Sue Stale']), works: async () => done([item]), contributors };
    const world: ProofServices = { ...emptyServices, orcid };
    await adoptMethod(store, world);
    expect(await proofOf(stale, sue)).toMatchObject({ state: 'stale', strength: 'fair', method: 'evidence-3' });
    // Found again in two checks: the log records that the proof is strong now.
    const id = (await proofOf(stale, sue))?.id ?? '';
    for (let time = 0; time < 2; time += 1) await recheckProof(store, id, world);
    await runJobs(store);
    expect(await proofOf(stale, sue)).toMatchObject({ state: 'valid', strength: 'strong' });
    expect((await trustOf(store.reader, stale.key))?.level).toBe(3);
  });
});

test('an expired proof that is fair by now can be repeated, at that strength', async () => {
  const { store } = database;
  const record = await createRecordWithWork(database.store, 'Pat Page');
  const pat = await createAccount(store, 'Pat');
  const page = 'https://pat.example/';
  unwrap(await claimRecord(pat, record, strongOrcid('0000-0001-6187-6610')));
  const first = unwrap(await transact((tx) => issueProof(tx, pat, { authorId: record.id, kind: 'rel_me', target: page })));
  unwrap(
    await transact((tx) =>
      claimByProof(tx, pat, first, { ...fairPage(page), ownedBy: { by: 'orcid', since: '2020-01-01' }, registeredOn: '2010-01-01' }),
    ),
  );
  await transact((tx) => tx.update(proofs).set({ state: 'stale' }).where(eq(proofs.id, first.id)));
  const again = unwrap(await transact((tx) => issueProof(tx, pat, { authorId: record.id, kind: 'rel_me', target: page })));
  expect(again).toMatchObject({ state: 'issued', token: first.token });
  unwrap(await transact((tx) => claimByProof(tx, pat, again, fairPage(page))));
  const rows = await store.reader.select().from(proofs).where(eq(proofs.target, page));
  expect(rows.map(({ state, strength }) => `${state} ${strength}`).sort()).toEqual(['expired strong', 'valid fair']);
});

test('a name below a shared suffix has an unknown age: the registration of its parent proves nothing', async () => {
  const { store } = database;
  const record = await createRecord(store, 'Una Suffix', { orcid: '0000-0002-9079-593X', authenticated: true });
  const workKey = await createWork(store, 'A Work of Una Suffix', [{ key: record.key, name: 'Una Suffix' }], '10.1234/una');
  await transact((tx) => tx.update(works).set({ url: 'https://una.uk.com/paper' }).where(eq(works.key, workKey)));
  const world: ProofServices = {
    ...emptyServices,
    orcidAddresses: async () => [{ url: 'https://una.uk.com/', addedOn: '2020-01-01' }],
    records: async () => done(['peergraph-proof=token']),
    json: async (address) =>
      address.endsWith('/domain/uk.com')
        ? done({ events: [{ eventAction: 'registration', eventDate: '1995-01-01T00:00:00Z' }] })
        : emptyServices.json(address),
  };
  const asked = { accountId: 'a', authorId: record.id, kind: 'dns' as const, target: 'una.uk.com', token: 'token' };
  expect(unwrap(await probeProof(store.reader, asked, world))).toMatchObject({ ownedBy: { by: 'orcid' }, registeredOn: null });
});

describe('rivals of one claim', () => {
  const admin = async (name: string): Promise<Actor> => inPasskeySession(await createAdmin(database.store, name));
  const openFor = async ({ id }: AuthorRecord) => {
    const open = and(eq(disputes.authorId, id), eq(disputes.state, 'open'));
    return database.store.reader.select().from(disputes).where(open).orderBy(disputes.openedAt, disputes.id);
  };

  test('add proofs: a vote on the evidence before is refused, and a vote on the present evidence counts', async () => {
    const { store } = database;
    const record = await createRecordWithWork(store, 'Nora Notice');
    const [nora, rival, voter] = [await createAccount(store, 'Nora'), await createAccount(store, 'Rival'), await admin('Admin Late')];
    unwrap(await claimRecord(nora, record, fairPage('https://nora.example/')));
    await claimRecord(rival, record, fairPage('https://rival.example/'));
    const [review] = await store.reader.select().from(reviews).where(eq(reviews.authorId, record.id));
    const reviewId = review?.id ?? '';
    const shown = async () => {
      const reviewer = await reviewerOf(store.reader, voter);
      return reviewer && (await reviewFor(store.reader, reviewer, reviewId))?.evidenceVersion;
    };
    const before = (await shown()) ?? '';
    const vote = (evidence: string) =>
      transact((tx) => voteOn(tx, voter, { reviewId, decision: 'uphold', reason: 'rival_proof', remedy: 'show_strong_proof', evidence }));
    await claimRecord(nora, record, fairPage('https://nora.example/again'));
    expect(await shown()).not.toBe(before);
    expect(await vote(before)).toEqual({ ok: false, code: 'evidence_changed' });
    expect(unwrap(await vote((await shown()) ?? ''))).toEqual({ decided: false });
  });

  test('win only by votes for themselves: a vote for a withdrawn rival counts for nobody', async () => {
    const { store } = database;
    const record = await createRecordWithWork(database.store, 'Vic Victim');
    const [vic, accomplice, mallory] = [
      await createAccount(store, 'Vic'),
      await createAccount(store, 'Ann'),
      await createAccount(store, 'Mallory'),
    ];
    const [one, two] = [await admin('Admin One'), await admin('Admin Two')];
    unwrap(await claimRecord(vic, record, fairPage('https://vic.example/')));
    await claimRecord(accomplice, record, fairPage('https://ann.example/'));
    const [review] = await store.reader.select().from(reviews).where(eq(reviews.authorId, record.id));
    const upholds = (favours?: string): VoteInput => ({
      reviewId: review?.id ?? '',
      decision: 'uphold',
      reason: 'rival_proof',
      remedy: 'show_strong_proof',
      ...(favours !== undefined && { favours }),
    });
    const vote = (actor: Actor, input: VoteInput) => transact((tx) => voteOn(tx, actor, input));
    expect(unwrap(await vote(one, upholds()))).toEqual({ decided: false });
    const [first] = await openFor(record);
    const kept = await store.reader
      .select()
      .from(reviewVotes)
      .where(eq(reviewVotes.reviewId, review?.id ?? ''));
    expect(kept.map(({ favours }) => favours)).toEqual([first?.id]);
    await claimRecord(mallory, record, fairPage('https://mallory.example/'));
    // A vote is valid only for the rivals that the reviewer saw: not after another one appeared, and not for one that withdrew.
    expect(await vote(two, upholds())).toEqual({ ok: false, code: 'rivals_changed' });
    unwrap(await transact((tx) => withdrawDispute(tx, accomplice, { disputeId: first?.id ?? '' })));
    expect(await vote(two, upholds(first?.id))).toEqual({ ok: false, code: 'rivals_changed' });
    expect(unwrap(await vote(two, upholds()))).toEqual({ decided: false });
    expect((await openFor(record)).map(({ accountId }) => accountId)).toEqual([mallory.accountId]);
  });

  test('that are all rejected leave the record free, also if only one of them remains', async () => {
    const { store } = database;
    const record = await createRecordWithWork(database.store, 'Nora None');
    const [nora, rival] = [await createAccount(store, 'Nora'), await createAccount(store, 'Rival')];
    unwrap(await claimRecord(nora, record, fairPage('https://nora.example/')));
    await claimRecord(rival, record, strongDns('nora-rival.example'));
    const [open] = await openFor(record);
    unwrap(
      await transact((tx) =>
        decideDispute(tx, { questionId: open?.questionId ?? '', decision: 'uphold', favours: null, ...decisionFields }),
      ),
    );
    expect(await getRecord(store, record.id)).toMatchObject({ ownerId: null, claimState: 'unclaimed' });
  });

  test('are heard at the very moment the notice ends', async () => {
    const { store } = database;
    for (let time = 0; time < 6; time += 1) {
      const record = await createRecordWithWork(database.store, `Eve Ending${'abcdef'[time]}`);
      const [eve, rival] = [await createAccount(store, 'Eve'), await createAccount(store, 'Rival')];
      const { claimId } = unwrap(await claimRecord(eve, record, fairPage('https://eve.example/')));
      setClock(() => addMs(new Date(), daysMs(8)));
      await Promise.all([transact((tx) => endClaimNotice(tx, { claimId })), claimRecord(rival, record, strongDns('late.example'))]);
      setClock(() => new Date());
      expect(await openFor(record)).toMatchObject([{ accountId: rival.accountId, marks: true }]);
      expect((await getRecord(store, record.id)).claimState).toBe('disputed');
    }
  });

  test('leave a claim in review when they withdraw', async () => {
    const { store } = database;
    const [first, other] = [
      await createRecordWithWork(database.store, 'Ida Earlier'),
      await createRecordWithWork(database.store, 'Otto Later'),
    ];
    const [ida, rival] = [await createAccount(store, 'Ida'), await createAccount(store, 'Rival')];
    unwrap(await claimRecord(ida, first, fairPage('https://ida.example/')));
    expect(unwrap(await claimRecord(ida, other, fairPage('https://otto.example/')))).toMatchObject({ stage: 'in_review' });
    await claimRecord(rival, other, fairPage('https://rival.example/'));
    expect((await getRecord(store, other.id)).claimState).toBe('disputed');
    const [open] = await openFor(other);
    unwrap(await transact((tx) => withdrawDispute(tx, rival, { disputeId: open?.id ?? '' })));
    expect((await getRecord(store, other.id)).claimState).toBe('pending');
  });

  test('stop a notice twice by withdrawing and objecting again, and not again with the same strength', async () => {
    const { store } = database;
    const record = await createRecordWithWork(database.store, 'Hal Honest');
    const [hal, troll] = [await createAccount(store, 'Hal'), await createAccount(store, 'Troll')];
    unwrap(await claimRecord(hal, record, fairPage('https://hal.example/')));
    for (const time of [1, 2]) {
      await claimRecord(troll, record, fairPage(`https://troll${time}.example/`));
      const [open] = await openFor(record);
      unwrap(await transact((tx) => withdrawDispute(tx, troll, { disputeId: open?.id ?? '' })));
    }
    await claimRecord(troll, record, fairPage('https://troll3.example/'));
    expect(await openFor(record)).toEqual([]);
    const [claim] = await store.reader.select().from(claims).where(eq(claims.authorId, record.id));
    expect(claim?.state).toBe('notice_period');
    // A rival with stronger evidence than before is heard.
    await claimRecord(troll, record, strongDns('troll.example'));
    expect(await openFor(record)).toHaveLength(1);
    expect(await store.reader.select().from(authors).where(eq(authors.id, record.id))).toMatchObject([{ ownerId: null }]);
  });
});
