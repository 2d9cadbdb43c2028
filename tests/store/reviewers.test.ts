import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { completeAddressChange } from '#lib/community/accounts/commands/address-change.ts';
import { changeToken, pendingChangeKey } from '#lib/community/accounts/model/address-change.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { closeReview, openReview } from '#lib/governance/cases/commands/open.ts';
import type { Tie } from '#lib/governance/cases/model/review-case.ts';
import { setVisibility } from '#lib/governance/identity/commands/visibility.ts';
import { fileReport } from '#lib/governance/reports/commands/file-report.ts';
import { grantAdmin } from '#lib/platform/audit/roles.ts';
import { type Actor, mintActor } from '#lib/platform/auth/actor.ts';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { daysMs, later, now } from '#lib/platform/clock.ts';
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
import { queue } from '#lib/portal/decisions/queries/queue.ts';
import { ownPartOf, reviewerOf, reviewersListed } from '#lib/portal/decisions/queries/reviewers.ts';
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

const inTurn = <T>(work: Parameters<typeof database.store.transact<T>>[0]) => database.store.transact(work);
const refusal = (name: string) => ({ ok: false, code: name });
const standsAt = (record: AuthorRecord, level: number, number: number) =>
  inTurn(async (tx) => {
    const snapshot = { method: 'evidence-1', points: 60, label: 'Corroborated', parts: {}, computedAt: now() };
    await tx.insert(trustSnapshots).values({ authorKey: record.key, number, level, ...snapshot });
  });

interface Owner {
  actor: Actor;
  record: AuthorRecord;
}

/** Creates an owner of a record at L4, at an organisation of their own. */
async function owner(name: string): Promise<Owner> {
  const actor = await createAccount(database.store, name);
  const record = await createRecord(database.store, name);
  const email = `me@${actor.accountId}.example`;
  await inTurn(async (tx) => {
    await tx.update(accounts).set({ email }).where(eq(accounts.id, actor.accountId));
    await tx.update(authors).set({ ownerId: actor.accountId, claimState: 'claimed' }).where(eq(authors.id, record.id));
  });
  await standsAt(record, 4, 1);
  return { actor: mintActor({ ...actor, email }), record };
}
const appoint = (by: Actor, { accountId }: Actor) => inTurn((tx) => appointReviewer(tx, by, { accountId }));
const dismiss = (by: Actor, { accountId }: Actor) => inTurn((tx) => dismissReviewer(tx, by, { accountId }));
const offered = async (name: string): Promise<Owner> => {
  const found = await owner(name);
  unwrap(await inTurn((tx) => volunteer(tx, found.actor)));
  return found;
};
/** Creates a reviewer appointed by an admin. */
async function reviewer(name: string): Promise<Owner> {
  const found = await offered(name);
  await makeReviewerEligible(database.store, found.actor);
  unwrap(await appoint(inPasskeySession(admin), found.actor));
  return found;
}
const rolesOf = ({ accountId }: Actor) => database.store.reader.select().from(roles).where(eq(roles.accountId, accountId));
const roleOf = async (actor: Actor) => (await reviewerOf(database.store.reader, actor))?.role ?? null;

/** Creates a report about an unrelated record, with a review that takes two votes. */
async function reported(name: string): Promise<string> {
  const record = await createRecord(database.store, name);
  const input = { subject: 'author', subjectId: record.id, kind: 'not_same_person', reason: 'some_works', works: 'One' } as const;
  const { reportId } = unwrap(await inTurn((tx) => fileReport(tx, { actor: null, network: name }, input)));
  const [row] = await inTurn((tx) => tx.update(reviews).set({ votesNeeded: 2 }).where(eq(reviews.subjectId, reportId)).returning());
  return row?.id ?? '';
}
const upholds = (reviewId: string): VoteInput => ({ reviewId, decision: 'uphold', reason: 'mixed_works', remedy: 'flag_stays' });
const dismisses = (reviewId: string): VoteInput => ({ reviewId, decision: 'dismiss', reason: 'one_person', remedy: 'nothing_to_do' });
const vote = (actor: Actor, input: VoteInput) => inTurn((tx) => voteOn(tx, actor, input));

