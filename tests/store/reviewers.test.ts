import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { completeAddressChange } from '#lib/community/accounts/commands/address-change.ts';
import { formatChangeToken, pendingChangeKey } from '#lib/community/accounts/model/address-change.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { closeReview, openReview } from '#lib/governance/cases/commands/open.ts';
import type { VoterTie } from '#lib/governance/cases/model/review-case.ts';
import { setVisibility } from '#lib/governance/identity/commands/visibility.ts';
import { fileReport } from '#lib/governance/reports/commands/file-report.ts';
import { grantAdmin } from '#lib/platform/audit/roles.ts';
import { type Actor, mintActor } from '#lib/platform/auth/actor.ts';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { accounts, auditEntries, logins, passkeys, roles, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import { attestations, trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { newId } from '#lib/platform/id.ts';
import { appointReviewer, dismissReviewer } from '#lib/portal/decisions/commands/appoint.ts';
import { liftFreeze } from '#lib/portal/decisions/commands/freeze.ts';
import { stepDown, volunteer } from '#lib/portal/decisions/commands/volunteer.ts';
import { voteOn } from '#lib/portal/decisions/commands/vote.ts';
import type { VoteInput } from '#lib/portal/decisions/model/choices.ts';
import { reviewFor } from '#lib/portal/decisions/queries/evidence.ts';
import { queuePage } from '#lib/portal/decisions/queries/queue.ts';
import { listReviewers, ownReviewerRoleOf, reviewerOf } from '#lib/portal/decisions/queries/reviewers.ts';
import { announce, endAnnouncement, retryJob } from '#lib/portal/operations/commands.ts';
import {
  type AuthorRecord,
  createAccount,
  createAdmin,
  createRecord,
  createWork,
  inPasskeySession,
  makeReviewerEligible,
  unwrap,
} from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let admin: Actor;
let other: Actor;

beforeAll(async () => {
  [admin, other] = [await createAdmin(database.store, 'Edda'), await createAdmin(database.store, 'Frida')];
});

const transact = <T>(work: Parameters<typeof database.store.transact<T>>[0]) => database.store.transact(work);
const refusal = (name: string) => ({ ok: false, code: name });
const setLevel = (record: AuthorRecord, level: number, number: number) =>
  transact(async (tx) => {
    const snapshot = { method: 'evidence-1', points: 60, label: 'Corroborated', parts: {}, computedAt: now() };
    await tx.insert(trustSnapshots).values({ authorKey: record.key, number, level, ...snapshot });
  });

interface Owner {
  actor: Actor;
  record: AuthorRecord;
}

/** Creates an owner of a record at L4, at an organisation of their own. */
async function createOwner(name: string): Promise<Owner> {
  const actor = await createAccount(database.store, name);
  const record = await createRecord(database.store, name);
  const email = `me@${actor.accountId}.example`;
  await transact(async (tx) => {
    await tx.update(accounts).set({ email }).where(eq(accounts.id, actor.accountId));
    await tx.update(authors).set({ ownerId: actor.accountId, claimState: 'claimed' }).where(eq(authors.id, record.id));
  });
  await setLevel(record, 4, 1);
  return { actor: mintActor({ ...actor, email }), record };
}
const appointAs = (by: Actor, { accountId }: Actor) => transact((tx) => appointReviewer(tx, by, { accountId }));
const dismissAs = (by: Actor, { accountId }: Actor) => transact((tx) => dismissReviewer(tx, by, { accountId }));
const createVolunteer = async (name: string): Promise<Owner> => {
  const found = await createOwner(name);
  unwrap(await transact((tx) => volunteer(tx, found.actor)));
  return found;
};
/** Creates a reviewer appointed by an admin. */
async function createReviewer(name: string): Promise<Owner> {
  const found = await createVolunteer(name);
  await makeReviewerEligible(database.store, found.actor);
  unwrap(await appointAs(inPasskeySession(admin), found.actor));
  return found;
}
const rolesOf = ({ accountId }: Actor) => database.store.reader.select().from(roles).where(eq(roles.accountId, accountId));
const roleOf = async (actor: Actor) => (await reviewerOf(database.store.reader, actor))?.role ?? null;

/** Creates a report about an unrelated record, with a review that takes two votes. */
async function createReport(name: string): Promise<string> {
  const record = await createRecord(database.store, name);
  const input = { subject: 'author', subjectId: record.id, kind: 'not_same_person', reason: 'some_works', works: 'One' } as const;
  const { reportId } = unwrap(await transact((tx) => fileReport(tx, { actor: null, network: name }, input)));
  const [row] = await transact((tx) => tx.update(reviews).set({ votesNeeded: 2 }).where(eq(reviews.subjectId, reportId)).returning());
  return row?.id ?? '';
}
/** Creates a report that the owner of an unrelated profile is not its author. It decides whose the profile is. */
async function createImpersonationReport(name: string): Promise<string> {
  const { record } = await createOwner(name);
  const input = { subject: 'author', subjectId: record.id, kind: 'impersonation', reason: 'not_them', note: 'See their page.' } as const;
  const { reportId } = unwrap(await transact((tx) => fileReport(tx, { actor: null, network: name }, input)));
  const [row] = await database.store.reader.select().from(reviews).where(eq(reviews.subjectId, reportId));
  return row?.id ?? '';
}
const upholdVote = (reviewId: string): VoteInput => ({ reviewId, decision: 'uphold', reason: 'mixed_works', remedy: 'flag_stays' });
const dismissVote = (reviewId: string): VoteInput => ({ reviewId, decision: 'dismiss', reason: 'one_person', remedy: 'nothing_to_do' });
const vote = (actor: Actor, input: VoteInput) => transact((tx) => voteOn(tx, actor, input));

describe('an appointment of a reviewer', () => {
  test('is made by an admin with a passkey, for another person who has volunteered and meets every condition', async () => {
    const { actor } = await createVolunteer('Vera');
    expect(await rolesOf(actor)).toMatchObject([{ role: 'volunteer', grantedBy: null }]);
    expect(await appointAs(inPasskeySession(actor), actor)).toEqual(refusal('not_an_admin'));
    expect(await appointAs(inPasskeySession(await createAccount(database.store, 'Stranger')), actor)).toEqual(refusal('not_an_admin'));
    expect(await appointAs(admin, actor)).toEqual(refusal('passkey_sign_in_needed'));
    expect(await appointAs(inPasskeySession(admin), admin)).toEqual(refusal('own_appointment'));
    expect(await appointAs(inPasskeySession(admin), other)).toEqual(refusal('unknown_volunteer'));
    expect(await appointAs(inPasskeySession(admin), actor)).toEqual(refusal('reviewer_not_eligible'));
    await makeReviewerEligible(database.store, actor);
    const both = await Promise.all([appointAs(inPasskeySession(admin), actor), appointAs(inPasskeySession(other), actor)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.filter(({ ok }) => !ok)).toEqual([refusal('unknown_volunteer')]);
    expect(await roleOf(actor)).toBe('reviewer');
    const [row] = (await listReviewers(database.store.reader)).filter(({ accountId }) => accountId === actor.accountId);
    expect(row).toMatchObject({ state: 'appointed', isNew: true, by: expect.stringMatching(/Edda|Frida/) });
    expect((await notificationsOf(database.store.reader, actor)).map(({ title }) => title)).toContain('You are a reviewer now');
    const acts = await database.store.reader.select().from(auditEntries).where(eq(auditEntries.subjectId, actor.accountId));
    expect(acts.map(({ action }) => action).sort()).toEqual(['role.granted', 'role.offered']);
  });

  test('of oneself is impossible, also for an admin who volunteers and for a stored role', async () => {
    const self = await createOwner('Selma');
    await makeReviewerEligible(database.store, self.actor);
    const { accountId } = self.actor;
    // A role as an older version left it.
    await transact((tx) => tx.insert(roles).values({ accountId, role: 'reviewer', grantedBy: accountId, grantedAt: now() }).returning());
    expect(await roleOf(self.actor)).toBeNull();
    expect(await vote(inPasskeySession(self.actor), upholdVote(await createReport('Selma’s question')))).toEqual(refusal('not_a_reviewer'));
    expect((await ownReviewerRoleOf(database.store.reader, self.actor)).offered).toBe('waiting');
    unwrap(await transact((tx) => volunteer(tx, self.actor)));
    expect((await rolesOf(self.actor)).map(({ role }) => role)).toEqual(['volunteer']);
    expect(await roleOf(self.actor)).toBeNull();
    await transact((tx) => grantAdmin(tx, self.actor.email ?? ''));
    expect(await appointAs(inPasskeySession(self.actor), self.actor)).toEqual(refusal('own_appointment'));
    expect(await dismissAs(inPasskeySession(self.actor), self.actor)).toEqual(refusal('own_appointment'));
  });

  test('is suspended while a condition is missing: a lower level, a revoked passkey, an account of unknown age', async () => {
    const { actor, record } = await createReviewer('Rosa');
    expect(await roleOf(actor)).toBe('reviewer');
    await setLevel(record, 3, 2);
    expect(await roleOf(actor)).toBeNull();
    await setLevel(record, 4, 3);
    expect(await roleOf(actor)).toBe('reviewer');
    const keys = eq(passkeys.accountId, actor.accountId);
    await transact((tx) => tx.update(passkeys).set({ revokedAt: now() }).where(keys).returning());
    expect(await roleOf(actor)).toBeNull();
    await transact((tx) => tx.update(passkeys).set({ revokedAt: null }).where(keys).returning());
    const mine = eq(accounts.id, actor.accountId);
    for (const createdAt of [null, addMs(now(), -daysMs(29))]) {
      await transact((tx) => tx.update(accounts).set({ createdAt }).where(mine).returning());
      expect(await roleOf(actor)).toBeNull();
    }
    expect((await ownReviewerRoleOf(database.store.reader, actor)).conditions).toMatchObject({ level: true, age: false, passkey: true });
  });

  test('ends when an admin dismisses them: they are notified, and their votes on open cases no longer count', async () => {
    const { actor } = await createReviewer('Dora');
    const reviewId = await createReport('Dora’s question');
    unwrap(await vote(inPasskeySession(actor), upholdVote(reviewId)));
    expect(await dismissAs(other, actor)).toEqual(refusal('passkey_sign_in_needed'));
    unwrap(await dismissAs(inPasskeySession(other), actor));
    expect(await dismissAs(inPasskeySession(other), actor)).toEqual(refusal('unknown_volunteer'));
    expect(await roleOf(actor)).toBeNull();
    expect(await database.store.reader.select().from(reviewVotes).where(eq(reviewVotes.reviewId, reviewId))).toEqual([]);
    expect((await notificationsOf(database.store.reader, actor)).map(({ title }) => title)).toContain('You are no longer a reviewer');
    const waiting = await createVolunteer('Della');
    unwrap(await dismissAs(inPasskeySession(other), waiting.actor));
    expect(await rolesOf(waiting.actor)).toEqual([]);
    expect((await notificationsOf(database.store.reader, waiting.actor)).map(({ title }) => title)).toContain(
      'Your offer to review is declined',
    );
    const gone = await createVolunteer('Gone');
    unwrap(await transact((tx) => stepDown(tx, gone.actor)));
    expect(await appointAs(inPasskeySession(admin), gone.actor)).toEqual(refusal('unknown_volunteer'));
  });
});

describe('reviewing and administration', () => {
  test('are rejected without a recent passkey sign-in, and change nothing', async () => {
    const reviewId = await createReport('Passkey question');
    const { id: authorId } = await createRecord(database.store, 'Passkey Person');
    const late = mintActor({ ...admin, passkeyAt: addMs(now(), -31 * 60_000) });
    for (const actor of [admin, late]) {
      const tries = [
        await vote(actor, upholdVote(reviewId)),
        await transact((tx) => liftFreeze(tx, actor, { authorId })),
        await transact((tx) => announce(tx, actor, { text: 'Hear me.', href: null, days: 1 })),
        await transact((tx) => endAnnouncement(tx, actor, { id: 'x' })),
        await transact((tx) => retryJob(tx, actor, { id: 'x' })),
        await transact((tx) => setVisibility(tx, actor, { authorId, wanted: 'suppressed' })),
        await dismissAs(actor, other),
      ];
      expect(tries).toEqual(tries.map(() => refusal('passkey_sign_in_needed')));
    }
    expect(await database.store.reader.select().from(reviewVotes).where(eq(reviewVotes.reviewId, reviewId))).toEqual([]);
    expect((await vote(inPasskeySession(admin), upholdVote(reviewId))).ok).toBe(true);
  });
});

describe('two votes for one decision', () => {
  const tied = async (tie: VoterTie, one: Owner, two: Owner): Promise<void> => {
    const [mine, theirs] = [one.actor.accountId, two.actor.accountId];
    if (tie === 'works') {
      const by = [one, two].map(({ record, actor }) => ({ key: record.key, name: actor.name ?? '' }));
      const workKey = await createWork(database.store, 'A joint work', by);
      await transact((tx) =>
        tx
          .update(works)
          .set({ year: now().getUTCFullYear() - 5 })
          .where(eq(works.key, workKey))
          .returning(),
      );
    }
    if (tie === 'vouch') {
      const from = { kind: 'vouch', fromAuthorId: two.record.id, fromAccountId: theirs, state: 'withdrawn' };
      const row = { id: newId(), authorId: one.record.id, requestedAt: now(), answeredAt: now(), ...from };
      await transact((tx) => tx.insert(attestations).values(row).returning());
    }
    if (tie === 'orcid') {
      const orcid = '0000-0002-1694-233X';
      await transact(async (tx) => {
        await tx.insert(logins).values({ userId: mine, type: 'oauth', provider: 'orcid', providerAccountId: orcid });
        await tx.update(authors).set({ orcid }).where(eq(authors.id, two.record.id));
      });
    }
    if (tie === 'institution') {
      const shown = {
        id: newId(),
        accountId: mine,
        authorId: one.record.id,
        kind: 'institution_email',
        state: 'valid',
        family: 'institution',
      };
      const affiliation = { name: 'Uni', rorId: '0uni00000', source: 'acl-anthology' };
      await transact(async (tx) => {
        await tx
          .insert(proofs)
          .values({ ...shown, target: 'me@uni.example', facts: { rorId: '0uni00000' }, issuedAt: now(), eventId: newId() });
        await tx.update(authors).set({ affiliation }).where(eq(authors.id, two.record.id));
      });
    }
    if (tie === 'network')
      await transact((tx) => startSession(tx, theirs, { signInMethod: 'email', device: 'A test', network: `sealed ${mine}` }));
  };

  test.each<VoterTie>(['institution', 'orcid', 'network', 'works', 'vouch'])('are refused where the two are tied by %s', async (tie) => {
    const [one, two, free] = [await createReviewer(`One ${tie}`), await createReviewer(`Two ${tie}`), await createReviewer(`Free ${tie}`)];
    await tied(tie, one, two);
    const reviewId = await createReport(`Tied by ${tie}`);
    expect(unwrap(await vote(inPasskeySession(one.actor, `sealed ${one.actor.accountId}`), upholdVote(reviewId)))).toEqual({
      decided: false,
    });
    const proof = await reviewerOf(database.store.reader, two.actor);
    const view = proof && (await reviewFor(database.store.reader, proof, reviewId));
    expect(view?.close).toEqual([{ reviewId, decision: 'uphold', tie }]);
    const rows = proof ? (await queuePage(database.store.reader, proof, null, null)).rows : [];
    expect(rows.find(({ id }) => id === reviewId)?.tie).toBe(tie);
    expect(await vote(inPasskeySession(two.actor), upholdVote(reviewId))).toEqual(refusal(`reviewer_too_close_${tie}`));
    const kept = () => database.store.reader.select().from(reviewVotes).where(eq(reviewVotes.reviewId, reviewId));
    expect((await kept()).map(({ network }) => network)).toEqual([`sealed ${one.actor.accountId}`]);
    // An opposite vote is always possible. The vote of an unrelated reviewer decides, and the stored networks are deleted.
    expect(unwrap(await vote(inPasskeySession(two.actor), dismissVote(reviewId)))).toEqual({ decided: false });
    expect(unwrap(await vote(inPasskeySession(free.actor), upholdVote(reviewId)))).toEqual({ decided: true });
    expect((await kept()).map(({ network }) => network)).toEqual([null, null, null]);
  });

  test('count if the reviewers share nothing, a work of six years ago, or a public mail provider', async () => {
    const [one, two] = [await createReviewer('Uno'), await createReviewer('Due')];
    const by = [one, two].map(({ record, actor }) => ({ key: record.key, name: actor.name ?? '' }));
    const workKey = await createWork(database.store, 'An old work', by);
    await transact((tx) =>
      tx
        .update(works)
        .set({ year: now().getUTCFullYear() - 6 })
        .where(eq(works.key, workKey))
        .returning(),
    );
    for (const { actor } of [one, two]) {
      const email = `${actor.accountId}@gmail.com`;
      await transact((tx) => tx.update(accounts).set({ email }).where(eq(accounts.id, actor.accountId)).returning());
    }
    const reviewId = await createReport('Free of ties');
    expect(unwrap(await vote(inPasskeySession(one.actor), upholdVote(reviewId)))).toEqual({ decided: false });
    expect(unwrap(await vote(inPasskeySession(two.actor), upholdVote(reviewId)))).toEqual({ decided: true });
  });

  test('are rejected if the confirmed addresses are at one organisation, also below its domain', async () => {
    const [one, two] = [await createReviewer('Sub'), await createReviewer('Domain')];
    for (const [{ actor }, email] of [
      [one, 'a@uni-sub.ac.uk'],
      [two, 'b@cs.uni-sub.ac.uk'],
    ] as const)
      await transact((tx) => tx.update(accounts).set({ email }).where(eq(accounts.id, actor.accountId)).returning());
    const reviewId = await createReport('Of one house');
    unwrap(await vote(inPasskeySession(one.actor), upholdVote(reviewId)));
    expect(await vote(inPasskeySession(two.actor), upholdVote(reviewId))).toEqual(refusal('reviewer_too_close_institution'));
  });

  test('are rejected if one has left an address at the organisation within a year', async () => {
    const [one, two, free] = [await createReviewer('Moved'), await createReviewer('Stayed'), await createReviewer('Free of moves')];
    await transact(async (tx) => {
      await tx.update(accounts).set({ email: 'a@uni-left.ac.uk' }).where(eq(accounts.id, one.actor.accountId));
      await tx.update(accounts).set({ email: 'b@uni-left.ac.uk' }).where(eq(accounts.id, two.actor.accountId));
      const token = formatChangeToken({ opensAt: now(), sessionId: '', address: `a@${newId()}.example` });
      const identifier = pendingChangeKey(one.actor.accountId);
      await tx.insert(signInTokens).values({ identifier, token, expires: addMs(now(), daysMs(1)) });
      await completeAddressChange(tx, one.actor);
    });
    const reviewId = await createReport('Of a house that was left');
    unwrap(await vote(inPasskeySession(one.actor), upholdVote(reviewId)));
    expect(await vote(inPasskeySession(two.actor), upholdVote(reviewId))).toEqual(refusal('reviewer_too_close_institution'));
    expect(unwrap(await vote(inPasskeySession(free.actor), upholdVote(reviewId)))).toEqual({ decided: true });
  });

  test('of two admins of one organisation count, except on whose a profile is', async () => {
    const [one, two] = [await createAdmin(database.store, 'Adam'), await createAdmin(database.store, 'Ada')];
    for (const { accountId } of [one, two])
      await transact((tx) =>
        tx
          .update(accounts)
          .set({ email: `${accountId}@uni-admins.ac.uk` })
          .where(eq(accounts.id, accountId))
          .returning(),
      );
    const reviewId = await createReport('Two admins');
    expect(unwrap(await vote(inPasskeySession(one, 'sealed'), upholdVote(reviewId)))).toEqual({ decided: false });
    expect(unwrap(await vote(inPasskeySession(two, 'sealed'), upholdVote(reviewId)))).toEqual({ decided: true });
    const owned = await createImpersonationReport('Owned by one');
    const isImpostor = { decision: 'uphold', reason: 'impersonation', remedy: 'record_frozen' } as const;
    expect(unwrap(await vote(inPasskeySession(one), { reviewId: owned, ...isImpostor }))).toEqual({ decided: false });
    expect(await vote(inPasskeySession(two), { reviewId: owned, ...isImpostor })).toEqual(refusal('reviewer_too_close_institution'));
    expect(unwrap(await vote(inPasskeySession(admin), { reviewId: owned, ...isImpostor }))).toEqual({ decided: true });
  });

  test('of an admin and a reviewer whom they have appointed count on whose a profile is after 90 days only', async () => {
    const { actor } = await createReviewer('Appointed');
    const isImpostor = { decision: 'uphold', reason: 'impersonation', remedy: 'record_frozen' } as const;
    const reviewId = await createImpersonationReport('Decided by an appointed one');
    unwrap(await vote(inPasskeySession(admin), { reviewId, ...isImpostor }));
    expect(await vote(inPasskeySession(actor), { reviewId, ...isImpostor })).toEqual(refusal('reviewer_too_close_appointment'));
    const isRole = and(eq(roles.accountId, actor.accountId), eq(roles.role, 'reviewer'));
    await transact((tx) =>
      tx
        .update(roles)
        .set({ grantedAt: addMs(now(), -daysMs(91)) })
        .where(isRole)
        .returning(),
    );
    expect(unwrap(await vote(inPasskeySession(actor), { reviewId, ...isImpostor }))).toEqual({ decided: true });
  });

  test('of an admin and a related reviewer do not count', async () => {
    const near = await createReviewer('Near');
    await transact((tx) =>
      tx
        .update(accounts)
        .set({ email: `near@${admin.accountId}.example` })
        .where(eq(accounts.id, near.actor.accountId))
        .returning(),
    );
    const reviewId = await createReport('Admin and reviewer');
    unwrap(await vote(inPasskeySession(admin), upholdVote(reviewId)));
    expect(await vote(inPasskeySession(near.actor), upholdVote(reviewId))).toEqual(refusal('reviewer_too_close_institution'));
  });

  test('of two related reviewers never both count, also concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, two] = [await createReviewer(`Quick ${round}`), await createReviewer(`Quicker ${round}`)];
      const reviewId = await createReport(`Raced ${round}`);
      const votes = await Promise.all([one, two].map(({ actor }) => vote(inPasskeySession(actor, 'one flat'), upholdVote(reviewId))));
      expect(votes.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { decided: false } }]);
      expect(votes.filter(({ ok }) => !ok)).toEqual([refusal('reviewer_too_close_network')]);
    }
  });

  test('leave no stored network when the case is closed without a decision', async () => {
    const subjectId = newId();
    const record = await createRecord(database.store, 'Falls Away');
    const asked = { kind: 'report', subjectId, authorId: record.id, parties: [], votesNeeded: 2 } as const;
    const reviewId = await transact((tx) => openReview(tx, asked));
    const row = { reviewId, accountId: admin.accountId, decision: 'uphold', reason: 'mixed_works', at: now(), network: 'sealed' };
    await transact((tx) => tx.insert(reviewVotes).values(row).returning());
    await transact((tx) => closeReview(tx, 'report', subjectId));
    const of = and(eq(reviewVotes.reviewId, reviewId), eq(reviewVotes.accountId, admin.accountId));
    expect(await database.store.reader.select({ network: reviewVotes.network }).from(reviewVotes).where(of)).toEqual([{ network: null }]);
  });
});
