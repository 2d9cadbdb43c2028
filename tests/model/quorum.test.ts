import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DecisionReason, decisionReasons, type Remedy, remedies } from '#lib/community/decision-reasons.ts';
import type { CaseSide } from '#lib/governance/cases/model/evidence.ts';
import { appealKinds, decisions, reviewKinds } from '#lib/governance/cases/model/review-case.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { handlerOf } from '#lib/portal/decisions/case-handlers/registry.ts';
import { subjectHandlers } from '#lib/portal/decisions/case-handlers/subjects.ts';
import { isOfferedVote } from '#lib/portal/decisions/model/choices.ts';
import { decisionOf, needsTwoVotes, type QuorumFacts, type Vote, votesRequired } from '#lib/portal/decisions/model/quorum.ts';
import { evidenceVersion } from '#lib/portal/decisions/queries/evidence.ts';

const facts = (more: Partial<QuorumFacts> = {}): QuorumFacts => ({ alwaysTwo: false, approvalTakesTwo: false, ...more });
const ownership = facts({ alwaysTwo: true });
const approve: Vote = { decision: 'approve', reason: 'proof_holds', remedy: 'nothing_to_do' };
const reject: Vote = { decision: 'reject', reason: 'not_tied', remedy: 'claim_other' };
const impersonated: Vote = { ...reject, reason: 'impersonation' };

const upheld: Vote = { decision: 'uphold', reason: 'mixed_works', remedy: 'flag_stays' };
const asImpostor: Vote = { decision: 'uphold', reason: 'impersonation', remedy: 'record_frozen' };

test('decides lesser cases by one vote, and impersonation by two that agree', () => {
  expect(decisionOf(facts(), [upheld])).toEqual(upheld);
  expect(decisionOf(facts(), [asImpostor])).toBe(null);
  expect(decisionOf(facts(), [asImpostor, asImpostor])).toEqual(asImpostor);
});

test('asks for a third vote after a disagreement; one vote never finds impersonation', () => {
  expect(decisionOf(ownership, [impersonated, approve])).toBe(null);
  expect(decisionOf(ownership, [impersonated, approve, approve])).toEqual(approve);
  expect(decisionOf(ownership, [impersonated, reject])).toEqual(reject);
  expect(decisionOf(ownership, [upheld])).toBe(null);
});

test('takes two votes on the ownership of a record, for either outcome', () => {
  for (const decision of decisions) {
    const each: Vote = { decision, reason: 'owner_proof', remedy: 'nothing_to_do' };
    expect(votesRequired(ownership, [each])).toBe(2);
    expect(decisionOf(ownership, [each])).toBe(null);
    expect(decisionOf(ownership, [each, each])).toEqual(each);
    expect(needsTwoVotes(ownership, { decision, label: '', effects: [], reasons: ['owner_proof'], remedies: [] })).toBe('always');
  }
});

test('takes two votes to approve a change of an owned record or a name display, and one to reject it', () => {
  const about = facts({ approvalTakesTwo: true });
  expect(votesRequired(about, [approve])).toBe(2);
  expect(votesRequired(facts(), [approve])).toBe(1);
  expect(decisionOf(about, [approve])).toBe(null);
  expect(decisionOf(about, [approve, approve])).toEqual(approve);
  expect(decisionOf(about, [reject])).toEqual(reject);
});

test('lists which kinds take two votes: ownership, name display, and merges of owned records', async () => {
  const flagged = (flag: 'isAboutOwner' | 'isAboutName') => appealKinds.filter((kind) => subjectHandlers[kind][flag]);
  expect(flagged('isAboutOwner')).toEqual(['claim', 'dispute']);
  expect(flagged('isAboutName')).toEqual(['suppression']);
  expect(appealKinds.filter((kind) => subjectHandlers[kind].approvalTakesTwo)).toEqual([
    'report',
    'correction',
    'record_correction',
    'merge',
  ]);
  const { approvalTakesTwo } = subjectHandlers.merge;
  for (const isClaimed of [true, false]) expect(await approvalTakesTwo?.({} as Reader, 'some', isClaimed)).toBe(isClaimed);
  expect(await subjectHandlers.report.approvalTakesTwo?.({} as Reader, 'some', false)).toBe(false);
});

