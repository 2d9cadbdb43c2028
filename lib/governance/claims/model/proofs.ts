import { z } from 'zod';
import type { ProofFacts } from '#lib/catalog/trust/model/log.ts';
import type { EvidenceFamily, Strength } from '#lib/catalog/trust/model/snapshot.ts';
import { unmetRules } from './binding-rules.ts';

/** What ties an ORCID record to an author record, strongest first. Public. */
const overlap = z.object({
  by: z.enum(['identifier', 'title_and_coauthor', 'authenticated_in_source']),
  /** A DOI, an arXiv id or a title of a work. */
  what: z.string(),
  /** The organisation that added the work to the ORCID record; null if the holder did, also by a search tool. */
  assertedBy: z.string().nullable().default(null),
  /** Which author of the work the organisation assigns the iD to. */
  signer: z.enum(['this_author', 'other', 'not_told']).default('not_told'),
});
export type Overlap = z.infer<typeof overlap>;

/** Who names a domain as this author's own, and since when (YYYY-MM-DD). */
const domainOwner = z.object({ by: z.enum(['orcid', 'proof']), since: z.string() });
export type DomainOwner = z.infer<typeof domainOwner>;

/** The public evidence of each kind, which never includes an email address. Defaults apply to facts of `evidence-1`. */
export const evidenceSchema = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('orcid'),
    orcid: z.string(),
    overlap: overlap.nullable(),
    /** Up to ten overlapping works, with who asserted each. */
    overlaps: z.array(z.object({ what: z.string(), assertedBy: z.string().nullable() })).default([]),
    /** The registration date of the iD (YYYY-MM-DD), and its age in days when it was checked. */
    registeredOn: z.string().nullable().default(null),
    ageDays: z.number().nullable().default(null),
    /** Why nothing ties the iD to the record. Only its holder sees this. */
    untied: z.enum(['no_public_name', 'other_name', 'no_shared_work']).optional(),
  }),
  z.object({ by: z.literal('email') }),
  z.object({
    by: z.literal('institution_email'),
    domain: z.string(),
    rorId: z.string(),
    organisation: z.string(),
    /** Whether the organisation is an affiliation of the record or of one of its works. */
    atAffiliation: z.boolean(),
    /** Whether the local part consists of the record's name. */
    bearsName: z.boolean().default(false),
    /** Whether it also matches another author of that organisation on this site. */
    fitsNamesake: z.boolean().default(true),
    /** The work on which a source prints the address beside the record's name. */
    printed: z.string().nullable().default(null),
  }),
  z.object({
    by: z.literal('rel_me'),
    page: z.string(),
    ownedBy: domainOwner.nullable().default(null),
    /** The registration date of the domain (RDAP, RFC 9083), if its registry gives it. */
    registeredOn: z.string().nullable().default(null),
  }),
  z.object({
    by: z.literal('dns'),
    domain: z.string(),
    /** The id of a work of the record, or 'orcid', that named the domain before. */
    namedBy: z.string(),
    ownedBy: domainOwner.nullable().default(null),
    registeredOn: z.string().nullable().default(null),
  }),
  z.object({
    by: z.literal('repository'),
    repository: z.string(),
    work: z.string(),
    /** The host's permanent id of the account that owns the namespace; null if the host does not give it. */
    ownerId: z.string().nullable().default(null),
    /** Whether the host has verified the commit that added the token, and its author is that account. */
    committedByOwner: z.boolean().default(false),
    namespaceBearsName: z.boolean().default(false),
    ownerOlderThanWork: z.boolean().default(false),
    /** Whether that commit is verified, and its author's address is printed beside the record's name on a work. */
    printedCommitter: z.boolean().default(false),
  }),
  /** `atOrganisation`: the address is at a domain of an organisation in the ROR registry. */
  z.object({ by: z.literal('printed_email'), work: z.string(), atOrganisation: z.boolean().default(false) }),
  /** An employment that the organisation itself has added to the ORCID record of the account's iD. */
  z.object({ by: z.literal('orcid_employment'), orcid: z.string(), rorId: z.string(), organisation: z.string() }),
  z.object({
    by: z.literal('federated'),
    issuer: z.string(),
    /** The organisation that the issuer asserts the person belongs to; null if none. */
    domain: z.string().nullable(),
    rorId: z.string().nullable(),
    organisation: z.string().nullable(),
    atAffiliation: z.boolean(),
    /** Whether the organisation asserts that a person with one of the record's names belongs to it. */
    asserted: z.boolean(),
    /** Whether another author of that organisation on this site has one of the record's names. */
    fitsNamesake: z.boolean().default(true),
    /** Whether a person with one of the record's names has identity proofing of RAF "medium" or better. */
    assured: z.boolean(),
  }),
]);
export type ClaimEvidence = z.infer<typeof evidenceSchema>;
export type ProofKind = ClaimEvidence['by'];

