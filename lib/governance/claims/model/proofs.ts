import { z } from 'zod';
import type { ProofFacts } from '#lib/catalog/trust/model/log.ts';
import type { Family, Strength } from '#lib/catalog/trust/model/snapshot.ts';
import { unmetRules } from './binding-rules.ts';

/** What ties an ORCID record to an author record, strongest first; the text is public. */
const overlap = z.object({
  by: z.enum(['identifier', 'title_and_coauthor', 'authenticated_in_source']),
  /** A DOI or an arXiv id, or the title of a work. */
  what: z.string(),
  /** The organisation that put the work on the ORCID record; null where its holder did, be it through a search tool. */
  assertedBy: z.string().nullable().default(null),
  /** Which author of the work that organisation says the iD is. */
  signer: z.enum(['this_author', 'other', 'not_told']).default('not_told'),
});
export type Overlap = z.infer<typeof overlap>;

/** Who names a domain as this author's own, and since when (YYYY-MM-DD). */
const domainOwner = z.object({ by: z.enum(['orcid', 'proof']), since: z.string() });
export type DomainOwner = z.infer<typeof domainOwner>;

/** What each check found, as it may be told to everybody: never an address. Defaults are for facts of `evidence-1`, which did not ask. */
export const evidence = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('orcid'),
    orcid: z.string(),
    overlap: overlap.nullable(),
    /** Overlapping works with who asserted each, ten at most. */
    overlaps: z.array(z.object({ what: z.string(), assertedBy: z.string().nullable() })).default([]),
    /** The day on which the iD was registered (YYYY-MM-DD), and its age when it was checked. */
    registeredOn: z.string().nullable().default(null),
    ageDays: z.number().nullable().default(null),
    /** Why nothing ties the iD to the record: for its holder alone. */
    untied: z.enum(['no_public_name', 'other_name', 'no_shared_work']).optional(),
  }),
  z.object({ by: z.literal('email') }),
  z.object({
    by: z.literal('institution_email'),
    domain: z.string(),
    rorId: z.string(),
    organisation: z.string(),
    /** The organisation is an affiliation of the record, or on a work of it. */
    atAffiliation: z.boolean(),
    /** The local part is made of the record's name. */
    bearsName: z.boolean().default(false),
    /** It fits another author of that organisation here as well. */
    fitsNamesake: z.boolean().default(true),
    /** The work on which a source prints the address beside the record's name. */
    printed: z.string().nullable().default(null),
  }),
  z.object({
    by: z.literal('rel_me'),
    page: z.string(),
    ownedBy: domainOwner.nullable().default(null),
    /** The day on which the domain was registered (RDAP, RFC 9083), as far as its registry says. */
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
    /** The host's permanent id of the account that owns the namespace; null where the host does not say. */
    ownerId: z.string().nullable().default(null),
    /** The commit that added the token is verified by the host, and its author is that account. */
    committedByOwner: z.boolean().default(false),
    namespaceBearsName: z.boolean().default(false),
    ownerOlderThanWork: z.boolean().default(false),
    /** That commit is verified, and its author's address is printed beside the record's name on a work. */
    printedCommitter: z.boolean().default(false),
  }),
  /** `atOrganisation`: the address is at a domain of an organisation of the registry. */
  z.object({ by: z.literal('printed_email'), work: z.string(), atOrganisation: z.boolean().default(false) }),
  /** The organisation's own entry on the ORCID record of the account's iD. */
  z.object({ by: z.literal('orcid_employment'), orcid: z.string(), rorId: z.string(), organisation: z.string() }),
  z.object({
    by: z.literal('federated'),
    issuer: z.string(),
    /** The organisation of the registry that the person belongs to, by the issuer's word; null where it names none. */
    domain: z.string().nullable(),
    rorId: z.string().nullable(),
    organisation: z.string().nullable(),
    atAffiliation: z.boolean(),
    /** The organisation says that the person, by one of the record's names, belongs to it. */
    asserted: z.boolean(),
    /** Another author of that organisation here has one of the record's names. */
    fitsNamesake: z.boolean().default(true),
    /** Identity proofing of RAF "medium" or better, of somebody by one of the record's names. */
    assured: z.boolean(),
  }),
]);
export type ClaimEvidence = z.infer<typeof evidence>;
export type ProofKind = ClaimEvidence['by'];

