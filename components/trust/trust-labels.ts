import type { EventKind, ProofFacts } from '#lib/catalog/trust/model/log.ts';
import { assuredMonths } from '#lib/catalog/trust/model/points.ts';
import type { PartName, TrustPart } from '#lib/catalog/trust/model/snapshot.ts';
import { isProofKind, ruleOf } from '#lib/governance/claims/model/proof-methods.ts';

/** Labels of the six parts. */
export const trustPartLabels: Record<PartName, string> = {
  provenance: 'Provenance',
  coherence: 'Coherence',
  control: 'Control',
  affiliation: 'Affiliation',
  attestation: 'Attestation',
  hygiene: 'Account security',
};

/** Clearer labels for rules whose text in the signed method is hard to understand out of context. */
const ruleLabels: Record<string, string> = {
  recurring_collaborators: 'At least two co-authors with two or more shared works',
  second_family: 'A proof of a second, independent kind',
  third_family: 'A proof of a third, independent kind',
  ror: 'The affiliation has a ROR id',
  email: `An email address at its domain, confirmed within ${ruleOf('email').months} months`,
  asserted: 'The institution itself states it',
};

/** Returns the label of a rule. */
export const ruleLabel = ({ rule, text }: Pick<TrustPart['lines'][number], 'rule' | 'text'>): string => ruleLabels[rule] ?? text;

/** Returns the label of a kind of proof. An unknown kind is shown by its own name. */
export const proofLabel = (kind: string): string => (isProofKind(kind) ? ruleOf(kind).proofTitle : kind.replaceAll('_', ' '));

/** Returns what binds a proof to this author, or that nothing does, from its public facts. */
export const basisLabels = (facts: ProofFacts): string => (isProofKind(facts.proof) ? (ruleOf(facts.proof).basis?.(facts) ?? '') : '');

/** Labels of log events. */
export const eventLabels: Record<EventKind, string> = {
  claim_accepted: 'A claim was accepted',
  claim_ended: 'The claim ended',
  proof_shown: 'A proof was shown',
  proof_assessed: 'A proof was assessed again',
  proof_rechecked: 'A proof was checked again and is valid',
  proof_stale: 'A proof failed too often and no longer counts',
  proof_fresh: 'A failed proof is valid again',
  proof_revoked: 'A proof was withdrawn',
  confirmed: 'A co-author confirmed a shared work',
  vouched: 'A colleague vouched',
  attestation_ended: 'A confirmation or vouch was withdrawn',
  passkey_added: 'The owner added a passkey',
  passkeys_gone: 'The owner has no passkey any longer',
  recovery_set: 'A recovery contact was set',
  recovery_gone: 'The recovery contact was removed',
  dispute_opened: 'A dispute was opened',
  dispute_closed: 'A dispute was decided',
  frozen: 'The profile was frozen',
  unfrozen: 'The profile is no longer frozen',
  merged: 'Another profile was merged into this one',
  split: 'Works were split off into another profile',
  change_undone: 'A merge or split was undone',
  visibility_changed: 'How the name is shown was changed',
  key_changed: 'The signing key of the log was changed',
};

/** The conditions of each verification level beyond the levels below it. Signed snapshots have the wording of their method. */
export const levelConditions: Readonly<Record<number, string>> = {
  1: 'Listed by a source, and not frozen',
  2: 'Claimed, and the claim is accepted',
  3: 'Ownership verified with strong evidence',
  4: 'Verified with two independent methods, one by a third party',
  5: `Verified by a login at an institution within ${assuredMonths} months, and a passkey`,
};
