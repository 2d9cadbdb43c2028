import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventsOf } from '#lib/catalog/trust/queries/log.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { openReview } from '#lib/governance/cases/commands/open.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { appealClaim, withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import { proposeMerge } from '#lib/governance/identity/commands/propose.ts';
import { fileReport, openMissingCases, withdrawReport } from '#lib/governance/reports/commands/file-report.ts';
import type { ReportInput } from '#lib/governance/reports/model/report.ts';
import { grantAdmin, revokeAdmin } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { auditEntries, roles } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, reviews } from '#lib/platform/db/schema/claims.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { appointReviewer } from '#lib/portal/decisions/commands/appoint.ts';
import { liftFreeze } from '#lib/portal/decisions/commands/freeze.ts';
import { stepDown, volunteer } from '#lib/portal/decisions/commands/volunteer.ts';
import { voteOn } from '#lib/portal/decisions/commands/vote.ts';
import type { VoteInput } from '#lib/portal/decisions/model/choices.ts';
import { reviewFor } from '#lib/portal/decisions/queries/evidence.ts';
import { queuePage, queueTimes, recentDecisions } from '#lib/portal/decisions/queries/queue.ts';
import { reviewerOf } from '#lib/portal/decisions/queries/reviewers.ts';
import { freshDatabase } from '../database.ts';
import { strongOrcid } from '../evidence.ts';
import {
  type AuthorRecord,
  assignRecord,
  claimWithEvidence,
  createAccount,
  createAdmin,
  createRecord,
  createWork,
  getRecord,
  inPasskeySession,
  makeReviewerEligible,
  runJobs,
} from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let admins: Actor[];
let volunteerOfAda: Actor;
let stranger: Actor;
let ada: AuthorRecord;
let ownRecord: AuthorRecord;

const setLevel = async (record: AuthorRecord, level: number, number: number) => {
  const snapshot = { method: 'evidence-1', points: 60, label: 'Corroborated', parts: {}, computedAt: now() };
  await database.store.transact((tx) => tx.insert(trustSnapshots).values({ authorKey: record.key, number, level, ...snapshot }));
};
const assignTo = (actor: Actor, record: AuthorRecord) => assignRecord(database.store, actor, record);

beforeAll(async () => {
  const { store } = database;
  admins = [];
  for (const name of ['Edda', 'Frida', 'Gero']) admins.push(await createAdmin(store, name));
  stranger = await createAccount(store, 'Stranger');
  volunteerOfAda = await createAccount(store, 'Vera');
  ada = await createRecord(store, 'Ada Byron');
  ownRecord = await createRecord(store, 'Vera Lind');
  await assignTo(volunteerOfAda, ownRecord);
});

const first = () => admins[0] as Actor;
const second = () => admins[1] as Actor;
const third = () => admins[2] as Actor;
const reportInput = (more: Partial<ReportInput> = {}): ReportInput => ({
  subject: 'author',
  subjectId: ada.id,
  kind: 'not_same_person',
  reason: 'some_works',
  works: 'Notes on the engine',
  ...more,
});
/** Files a report. @returns its id and that of its review */
async function fileAndFind(actor: Actor | null, input: ReportInput): Promise<{ reviewId: string; reportId: string }> {
  const { store } = database;
  const network = `${Math.floor(Math.random() * 1e9)}`;
  const outcome = await store.transact((tx) => fileReport(tx, { actor, network }, input));
  if (!outcome.ok) throw new Error(outcome.code);
  const [review] = await store.reader.select().from(reviews).where(eq(reviews.subjectId, outcome.value.reportId));
  return { reviewId: review?.id ?? '', reportId: outcome.value.reportId };
}
const upholdVote = (reviewId: string): VoteInput => ({ reviewId, decision: 'uphold', reason: 'mixed_works', remedy: 'flag_stays' });
const dismissVote = (reviewId: string): VoteInput => ({ reviewId, decision: 'dismiss', reason: 'one_person', remedy: 'nothing_to_do' });
const vote = (actor: Actor, input: VoteInput) => database.store.transact((tx) => voteOn(tx, inPasskeySession(actor), input));
const visibleReviews = async (actor: Actor) => {
  const reviewer = await reviewerOf(database.store.reader, actor);
  return reviewer ? (await queuePage(database.store.reader, reviewer, null, null)).rows.map(({ id }) => id) : null;
};
const stateOf = async (reviewId: string) => (await database.store.reader.select().from(reviews).where(eq(reviews.id, reviewId)))[0];
/** Claims a record with a strong proof. */
const claimStrongly = async (actor: Actor, record: AuthorRecord): Promise<{ claimId: string }> => {
  const orcid = '0000-0003-1415-9269';
  const proof = mintProof(strongOrcid(orcid, '10.1/x'), actor.accountId, record.id);
  const outcome = await database.store.transact(async (tx) => {
    const made = await claimAuthor(tx, actor, { authorId: record.id, proof });
    await tx.update(authors).set({ orcid: null }).where(eq(authors.id, record.id));
    return made;
  });
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value;
};
const eventKinds = async ({ id }: AuthorRecord): Promise<string[]> =>
  ((await eventsOf(database.store.reader, [id])).get(id) ?? []).map(({ kind }) => kind);
