import type { EventKind, ProofFacts } from '#lib/catalog/trust/model/log.ts';
import type { PartName, TrustPart } from '#lib/catalog/trust/model/snapshot.ts';

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
  email: 'An email address at its domain, confirmed within twelve months',
  asserted: 'The institution itself states it',
};

/** Returns the label of a rule. */
export const ruleLabel = ({ rule, text }: Pick<TrustPart['lines'][number], 'rule' | 'text'>): string => ruleLabels[rule] ?? text;

const proofKindLabels: Record<string, string> = {
  orcid: 'ORCID iD',
  email: 'Confirmed email address',
  institution_email: 'Address at an institution',
  rel_me: 'Own web page, linked both ways',
  dns: 'Domain (DNS)',
  repository: 'File in a repository that a work links',
  printed_email: 'Address printed in a work',
  federated: 'Login of an institution',
  orcid_employment: 'Employment on ORCID, written by the institution',
};

/** Returns the label of a kind of proof. An unknown kind is shown by its own name. */
export const proofLabel = (kind: string): string => proofKindLabels[kind] ?? kind.replaceAll('_', ' ');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface AssertedWork {
  what?: unknown;
  assertedBy?: unknown;
}

/** Returns who added the shared works to an ORCID record, and the age of the iD. */
function orcidBasis({ overlap, overlaps, registeredOn }: ProofFacts): string {
  const sharedWorks =
    Array.isArray(overlaps) && overlaps.length > 0 ? (overlaps as AssertedWork[]) : overlap ? [overlap as AssertedWork] : [];
  const workTexts = sharedWorks.map(({ what, assertedBy }) => `${textOf(what)} (added by ${textOf(assertedBy) || 'the holder of the iD'})`);
  const ageSentence = textOf(registeredOn) ? ` The iD was registered on ${textOf(registeredOn)}.` : '';
  return `${workTexts.length > 0 ? `Shared works: ${workTexts.join('; ')}.` : 'No shared work.'}${ageSentence}`;
}

const addressTexts: Record<string, string> = {
  any: 'Any address of this organisation, not made of the name.',
  named: 'The address is made of the name, and of no namesake’s there.',
  printed: 'A source prints the address beside the name.',
};
const committerTexts: Record<string, string> = {
  any: 'Added by somebody with write access.',
  owner: 'Added by the owner of the namespace, in a verified commit.',
  printed: 'Added in a verified commit from an address that a work prints beside the name.',
};

/** Returns what binds a proof to this author, or that nothing does, from its public facts. */
export function basisLabels(facts: ProofFacts): string {
  if (facts.proof === 'orcid') return orcidBasis(facts);
  if (facts.proof === 'institution_email') return addressTexts[textOf(facts.address)] ?? '';
  if (facts.proof === 'repository') return committerTexts[textOf(facts.committer)] ?? '';
  if (facts.proof !== 'dns' && facts.proof !== 'rel_me') return '';
  const ownedBy = facts.ownedBy as { by?: unknown; since?: unknown } | null | undefined;
  if (!ownedBy) return 'No independent source connects it to this author.';
  const registeredSentence = textOf(facts.registeredOn) ? ` It was registered on ${textOf(facts.registeredOn)}.` : '';
  return `Named as this author’s own by ${ownedBy.by === 'orcid' ? 'their proven ORCID iD' : 'an earlier strong proof'} since ${textOf(ownedBy.since)}.${registeredSentence}`;
}

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
  1: 'Listed by at least one source, and not frozen',
  2: 'Claimed by its owner, and the claim is accepted',
  3: 'Ownership verified with strong evidence',
  4: 'Verified with two independent methods, one by a third party',
  5: 'Verified by a login at an institution within 24 months, and a passkey',
};
