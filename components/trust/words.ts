import type { EventKind } from '#lib/trust/model/log.ts';
import type { PartName } from '#lib/trust/model.ts';

/** The names of the six parts, as people read them. */
export const partWords: Record<PartName, string> = {
  provenance: 'Provenance',
  coherence: 'Coherence',
  control: 'Control',
  affiliation: 'Affiliation',
  attestation: 'Attestation',
  hygiene: 'Hygiene',
};

const proofWords: Record<string, string> = {
  orcid: 'ORCID iD',
  email: 'Confirmed e-mail address',
  institution_email: 'Address at an institution',
  rel_me: 'Own web page, linked both ways',
  dns: 'Domain (DNS)',
  repository: 'File in a repository that a work links',
  printed_email: 'Address printed in a work',
  federated: 'Login of an institution',
  orcid_employment: 'Employment on ORCID, written by the institution',
};

/** A kind of proof in words; one that this version does not know by its own name. */
export const proofWord = (kind: string): string => proofWords[kind] ?? kind.replaceAll('_', ' ');

/** What an event tells, in a few words. */
export const eventWords: Record<EventKind, string> = {
  claim_accepted: 'A claim was accepted',
  claim_ended: 'The claim ended',
  proof_shown: 'A proof was shown',
  proof_rechecked: 'A proof was checked again, and holds',
  proof_stale: 'A proof failed too often and no longer counts',
  proof_fresh: 'A proof that had failed holds again',
  proof_revoked: 'A proof was taken back',
  confirmed: 'A co-author confirmed a shared work',
  vouched: 'A colleague vouched',
  attestation_ended: 'A confirmation or vouch was taken back',
  passkey_added: 'The owner added a passkey',
  passkeys_gone: 'The owner has no passkey any longer',
  recovery_set: 'A recovery contact was set',
  recovery_gone: 'The recovery contact was removed',
  dispute_opened: 'A dispute was opened',
  dispute_closed: 'A dispute was decided',
  frozen: 'The record was frozen',
  unfrozen: 'The record is no longer frozen',
  merged: 'Another record was merged into this one',
  split: 'Works were split off into another record',
  change_undone: 'A merge or split was undone',
  visibility_changed: 'How the name is shown was changed',
  key_changed: 'The log went on with a new key',
};
