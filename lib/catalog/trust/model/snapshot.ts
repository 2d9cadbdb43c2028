/** The method by which new snapshots are computed (`points.ts`). */
export const trustMethod = 'evidence-3';
/** All methods with stored snapshots. They share parts, points, caps and labels, and differ in the conditions of a strong proof. */
export const trustMethods = ['evidence-1', 'evidence-2', trustMethod] as const;

export const evidenceFamilies = ['registry', 'institution', 'own_web', 'work_embedded', 'people'] as const;
export type EvidenceFamily = (typeof evidenceFamilies)[number];
export const strengths = ['weak', 'fair', 'strong'] as const;
export type Strength = (typeof strengths)[number];

/** A passed check. It counts while it is not expired, revoked or stale. */
export interface Evidence {
  id: string;
  kind: string;
  family: EvidenceFamily;
  strength: Strength;
  observedAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** True if somebody other than the person asserts it: an institution, or a registry item that a member organisation validated. */
  thirdParty?: boolean;
  /** The evidence that was shown by the same mailbox before, by id: one mailbox counts in one family. */
  sameMailboxAs?: string;
  /** True if a registry or the operator's staff list names the person, so that a profile without sources is no invention. */
  namesPerson?: boolean;
}

/** All input of the method. Each `because` contains ids of source records, works or evidence. */
export interface RecordFacts {
  /** Works that a registered source lists for the record. */
  works: { count: number; because: string[] };
  /** Ids of the independent upstreams (trust.md, independence), without files of unknown origin. */
  upstreams: string[];
  /** Number of works with an identifier that a public resolver accepts: a DOI or an arXiv id. */
  identifiedWorks: number;
  /** Co-authors with at least two shared works: computed here, or asserted by a source. */
  recurringCollaborators: { count: number; because: string[] };
  /** Rules of the open identity flags. */
  openFlags: string[];
  /** True for two conflicting person identifiers, or an upheld impersonation. */
  frozen: boolean;
  affiliation: {
    stated: string[];
    rorId: string | null;
    /** Ids of evidence: email confirmed at the affiliation's own domain within twelve months. */
    confirmedEmail: string[];
    assertedByOrganisation: string[];
  };
  /** Evidence from the owner's account; null if the record has no owner. */
  control: {
    evidence: Evidence[];
    reviewedEveryWork: boolean;
    confirmations: { id: string; institution: string | null }[];
    vouches: string[];
    passkeyAt: Date | null;
    recoveryContact: boolean;
    /** Since when no dispute has been upheld; never before the acceptance of the claim. */
    undisputedSince: Date;
    recheckedAt: Date | null;
    /** Time of the last federated login of RAF "medium" or better, or of an equivalent assertion. */
    assuredLoginAt: Date | null;
  } | null;
  openDispute: boolean;
}

/** A record without any facts. */
export const noRecordFacts: RecordFacts = {
  works: { count: 0, because: [] },
  upstreams: [],
  identifiedWorks: 0,
  recurringCollaborators: { count: 0, because: [] },
  openFlags: [],
  frozen: false,
  affiliation: { stated: [], rorId: null, confirmedEmail: [], assertedByOrganisation: [] },
  control: null,
  openDispute: false,
};

const partNames = ['provenance', 'coherence', 'control', 'affiliation', 'attestation', 'hygiene'] as const;
export type PartName = (typeof partNames)[number];

export interface TrustLine {
  rule: string;
  text: string;
  points: number;
  max: number;
  /** Ids of the evidence for the points; empty only if there are no points. */
  because: string[];
}
export interface TrustPart {
  part: PartName;
  points: number;
  max: number;
  lines: TrustLine[];
}

export const levelNames = ['Unresolved', 'Source-backed', 'Claimed', 'Control-proved', 'Corroborated', 'Assured'] as const;

export interface TrustSnapshot {
  method: string;
  points: number;
  level: number;
  label: string;
  parts: TrustPart[];
  conditions: { level: number; text: string; met: boolean }[];
}

/** A stored snapshot, for display. */
export interface TrustView extends TrustSnapshot {
  levelName: string;
  computedAt: Date;
}