describe('an appointment of a reviewer', () => {
  test('is made by an admin with a passkey, for another person who has volunteered and meets every condition', async () => {
    const { actor } = await offered('Vera');
    expect(await rolesOf(actor)).toMatchObject([{ role: 'volunteer', grantedBy: null }]);
    expect(await appoint(inPasskeySession(actor), actor)).toEqual(refusal('not_an_admin'));
    expect(await appoint(inPasskeySession(await createAccount(database.store, 'Stranger')), actor)).toEqual(refusal('not_an_admin'));
    expect(await appoint(admin, actor)).toEqual(refusal('passkey_sign_in_needed'));
    expect(await appoint(inPasskeySession(admin), admin)).toEqual(refusal('own_appointment'));
    expect(await appoint(inPasskeySession(admin), other)).toEqual(refusal('unknown_volunteer'));
    expect(await appoint(inPasskeySession(admin), actor)).toEqual(refusal('reviewer_not_eligible'));
    await makeReviewerEligible(database.store, actor);
    const both = await Promise.all([appoint(inPasskeySession(admin), actor), appoint(inPasskeySession(other), actor)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.filter(({ ok }) => !ok)).toEqual([refusal('unknown_volunteer')]);
    expect(await roleOf(actor)).toBe('reviewer');
    const [row] = (await reviewersListed(database.store.reader)).filter(({ accountId }) => accountId === actor.accountId);
    expect(row).toMatchObject({ state: 'appointed', isNew: true, by: expect.stringMatching(/Edda|Frida/) });
    expect((await notificationsOf(database.store.reader, actor)).map(({ title }) => title)).toContain('You are a reviewer now');
    const acts = await database.store.reader.select().from(auditEntries).where(eq(auditEntries.subjectId, actor.accountId));
    expect(acts.map(({ action }) => action).sort()).toEqual(['role.granted', 'role.offered']);
  });

  test('of oneself is impossible, also for an admin who volunteers and for a stored role', async () => {
    const self = await owner('Selma');
    await makeReviewerEligible(database.store, self.actor);
    const { accountId } = self.actor;
    // A role as an older version left it.
    await inTurn((tx) => tx.insert(roles).values({ accountId, role: 'reviewer', grantedBy: accountId, grantedAt: now() }).returning());
    expect(await roleOf(self.actor)).toBeNull();
    expect(await vote(inPasskeySession(self.actor), upholds(await reported('Selma’s question')))).toEqual(refusal('not_a_reviewer'));
    expect((await ownPartOf(database.store.reader, self.actor)).offered).toBe('waiting');
    unwrap(await inTurn((tx) => volunteer(tx, self.actor)));
    expect((await rolesOf(self.actor)).map(({ role }) => role)).toEqual(['volunteer']);
    expect(await roleOf(self.actor)).toBeNull();
    await inTurn((tx) => grantAdmin(tx, self.actor.email ?? ''));
    expect(await appoint(inPasskeySession(self.actor), self.actor)).toEqual(refusal('own_appointment'));
    expect(await dismiss(inPasskeySession(self.actor), self.actor)).toEqual(refusal('own_appointment'));
  });

  test('is suspended while a condition is missing: a lower level, a revoked passkey, an account of unknown age', async () => {
    const { actor, record } = await reviewer('Rosa');
    expect(await roleOf(actor)).toBe('reviewer');
    await standsAt(record, 3, 2);
    expect(await roleOf(actor)).toBeNull();
    await standsAt(record, 4, 3);
    expect(await roleOf(actor)).toBe('reviewer');
    const keys = eq(passkeys.accountId, actor.accountId);
    await inTurn((tx) => tx.update(passkeys).set({ revokedAt: now() }).where(keys).returning());
    expect(await roleOf(actor)).toBeNull();
    await inTurn((tx) => tx.update(passkeys).set({ revokedAt: null }).where(keys).returning());
    const mine = eq(accounts.id, actor.accountId);
    for (const createdAt of [null, later(now(), -daysMs(29))]) {
      await inTurn((tx) => tx.update(accounts).set({ createdAt }).where(mine).returning());
      expect(await roleOf(actor)).toBeNull();
    }
    expect((await ownPartOf(database.store.reader, actor)).conditions).toMatchObject({ level: true, age: false, passkey: true });
  });

  test('ends when an admin dismisses them: they are notified, and their votes on open cases no longer count', async () => {
    const { actor } = await reviewer('Dora');
    const reviewId = await reported('Dora’s question');
    unwrap(await vote(inPasskeySession(actor), upholds(reviewId)));
    expect(await dismiss(other, actor)).toEqual(refusal('passkey_sign_in_needed'));
    unwrap(await dismiss(inPasskeySession(other), actor));
    expect(await dismiss(inPasskeySession(other), actor)).toEqual(refusal('unknown_volunteer'));
    expect(await roleOf(actor)).toBeNull();
    expect(await database.store.reader.select().from(reviewVotes).where(eq(reviewVotes.reviewId, reviewId))).toEqual([]);
    expect((await notificationsOf(database.store.reader, actor)).map(({ title }) => title)).toContain('You are no longer a reviewer');
    const waiting = await offered('Della');
    unwrap(await dismiss(inPasskeySession(other), waiting.actor));
    expect(await rolesOf(waiting.actor)).toEqual([]);
    expect((await notificationsOf(database.store.reader, waiting.actor)).map(({ title }) => title)).toContain(
      'Your offer to review is declined',
    );
    const gone = await offered('Gone');
    unwrap(await inTurn((tx) => stepDown(tx, gone.actor)));
    expect(await appoint(inPasskeySession(admin), gone.actor)).toEqual(refusal('unknown_volunteer'));
  });
});

describe('reviewing and administration', () => {
  test('are rejected without a recent passkey sign-in, and change nothing', async () => {
    const reviewId = await reported('Passkey question');
    const { id: authorId } = await createRecord(database.store, 'Passkey Person');
    const late = mintActor({ ...admin, passkeyAt: later(now(), -31 * 60_000) });
    for (const actor of [admin, late]) {
      const tries = [
        await vote(actor, upholds(reviewId)),
        await inTurn((tx) => liftFreeze(tx, actor, { authorId })),
        await inTurn((tx) => announce(tx, actor, { text: 'Hear me.', href: null, days: 1 })),
        await inTurn((tx) => endAnnouncement(tx, actor, { id: 'x' })),
        await inTurn((tx) => retryJob(tx, actor, { id: 'x' })),
        await inTurn((tx) => setVisibility(tx, actor, { authorId, wanted: 'suppressed' })),
        await dismiss(actor, other),
      ];
      expect(tries).toEqual(tries.map(() => refusal('passkey_sign_in_needed')));
    }
    expect(await database.store.reader.select().from(reviewVotes).where(eq(reviewVotes.reviewId, reviewId))).toEqual([]);
    expect((await vote(inPasskeySession(admin), upholds(reviewId))).ok).toBe(true);
  });
});

describe('two votes for one decision', () => {
  const tied = async (tie: Tie, one: Owner, two: Owner): Promise<void> => {
    const [mine, theirs] = [one.actor.accountId, two.actor.accountId];
    if (tie === 'works') {
      const by = [one, two].map(({ record, actor }) => ({ key: record.key, name: actor.name ?? '' }));
      const workKey = await createWork(database.store, 'A joint work', by);
      await inTurn((tx) =>
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
      await inTurn((tx) => tx.insert(attestations).values(row).returning());
    }
    if (tie === 'orcid') {
      const orcid = '0000-0002-1694-233X';
      await inTurn(async (tx) => {
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
      await inTurn(async (tx) => {
        await tx
          .insert(proofs)
          .values({ ...shown, target: 'me@uni.example', facts: { rorId: '0uni00000' }, issuedAt: now(), eventId: newId() });
        await tx.update(authors).set({ affiliation }).where(eq(authors.id, two.record.id));
      });
    }
    if (tie === 'network') await inTurn((tx) => startSession(tx, theirs, { by: 'email', device: 'A test', network: `sealed ${mine}` }));
  };

  test.each<Tie>(['institution', 'orcid', 'network', 'works', 'vouch'])('are refused where the two are tied by %s', async (tie) => {
    const [one, two, free] = [await reviewer(`One ${tie}`), await reviewer(`Two ${tie}`), await reviewer(`Free ${tie}`)];
    await tied(tie, one, two);
    const reviewId = await reported(`Tied by ${tie}`);
    expect(unwrap(await vote(inPasskeySession(one.actor, `sealed ${one.actor.accountId}`), upholds(reviewId)))).toEqual({ decided: false });
    const proof = await reviewerOf(database.store.reader, two.actor);
    const view = proof && (await reviewFor(database.store.reader, proof, reviewId));
    expect(view?.close).toEqual([{ reviewId, decision: 'uphold', tie }]);
    const rows = proof ? (await queue(database.store.reader, proof, null, null)).rows : [];
    expect(rows.find(({ id }) => id === reviewId)?.tie).toBe(tie);
    expect(await vote(inPasskeySession(two.actor), upholds(reviewId))).toEqual(refusal(`reviewer_too_close_${tie}`));
    const kept = () => database.store.reader.select().from(reviewVotes).where(eq(reviewVotes.reviewId, reviewId));
    expect((await kept()).map(({ network }) => network)).toEqual([`sealed ${one.actor.accountId}`]);
    // An opposite vote is always possible. The vote of an unrelated reviewer decides, and the stored networks are deleted.
    expect(unwrap(await vote(inPasskeySession(two.actor), dismisses(reviewId)))).toEqual({ decided: false });
    expect(unwrap(await vote(inPasskeySession(free.actor), upholds(reviewId)))).toEqual({ decided: true });
    expect((await kept()).map(({ network }) => network)).toEqual([null, null, null]);
  });

  test('count if the reviewers share nothing, a work of six years ago, or a public mail provider', async () => {
    const [one, two] = [await reviewer('Uno'), await reviewer('Due')];
    const by = [one, two].map(({ record, actor }) => ({ key: record.key, name: actor.name ?? '' }));
    const workKey = await createWork(database.store, 'An old work', by);
    await inTurn((tx) =>
      tx
        .update(works)
        .set({ year: now().getUTCFullYear() - 6 })
        .where(eq(works.key, workKey))
        .returning(),
    );
    for (const { actor } of [one, two]) {
      const email = `${actor.accountId}@gmail.com`;
      await inTurn((tx) => tx.update(accounts).set({ email }).where(eq(accounts.id, actor.accountId)).returning());
    }
    const reviewId = await reported('Free of ties');
    expect(unwrap(await vote(inPasskeySession(one.actor), upholds(reviewId)))).toEqual({ decided: false });
    expect(unwrap(await vote(inPasskeySession(two.actor), upholds(reviewId)))).toEqual({ decided: true });
  });

  test('are rejected if the confirmed addresses are at one organisation, also below its domain', async () => {
    const [one, two] = [await reviewer('Sub'), await reviewer('Domain')];
    for (const [{ actor }, email] of [
      [one, 'a@uni-sub.ac.uk'],
      [two, 'b@cs.uni-sub.ac.uk'],
    ] as const)
      await inTurn((tx) => tx.update(accounts).set({ email }).where(eq(accounts.id, actor.accountId)).returning());
    const reviewId = await reported('Of one house');
    unwrap(await vote(inPasskeySession(one.actor), upholds(reviewId)));
    expect(await vote(inPasskeySession(two.actor), upholds(reviewId))).toEqual(refusal('reviewer_too_close_institution'));
  });

  test('are rejected if one has left an address at the organisation within a year', async () => {
    const [one, two, free] = [await reviewer('Moved'), await reviewer('Stayed'), await reviewer('Free of moves')];
    await inTurn(async (tx) => {
      await tx.update(accounts).set({ email: 'a@uni-left.ac.uk' }).where(eq(accounts.id, one.actor.accountId));
      await tx.update(accounts).set({ email: 'b@uni-left.ac.uk' }).where(eq(accounts.id, two.actor.accountId));
      const token = changeToken({ opensAt: now(), sessionId: '', address: `a@${newId()}.example` });
      const identifier = pendingChangeKey(one.actor.accountId);
      await tx.insert(signInTokens).values({ identifier, token, expires: later(now(), daysMs(1)) });
      await completeAddressChange(tx, one.actor);
    });
    const reviewId = await reported('Of a house that was left');
    unwrap(await vote(inPasskeySession(one.actor), upholds(reviewId)));
    expect(await vote(inPasskeySession(two.actor), upholds(reviewId))).toEqual(refusal('reviewer_too_close_institution'));
    expect(unwrap(await vote(inPasskeySession(free.actor), upholds(reviewId)))).toEqual({ decided: true });
  });

  test('of two admins always count: the operator appoints each', async () => {
    const reviewId = await reported('Two admins');
    // Both admins have addresses at example.org.
    expect(unwrap(await vote(inPasskeySession(admin, 'sealed'), upholds(reviewId)))).toEqual({ decided: false });
    expect(unwrap(await vote(inPasskeySession(other, 'sealed'), upholds(reviewId)))).toEqual({ decided: true });
  });

  test('of an admin and a related reviewer do not count', async () => {
    const near = await reviewer('Near');
    await inTurn((tx) => tx.update(accounts).set({ email: 'near@example.org' }).where(eq(accounts.id, near.actor.accountId)).returning());
    const reviewId = await reported('Admin and reviewer');
    unwrap(await vote(inPasskeySession(admin), upholds(reviewId)));
    expect(await vote(inPasskeySession(near.actor), upholds(reviewId))).toEqual(refusal('reviewer_too_close_institution'));
  });

  test('of two related reviewers never both count, also concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, two] = [await reviewer(`Quick ${round}`), await reviewer(`Quicker ${round}`)];
      const reviewId = await reported(`Raced ${round}`);
      const votes = await Promise.all([one, two].map(({ actor }) => vote(inPasskeySession(actor, 'one flat'), upholds(reviewId))));
      expect(votes.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { decided: false } }]);
      expect(votes.filter(({ ok }) => !ok)).toEqual([refusal('reviewer_too_close_network')]);
    }
  });

  test('leave no stored network when the case is closed without a decision', async () => {
    const subjectId = newId();
    const record = await createRecord(database.store, 'Falls Away');
    const asked = { kind: 'report', subjectId, authorId: record.id, parties: [], votesNeeded: 2 } as const;
    const reviewId = await inTurn((tx) => openReview(tx, asked));
    const row = { reviewId, accountId: admin.accountId, decision: 'uphold', reason: 'mixed_works', at: now(), network: 'sealed' };
    await inTurn((tx) => tx.insert(reviewVotes).values(row).returning());
    await inTurn((tx) => closeReview(tx, 'report', subjectId));
    const of = and(eq(reviewVotes.reviewId, reviewId), eq(reviewVotes.accountId, admin.accountId));
    expect(await database.store.reader.select({ network: reviewVotes.network }).from(reviewVotes).where(of)).toEqual([{ network: null }]);
  });
});
