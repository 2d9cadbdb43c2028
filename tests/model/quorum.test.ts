import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Reason, type Remedy, reasons, remedies } from '#lib/community/decision-reasons.ts';
import { decisions, reviewKinds } from '#lib/governance/cases/model/review-case.ts';
import { reportKinds } from '#lib/governance/reports/model/report.ts';
import { choicesFor, fits } from '#lib/portal/decisions/model/choices.ts';
import { decided, needsTwoVotes, type QuorumFacts, type Vote, votesRequired } from '#lib/portal/decisions/model/quorum.ts';

const stakes = (more: Partial<QuorumFacts> = {}): QuorumFacts => ({ kind: 'claim', votesNeeded: 1, claimed: false, ...more });
const approve: Vote = { decision: 'approve', reason: 'proof_holds', remedy: 'nothing_to_do' };
const reject: Vote = { decision: 'reject', reason: 'not_tied', remedy: 'claim_other' };
const impersonated: Vote = { ...reject, reason: 'impersonation' };

const report = (more: Partial<QuorumFacts> = {}) => stakes({ kind: 'report', ...more });
const upheld: Vote = { decision: 'uphold', reason: 'mixed_works', remedy: 'flag_stays' };
const asImpostor: Vote = { decision: 'uphold', reason: 'impersonation', remedy: 'record_frozen' };

test('decides by one vote what is not grave, and impersonation by two that agree', () => {
  expect(decided(report(), [upheld])).toEqual(upheld);
  expect(decided(report(), [asImpostor])).toBe(null);
  expect(decided(report(), [asImpostor, asImpostor])).toEqual(asImpostor);
});

test('who differs calls for a third; one voice alone makes nobody an impostor', () => {
  expect(decided(stakes(), [impersonated, approve])).toBe(null);
  expect(decided(stakes(), [impersonated, approve, approve])).toEqual(approve);
  expect(decided(stakes(), [impersonated, reject])).toEqual(reject);
  expect(decided(report({ votesNeeded: 2 }), [upheld])).toBe(null);
});

test('takes two votes for whose a record is, whatever is decided and whether or not somebody owns it', () => {
  const ownership = [stakes(), stakes({ kind: 'dispute' }), stakes({ kind: 'appeal', movesRecords: true, aboutOwner: true })];
  for (const about of ownership) {
    for (const claimed of [true, false]) {
      for (const decision of decisions) {
        const each: Vote = { decision, reason: 'owner_proof', remedy: 'nothing_to_do' };
        expect(votesRequired({ ...about, claimed }, [each])).toBe(2);
        expect(decided({ ...about, claimed }, [each])).toBe(null);
        expect(decided({ ...about, claimed }, [each, each])).toEqual(each);
        expect(needsTwoVotes({ ...about, claimed }, { decision, says: '', reasons: ['owner_proof'], remedies: [] })).toBe('always');
      }
    }
  }
});

test('takes two votes to merge claimed records, and one where nobody owns them', () => {
  expect(votesRequired(stakes({ kind: 'merge', claimed: true }), [approve])).toBe(2);
  expect(votesRequired(stakes({ kind: 'merge' }), [approve])).toBe(1);
});

test('to show a name less, or again, takes two the person who asked, also by an appeal; to turn it down takes one', () => {
  for (const about of [stakes({ kind: 'suppression' }), stakes({ kind: 'appeal', movesRecords: false, aboutName: true })]) {
    expect(decided(about, [approve])).toBe(null);
    expect(decided(about, [approve, approve])).toEqual(approve);
    expect(decided(about, [reject])).toEqual(reject);
  }
});

test('three votes always decide, and no decision rests on fewer than are needed', () => {
  const vote = fc.constantFrom(approve, reject, impersonated);
  const any = fc.record({ votesNeeded: fc.constantFrom(1, 2), claimed: fc.boolean() });
  fc.assert(
    fc.property(any, fc.array(vote, { minLength: 1, maxLength: 3 }), (more, votes) => {
      const outcome = decided(stakes(more), votes);
      if (votes.length === 3) expect(outcome).not.toBe(null);
      if (!outcome) return;
      const agreeing = votes.filter(({ decision }) => decision === outcome.decision);
      expect(agreeing.length).toBeGreaterThanOrEqual(votesRequired(stakes(more), votes));
      expect(agreeing.map(({ reason }) => reason)).toContain(outcome.reason);
      if (outcome.reason === 'impersonation') expect(votes.filter(({ reason }) => reason === 'impersonation').length).toBeGreaterThan(1);
    }),
  );
});

test('each kind of question can be decided both ways, with words that are on the lists', () => {
  for (const kind of reviewKinds) {
    for (const variant of kind === 'report' ? reportKinds : kind === 'merge' ? ([null, 'split'] as const) : ([null] as const)) {
      const offered = choicesFor(kind, variant);
      expect(offered.length).toBe(2);
      for (const { decision, reasons: why, remedies: then } of offered) {
        expect(why.length * then.length).toBeGreaterThan(0);
        for (const reason of why) for (const remedy of then) expect(fits(offered, { decision, reason, remedy })).toBe(true);
        expect(fits(offered, { decision, reason: 'constructor', remedy: then[0] ?? '' })).toBe(false);
      }
    }
  }
});

test('every reason and remedy is used, and is a plain sentence', () => {
  const offered = reviewKinds.flatMap((kind) => [null, 'split' as const, ...reportKinds].flatMap((variant) => choicesFor(kind, variant)));
  for (const word of Object.keys(reasons))
    expect(
      offered.some((choice) => choice.reasons.includes(word as Reason)),
      word,
    ).toBe(true);
  for (const word of Object.keys(remedies))
    expect(
      offered.some((choice) => choice.remedies.includes(word as Remedy)),
      word,
    ).toBe(true);
  for (const sentence of [...Object.values(reasons), ...Object.values(remedies)]) expect(sentence).toMatch(/^[A-Z][^!]*\.$/);
});
