import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportKinds } from '#lib/reports/model.ts';
import { decided, eyesNeeded, type Stakes, type Vote } from '#lib/reviews/model/ballots.ts';
import { choicesFor, fits, type Reason, type Remedy, reasons, remedies, reviewKinds } from '#lib/reviews/model.ts';

const stakes = (more: Partial<Stakes> = {}): Stakes => ({ kind: 'claim', votesNeeded: 1, claimed: false, ...more });
const approve: Vote = { decision: 'approve', reason: 'proof_holds', remedy: 'nothing_to_do' };
const reject: Vote = { decision: 'reject', reason: 'not_tied', remedy: 'claim_other' };
const impersonated: Vote = { ...reject, reason: 'impersonation' };

test('one vote decides what is not grave; impersonation takes two of one mind', () => {
  expect(decided(stakes(), [reject])).toEqual(reject);
  expect(decided(stakes(), [impersonated])).toBe(null);
  expect(decided(stakes(), [impersonated, impersonated])).toEqual(impersonated);
});

test('who differs calls for a third; one voice alone makes nobody an impostor', () => {
  expect(decided(stakes(), [impersonated, approve])).toBe(null);
  expect(decided(stakes(), [impersonated, approve, approve])).toEqual(approve);
  expect(decided(stakes(), [impersonated, reject])).toEqual(reject);
  expect(decided(stakes({ votesNeeded: 2 }), [approve])).toBe(null);
});

test('taking a claim away and merging claimed records take two; the same of records that nobody owns takes one', () => {
  const uphold: Vote = { decision: 'uphold', reason: 'rival_proof', remedy: 'claim_other' };
  expect(eyesNeeded(stakes({ kind: 'dispute', claimed: true }), [uphold])).toBe(2);
  expect(eyesNeeded(stakes({ kind: 'dispute' }), [uphold])).toBe(1);
  expect(eyesNeeded(stakes({ kind: 'dispute', claimed: true }), [{ ...uphold, decision: 'dismiss' }])).toBe(1);
  expect(eyesNeeded(stakes({ kind: 'merge', claimed: true }), [approve])).toBe(2);
});

test('to show a name less, or again, takes two whoever asked, also by an appeal; to turn it down takes one', () => {
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
      expect(agreeing.length).toBeGreaterThanOrEqual(eyesNeeded(stakes(more), votes));
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
