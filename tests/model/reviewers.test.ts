import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type VoterTie, voterTies } from '#lib/governance/cases/model/review-case.ts';
import { mintActor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import { sessionEnd } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, minutesMs } from '#lib/platform/clock.ts';
import { isDistinguishingNetwork, networkOf } from '#lib/platform/http/network.ts';
import { tieBetween, type Voter } from '#lib/portal/decisions/model/distance.ts';
import { decisionOf, type Vote } from '#lib/portal/decisions/model/quorum.ts';
import { isAppointed, meetsAllConditions, reviewerConditions } from '#lib/portal/decisions/model/reviewers.ts';
import { refusals } from '#lib/portal/refusals.ts';

const at = new Date('2026-11-22T12:00:00Z');

describe('the conditions of a reviewer', () => {
  const facts = { level: 4, createdAt: addMs(at, -daysMs(30)), hasPasskey: true };
  test('are met by a record at L4, an account of 30 days and a passkey, and by nothing less', () => {
    expect(meetsAllConditions(reviewerConditions(facts, at))).toBe(true);
    expect(reviewerConditions({ ...facts, level: 3 }, at)).toMatchObject({ level: false, age: true, passkey: true });
    const young = { ...facts, createdAt: addMs(at, -daysMs(30) + 1) };
    expect(reviewerConditions(young, at)).toMatchObject({ level: true, age: false, passkey: true });
    expect(reviewerConditions({ ...facts, createdAt: null }, at)).toMatchObject({ age: false, oldEnoughAt: null });
    expect(reviewerConditions({ ...facts, hasPasskey: false }, at)).toMatchObject({ level: true, age: true, passkey: false });
  });

  test('need a role that another account gave', () => {
    expect(isAppointed('me', { grantedBy: 'me' })).toBe(false);
    expect(isAppointed('me', { grantedBy: null })).toBe(false);
    expect(isAppointed('me', { grantedBy: 'an admin' })).toBe(true);
  });
});

describe('the relation between two voters', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd');
  const keys = fc.uniqueArray(key, { maxLength: 3 }).map((each) => new Set(each));
  const voter = (accountId: string) =>
    fc.record({
      accountId: fc.constant(accountId),
      isAdmin: fc.boolean(),
      institutions: keys,
      orcids: keys,
      networks: keys,
      works: keys,
      vouchedBy: fc.uniqueArray(fc.constantFrom('a', 'b', 'one', 'other'), { maxLength: 3 }).map((each) => new Set(each)),
      appointedBy: fc.uniqueArray(fc.constantFrom('a', 'one', 'other'), { maxLength: 2 }).map((each) => new Set(each)),
    });
  const alone = (accountId: string): Voter => ({
    ...{
      accountId,
      isAdmin: false,
      institutions: new Set(),
      orcids: new Set(),
      networks: new Set(),
      works: new Set(),
      vouchedBy: new Set(),
      appointedBy: new Set(),
    },
  });

  test.each<[VoterTie, Partial<Voter>, Partial<Voter>]>([
    ['institution', { institutions: new Set(['ror:x', 'uni.example']) }, { institutions: new Set(['uni.example']) }],
    ['orcid', { orcids: new Set(['0000-0002-1825-0097']) }, { orcids: new Set(['0000-0002-1825-0097']) }],
    ['network', { networks: new Set(['sealed', 'home']) }, { networks: new Set(['sealed']) }],
    ['works', { works: new Set(['7']) }, { works: new Set(['7', '8']) }],
    ['vouch', { vouchedBy: new Set(['other']) }, {}],
    ['vouch', {}, { vouchedBy: new Set(['one']) }],
    ['vouch', { vouchedBy: new Set(['third']) }, { vouchedBy: new Set(['third']) }],
  ])('is none where they share by %s', (tie, one, other) => {
    for (const isAboutOwner of [true, false]) {
      expect(tieBetween({ ...alone('one'), ...one }, { ...alone('other'), ...other }, isAboutOwner)).toBe(tie);
      expect(tieBetween({ ...alone('one'), isAdmin: true, ...one }, { ...alone('other'), ...other }, isAboutOwner)).toBe(tie);
    }
    const [admin, second] = [
      { ...alone('one'), isAdmin: true, ...one },
      { ...alone('other'), isAdmin: true, ...other },
    ];
    expect(tieBetween(admin, second, false)).toBeNull();
    expect(tieBetween(admin, second, true)).toBe(tie);
  });

  test('is an appointment only where they decide whose a profile is', () => {
    const [admin, reviewer] = [
      { ...alone('one'), isAdmin: true },
      { ...alone('other'), appointedBy: new Set(['one']) },
    ];
    expect([tieBetween(admin, reviewer, true), tieBetween(reviewer, admin, true)]).toEqual(['appointment', 'appointment']);
    expect([tieBetween(admin, reviewer, false), tieBetween(reviewer, admin, false)]).toEqual([null, null]);
  });

  test('is symmetric, and null exactly if nothing is shared, or both are admins and it is not about an owner', () => {
    fc.assert(
      fc.property(voter('one'), voter('other'), fc.boolean(), (one, other, isAboutOwner) => {
        const tie = tieBetween(one, other, isAboutOwner);
        expect(tieBetween(other, one, isAboutOwner)).toBe(tie);
        const intersects = (mine: ReadonlySet<string>, theirs: ReadonlySet<string>) => [...mine].some((each) => theirs.has(each));
        const shared =
          (['institutions', 'orcids', 'networks', 'works', 'vouchedBy'] as const).some((of) => intersects(one[of], other[of])) ||
          one.vouchedBy.has('other') ||
          other.vouchedBy.has('one') ||
          (isAboutOwner && (one.appointedBy.has('other') || other.appointedBy.has('one')));
        expect(tie === null).toBe(!shared || (!isAboutOwner && one.isAdmin && other.isAdmin));
      }),
    );
  });

  test('prevents a decision of a claim by people who are all related', () => {
    const approve: Vote = { decision: 'approve', reason: 'proof_holds', remedy: 'nothing_to_do' };
    const reject: Vote = { decision: 'reject', reason: 'not_tied', remedy: 'claim_other' };
    fc.assert(
      fc.property(fc.array(fc.constantFrom(approve, reject), { maxLength: 8 }), fc.constantFrom(...voterTies), (wanted, tie) => {
        // Related reviewers: a vote that agrees with an earlier one of theirs is rejected.
        const votes: Vote[] = [];
        for (const vote of wanted) {
          const close = votes.some(({ decision }) => decision === vote.decision) ? tie : null;
          if (close === null) votes.push(vote);
        }
        expect(decisionOf({ alwaysTwo: true, approvalTakesTwo: false }, votes)).toBeNull();
      }),
    );
  });

  test('has a refusal for each kind of relation', () => {
    for (const tie of voterTies) expect(refusals[`reviewer_too_close_${tie}`].detail.length).toBeGreaterThan(20);
    expect(new Set(voterTies.map((tie) => refusals[`reviewer_too_close_${tie}`].detail)).size).toBe(voterTies.length);
  });
});