const refusal = (name: string) => ({ ok: false, code: name });

describe('who may decide', () => {
  test('an admin is appointed and removed on the command line only, by a confirmed address', async () => {
    const { store } = database;
    const orcidOnly = await createAccount(store, 'Nobody', { noEmail: true });
    expect(await reviewerOf(store.reader, orcidOnly)).toBe(null);
    const grant = (address: string) => store.transact((tx) => grantAdmin(tx, address));
    expect(await grant('nobody@example.org')).toEqual(refusal('unknown_account'));
    expect(await grant('not an address')).toEqual(refusal('bad_address'));
    expect(await grant(first().email ?? '')).toEqual(refusal('already_granted'));
    const extra = await createAccount(store, 'Extra');
    await grant(extra.email ?? '');
    expect((await reviewerOf(store.reader, extra))?.role).toBe('admin');
    expect(await store.transact((tx) => revokeAdmin(tx, extra.email ?? ''))).toEqual({ ok: true, value: { left: 3 } });
    expect(await reviewerOf(store.reader, extra)).toBe(null);
    expect(await store.transact((tx) => revokeAdmin(tx, extra.email ?? ''))).toEqual(refusal('not_granted'));
  });

  test('the owner of a record at L4 may volunteer, which has no effect until an admin appoints them', async () => {
    const { store } = database;
    const offer = (actor: Actor) => store.transact((tx) => volunteer(tx, actor));
    expect(await offer(stranger)).toEqual(refusal('level_too_low_to_review'));
    await setLevel(ownRecord, 3, 1);
    expect(await offer(volunteerOfAda)).toEqual(refusal('level_too_low_to_review'));
    await setLevel(ownRecord, 4, 2);
    expect((await offer(volunteerOfAda)).ok).toBe(true);
    expect(await reviewerOf(store.reader, volunteerOfAda)).toBe(null);
    await makeReviewerEligible(store, volunteerOfAda);
    expect(await reviewerOf(store.reader, volunteerOfAda)).toBe(null);
    const { accountId } = volunteerOfAda;
    expect((await store.transact((tx) => appointReviewer(tx, inPasskeySession(first()), { accountId }))).ok).toBe(true);
    expect((await reviewerOf(store.reader, volunteerOfAda))?.role).toBe('reviewer');
    await setLevel(ownRecord, 3, 3);
    expect(await reviewerOf(store.reader, volunteerOfAda)).toBe(null);
    const { reviewId } = await fileAndFind(null, reportInput());
    expect(await vote(volunteerOfAda, dismissVote(reviewId))).toEqual(refusal('not_a_reviewer'));
    await setLevel(ownRecord, 4, 4);
    expect((await vote(volunteerOfAda, dismissVote(reviewId))).ok).toBe(true);
    await store.transact((tx) => stepDown(tx, volunteerOfAda));
    expect(await reviewerOf(store.reader, volunteerOfAda)).toBe(null);
    expect(await store.reader.select().from(roles).where(eq(roles.accountId, volunteerOfAda.accountId))).toEqual([]);
  });

  test('nobody sees or decides a case that they are a party of', async () => {
    const { store } = database;
    const mine = await fileAndFind(first(), reportInput({ note: 'mine' }));
    expect(await visibleReviews(first())).not.toContain(mine.reviewId);
    expect(await visibleReviews(second())).toContain(mine.reviewId);
    expect(await visibleReviews(stranger)).toBe(null);
    expect(await vote(first(), dismissVote(mine.reviewId))).toEqual(refusal('unknown_review'));
    expect(await vote(stranger, dismissVote(mine.reviewId))).toEqual(refusal('not_a_reviewer'));
    const hers = await createRecord(store, 'Frida Kahn');
    await assignTo(second(), hers);
    const ofHers = await fileAndFind(null, reportInput({ subjectId: hers.id }));
    expect(await visibleReviews(second())).not.toContain(ofHers.reviewId);
    expect(await vote(second(), dismissVote(ofHers.reviewId))).toEqual(refusal('unknown_review'));
    expect((await vote(second(), dismissVote(mine.reviewId))).ok).toBe(true);
    expect((await vote(first(), dismissVote(ofHers.reviewId))).ok).toBe(true);
  });

  test('the page of a case is available only to those who may decide it', async () => {
    const { store } = database;
    const subject = await createRecord(store, 'Paged Person');
    const [party, owner, fallen] = [
      await createAccount(store, 'Page Party'),
      await createAccount(store, 'Page Owner'),
      await createAccount(store, 'Fallen'),
    ];
    await assignTo(owner, subject);
    for (const { email } of [party, owner]) await store.transact((tx) => grantAdmin(tx, email ?? ''));
    const theirs = await createRecord(store, 'Fallen Person');
    await assignTo(fallen, theirs);
    await setLevel(theirs, 4, 1);
    await store.transact((tx) => volunteer(tx, fallen));
    await makeReviewerEligible(store, fallen);
    await store.transact((tx) => appointReviewer(tx, inPasskeySession(first()), { accountId: fallen.accountId }));
    const { reviewId } = await fileAndFind(party, reportInput({ subjectId: subject.id }));
    const page = async (actor: Actor, id = reviewId) => {
      const reviewer = await reviewerOf(store.reader, actor);
      return reviewer ? ((await reviewFor(store.reader, reviewer, id))?.id ?? 'not found') : 'no reviewer';
    };
    expect(await page(fallen)).toBe(reviewId);
    await setLevel(theirs, 3, 2);
    expect(await Promise.all([fallen, stranger, party, owner, first()].map((actor) => page(actor)))).toEqual([
      'no reviewer',
      'no reviewer',
      'not found',
      'not found',
      reviewId,
    ]);
    expect(await page(first(), '0123456789ab')).toBe('not found');
    const lift = (actor: Actor) => store.transact((tx) => liftFreeze(tx, inPasskeySession(actor), { authorId: subject.id }));
    await setLevel(theirs, 4, 3);
    expect([await lift(fallen), await lift(stranger), await lift(first())]).toEqual([
      refusal('not_a_reviewer'),
      refusal('not_a_reviewer'),
      refusal('not_frozen'),
    ]);
    for (const { email } of [party, owner]) await store.transact((tx) => revokeAdmin(tx, email ?? ''));
    await vote(first(), dismissVote(reviewId));
    const reviewer = await reviewerOf(store.reader, first());
    expect((reviewer ? await recentDecisions(store.reader, reviewer) : []).map(({ id }) => id)).toContain(reviewId);
  });

  test('a co-author of the record does not decide who owns it', async () => {
    const { store } = database;
    const co = await createRecord(store, 'Co Author');
    const mine = await createRecord(store, 'Gero Wolf');
    await assignTo(third(), mine);
    await createWork(store, 'Together', [
      { ...co, name: 'Co Author' },
      { ...mine, name: 'Gero Wolf' },
    ]);
    const open = (kind: 'claim' | 'report') =>
      store.transact((tx) => openReview(tx, { kind, subjectId: `x-${kind}`, authorId: co.id, parties: [] }));
    const [claim, report] = [await open('claim'), await open('report')];
    expect(await open('claim')).toBe(claim);
    expect(await visibleReviews(third())).not.toContain(claim);
    expect(await visibleReviews(third())).toContain(report);
    expect(await visibleReviews(first())).toContain(claim);
    await claimStrongly(await createAccount(store, 'Owner'), co);
    const input = reportInput({ subjectId: co.id, kind: 'impersonation', reason: 'not_them', note: 'See their page.' });
    const { reviewId } = await fileAndFind(null, input);
    expect(await visibleReviews(third())).not.toContain(reviewId);
    expect(await vote(third(), { reviewId, decision: 'uphold', reason: 'impersonation', remedy: 'record_frozen' })).toEqual(
      refusal('unknown_review'),
    );
    expect(await visibleReviews(first())).toContain(reviewId);
  });
});

