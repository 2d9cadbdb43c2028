import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import type { StepId } from '#lib/catalog/trust/model/steps.ts';
import type { AttestationCandidate, AttestationKind } from './attestations.ts';
import { isProofKind, type OfferFacts, type ProofKind, proofKinds, ruleOf } from './proof-methods.ts';
import type { Offer } from './proof-rule.ts';
import type { ProofFailure, ProofState } from './proofs.ts';

/** A proof of an account for a record, as only that account sees it. */
export interface ProofView {
  id: string;
  kind: ProofKind;
  state: ProofState;
  /** The email address, domain, page, repository or iD. */
  target: string;
  /** The token to place, for public targets; mailed codes are not shown. */
  token: string | null;
  strength: Strength | null;
  failure: ProofFailure | null;
  /** Why nothing ties it to the record, so that it is only fair: a key of `untied` of its rule. */
  untied: string | null;
  /** The ids of unmet rules for a strong proof; empty if it is strong or can never be. */
  unmetRules: string[];
  /** Until when it keeps a strength that the present rules do not give it; null if they do. */
  keptUntil: Date | null;
  failures: number;
  checkedAt: Date | null;
  expiresAt: Date | null;
}

/** A proof method for a record, with what the viewer already has for it. */
export interface ProofOption extends Pick<Offer, 'maxStrength' | 'organisations'> {
  kind: ProofKind;
  has: string[];
  /** Why it cannot be used for this record: the code of `lacking` of its rule; null if it can. */
  unavailable: string | null;
}

const strengthOrder: readonly Strength[] = ['strong', 'fair', 'weak'];

/**
 * Returns the proof methods for a record: by greatest strength, then by what the viewer has at hand. Unavailable methods come last, with
 * the reason.
 */
export function proofOptionsFor(facts: OfferFacts): ProofOption[] {
  const rank = ({ isUnavailable, maxStrength, atHand, has = [] }: Offer): number =>
    (isUnavailable ? 1000 : 0) + strengthOrder.indexOf(maxStrength) * 100 + (atHand ? 0 : 10) + (has.length > 0 ? 0 : 1);
  return proofKinds
    .map((kind) => ({ kind, rule: ruleOf(kind), offer: ruleOf(kind).offer(facts) }))
    .sort((a, b) => rank(a.offer) - rank(b.offer) || a.rule.place - b.rule.place)
    .map(({ kind, rule, offer: { maxStrength, has = [], isUnavailable, organisations } }) => ({
      kind,
      maxStrength,
      has,
      unavailable: isUnavailable ? (rule.lacking?.code ?? kind) : null,
      ...(organisations && { organisations }),
    }));
}

/** Another record that may belong to the same person, with the reasons. */
export interface SamePersonCandidate {
  slug: string;
  name: string;
  works: number;
  reasons: string[];
}

const attestationSteps = { confirmations: 'confirmation', vouch: 'vouch' } as const satisfies Partial<Record<StepId, AttestationKind>>;

/**
 * Returns the steps that lead nowhere: this instance, the works or the co-authors of the record do not permit them.
 * @param shown the kinds of the owner's proofs
 */
export function impossibleSteps(
  options: readonly ProofOption[],
  candidates: readonly Pick<AttestationCandidate, 'kinds'>[],
  shown: readonly string[],
): Set<StepId> {
  const unusable = options.filter(({ unavailable }) => unavailable !== null).flatMap(({ kind }) => ruleOf(kind).step ?? []);
  const askable = new Set(candidates.flatMap(({ kinds }) => kinds));
  const unaskable = (['confirmations', 'vouch'] as const).filter((step) => !askable.has(attestationSteps[step]));
  const canRecheck = shown.some((kind) => isProofKind(kind) && ruleOf(kind).recheckDays !== null);
  return new Set<StepId>([...unusable, ...unaskable, ...(canRecheck ? [] : (['recheck'] as const))]);
}