test('three votes always decide, and no decision has fewer than required', () => {
  const vote = fc.constantFrom(approve, reject, impersonated);
  const any = fc.record({ alwaysTwo: fc.boolean(), approvalTakesTwo: fc.boolean() });
  fc.assert(
    fc.property(any, fc.array(vote, { minLength: 1, maxLength: 3 }), (more, votes) => {
      const outcome = decisionOf(more, votes);
      if (votes.length === 3) expect(outcome).not.toBe(null);
      if (!outcome) return;
      const agreeing = votes.filter(({ decision }) => decision === outcome.decision);
      expect(agreeing.length).toBeGreaterThanOrEqual(votesRequired(more, votes));
      expect(agreeing.map(({ reason }) => reason)).toContain(outcome.reason);
      if (outcome.reason === 'impersonation') expect(votes.filter(({ reason }) => reason === 'impersonation').length).toBeGreaterThan(1);
    }),
  );
});

const offeredByKind = reviewKinds.flatMap((kind) => Object.values(handlerOf({ kind }).choices));

test('each kind of case can be decided both ways, with listed texts', () => {
  for (const offered of offeredByKind) {
    expect(offered.length).toBe(2);
    for (const { decision, reasons: why, remedies: then } of offered) {
      expect(why.length * then.length).toBeGreaterThan(0);
      for (const reason of why) for (const remedy of then) expect(isOfferedVote(offered, { decision, reason, remedy })).toBe(true);
      expect(isOfferedVote(offered, { decision, reason: 'constructor', remedy: then[0] ?? '' })).toBe(false);
    }
  }
});

test('each kind offers its own remedies, in favour first; an appeal is approved or rejected', () => {
  for (const { choices, decisions: words, appeal } of Object.values(subjectHandlers)) {
    for (const offered of Object.values(choices)) expect(offered.map(({ decision }) => decision)).toEqual(words);
    expect(appeal.choices.map(({ decision }) => decision)).toEqual(['approve', 'reject']);
  }
});

test('every reason and remedy is used, and is a plain sentence', () => {
  const offered = offeredByKind.flat();
  for (const word of Object.keys(decisionReasons))
    expect(
      offered.some((choice) => choice.reasons.includes(word as DecisionReason)),
      word,
    ).toBe(true);
  for (const word of Object.keys(remedies))
    expect(
      offered.some((choice) => choice.remedies.includes(word as Remedy)),
      word,
    ).toBe(true);
  for (const sentence of [...Object.values(decisionReasons), ...Object.values(remedies)]) expect(sentence).toMatch(/^[A-Z][^!]*\.$/);
});

test('the version of the evidence changes with a side, a proof or its state, and not with the order in which they are read', () => {
  const at = new Date(0);
  const proof = (id: string, state = 'valid') => ({
    ...{ id, kind: 'domain', family: 'control', strength: 'fair', state },
    observedAt: at,
    facts: [],
  });
  const side = (id: string, ...proofs: CaseSide['proofs']): CaseSide => ({
    ...{ id, role: 'claimant', since: at, state: 'open', strength: 'fair', facts: [], proofs },
  });
  const version = evidenceVersion([side('a', proof('p'), proof('q')), side('b')]);
  expect(evidenceVersion([side('b'), side('a', proof('q'), proof('p'))])).toBe(version);
  const changed = [
    [side('a', proof('p'), proof('q'))],
    [side('a', proof('p')), side('b')],
    [side('a', proof('p')), side('b', proof('q'))],
    [side('a', proof('p'), proof('q', 'stale')), side('b')],
  ];
  expect(new Set([version, ...changed.map(evidenceVersion)]).size).toBe(5);
});