describe('the page of a case', () => {
  test('matches the works of a report, groups those of the profile, and says what each decision does', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Una Twofold');
    const elsewhere = await createRecord(store, 'Otto Other');
    const [mina, jon] = [await createRecord(store, 'Mina Silt'), await createRecord(store, 'Jon Quay')];
    const una = { key: record.key, name: 'Una Twofold' };
    const createNamed = async (title: string, other: { key: number; name: string }[], doi?: string): Promise<string> => {
      const key = await createWork(store, title, other, doi);
      const [work] = await store.reader.select({ id: works.id }).from(works).where(eq(works.key, key));
      return work?.id ?? '';
    };
    const silt = await createNamed('Harbour Silt, Dated Twice', [una, { key: mina.key, name: 'Mina Silt' }], '10.5555/silt');
    await createNamed('Pollen Below the Quay Wall', [una, { key: mina.key, name: 'Mina Silt' }]);
    const tide = await createNamed('Error Bars for Tide Tables', [una, { key: jon.key, name: 'Jon Quay' }]);
    const theirs = await createNamed('Nothing To Do With Una', [{ key: elsewhere.key, name: 'Otto Other' }]);
    await store.transact((tx) => tx.update(authors).set({ worksCount: 3 }).where(eq(authors.id, record.id)));
    const named = `harbour silt dated twice, doi 10.5555/silt\nthe paper “Error Bars for Tide Tables” (2025)\nhttps://x.example/works/${theirs}\nA sediment atlas`;
    const { reviewId } = await fileAndFind(stranger, reportInput({ subjectId: record.id, works: named }));
    const reviewer = await reviewerOf(store.reader, first());
    const page = reviewer && (await reviewFor(store.reader, reviewer, reviewId));
    expect(page?.reported.map(({ work, matchedBy }) => [work?.id, matchedBy, work?.isOnProfile])).toEqual([
      [silt, 'doi', true],
      [tide, 'title', true],
      [theirs, 'address', false],
      [undefined, null, undefined],
    ]);
    expect(page?.submission?.facts).toEqual([]);
    expect(page?.records[0]?.groups.flatMap((group) => group.works)).toHaveLength(3);
    expect(page?.records[0]?.groups.flatMap(({ coauthors }) => coauthors).sort()).toEqual(['Jon Quay', 'Mina Silt']);
    for (const { effects } of page?.choices ?? []) expect(effects.join(' ')).toContain('appeal');
    expect(page?.earlier).toEqual([]);
    await vote(first(), dismissVote(reviewId));
    const { reviewId: next } = await fileAndFind(stranger, reportInput({ subjectId: record.id, works: 'Another one' }));
    const later = reviewer && (await reviewFor(store.reader, reviewer, next));
    expect(later?.earlier).toMatchObject([{ id: reviewId, decision: 'dismiss', reason: 'one_person' }]);
  });
});

