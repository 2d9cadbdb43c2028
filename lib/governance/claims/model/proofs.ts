import type { ProofFacts } from '#lib/catalog/trust/model/log.ts';
import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import type { BindingRule } from './binding-rules.ts';
import { type ClaimEvidence, type FailureOfMethod, type ProofKind, parseEvidence, proofKinds, ruleOf } from './proof-methods.ts';

/** The current method for assessing proofs, logged as `rules`. */
export const proofMethod = 'evidence-3';

const bindingRulesOf = (kind: ProofKind): readonly BindingRule<ClaimEvidence>[] => ruleOf(kind).bindings;
/** All rules for a strong proof, by id. */
export const bindingRules: Readonly<Record<string, BindingRule<never>>> = Object.fromEntries(
  proofKinds.flatMap(bindingRulesOf).map((rule) => [rule.id, rule]),
);

/** Returns the ids of the rules that a proof does not meet, in the order of their explanation. */
export const unmetRules = (evidence: ClaimEvidence): string[] =>
  bindingRulesOf(evidence.by).flatMap(({ id, holds }) => (holds(evidence) ? [] : [id]));

/** Returns the strength of evidence: strong only if all rules that connect it to this author hold. */
export function strengthOf(evidence: ClaimEvidence): Strength {
  const control = ruleOf(evidence.by).control?.(evidence) ?? 'fair';
  if (control === 'weak' || bindingRulesOf(evidence.by).length === 0) return control;
  return unmetRules(evidence).length === 0 ? 'strong' : 'fair';
}

/** Returns the facts of a proof for the evidence log. */
export function factsForLog(evidence: ClaimEvidence, expiresAt: Date | null): ProofFacts {
  const rule = ruleOf(evidence.by);
  return {
    proof: evidence.by,
    family: rule.family,
    strength: strengthOf(evidence),
    thirdParty: rule.isThirdParty?.(evidence) ?? false,
    ...rule.subject(evidence),
    expiresAt: expiresAt?.toISOString() ?? null,
    rules: proofMethod,
    ...rule.logged?.(evidence),
  };
}

/** Returns the same day a number of months later, or the last day of that month. */
export function monthsAfter(at: Date, months: number): Date {
  const result = new Date(at);
  result.setUTCMonth(result.getUTCMonth() + months);
  if (result.getUTCDate() !== at.getUTCDate()) result.setUTCDate(0);
  return result;
}

/** Returns when evidence shown at a moment expires; null for kinds that are rechecked instead. */
export const proofExpiresAt = (kind: ProofKind, at: Date): Date | null => {
  const { months } = ruleOf(kind);
  return months === null ? null : monthsAfter(at, months);
};

export const proofStates = ['issued', 'observed', 'valid', 'stale', 'expired', 'revoked'] as const;
export type ProofState = (typeof proofStates)[number];
export type ProofEvent = 'observe' | 'count' | 'go_stale' | 'recover' | 'expire' | 'revoke';

/** `observe`: the evidence was found. `count`: it supports an accepted claim. `rot` and `recover`: rechecks failed, or succeed again. */
const transitions: Record<ProofEvent, { from: readonly ProofState[]; to: ProofState }> = {
  observe: { from: ['issued'], to: 'observed' },
  count: { from: ['observed'], to: 'valid' },
  go_stale: { from: ['valid'], to: 'stale' },
  recover: { from: ['stale'], to: 'valid' },
  expire: { from: ['issued', 'observed', 'valid', 'stale'], to: 'expired' },
  revoke: { from: ['issued', 'observed', 'valid', 'stale'], to: 'revoked' },
};

/**
 * Returns the state after an event, or null if the event is not possible. No event leads out of an ended state: the proof must be shown
 * again.
 */
export const nextProofState = (state: ProofState, event: ProofEvent): ProofState | null =>
  transitions[event].from.includes(state) ? transitions[event].to : null;

/** Returns the states from which an event is possible. */
export const proofStatesBefore = (event: ProofEvent): ProofState[] => [...transitions[event].from];

/** Validity of a token, in hours. */
export const tokenTtlHours = 24;
/** Days for which a proof keeps a strength that an earlier method gave it, without power over others. */
export const keptStrengthDays = 90;

/**
 * Returns what a new method means for a counting proof by its stored facts: it keeps its strength, it must be probed to know, or it is lower
 * after `keptStrengthDays`.
 */
export function effectOfMethod(row: {
  kind: string;
  strength: string | null;
  facts: Record<string, unknown>;
}): 'keeps' | 'probe' | 'lower' {
  const evidence = parseEvidence(row);
  if (row.strength !== 'strong' || (evidence && strengthOf(evidence) === 'strong')) return 'keeps';
  // What a login has told cannot be asked again.
  return evidence && ruleOf(evidence.by).by !== 'login' ? 'probe' : 'lower';
}

/** Days before the expiry of a proof when its owner is notified. */
export const expiryWarningDays = 30;
/** Minimum days between logged successful rechecks of a proof. */
export const recheckLogIntervalDays = 20;

/** Whether a failure comes from the record itself, whose works have changed, rather than from a server: waiting would not help. */
const isUnbound = (kind: ProofKind, failure: ProofFailure): boolean =>
  failure === 'no_longer_named' || ruleOf(kind).unboundBy?.includes(failure) === true;

interface RecheckResult {
  state: ProofState;
  failures: number;
  event: 'go_stale' | 'recover' | null;
}

/**
 * Returns the result of a recheck of a counting proof. `maxFailures` failures in a row make it stale; one success restores it.
 * `moved`: works of the record have moved, so that a proof that it no longer names is stale immediately.
 */
export function recheckResult(
  kind: ProofKind,
  state: ProofState,
  failures: number,
  failure: ProofFailure | null,
  haveWorksMoved = false,
): RecheckResult {
  if (failure === null) {
    const recovered = nextProofState(state, 'recover');
    return { state: recovered ?? state, failures: 0, event: recovered ? 'recover' : null };
  }
  const { maxFailures } = ruleOf(kind);
  const failureCount = failures + 1;
  const isStale = (maxFailures !== null && failureCount >= maxFailures) || (haveWorksMoved && isUnbound(kind, failure));
  const staleState = isStale ? nextProofState(state, 'go_stale') : null;
  return { state: staleState ?? state, failures: failureCount, event: staleState ? 'go_stale' : null };
}

/** Reasons why a probe failed: those of any probe, whose labels are in components/claims/claim-labels.ts, and those of single methods. */
type CommonFailure =
  | 'no_answer'
  | 'not_allowed'
  | 'not_found'
  | 'too_large'
  | 'wrong_type'
  | 'no_token'
  | 'no_longer_linked'
  | 'no_longer_named';
export type ProofFailure = CommonFailure | FailureOfMethod;