interface ProofRules {
  family: EvidenceFamily;
  /** Months until it must be renewed; null if it is rechecked instead (trust.md, expiry). */
  months: number | null;
  /** Days between rechecks by the job; null if it is not rechecked. */
  recheckDays: number | null;
  /** Failed rechecks in a row after which it no longer counts; null if failures have no effect. */
  maxFailures: number | null;
  /** How it is verified: by a login, the account's own address, a mailed link, or a probe of something public. */
  by: 'login' | 'account' | 'mail' | 'probe';
}

/** All kinds of proofs, with their rules from trust.md. */
export const proofRules: Record<ProofKind, ProofRules> = {
  orcid: { family: 'registry', months: 24, recheckDays: 7, maxFailures: 7, by: 'login' },
  email: { family: 'institution', months: 12, recheckDays: null, maxFailures: null, by: 'account' },
  institution_email: { family: 'institution', months: 12, recheckDays: null, maxFailures: null, by: 'mail' },
  rel_me: { family: 'own_web', months: null, recheckDays: 7, maxFailures: 7, by: 'probe' },
  dns: { family: 'own_web', months: null, recheckDays: 7, maxFailures: 7, by: 'probe' },
  repository: { family: 'work_embedded', months: null, recheckDays: 7, maxFailures: 7, by: 'probe' },
  printed_email: { family: 'work_embedded', months: 12, recheckDays: null, maxFailures: null, by: 'mail' },
  orcid_employment: { family: 'registry', months: 24, recheckDays: 7, maxFailures: 7, by: 'login' },
  federated: { family: 'institution', months: 12, recheckDays: null, maxFailures: null, by: 'login' },
};
export const proofKinds = Object.keys(proofRules) as ProofKind[];
export const isProofKind = (text: string): text is ProofKind => Object.hasOwn(proofRules, text);

/** Returns the strength of control alone, without any connection to the author. */
function controlStrengthOf(evidence: ClaimEvidence): 'weak' | 'fair' {
  if (evidence.by === 'email') return 'weak';
  return evidence.by === 'federated' && evidence.rorId === null ? 'weak' : 'fair';
}

/** Kinds that are never strong, because they show a workplace or a contact rather than which author it is. */
const neverStrongKinds: readonly ProofKind[] = ['email', 'orcid_employment'];

/** Returns the strength of evidence by `evidence-2`: strong only if all rules that connect it to this author hold. */
export function strengthOf(evidence: ClaimEvidence): Strength {
  const control = controlStrengthOf(evidence);
  if (control === 'weak' || neverStrongKinds.includes(evidence.by)) return control;
  return unmetRules(evidence).length === 0 ? 'strong' : 'fair';
}

/** Returns verifier and subject in public terms, such as a domain, an iD, a page or a repository. */
function verifierAndSubjectOf(evidence: ClaimEvidence): { verifier: string; subject: string } {
  switch (evidence.by) {
    case 'email':
      return { verifier: 'mail', subject: 'a confirmed address' };
    case 'orcid':
      return { verifier: 'orcid.org', subject: evidence.orcid };
    case 'institution_email':
      return { verifier: 'mail', subject: evidence.domain };
    case 'rel_me':
      return { verifier: new URL(evidence.page).host, subject: evidence.page };
    case 'dns':
      return { verifier: 'DNS', subject: evidence.domain };
    case 'repository':
      return { verifier: new URL(evidence.repository).host, subject: evidence.repository };
    case 'printed_email':
      return { verifier: 'mail', subject: `work:${evidence.work}` };
    case 'orcid_employment':
      return { verifier: 'orcid.org', subject: `${evidence.organisation}, on ${evidence.orcid}` };
    case 'federated':
      return { verifier: new URL(evidence.issuer).host, subject: evidence.organisation ?? 'an organisation’s login' };
  }
}