describe('a report', () => {
  test('upheld flags the record, dismissed does not; the reporter is notified of the reason, and the audit log has it', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Mixed Person');
    const flags = async () => {
      await runJobs(store);
      return (await getRecord(store, record.id)).flags;
    };
    const reporter = await createAccount(store, 'Mara');
    const one = await fileAndFind(reporter, reportInput({ subjectId: record.id }));
    expect(await flags()).toEqual([]);
    expect(await vote(first(), dismissVote(one.reviewId))).toEqual({ ok: true, value: { decided: true } });
    expect(await flags()).toEqual([]);
    const two = await fileAndFind(reporter, reportInput({ subjectId: record.id, note: 'once more' }));
    expect(await vote(first(), upholdVote(two.reviewId))).toEqual({ ok: true, value: { decided: true } });
    expect(await flags()).toMatchObject([{ rule: 'reported', reason: expect.stringContaining('upheld') }]);
    const [told] = await store.reader
      .select()
      .from(notifications)
      .where(eq(notifications.onceKey, `report_decided:${two.reportId}`));
    expect(told).toMatchObject({ accountId: reporter.accountId, facts: { decision: 'uphold', reason: 'mixed_works' } });
    const audited = await store.reader.select().from(auditEntries).where(eq(auditEntries.subjectId, two.reportId));
    expect(audited.map(({ action }) => action).sort()).toEqual(['review.decided', 'review.voted']);
    expect(audited.every(({ accountId }) => accountId === first().accountId)).toBe(true);
  });

  test('that the owner is another person needs two agreeing votes, and freezes the record', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Borrowed Name');
    await createWork(store, 'A Work of the Real One', [{ ...record, name: 'Borrowed Name' }]);
    await store.transact((tx) => tx.update(works).set({ sources: ['bibtex'] }));
    const owner = await createAccount(store, 'Impostor');
    const unclaimed = await store.transact((tx) =>
      fileReport(
        tx,
        { actor: null, network: 'x' },
        reportInput({ subjectId: record.id, kind: 'impersonation', reason: 'not_them', note: 'see' }),
      ),
    );
    expect(unclaimed).toEqual(refusal('unclaimed_record'));
    await claimStrongly(owner, record);
    const input = reportInput({ subjectId: record.id, kind: 'impersonation', reason: 'not_them', note: 'The real one told me.' });
    const { reviewId } = await fileAndFind(null, input);
    const imp: VoteInput = { reviewId, decision: 'uphold', reason: 'impersonation', remedy: 'record_frozen' };
    expect(await vote(first(), imp)).toEqual({ ok: true, value: { decided: false } });
    expect(await vote(first(), imp)).toEqual(refusal('already_voted'));
    const no: VoteInput = { reviewId, decision: 'dismiss', reason: 'owner_proof', remedy: 'nothing_to_do' };
    expect(await vote(second(), no)).toEqual({ ok: true, value: { decided: false } });
    expect(await eventKinds(record)).not.toContain('frozen');
    expect(await vote(third(), imp)).toEqual({ ok: true, value: { decided: true } });
    expect((await eventKinds(record)).slice(-2)).toEqual(['claim_ended', 'frozen']);
    expect(await getRecord(store, record.id)).toMatchObject({ ownerId: null, claimState: 'unclaimed' });
    await runJobs(store);
    expect((await trustOf(store.reader, record.key))?.level).toBe(0);
    const lift = (actor: Actor) => store.transact((tx) => liftFreeze(tx, inPasskeySession(actor), { authorId: record.id }));
    expect(await lift(owner)).toEqual(refusal('not_a_reviewer'));
    expect((await lift(first())).ok).toBe(true);
    expect(await lift(second())).toEqual(refusal('not_frozen'));
    await runJobs(store);
    expect((await trustOf(store.reader, record.key))?.level).toBe(1);
  });

  test('that is withdrawn closes its review; a later vote is rejected', async () => {
    const { store } = database;
    const { reviewId, reportId } = await fileAndFind(stranger, reportInput({ note: 'withdrawn' }));
    await store.transact((tx) => withdrawReport(tx, stranger, { reportId }));
    expect((await stateOf(reviewId))?.state).toBe('moot');
    expect(await vote(first(), upholdVote(reviewId))).toEqual(refusal('review_decided'));
  });

  test('rejects a reason or remedy of another case kind', async () => {
    const { reviewId } = await fileAndFind(null, reportInput());
    expect(await vote(first(), { ...upholdVote(reviewId), reason: 'fact_wrong' })).toEqual(refusal('invalid'));
    expect(await vote(first(), { ...upholdVote(reviewId), remedy: 'merge_follows' })).toEqual(refusal('invalid'));
    expect(await vote(first(), { ...upholdVote(reviewId), decision: 'approve' })).toEqual(refusal('invalid'));
  });
});