describe('a sign-in with a passkey', () => {
  const actor = (passkeyAt: Date | null) => mintActor({ accountId: 'x', name: null, email: null, emailConfirmed: false, passkeyAt });
  test('counts as recent for thirty minutes, unlike any other sign-in', () => {
    expect(passkeyRefusal(actor(null), at)).toBe('passkey_sign_in_needed');
    expect(passkeyRefusal(mintActor({ accountId: 'x', name: null, email: null, emailConfirmed: true }), at)).toBe('passkey_sign_in_needed');
    expect(passkeyRefusal(actor(at), at)).toBeNull();
    expect(passkeyRefusal(actor(addMs(at, -minutesMs(30))), at)).toBeNull();
    expect(passkeyRefusal(actor(addMs(at, -minutesMs(30) - 1)), at)).toBe('passkey_sign_in_needed');
  });
});

describe('a session', () => {
  const expires = addMs(at, daysMs(90));
  test('ends after 30 days without use, 7 for reviewers and admins, and at its end in any case', () => {
    const session = { expires, seenAt: at, createdAt: at };
    expect(sessionEnd(session, { decides: false })).toEqual(addMs(at, daysMs(30)));
    expect(sessionEnd(session, { decides: true })).toEqual(addMs(at, daysMs(7)));
    expect(sessionEnd({ ...session, seenAt: addMs(at, daysMs(80)) }, { decides: false })).toEqual(expires);
    expect(sessionEnd({ ...session, seenAt: null }, { decides: true })).toEqual(addMs(at, daysMs(7)));
  });
});

describe('a network', () => {
  const of = (address: string) => isDistinguishingNetwork(networkOf(new Headers({ 'x-peergraph-address': address })));
  test('distinguishes people unless it is this machine or unknown', () => {
    expect(['203.0.113.9', '10.1.2.3', '2001:db8:1:2::9'].map(of)).toEqual([true, true, true]);
    expect(['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1', '', 'x'].map(of)).toEqual([false, false, false, false, false, false]);
  });
});