/** Whether a third party asserts it: the institution that assigns the address or login, or a source that states the iD as authenticated. */
const isThirdParty = (evidence: ClaimEvidence): boolean =>
  evidence.by === 'institution_email' ||
  evidence.by === 'orcid_employment' ||
  (evidence.by === 'federated' && evidence.rorId !== null) ||
  (evidence.by === 'orcid' && evidence.overlap?.by === 'authenticated_in_source');

/** The current method for assessing proofs, logged as `rules`. */
export const proofMethod = 'evidence-2';

/** Returns the facts of a proof for the evidence log. */
export const factsForLog = (evidence: ClaimEvidence, expiresAt: Date | null): ProofFacts => ({
  proof: evidence.by,
  family: proofRules[evidence.by].family,
  strength: strengthOf(evidence),
  thirdParty: isThirdParty(evidence),
  ...verifierAndSubjectOf(evidence),
  expiresAt: expiresAt?.toISOString() ?? null,
  rules: proofMethod,
  ...(evidence.by === 'orcid' && { overlap: evidence.overlap, overlaps: evidence.overlaps, registeredOn: evidence.registeredOn }),
  ...(evidence.by === 'institution_email' && {
    rorId: evidence.rorId,
    address: evidence.printed !== null ? 'printed' : evidence.bearsName && !evidence.fitsNamesake ? 'named' : 'any',
  }),
  ...(evidence.by === 'orcid_employment' && { rorId: evidence.rorId, asserted: true }),
  ...(evidence.by === 'federated' && {
    ...(evidence.rorId !== null && { rorId: evidence.rorId }),
    ...(evidence.asserted && { asserted: true }),
    ...(evidence.assured && { assured: true }),
  }),
  ...(evidence.by === 'dns' && { namedBy: evidence.namedBy }),
  ...((evidence.by === 'dns' || evidence.by === 'rel_me') && { ownedBy: evidence.ownedBy, registeredOn: evidence.registeredOn }),
  ...(evidence.by === 'repository' && {
    ownerId: evidence.ownerId,
    committer: evidence.printedCommitter ? 'printed' : evidence.committedByOwner ? 'owner' : 'any',
  }),
  ...((evidence.by === 'repository' || evidence.by === 'printed_email') && { work: evidence.work }),
});

/** Returns the same day a number of months later, or the last day of that month. */
export function monthsAfter(at: Date, months: number): Date {
  const result = new Date(at);
  result.setUTCMonth(result.getUTCMonth() + months);
  if (result.getUTCDate() !== at.getUTCDate()) result.setUTCDate(0);
  return result;
}

/** Returns when evidence shown at a moment expires; null for kinds that are rechecked instead. */
export const proofExpiresAt = (kind: ProofKind, at: Date): Date | null => {
  const { months } = proofRules[kind];
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
/** Days before the expiry of a proof when its owner is notified. */
export const expiryWarningDays = 30;
/** Minimum days between logged successful rechecks of a proof. */
export const recheckLogIntervalDays = 20;

/** Whether a failure comes from the record itself, whose works have changed, rather than from a server: waiting would not help. */
const isUnbound = (kind: ProofKind, failure: ProofFailure): boolean =>
  failure === 'no_longer_named' || (kind === 'repository' && (failure === 'no_longer_linked' || failure === 'owner_changed'));

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
  const { maxFailures } = proofRules[kind];
  const failureCount = failures + 1;
  const isStale = (maxFailures !== null && failureCount >= maxFailures) || (haveWorksMoved && isUnbound(kind, failure));
  const staleState = isStale ? nextProofState(state, 'go_stale') : null;
  return { state: staleState ?? state, failures: failureCount, event: staleState ? 'go_stale' : null };
}

/** Reasons why a probe failed. Their labels are in components/claims/claim-labels.ts. */
const failures = [
  'no_answer',
  'not_allowed',
  'not_found',
  'too_large',
  'wrong_type',
  'no_token',
  'no_record_found',
  'no_link_back',
  'name_missing',
  'no_longer_linked',
  'no_longer_named',
  'owner_changed',
] as const;
export type ProofFailure = (typeof failures)[number];