describe('a dispute of a claim', () => {
  /** Creates a record that one account claimed by an iD, and another contests with an iD of their own. */
  const doubted = async (name: string) => {
    const { store } = database;
    const record = await createRecord(store, name);
    const [owner, rival] = [await createAccount(store, `${name} A`), await createAccount(store, `${name} B`)];
    const { claimId } = await claimStrongly(owner, record);
    await claimWithEvidence(store, rival, record, strongOrcid('0000-0002-1825-0097', '10.1/a'));
    const [review] = await store.reader
      .select()
      .from(reviews)
      .where(and(eq(reviews.authorId, record.id), eq(reviews.kind, 'dispute')));
    return { record, owner, rival, claimId, reviewId: review?.id ?? '' };
  };
  const upholds = (reviewId: string): VoteInput => ({ reviewId, decision: 'uphold', reason: 'rival_proof', remedy: 'claim_other' });
  const dismisses = (reviewId: string): VoteInput => ({ reviewId, decision: 'dismiss', reason: 'owner_proof', remedy: 'nothing_to_do' });

  test('revokes the claim only with two agreeing votes, and shows both sides without addresses or names', async () => {
    const { store } = database;
    const { record, owner, rival, reviewId } = await doubted('Nora Vale');
    const reviewer = await reviewerOf(store.reader, first());
    const view = reviewer && (await reviewFor(store.reader, reviewer, reviewId));
    expect(view?.sides.map(({ role, proofs }) => [role, proofs.length])).toEqual([
      ['claimant', 1],
      ['objector', 1],
    ]);
    expect(view?.records).toMatchObject([{ name: 'Nora Vale' }]);
    for (const secret of [owner.email, rival.email, owner.accountId, rival.accountId]) expect(JSON.stringify(view)).not.toContain(secret);
    expect(await vote(first(), upholds(reviewId))).toEqual({ ok: true, value: { decided: false } });
    expect((await getRecord(store, record.id)).ownerId).toBe(owner.accountId);
    expect(await vote(second(), upholds(reviewId))).toEqual({ ok: true, value: { decided: true } });
    expect((await getRecord(store, record.id)).ownerId).toBe(rival.accountId);
  });

  test('upheld for impersonation transfers the record to the person with the stronger proof, and freezes nothing then', async () => {
    const { store } = database;
    const { record, rival, reviewId } = await doubted('Olaf Vale');
    const imp: VoteInput = { ...upholds(reviewId), reason: 'impersonation' };
    await vote(first(), imp);
    expect(await vote(second(), imp)).toEqual({ ok: true, value: { decided: true } });
    expect((await getRecord(store, record.id)).ownerId).toBe(rival.accountId);
    expect(await eventKinds(record)).not.toContain('frozen');
  });

  test('that one reviewer dismisses and another upholds waits for a third', async () => {
    const { store } = database;
    const { record, owner, reviewId } = await doubted('Otto Vale');
    expect(await vote(first(), upholds(reviewId))).toMatchObject({ value: { decided: false } });
    expect(await vote(second(), dismisses(reviewId))).toMatchObject({ value: { decided: false } });
    expect(await vote(third(), dismisses(reviewId))).toMatchObject({ value: { decided: true } });
    expect(await getRecord(store, record.id)).toMatchObject({ ownerId: owner.accountId, claimState: 'claimed' });
  });

  test('is not decided by its two parties, and an appeal not by earlier reviewers', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Pia Vale');
    const [owner, rival] = [await createAccount(store, 'Pia A'), await createAccount(store, 'Pia B')];
    const email = await claimWithEvidence(store, owner, record, { by: 'email' });
    const claimId = email.ok ? email.value.claimId : '';
    await claimWithEvidence(store, rival, record, strongOrcid('0000-0001-5109-3700', '10.1/b'));
    const [review] = await store.reader.select().from(reviews).where(eq(reviews.authorId, record.id));
    const reviewId = review?.id ?? '';
    for (const party of [owner, rival]) {
      await store.transact((tx) => grantAdmin(tx, party.email ?? ''));
      expect(await visibleReviews(party)).not.toContain(reviewId);
      expect(await vote(party, dismisses(reviewId))).toEqual(refusal('unknown_review'));
      await store.transact((tx) => revokeAdmin(tx, party.email ?? ''));
    }
    // The record had no owner, but it takes two votes all the same, because it is given to an account.
    expect(await vote(first(), upholds(reviewId))).toEqual({ ok: true, value: { decided: false } });
    expect(await vote(second(), upholds(reviewId))).toEqual({ ok: true, value: { decided: true } });
    expect(await vote(third(), upholds(reviewId))).toEqual(refusal('review_decided'));
    const [ended] = await store.reader.select().from(claims).where(eq(claims.id, claimId));
    expect(ended).toMatchObject({ state: 'rejected', reason: 'rival_proof', remedy: 'claim_other' });
    expect((await store.transact((tx) => appealClaim(tx, owner, { claimId }))).ok).toBe(true);
    const [appeal] = await store.reader
      .select()
      .from(reviews)
      .where(and(eq(reviews.kind, 'appeal'), eq(reviews.subjectId, claimId)));
    const appealId = appeal?.id ?? '';
    const refuse: VoteInput = { reviewId: appealId, decision: 'reject', reason: 'nothing_new', remedy: 'claim_other' };
    expect(await vote(first(), refuse)).toEqual(refusal('unknown_review'));
    const grant: VoteInput = { reviewId: appealId, decision: 'approve', reason: 'overlooked', remedy: 'nothing_to_do' };
    expect(await vote(rival, grant)).toEqual(refusal('not_a_reviewer'));
    const fourth = await createAdmin(store, 'Ilse');
    expect(await vote(third(), refuse)).toEqual({ ok: true, value: { decided: false } });
    expect(await vote(fourth, refuse)).toEqual({ ok: true, value: { decided: true } });
    await store.transact((tx) => revokeAdmin(tx, fourth.email ?? ''));
    expect(await store.transact((tx) => appealClaim(tx, owner, { claimId }))).toEqual(refusal('claim_closed'));
  });

  test('decided wrongly is corrected by an appeal: two others restore the claim with its proofs', async () => {
    const { store } = database;
    const { record, owner, rival, claimId, reviewId } = await doubted('Rolf Vale');
    await vote(first(), upholds(reviewId));
    await vote(second(), upholds(reviewId));
    expect((await getRecord(store, record.id)).ownerId).toBe(rival.accountId);
    expect((await store.transact((tx) => appealClaim(tx, owner, { claimId }))).ok).toBe(true);
    const [appeal] = await store.reader
      .select()
      .from(reviews)
      .where(and(eq(reviews.kind, 'appeal'), eq(reviews.subjectId, claimId)));
    const grant: VoteInput = { reviewId: appeal?.id ?? '', decision: 'approve', reason: 'overlooked', remedy: 'nothing_to_do' };
    expect(await vote(second(), grant)).toEqual(refusal('unknown_review'));
    const fourth = await createAdmin(store, 'Hilde');
    expect(await vote(third(), grant)).toEqual({ ok: true, value: { decided: false } });
    expect(await vote(fourth, grant)).toEqual({ ok: true, value: { decided: true } });
    await store.transact((tx) => revokeAdmin(tx, fourth.email ?? ''));
    expect(await getRecord(store, record.id)).toMatchObject({ ownerId: owner.accountId, claimState: 'claimed' });
    const held = await store.reader.select().from(claims).where(eq(claims.authorId, record.id));
    expect(held.map(({ accountId, state }) => [accountId === owner.accountId, state]).sort()).toEqual([
      [false, 'revoked'],
      [true, 'accepted'],
    ]);
    expect((await eventKinds(record)).slice(-2)).toEqual(['claim_accepted', 'proof_shown']);
    const heard = (await notificationsOf(store.reader, owner)).map(({ title, text }) => `${title}: ${text}`);
    expect(heard).toContainEqual(expect.stringContaining('Your appeal is granted: The profile of Rolf Vale is yours. The first decision'));
    expect(heard).toContainEqual(
      expect.stringContaining('Somebody else has shown stronger proof for the same works. Look for the profile'),
    );
  });

  test('is closed when the claim is released during a vote', async () => {
    const { store } = database;
    for (let round = 0; round < 5; round += 1) {
      const { owner, claimId, reviewId } = await doubted(`Quin ${round}`);
      const back = store.transact((tx) => withdrawClaim(tx, owner, { claimId }));
      const [withdrawn, voted] = await Promise.all([back, vote(first(), dismisses(reviewId))]);
      expect(withdrawn.ok).toBe(true);
      // If one vote was first, it decides nothing: ownership of a record takes two votes.
      expect([refusal('review_decided'), { ok: true, value: { decided: false } }]).toContainEqual(voted);
      expect((await stateOf(reviewId))?.state).toBe('moot');
    }
  });
});

