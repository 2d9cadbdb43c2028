import { and, desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { eventsOf } from '#lib/catalog/trust/queries/log.ts';
import { requestRecovery } from '#lib/community/accounts/commands/recovery.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import type { AppealOf } from '#lib/governance/cases/model/review-case.ts';
import { disputeCase } from '#lib/governance/claims/case-handlers/dispute.ts';
import { freezeRecord } from '#lib/governance/claims/commands/freeze.ts';
import type { ClaimEvidence } from '#lib/governance/claims/model/proof-methods.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { proposeMerge } from '#lib/governance/identity/commands/propose.ts';
import { confirmVisibility, expireVisibilityLinks, requestVisibility } from '#lib/governance/identity/commands/visibility-requests.ts';
import { fileReport } from '#lib/governance/reports/commands/file-report.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { accounts, auditEntries, rateLimits } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { appeals, claims, disputes, reviews } from '#lib/platform/db/schema/claims.ts';
import { organisationDomains, organisations } from '#lib/platform/db/schema/contexts.ts';
import { identityChanges, visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { fileAppeal, fileAppealByLink } from '#lib/portal/decisions/commands/appeals.ts';
import { liftFreeze } from '#lib/portal/decisions/commands/freeze.ts';
import { notifyReviewers } from '#lib/portal/decisions/commands/notify-reviewers.ts';
import { voteOn } from '#lib/portal/decisions/commands/vote.ts';
import type { VoteInput } from '#lib/portal/decisions/model/choices.ts';
import { appealView, mailedAnswer } from '#lib/portal/decisions/queries/appeals.ts';
import { reviewFor } from '#lib/portal/decisions/queries/evidence.ts';
import { queuePage } from '#lib/portal/decisions/queries/queue.ts';
import { reviewerOf } from '#lib/portal/decisions/queries/reviewers.ts';
import { namedAddress, strongDns } from '../evidence.ts';
import {
  type AuthorRecord,
  advanceDays,
  claimWithEvidence,
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

/** Appeals against decisions, and who is excluded from deciding them. */
const database = databasePerFile();
let admins: [Actor, Actor, Actor, Actor, Actor, Actor];

beforeAll(async () => {
  admins = [
    await createAdmin(database.store, 'Edda'),
    await createAdmin(database.store, 'Frida'),
    await createAdmin(database.store, 'Gero'),
    await createAdmin(database.store, 'Hilde'),
    await createAdmin(database.store, 'Ida'),
    await createAdmin(database.store, 'Jona'),
  ];
});
const transact = <T>(work: Parameters<typeof database.store.transact<T>>[0]) => database.store.transact(work);
const refusal = (name: string) => ({ ok: false, code: name });
const dns = (domain: string): ClaimEvidence => strongDns(domain);
const colleague: ClaimEvidence = namedAddress({ domain: 'uni.example', rorId: '0uni00000', organisation: 'Uni' });
const claimRecord = (actor: Actor, record: AuthorRecord, shown: ClaimEvidence) => claimWithEvidence(database.store, actor, record, shown);
const openReviewId = async (subjectId: string, kind: string): Promise<string> => {
  const of = and(eq(reviews.subjectId, subjectId), eq(reviews.kind, kind));
  const [row] = await database.store.reader.select().from(reviews).where(of).orderBy(desc(reviews.openedAt));
  return row?.id ?? '';
};
const vote = (actor: Actor, reviewId: string, decision: VoteInput['decision'], reason: string, remedy: string) =>
  transact((tx) => voteOn(tx, inPasskeySession(actor), { reviewId, decision, reason, remedy }));
/** Dismisses an objection by the votes of the first two admins. */
async function dismissObjection(disputeId: string): Promise<void> {
  const reviewId = await openReviewId(disputeId, 'dispute');
  expect(unwrap(await vote(admins[0], reviewId, 'dismiss', 'owner_proof', 'nothing_to_do'))).toEqual({ decided: false });
  expect(unwrap(await vote(admins[1], reviewId, 'dismiss', 'owner_proof', 'nothing_to_do'))).toEqual({ decided: true });
}
const appealAs = (actor: Actor, of: AppealOf, subjectId: string) =>
  transact((tx) => fileAppeal(tx, actor, { of, subjectId, words: 'You missed page 3.' }));
const notificationTitles = async (actor: Actor) => (await notificationsOf(database.store.reader, actor)).map(({ title }) => title);
const eventKinds = async ({ id }: AuthorRecord) => ((await eventsOf(database.store.reader, [id])).get(id) ?? []).map(({ kind }) => kind);
const canSeeReview = async (actor: Actor, reviewId: string) => {
  const reviewer = await reviewerOf(database.store.reader, actor);
  return reviewer !== null && (await reviewFor(database.store.reader, reviewer, reviewId)) !== null;
};

describe('an objection', () => {
  const disputed = async (name: string, ownersProof: ClaimEvidence, rivals: ClaimEvidence) => {
    const record = await createRecord(database.store, name);
    await createWork(database.store, `The Work of ${name}`, [{ key: record.key, name }]);
    const [owner, rival] = [await createAccount(database.store, `${name} A`), await createAccount(database.store, `${name} B`)];
    unwrap(await claimRecord(owner, record, ownersProof));
    expect(await claimRecord(rival, record, rivals)).toEqual(refusal('already_claimed'));
    const [dispute] = await database.store.reader.select().from(disputes).where(eq(disputes.authorId, record.id));
    return { record, owner, rival, disputeId: dispute?.id ?? '', marks: dispute?.marks };
  };

  test('that was dismissed is reviewed again by two other reviewers; if granted, the record changes owner and both are notified', async () => {
    const { record, owner, rival, disputeId } = await disputed('Ada Again', dns('ada-one.example'), dns('ada-two.example'));
    await dismissObjection(disputeId);
    expect((await getRecord(database.store, record.id)).ownerId).toBe(owner.accountId);
    expect(await appealAs(owner, 'dispute', disputeId)).toEqual(refusal('unknown_decision'));
    expect((await appealView(database.store.reader, rival.accountId, { of: 'dispute', subjectId: disputeId }))?.appeal).toBeNull();
    unwrap(await appealAs(rival, 'dispute', disputeId));
    expect(await appealAs(rival, 'dispute', disputeId)).toEqual(refusal('appeal_filed'));
    const reviewId = await openReviewId(disputeId, 'appeal');
    expect(await Promise.all([admins[0], admins[1], owner, rival, admins[2]].map((actor) => canSeeReview(actor, reviewId)))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    const reviewer = await reviewerOf(database.store.reader, admins[2]);
    const view = reviewer && (await reviewFor(database.store.reader, reviewer, reviewId));
    expect(view).toMatchObject({
      appeal: { of: 'dispute', words: 'You missed page 3.', against: { decision: 'dismiss', byAppeal: false } },
      choices: disputeCase.appeal.choices,
    });
    expect(view?.sides.length).toBe(2);
    expect(await vote(admins[0], reviewId, 'approve', 'overlooked', 'nothing_to_do')).toEqual(refusal('unknown_review'));
    expect(unwrap(await vote(admins[2], reviewId, 'approve', 'overlooked', 'nothing_to_do'))).toEqual({ decided: false });
    expect(unwrap(await vote(admins[3], reviewId, 'approve', 'overlooked', 'nothing_to_do'))).toEqual({ decided: true });
    expect((await getRecord(database.store, record.id)).ownerId).toBe(rival.accountId);
    expect(await notificationTitles(rival)).toContain('Your appeal about Ada Again is granted');
    expect(await notificationTitles(owner)).toContain('An appeal about Ada Again is granted');
    expect(await notificationTitles(owner)).toContain('The profile of Ada Again is no longer yours');
    expect((await eventKinds(record)).filter((kind) => kind.startsWith('dispute'))).toEqual([
      'dispute_opened',
      'dispute_closed',
      'dispute_opened',
      'dispute_closed',
    ]);
    const acts = await database.store.reader.select().from(auditEntries).where(eq(auditEntries.subjectId, disputeId));
    expect(acts.map(({ action }) => action)).toEqual(expect.arrayContaining(['appeal.filed', 'review.voted', 'review.decided']));
    // The owner who lost appeals about their own claim; nobody who decided so far may decide the appeal.
    const claimId = (await database.store.reader.select().from(disputes).where(eq(disputes.id, disputeId)))[0]?.claimId ?? '';
    unwrap(await appealAs(owner, 'claim', claimId));
    const last = await openReviewId(claimId, 'appeal');
    expect(await Promise.all(admins.map((actor) => canSeeReview(actor, last)))).toEqual([false, false, false, false, true, true]);
    // Their proofs were revoked with the claim; the reviewer of the appeal still sees them.
    const ida = await reviewerOf(database.store.reader, admins[4]);
    const again = ida && (await reviewFor(database.store.reader, ida, last));
    expect(again?.sides.find(({ role }) => role === 'claimant')?.proofs).toMatchObject([{ kind: 'dns', state: 'revoked' }]);
  });

  test('cannot be appealed after 30 days', async () => {
    const { rival, disputeId } = await disputed('Late Lara', dns('lara-one.example'), dns('lara-two.example'));
    await dismissObjection(disputeId);
    const refusalCode = async () =>
      (await appealView(database.store.reader, rival.accountId, { of: 'dispute', subjectId: disputeId }))?.refusal;
    expect(await refusalCode()).toBeNull();
    advanceDays(31);
    expect(await refusalCode()).toBe('appeal_deadline_passed');
    expect(await appealAs(rival, 'dispute', disputeId)).toEqual(refusal('appeal_deadline_passed'));
  });

  test('that was dismissed cannot be granted once the claim has ended, and the appellant is notified', async () => {
    const { record, owner, rival, disputeId } = await disputed('Moot Mona', dns('mona-one.example'), dns('mona-two.example'));
    await dismissObjection(disputeId);
    unwrap(await appealAs(rival, 'dispute', disputeId));
    await transact((tx) => tx.update(disputes).set({ state: 'withdrawn' }).where(eq(disputes.id, disputeId)));
    const reviewId = await openReviewId(disputeId, 'appeal');
    await vote(admins[3], reviewId, 'approve', 'overlooked', 'nothing_to_do');
    unwrap(await vote(admins[2], reviewId, 'approve', 'overlooked', 'nothing_to_do'));
    expect((await getRecord(database.store, record.id)).ownerId).toBe(owner.accountId);
    expect(await notificationTitles(rival)).toContain('Your appeal about Moot Mona is closed');
    const [filed] = await database.store.reader.select().from(appeals).where(eq(appeals.subjectId, disputeId));
    expect(filed?.state).toBe('moot');
  });

  /** Creates an owner with proofs of two families, 91 days before a rival presents a strong one. */
  const established = async (name: string) => {
    const record = await createRecord(database.store, name);
    await createWork(database.store, `The Work of ${name}`, [{ key: record.key, name }]);
    const [owner, rival] = [await createAccount(database.store, `${name} A`), await createAccount(database.store, `${name} B`)];
    for (const shown of [dns(`${record.id}.example`), colleague]) unwrap(await claimRecord(owner, record, shown));
    advanceDays(91);
    expect(await claimRecord(rival, record, dns(`rival-of-${record.id}.example`))).toEqual(refusal('already_claimed'));
    const [dispute] = await database.store.reader.select().from(disputes).where(eq(disputes.authorId, record.id));
    return { record, owner, rival, disputeId: dispute?.id ?? '', marks: dispute?.marks };
  };

  test('against an owner with two proof families for 90 days leaves the record editable during the review', async () => {
    const { record, owner, rival, disputeId, marks } = await established('Calm Carla');
    expect(marks).toBe(false);
    expect(await getRecord(database.store, record.id)).toMatchObject({ claimState: 'claimed', ownerId: owner.accountId });
    expect(await proveOwnership(database.store.reader, owner, record.id)).not.toBeNull();
    expect(await eventKinds(record)).not.toContain('dispute_opened');
    expect(await notificationTitles(owner)).toContain('Another person has added a proof for the profile of Calm Carla');
    const reviewId = await openReviewId(disputeId, 'dispute');
    expect(unwrap(await vote(admins[0], reviewId, 'uphold', 'rival_proof', 'show_strong_proof'))).toEqual({ decided: false });
    expect(unwrap(await vote(admins[1], reviewId, 'uphold', 'rival_proof', 'show_strong_proof'))).toEqual({ decided: true });
    expect((await getRecord(database.store, record.id)).ownerId).toBe(rival.accountId);
    expect((await eventKinds(record)).filter((kind) => kind.startsWith('dispute'))).toEqual(['dispute_opened', 'dispute_closed']);
  });

  test('against an owner with one strong proof freezes the record; if it never froze, a dismissal leaves no trace in the log', async () => {
    const equal = await disputed('Equal Edo', colleague, dns('edo.example'));
    expect(equal.marks).toBe(true);
    expect((await getRecord(database.store, equal.record.id)).claimState).toBe('disputed');
    const lesser = await established('Lesser Leo');
    await dismissObjection(lesser.disputeId);
    expect((await eventKinds(lesser.record)).filter((kind) => kind.startsWith('dispute'))).toEqual([]);
    expect(await proveOwnership(database.store.reader, lesser.owner, lesser.record.id)).not.toBeNull();
  });
});

describe('a report', () => {
  const reported = async (name: string, reporter: Actor, kind: 'not_same_person' | 'impersonation', record?: AuthorRecord) => {
    const about = record ?? (await createRecord(database.store, name));
    const more =
      kind === 'impersonation' ? { reason: 'not_them', note: 'See their page.' } : { reason: 'some_works', works: 'One of 2012' };
    const input = { subject: 'author' as const, subjectId: about.id, kind, ...more };
    const { reportId } = unwrap(await transact((tx) => fileReport(tx, { actor: reporter, network: name }, input)));
    return { about, reportId };
  };
  const stateOf = async (id: string) => (await database.store.reader.select().from(reports).where(eq(reports.id, id)))[0]?.state;

  test('that was dismissed is upheld on appeal by another reviewer, and its reporter is notified', async () => {
    const reporter = await createAccount(database.store, 'Rita');
    const { reportId } = await reported('Rea Port', reporter, 'not_same_person');
    unwrap(await vote(admins[0], await openReviewId(reportId, 'report'), 'dismiss', 'one_person', 'nothing_to_do'));
    expect(await appealAs(await createAccount(database.store, 'Nobody'), 'report', reportId)).toEqual(refusal('unknown_decision'));
    unwrap(await appealAs(reporter, 'report', reportId));
    const reviewId = await openReviewId(reportId, 'appeal');
    expect(await vote(admins[0], reviewId, 'approve', 'overlooked', 'corrected')).toEqual(refusal('unknown_review'));
    expect(unwrap(await vote(admins[1], reviewId, 'approve', 'overlooked', 'corrected'))).toEqual({ decided: true });
    expect(await stateOf(reportId)).toBe('upheld');
    expect(await notificationTitles(reporter)).toContain('Your appeal about Rea Port is granted');
  });

  test('upheld against a claimed record notifies the owner, who appeals; the reporter is notified of the outcome', async () => {
    const [reporter, owner] = [await createAccount(database.store, 'Rolf'), await createAccount(database.store, 'Owena')];
    const record = await createRecord(database.store, 'Owned Person');
    unwrap(await claimRecord(owner, record, dns('owned.example')));
    const { reportId } = await reported('Owned Person', reporter, 'not_same_person', record);
    unwrap(await vote(admins[0], await openReviewId(reportId, 'report'), 'uphold', 'mixed_works', 'flag_stays'));
    expect(await notificationTitles(owner)).toContain('A report about the profile of Owned Person was upheld');
    unwrap(await appealAs(owner, 'report', reportId));
    const reviewId = await openReviewId(reportId, 'appeal');
    unwrap(await vote(admins[1], reviewId, 'approve', 'new_facts', 'corrected'));
    expect(await stateOf(reportId)).toBe('dismissed');
    expect(await notificationTitles(reporter)).toContain('An appeal about Owned Person is granted');
  });

  test('of impersonation needs two votes again on appeal, and a granted appeal removes the owner', async () => {
    const [reporter, owner] = [await createAccount(database.store, 'Ria'), await createAccount(database.store, 'Imposter')];
    const record = await createRecord(database.store, 'True Name');
    unwrap(await claimRecord(owner, record, dns('true.example')));
    const { reportId } = await reported('True Name', reporter, 'impersonation', record);
    unwrap(await vote(admins[0], await openReviewId(reportId, 'report'), 'dismiss', 'owner_proof', 'nothing_to_do'));
    unwrap(await appealAs(reporter, 'report', reportId));
    const reviewId = await openReviewId(reportId, 'appeal');
    expect(unwrap(await vote(admins[1], reviewId, 'approve', 'overlooked', 'nothing_to_do'))).toEqual({ decided: false });
    expect(unwrap(await vote(admins[2], reviewId, 'approve', 'overlooked', 'nothing_to_do'))).toEqual({ decided: true });
    expect((await getRecord(database.store, record.id)).ownerId).toBeNull();
    expect(await eventKinds(record)).toContain('frozen');
    expect(await notificationTitles(owner)).toContain('The profile of True Name is no longer yours');
  });
});

test('a rejected merge is made on appeal, and a made one is undone on an appeal of the owner', async () => {
  const proposed = async (name: string, owner: Actor | null) => {
    const [one, other] = [await createRecord(database.store, name), await createRecord(database.store, `${name} II`)];
    if (owner) unwrap(await claimRecord(owner, one, dns(`${name.replaceAll(' ', '-').toLowerCase()}.example`)));
    const asker = await createAccount(database.store, `${name} asker`);
    const merge = { authorId: one.id, otherId: other.id, reason: 'Same page.' };
    return { asker, changeId: unwrap(await transact((tx) => proposeMerge(tx, asker, merge))).changeId, other };
  };
  const stateOf = async (id: string) =>
    (await database.store.reader.select().from(identityChanges).where(eq(identityChanges.id, id)))[0]?.state;
  const down = await proposed('Mara Turned', null);
  unwrap(await vote(admins[0], await openReviewId(down.changeId, 'merge'), 'reject', 'cannot_check', 'show_link'));
  unwrap(await appealAs(down.asker, 'merge', down.changeId));
  unwrap(await vote(admins[1], await openReviewId(down.changeId, 'appeal'), 'approve', 'new_facts', 'undo_30_days'));
  expect(await stateOf(down.changeId)).toBe('applied');
  const owner = await createAccount(database.store, 'Merged Owner');
  const made = await proposed('Mia Made', owner);
  for (const each of [admins[0], admins[1]])
    unwrap(await vote(each, await openReviewId(made.changeId, 'merge'), 'approve', 'same', 'undo_30_days'));
  expect(await stateOf(made.changeId)).toBe('applied');
  expect(await appealAs(made.asker, 'merge', made.changeId)).toEqual(refusal('unknown_decision'));
  unwrap(await appealAs(owner, 'merge', made.changeId));
  const reviewId = await openReviewId(made.changeId, 'appeal');
  expect(unwrap(await vote(admins[2], reviewId, 'approve', 'overlooked', 'undo_30_days'))).toEqual({ decided: false });
  expect(unwrap(await vote(admins[3], reviewId, 'approve', 'overlooked', 'undo_30_days'))).toEqual({ decided: true });
  expect(await stateOf(made.changeId)).toBe('undone');
  expect(await notificationTitles(made.asker)).toContain('An appeal about Mia Made is granted');
});

describe('a name-display request', () => {
  const shownAs = async ({ id }: AuthorRecord) => (await getRecord(database.store, id)).visibility;
  const ask = (record: AuthorRecord, more: { email?: string; actor?: Actor } = {}) =>
    transact((tx) =>
      requestVisibility(
        tx,
        record.id,
        { record: record.id, wanted: 'suppressed', ...(more.email && { email: more.email }) },
        more.actor ?? null,
      ),
    );
  const requestOf = async ({ id }: AuthorRecord) =>
    (await database.store.reader.select().from(visibilityRequests).where(eq(visibilityRequests.authorId, id)))[0];
  const letterTo = async (address: string) => {
    const mails = await database.store.reader.select().from(jobs).where(eq(jobs.kind, 'send-mail')).orderBy(desc(jobs.createdAt));
    const [last] = mails.map(({ payload }) => payload as { to: string; text: string }).filter(({ to }) => to === address);
    const [, request = '', code = ''] = /request=([0-9a-z]{12})&code=([0-9a-z]{32})/.exec(last?.text ?? '') ?? [];
    return { text: last?.text ?? '', request, code };
  };
  const approve = (actor: Actor, reviewId: string) => vote(actor, reviewId, 'approve', 'theirs_to_ask', 'nothing_to_do');
  const reject = (actor: Actor, reviewId: string) => vote(actor, reviewId, 'reject', 'not_theirs', 'other_proof');

  test('is never decided by the person who made it, by account or address, and needs two votes to be granted', async () => {
    const record = await createRecord(database.store, 'Sela Self');
    await ask(record, { actor: admins[0] });
    const mine = await openReviewId((await requestOf(record))?.id ?? '', 'suppression');
    expect(await approve(admins[0], mine)).toEqual(refusal('unknown_review'));
    expect(unwrap(await approve(admins[1], mine))).toEqual({ decided: false });
    expect(await shownAs(record)).toBe('visible');
    expect(unwrap(await approve(admins[2], mine))).toEqual({ decided: true });
    expect(await shownAs(record)).toBe('suppressed');
    expect(await notificationTitles(admins[0])).toContain('A name is shown as you asked');
    const other = await createRecord(database.store, 'Adda Address');
    await ask(other, { email: admins[2].email ?? '' });
    const byAddress = await openReviewId((await requestOf(other))?.id ?? '', 'suppression');
    expect(await approve(admins[2], byAddress)).toEqual(refusal('unknown_review'));
    expect(unwrap(await approve(admins[1], byAddress))).toEqual({ decided: false });
    expect(unwrap(await approve(admins[3], byAddress))).toEqual({ decided: true });
  });

  test('is rejected by an email with the reason and a link to appeal, once; the outcome is mailed too, and the address deleted', async () => {
    const record = await createRecord(database.store, 'Una Unclaimed');
    const address = 'una@elsewhere.example';
    await ask(record, { email: address });
    const requestId = (await requestOf(record))?.id ?? '';
    unwrap(await reject(admins[0], await openReviewId(requestId, 'suppression')));
    const { text, request, code } = await letterTo(address);
    expect(text).toContain('has not shown that the profile is theirs');
    expect(text).not.toContain('Una');
    await transact(expireVisibilityLinks);
    const answer = (given = code) => mailedAnswer(database.store.reader, requestId, given);
    expect(await answer()).toEqual({ reason: 'not_theirs', remedy: 'other_proof' });
    expect(await answer(`${code}x`)).toBeNull();
    const byLink = () => transact((tx) => fileAppealByLink(tx, { request, code, words: 'It is me.' }));
    expect((await Promise.all([byLink(), byLink()])).filter(({ ok }) => ok).length).toBe(1);
    expect(await byLink()).toEqual(refusal('visibility_link_used'));
    expect(await answer()).toBeNull();
    const reviewId = await openReviewId(requestId, 'appeal');
    expect(await reject(admins[0], reviewId)).toEqual(refusal('unknown_review'));
    const grant = (actor: Actor) => vote(actor, reviewId, 'approve', 'new_facts', 'nothing_to_do');
    expect(unwrap(await grant(admins[1]))).toEqual({ decided: false });
    expect(unwrap(await grant(admins[2]))).toEqual({ decided: true });
    expect(await shownAs(record)).toBe('suppressed');
    expect((await letterTo(address)).text).toContain('approved it');
    expect(await requestOf(record)).toMatchObject({ state: 'applied', contact: null, tokenHash: null });
  });

  test('deletes the address of an unanswered reply after 30 days', async () => {
    const record = await createRecord(database.store, 'Fern Forgotten');
    await ask(record, { email: 'fern@elsewhere.example' });
    unwrap(await reject(admins[0], await openReviewId((await requestOf(record))?.id ?? '', 'suppression')));
    advanceDays(31);
    await transact(expireVisibilityLinks);
    expect(await requestOf(record)).toMatchObject({ state: 'rejected', contact: null, tokenHash: null });
  });

  const colleaguesAsk = async (record: AuthorRecord, address: string, name: string) => {
    const domain = address.slice(address.lastIndexOf('@') + 1);
    await transact(async (tx) => {
      await tx.insert(organisations).values({ rorId: record.id, name, status: 'active', updatedAt: now() }).onConflictDoNothing();
      await tx.insert(organisationDomains).values({ domain, rorId: record.id }).onConflictDoNothing();
      const affiliation = { name, rorId: record.id, source: 'acl-anthology' as const };
      await tx.update(authors).set({ affiliation }).where(eq(authors.id, record.id));
    });
    await ask(record, { email: address });
    const { request, code } = await letterTo(address);
    unwrap(await transact((tx) => confirmVisibility(tx, { request, code })));
    return { request, reviewId: await openReviewId(request, 'suppression') };
  };

  test('needs review before the next colleague repeats what reviewers have stopped', async () => {
    const record = await createRecord(database.store, 'Again Agnes');
    const first = await colleaguesAsk(record, `one@${record.id}.example`, 'Again Agnes');
    await ask(record, { email: `spare@${record.id}.example` });
    unwrap(await reject(admins[0], first.reviewId));
    expect((await letterTo(`spare@${record.id}.example`)).request).toBe('');
    await ask(record, { email: `two@${record.id}.example` });
    expect((await letterTo(`two@${record.id}.example`)).request).toBe('');
    expect(await shownAs(record)).toBe('visible');
    const rows = await database.store.reader.select().from(visibilityRequests).where(eq(visibilityRequests.authorId, record.id));
    expect(rows.map(({ state }) => state).sort()).toEqual(['open', 'open', 'rejected']);
    advanceDays(31);
    await ask(record, { email: `three@${record.id}.example` });
    expect((await letterTo(`three@${record.id}.example`)).request).not.toBe('');
  });

  test('of the person keeps the name hidden when a colleague’s request is rejected', async () => {
    const record = await createRecord(database.store, 'Wished Wilma');
    const waits = await colleaguesAsk(record, `one@${record.id}.example`, 'Wished Wilma');
    await ask(record, { email: 'wilma@elsewhere.example' });
    const theirs = (await database.store.reader.select().from(visibilityRequests).where(eq(visibilityRequests.authorId, record.id))).find(
      ({ by }) => by === 'unproven',
    );
    const reviewId = await openReviewId(theirs?.id ?? '', 'suppression');
    unwrap(await approve(admins[0], reviewId));
    unwrap(await approve(admins[1], reviewId));
    expect(await shownAs(record)).toBe('suppressed');
    await reject(admins[2], waits.reviewId);
    expect(await shownAs(record)).toBe('suppressed');
  });

  test('of the person reaches reviewers despite open requests of others about the record', async () => {
    const record = await createRecord(database.store, 'Crowded Cora');
    for (let time = 0; time < 4; time += 1) await ask(record);
    await ask(record, { email: 'cora@elsewhere.example' });
    await ask(record, { actor: await createAccount(database.store, 'Cora C') });
    const rows = await database.store.reader.select().from(visibilityRequests).where(eq(visibilityRequests.authorId, record.id));
    expect(rows.filter(({ contact, accountId }) => contact === null && accountId === null).length).toBe(3);
    expect(rows.filter(({ contact, accountId }) => contact !== null || accountId !== null).length).toBe(2);
  });

  test('from a colleague’s address unlists the name at once; reviewers stop or hide it within 72 hours, otherwise it is shown again', async () => {
    const hiding = async (name: string) => {
      const record = await createRecord(database.store, name);
      const domain = `${record.id}.example`;
      await transact(async (tx) => {
        await tx.insert(organisations).values({ rorId: record.id, name, status: 'active', updatedAt: now() });
        await tx.insert(organisationDomains).values({ domain, rorId: record.id });
        const affiliation = { name, rorId: record.id, source: 'acl-anthology' as const };
        await tx.update(authors).set({ affiliation }).where(eq(authors.id, record.id));
      });
      const address = `colleague@${domain}`;
      await ask(record, { email: address });
      const { request, code } = await letterTo(address);
      const outcome = unwrap(await transact((tx) => confirmVisibility(tx, { request, code })));
      expect(outcome.waitsUntil).not.toBeNull();
      expect(await shownAs(record)).toBe('search_only');
      return { record, address, reviewId: await openReviewId(request, 'suppression') };
    };
    const stopped = await hiding('Stopped Stella');
    expect(unwrap(await reject(admins[0], stopped.reviewId))).toEqual({ decided: true });
    expect(await shownAs(stopped.record)).toBe('visible');
    expect((await letterTo(stopped.address)).text).toContain('Appeal this decision');
    const sooner = await hiding('Sooner Sonja');
    expect(unwrap(await approve(admins[0], sooner.reviewId))).toEqual({ decided: false });
    expect(unwrap(await approve(admins[1], sooner.reviewId))).toEqual({ decided: true });
    expect(await shownAs(sooner.record)).toBe('suppressed');
    const waited = await hiding('Waited Wanda');
    advanceDays(2);
    await runJobs(database.store);
    expect(await shownAs(waited.record)).toBe('search_only');
    advanceDays(2);
    await runJobs(database.store);
    expect(await shownAs(waited.record)).toBe('visible');
    expect(await requestOf(waited.record)).toMatchObject({ state: 'open', expiresAt: null });
    expect(await shownAs(stopped.record)).toBe('visible');
  });
});

describe('a record that its owner merges into another during a review', () => {
  const two = async (name: string, owner: Actor) => {
    const records = [await createRecord(database.store, name), await createRecord(database.store, `${name} II`)] as const;
    for (const record of records) {
      await createWork(database.store, `The Work of ${record.id}`, [{ key: record.key, name }]);
      unwrap(await claimRecord(owner, record, dns(`${record.id}.example`)));
    }
    return records;
  };
  const merged = async (owner: Actor, into: AuthorRecord, from: AuthorRecord) => {
    const merge = { authorId: into.id, otherId: from.id, reason: 'Both are mine.' };
    const { changeId, applied } = unwrap(await transact((tx) => proposeMerge(tx, owner, merge)));
    if (!applied) unwrap(await transact((tx) => applyChange(tx, changeId)));
    const { mergedInto } = await getRecord(database.store, from.id);
    return mergedInto === into.key ? { into, from } : { into: from, from: into };
  };

  test('does not protect an impostor: the decision about one record applies to the other', async () => {
    const [imposter, reporter] = [await createAccount(database.store, 'Ivo Imposter'), await createAccount(database.store, 'Rea Reporter')];
    const [one, other] = await two('Ivo Twice', imposter);
    const input = { subject: 'author' as const, kind: 'impersonation' as const, reason: 'not_them', note: 'See their page.' };
    const { reportId } = unwrap(
      await transact((tx) => fileReport(tx, { actor: reporter, network: 'ivo' }, { ...input, subjectId: other.id })),
    );
    const { into } = await merged(imposter, one, other);
    const reviewId = await openReviewId(reportId, 'report');
    for (const each of [admins[0], admins[1]]) unwrap(await vote(each, reviewId, 'uphold', 'impersonation', 'record_frozen'));
    expect((await getRecord(database.store, into.id)).ownerId).toBeNull();
    expect(await eventKinds(into)).toContain('frozen');
  });

  test('is not handed over by an appeal about an objection: the merge is undone first', async () => {
    const [owner, rival] = [await createAccount(database.store, 'Olga Owner'), await createAccount(database.store, 'Rina Rival')];
    const [one, other] = await two('Olga Twice', owner);
    expect(await claimRecord(rival, other, dns('rina.example'))).toEqual(refusal('already_claimed'));
    const [dispute] = await database.store.reader.select().from(disputes).where(eq(disputes.authorId, other.id));
    await dismissObjection(dispute?.id ?? '');
    unwrap(await appealAs(rival, 'dispute', dispute?.id ?? ''));
    const { from } = await merged(owner, one, other);
    expect(from.id).toBe(other.id);
    const reviewId = await openReviewId(dispute?.id ?? '', 'appeal');
    expect(await vote(admins[2], reviewId, 'approve', 'overlooked', 'nothing_to_do')).toEqual(refusal('record_merged'));
  });

  test('shows nothing that was hidden since the proposal, and hides nothing that is shown', async () => {
    const [one, other] = [await createRecord(database.store, 'Hidden Hanna'), await createRecord(database.store, 'Hidden Hanna II')];
    const asker = await createAccount(database.store, 'Some Colleague');
    const merge = { authorId: one.id, otherId: other.id, reason: 'The same person.' };
    const { changeId } = unwrap(await transact((tx) => proposeMerge(tx, asker, merge)));
    await transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, other.id)));
    unwrap(await vote(admins[0], await openReviewId(changeId, 'merge'), 'approve', 'same', 'undo_30_days'));
    expect((await getRecord(database.store, other.id)).mergedInto).toBeNull();
  });
});

test('a granted appeal returns the record to an owner who was reported as an impostor, and unfreezes it', async () => {
  const record = await createRecord(database.store, 'Freed Frieda');
  await createWork(database.store, 'The Work of Frieda', [{ key: record.key, name: 'Freed Frieda' }]);
  const [owner, reporter] = [await createAccount(database.store, 'Frieda F'), await createAccount(database.store, 'Rival')];
  unwrap(await claimRecord(owner, record, dns('frieda.example')));
  const input = { subject: 'author' as const, subjectId: record.id, kind: 'impersonation' as const, reason: 'not_them', note: 'No.' };
  const { reportId } = unwrap(await transact((tx) => fileReport(tx, { actor: reporter, network: 'frieda' }, input)));
  const first = await openReviewId(reportId, 'report');
  for (const each of [admins[0], admins[1]]) unwrap(await vote(each, first, 'uphold', 'impersonation', 'record_frozen'));
  expect((await getRecord(database.store, record.id)).ownerId).toBeNull();
  const [claim] = await database.store.reader.select().from(claims).where(eq(claims.authorId, record.id));
  unwrap(await appealAs(owner, 'claim', claim?.id ?? ''));
  const reviewId = await openReviewId(claim?.id ?? '', 'appeal');
  for (const each of [admins[2], admins[3]]) unwrap(await vote(each, reviewId, 'approve', 'overlooked', 'nothing_to_do'));
  expect((await getRecord(database.store, record.id)).ownerId).toBe(owner.accountId);
  expect((await eventKinds(record)).filter((kind) => kind.endsWith('frozen'))).toEqual(['frozen', 'unfrozen']);
});

test('an admin who claimed, objected to, reported or co-signed the record cannot unfreeze it', async () => {
  const record = await createRecord(database.store, 'Frozen Frank');
  const [claimant, reporter, coauthor] = [
    await createAdmin(database.store, 'Frank C'),
    await createAdmin(database.store, 'Frank R'),
    await createAdmin(database.store, 'Frank K'),
  ];
  unwrap(await claimRecord(claimant, record, dns('frank.example')));
  await transact((tx) =>
    fileReport(
      tx,
      { actor: reporter, network: 'x' },
      { subject: 'author', subjectId: record.id, kind: 'not_same_person', reason: 'some_works', works: 'One' },
    ),
  );
  const theirs = await createRecord(database.store, 'Frank Co');
  await transact((tx) => tx.update(authors).set({ ownerId: coauthor.accountId, claimState: 'claimed' }).where(eq(authors.id, theirs.id)));
  await createWork(database.store, 'Together Again', [
    { key: record.key, name: 'Frozen Frank' },
    { key: theirs.key, name: 'Frank Co' },
  ]);
  await transact((tx) => freezeRecord(tx, record.id));
  const lift = (actor: Actor) => transact((tx) => liftFreeze(tx, inPasskeySession(actor), { authorId: record.id }));
  for (const close of [claimant, reporter, coauthor]) expect(await lift(close)).toEqual(refusal('too_close_to_decide'));
  expect(await lift(admins[0])).toEqual({ ok: true, value: undefined });
});

test('others cannot exhaust the recovery of an account: requests are limited by network, and no mailbox is flooded', async () => {
  const victim = await createAccount(database.store, 'Vic Tim');
  const contact = 'vic@elsewhere.example';
  await transact((tx) =>
    tx.update(accounts).set({ recoveryEmail: contact, recoveryConfirmedAt: now() }).where(eq(accounts.id, victim.accountId)),
  );
  const ask = (network: string, account = victim.email ?? '') => transact((tx) => requestRecovery(tx, { account, network }));
  const mails = async () =>
    (await database.store.reader.select().from(jobs).where(eq(jobs.kind, 'send-mail'))).filter(
      ({ payload }) => (payload as { to: string }).to === contact,
    ).length;
  for (let time = 0; time < 6; time += 1) await ask('198.51.100.0/24', time % 2 ? ` ${victim.email?.toUpperCase()}` : (victim.email ?? ''));
  expect(await mails()).toBe(3);
  await ask('192.0.2.0/24');
  expect(await mails()).toBe(4);
  for (let network = 0; network < 20; network += 1) await ask(`203.0.113.${network}/32`);
  expect(await mails()).toBe(10);
  const keys = (await database.store.reader.select().from(rateLimits)).map(({ key }) => key).join(' ');
  expect(keys).not.toContain('example.org');
});

test('reviewers get one unread notification that cases wait, at most one a day, and none about their own cases', async () => {
  const lone = await createAdmin(database.store, 'Lone Lena');
  const count = async () => (await notificationTitles(lone)).filter((title) => title === 'Cases need your decision').length;
  const record = await createRecord(database.store, 'Wait Walter');
  const reports = [1, 2, 3].map((each) => ({
    subject: 'author' as const,
    subjectId: record.id,
    kind: 'not_same_person' as const,
    reason: 'some_works',
    works: `W${each}`,
  }));
  for (const input of reports) unwrap(await transact((tx) => fileReport(tx, { actor: null, network: `n${input.works}` }, input)));
  await runJobs(database.store);
  expect(await count()).toBe(1);
  await notifyReviewers(database.store);
  expect(await count()).toBe(1);
  const reviewer = await reviewerOf(database.store.reader, lone);
  expect(reviewer && (await queuePage(database.store.reader, reviewer, null, null)).rows.length).toBeGreaterThan(2);
  expect(await notificationTitles(await createAccount(database.store, 'Nobody Nora'))).toEqual([]);
});
