import { expect, test } from 'vitest';
import { type ProposalState, proposalOutcome } from '#lib/governance/identity/model/changes.ts';

const reviewed = (decision: string) => ({ decision, reason: 'same', remedy: 'undo_30_days' });
const decided = { reason: 'same', remedy: 'undo_30_days' };

test.each<[ProposalState, string | null, ReturnType<typeof proposalOutcome>]>([
  ['proposed', null, { state: 'proposed', decided: null }],
  ['withdrawn', null, { state: 'withdrawn', decided: null }],
  ['applied', 'approve', { state: 'applied', decided }],
  ['settled', 'approve', { state: 'settled', decided }],
  ['undone', 'approve', { state: 'undone', decided }],
  ['rejected', 'reject', { state: 'rejected', decided }],
  // It could no longer be applied.
  ['rejected', 'approve', { state: 'outdated', decided: null }],
  // An appeal against the rejection was granted.
  ['applied', 'reject', { state: 'applied', decided: null }],
])('a proposal that is %s after the decision %s', (state, decision, outcome) => {
  expect(proposalOutcome(state, decision === null ? null : reviewed(decision))).toEqual(outcome);
});