describe('a proposed merge', () => {
  const proposed = async (name: string, hasOwner: boolean) => {
    const { store } = database;
    const [one, other] = [await createRecord(store, name), await createRecord(store, `${name} II`)];
    const [asker, owner] = [await createAccount(store, `${name} asker`), await createAccount(store, `${name} owner`)];
    if (hasOwner) await claimStrongly(owner, one);
    const outcome = await store.transact((tx) => proposeMerge(tx, asker, { authorId: one.id, otherId: other.id, reason: 'Same ORCID.' }));
    if (!outcome.ok) throw new Error(outcome.code);
    const [review] = await store.reader.select().from(reviews).where(eq(reviews.subjectId, outcome.value.changeId));
    return { one, other, asker, owner, reviewId: review?.id ?? '', changeId: outcome.value.changeId };
  };
  const approve = (reviewId: string): VoteInput => ({ reviewId, decision: 'approve', reason: 'same', remedy: 'undo_30_days' });

  test('of unowned records takes one vote, and shows both records side by side', async () => {
    const { store } = database;
    const { one, other, asker, reviewId, changeId } = await proposed('Ruth Ames', false);
    const reviewer = await reviewerOf(store.reader, first());
    const view = reviewer && (await reviewFor(store.reader, reviewer, reviewId));
    expect(view?.records.map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
    expect(await vote(first(), approve(reviewId))).toEqual({ ok: true, value: { decided: true } });
    const merged = [await getRecord(store, one.id), await getRecord(store, other.id)];
    expect(merged.filter(({ mergedInto }) => mergedInto !== null).length).toBe(1);
    const [told] = await store.reader
      .select()
      .from(notifications)
      .where(eq(notifications.onceKey, `change_decided:${changeId}`));
    const path = `/authors/${one.id}/history`;
    expect(told).toMatchObject({ accountId: asker.accountId, facts: { decision: 'approve', reason: 'same', path } });
  });

  test('of a claimed record takes two votes, and its owner is notified', async () => {
    const { store } = database;
    const { owner, reviewId, changeId } = await proposed('Sven Ames', true);
    expect(await vote(first(), approve(reviewId))).toEqual({ ok: true, value: { decided: false } });
    expect(await vote(second(), approve(reviewId))).toEqual({ ok: true, value: { decided: true } });
    const told = await store.reader
      .select()
      .from(notifications)
      .where(eq(notifications.onceKey, `change_decided:${changeId}`));
    expect(told.map(({ accountId }) => accountId)).toContain(owner.accountId);
  });

  test('that is rejected changes nothing, and states which proof would show it', async () => {
    const { store } = database;
    const { one, other, reviewId } = await proposed('Tove Ames', false);
    await vote(first(), { reviewId, decision: 'reject', reason: 'not_same', remedy: 'show_link' });
    for (const { id } of [one, other]) expect((await getRecord(store, id)).mergedInto).toBe(null);
  });
});

test('a report that is older than the review queue is added to it once', async () => {
  const { store } = database;
  const { reviewId, reportId } = await fileAndFind(null, reportInput({ note: 'older' }));
  await store.transact((tx) => tx.delete(reviews).where(eq(reviews.id, reviewId)));
  for (let round = 0; round < 2; round += 1) await store.transact(openMissingCases);
  const [again, another] = await store.reader.select().from(reviews).where(eq(reviews.subjectId, reportId));
  expect([again?.state, another]).toEqual(['open', undefined]);
  expect((await vote(first(), dismissVote(again?.id ?? ''))).ok).toBe(true);
});

describe('concurrently', () => {
  test('of two votes on one case the first decides and the second is rejected', async () => {
    const { reviewId, reportId } = await fileAndFind(null, reportInput({ note: 'race' }));
    const votes = await Promise.all([
      vote(first(), upholdVote(reviewId)),
      vote(second(), dismissVote(reviewId)),
      vote(third(), upholdVote(reviewId)),
    ]);
    expect(votes.filter(({ ok }) => ok).length).toBe(1);
    expect(votes.filter(({ ok }) => !ok)).toEqual([refusal('review_decided'), refusal('review_decided')]);
    const [report] = await database.store.reader.select().from(reports).where(eq(reports.id, reportId));
    expect(report?.state).toBe((await stateOf(reviewId))?.decision === 'uphold' ? 'upheld' : 'dismissed');
  });

  test('of a vote and a withdrawal one succeeds, and the other is rejected with the reason', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { reviewId, reportId } = await fileAndFind(stranger, reportInput({ note: `round ${round}` }));
      const back = database.store.transact((tx) => withdrawReport(tx, stranger, { reportId }));
      const [withdrawn, voted] = await Promise.all([back, vote(first(), upholdVote(reviewId))]);
      expect([withdrawn.ok, voted.ok].filter(Boolean).length).toBe(1);
      const [report] = await database.store.reader.select().from(reports).where(eq(reports.id, reportId));
      expect([report?.state, (await stateOf(reviewId))?.state]).toEqual(withdrawn.ok ? ['withdrawn', 'moot'] : ['upheld', 'decided']);
    }
  });
});

test('waiting times are public from five decisions on', async () => {
  const { store } = database;
  const other = await freshDatabase();
  expect(await queueTimes(other.store.reader)).toBe(null);
  await other.drop();
  const times = await queueTimes(store.reader);
  expect(times?.decided).toBeGreaterThanOrEqual(5);
  expect(times?.p90Ms).toBeGreaterThanOrEqual(times?.medianMs ?? Number.POSITIVE_INFINITY);
});