interface Rules {
  family: Family;
  /** Months until it must be shown again; null for what is looked at again and again instead (trust.md, expiry). */
  months: number | null;
  /** Days between two looks of the job; null where nothing is looked at again. */
  recheckDays: number | null;
  /** Looks in a row that may fail before it counts no longer; null where a failed look changes nothing. */
  maxFailures: number | null;
  /** How it is checked: by a link in a mail, or by looking at something that everybody can see. */
  by: 'login' | 'account' | 'mail' | 'probe';
}

/** Every proof method, with what trust.md says of it. */
export const proofRules: Record<ProofKind, Rules> = {
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
export const isProofKind = (word: string): word is ProofKind => Object.hasOwn(proofRules, word);

/** What control alone shows, no matter who else ties the thing to the author. */
function controlOf(shown: ClaimEvidence): 'weak' | 'fair' {
  if (shown.by === 'email') return 'weak';
  return shown.by === 'federated' && shown.rorId === null ? 'weak' : 'fair';
}

/** Kinds that show where somebody works or who they know, not which author they are: never strong. */
const neverStrong: readonly ProofKind[] = ['email', 'orcid_employment'];

/** Returns how much a check shows by `evidence-2`: strong only where every rule holds that binds it to this author. */
export function strengthOf(shown: ClaimEvidence): Strength {
  const control = controlOf(shown);
  if (control === 'weak' || neverStrong.includes(shown.by)) return control;
  return unmetRules(shown).length === 0 ? 'strong' : 'fair';
}

/** Who checked what, in public words: a domain, an iD, a page, a repository. */
function verified(shown: ClaimEvidence): { verifier: string; subject: string } {
  switch (shown.by) {
    case 'email':
      return { verifier: 'mail', subject: 'a confirmed address' };
    case 'orcid':
      return { verifier: 'orcid.org', subject: shown.orcid };
    case 'institution_email':
      return { verifier: 'mail', subject: shown.domain };
    case 'rel_me':
      return { verifier: new URL(shown.page).host, subject: shown.page };
    case 'dns':
      return { verifier: 'DNS', subject: shown.domain };
    case 'repository':
      return { verifier: new URL(shown.repository).host, subject: shown.repository };
    case 'printed_email':
      return { verifier: 'mail', subject: `work:${shown.work}` };
    case 'orcid_employment':
      return { verifier: 'orcid.org', subject: `${shown.organisation}, on ${shown.orcid}` };
    case 'federated':
      return { verifier: new URL(shown.issuer).host, subject: shown.organisation ?? 'an organisation’s login' };
  }
}

/** Said by somebody other than the person: the institution that gives out the address, or a source that states the iD as authenticated. */
const isThirdParty = (shown: ClaimEvidence): boolean =>
  shown.by === 'institution_email' ||
  shown.by === 'orcid_employment' ||
  (shown.by === 'federated' && shown.rorId !== null) ||
  (shown.by === 'orcid' && shown.overlap?.by === 'authenticated_in_source');

/** The method by which proofs are judged today; what an event of the log states as `rules`. */
export const proofMethod = 'evidence-2';

/** What the evidence log says of a proof. */
export const factsForLog = (shown: ClaimEvidence, expiresAt: Date | null): ProofFacts => ({
  proof: shown.by,
  family: proofRules[shown.by].family,
  strength: strengthOf(shown),
  thirdParty: isThirdParty(shown),
  ...verified(shown),
  expiresAt: expiresAt?.toISOString() ?? null,
  rules: proofMethod,
  ...(shown.by === 'orcid' && { overlap: shown.overlap, overlaps: shown.overlaps, registeredOn: shown.registeredOn }),
  ...(shown.by === 'institution_email' && {
    rorId: shown.rorId,
    address: shown.printed !== null ? 'printed' : shown.bearsName && !shown.fitsNamesake ? 'named' : 'any',
  }),
  ...(shown.by === 'orcid_employment' && { rorId: shown.rorId, asserted: true }),
  ...(shown.by === 'federated' && {
    ...(shown.rorId !== null && { rorId: shown.rorId }),
    ...(shown.asserted && { asserted: true }),
    ...(shown.assured && { assured: true }),
  }),
  ...(shown.by === 'dns' && { namedBy: shown.namedBy }),
  ...((shown.by === 'dns' || shown.by === 'rel_me') && { ownedBy: shown.ownedBy, registeredOn: shown.registeredOn }),
  ...(shown.by === 'repository' && {
    ownerId: shown.ownerId,
    committer: shown.printedCommitter ? 'printed' : shown.committedByOwner ? 'owner' : 'any',
  }),
  ...((shown.by === 'repository' || shown.by === 'printed_email') && { work: shown.work }),
});

/** The same day so many months later, or the last of that month. */
export function monthsAfter(at: Date, months: number): Date {
  const moved = new Date(at);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  if (moved.getUTCDate() !== at.getUTCDate()) moved.setUTCDate(0);
  return moved;
}

/** Until when something shown now counts; null while it is looked at again and again. */
export const countsUntil = (kind: ProofKind, at: Date): Date | null => {
  const { months } = proofRules[kind];
  return months === null ? null : monthsAfter(at, months);
};

export const proofStates = ['issued', 'observed', 'valid', 'stale', 'expired', 'revoked'] as const;
export type ProofState = (typeof proofStates)[number];
export type ProofEvent = 'observe' | 'count' | 'rot' | 'recover' | 'run_out' | 'revoke';

/** observe: what was to be shown is there. count: it supports an accepted claim. rot and recover: looks failed, or it is back. */
const table: Record<ProofEvent, { from: readonly ProofState[]; to: ProofState }> = {
  observe: { from: ['issued'], to: 'observed' },
  count: { from: ['observed'], to: 'valid' },
  rot: { from: ['valid'], to: 'stale' },
  recover: { from: ['stale'], to: 'valid' },
  run_out: { from: ['issued', 'observed', 'valid', 'stale'], to: 'expired' },
  revoke: { from: ['issued', 'observed', 'valid', 'stale'], to: 'revoked' },
};

/** The state after an event, or null where the event is not possible. What has ended never comes back: it is shown again. */
export const proofAfter = (state: ProofState, event: ProofEvent): ProofState | null =>
  table[event].from.includes(state) ? table[event].to : null;

/** The states that an event can start from. */
export const proofStatesBefore = (event: ProofEvent): ProofState[] => [...table[event].from];

/** A token is good for so many hours. */
export const tokenHours = 24;
/** Days before a proof expires at which its owner is notified. */
export const warnDays = 30;
/** Looks that found it are told in the log at most so often. */
export const logRechecksEveryDays = 20;

/** What the record itself says no longer, because its works have changed: no fault of a server, so there is nothing to wait for. */
const isUnbound = (kind: ProofKind, failure: Failure): boolean =>
  failure === 'no_longer_named' || (kind === 'repository' && (failure === 'no_longer_linked' || failure === 'owner_changed'));

interface Looked {
  state: ProofState;
  failures: number;
  event: 'rot' | 'recover' | null;
}

/** What a further look makes of a proof that counts: seven failures in a row make it stale, one success brings it back.
 * `moved`: works of the record have moved, so that what it no longer names counts no longer at once. */
export function afterLook(kind: ProofKind, state: ProofState, failures: number, failure: Failure | null, moved = false): Looked {
  if (failure === null) {
    const back = proofAfter(state, 'recover');
    return { state: back ?? state, failures: 0, event: back ? 'recover' : null };
  }
  const { maxFailures } = proofRules[kind];
  const failed = failures + 1;
  const isOver = (maxFailures !== null && failed >= maxFailures) || (moved && isUnbound(kind, failure));
  const rotten = isOver ? proofAfter(state, 'rot') : null;
  return { state: rotten ?? state, failures: failed, event: rotten ? 'rot' : null };
}

/** Why something was not found, in words of a closed list; lib/governance/claims/model/proofs.ts says what to do. */
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
export type Failure = (typeof failures)[number];
