import type { CaseEvidence, CaseName, FactLine } from '#lib/governance/cases/model/evidence.ts';
import type { AppealOf, Decision, DecisionChoice, ReviewKind, VoterTie } from '#lib/governance/cases/model/review-case.ts';
import type { EvidenceAgainst, EvidenceFor } from '#lib/governance/identity/model/namesakes.ts';
import type { QuorumFacts } from './quorum.ts';
import type { ReviewerConditions } from './reviewers.ts';

export interface QueueRow {
  id: string;
  kind: ReviewKind;
  name: CaseName | null;
  author: { name: string; slug: string } | null;
  openedAt: Date;
  /** Number of votes. `voted` says whether one is the viewer's. */
  votes: number;
  voted: boolean;
  /** Tie between the viewer and somebody who has voted; a vote for the same decision is refused. */
  tie: VoterTie | null;
}

export interface DecidedRow {
  id: string;
  kind: ReviewKind;
  author: { name: string; slug: string } | null;
  decision: Decision;
  decidedAt: Date;
}

export interface QueuePage {
  rows: QueueRow[];
  /** Number of cases on this page that are hidden because of the viewer's conflict of interest. */
  hiddenCount: number;
  next: string | null;
}

/** Waiting times for a decision over the last `days` days. */
export interface QueueTimes {
  decided: number;
  days: number;
  medianMs: number;
  p90Ms: number;
}

/** Works of a record that the method for namesakes assigns to one person. It proposes no decision. */
export interface RecordGroup {
  name: string;
  years: { from: number; to: number } | null;
  works: { id: string; year: number | null }[];
  coauthors: string[];
  affiliations: string[];
  /** What the works have in common, and what tells them from the nearest group. */
  evidenceFor: EvidenceFor[];
  evidenceAgainst: EvidenceAgainst[];
}

/** An earlier decision about a record of the case. */
export interface EarlierDecision extends DecidedRow {
  reason: string;
}

/** Record as shown to reviewers. Everything in it is public, or was until the name was hidden. */
export interface RecordEvidence {
  id: string;
  name: string;
  /** Path of its page; null while the page is hidden. */
  path: string | null;
  claimState: string;
  affiliation: string | null;
  orcid: { id: string; authenticated: boolean } | null;
  worksCount: number;
  works: { id: string; title: string; year: number | null; as: string }[];
  flags: string[];
  /** Its works by co-authors, affiliations, venues, words and years; none if that is not the question, or there are too many works. */
  groups: RecordGroup[];
  trust: { points: number; label: string; level: number; at: Date } | null;
  events: { id: string; kind: string; at: Date; facts: FactLine[] }[];
}

export interface ReviewView extends Omit<CaseEvidence, 'otherRecordIds'> {
  id: string;
  kind: ReviewKind;
  choices: readonly DecisionChoice[];
  /** Ids of open disputes of several rivals, if upholding decides between them. */
  rivals: string[];
  /** A vote states the version that the voter has read. */
  evidenceVersion: string;
  openedAt: Date;
  quorumFacts: QuorumFacts;
  isAboutName: boolean;
  /**
   * Only for an appeal: the kind of decision appealed, the appellant's text, the other side's text in its own earlier appeal, and the
   * appealed decision. `against` is null if that decision is not stored.
   */
  appeal: {
    of: AppealOf;
    words: string | null;
    earlier: string | null;
    against: { decision: Decision; reason: string; remedy: string | null; at: Date; byAppeal: boolean } | null;
  } | null;
  state: 'open' | 'decided' | 'moot';
  decided: { decision: Decision; reason: string; remedy: string | null; at: Date } | null;
  records: RecordEvidence[];
  /** Id of the record if it is frozen and the viewer may lift the freeze. */
  mayLift: string | null;
  /** Decisions for which the viewer's vote would be refused, with the tie to an earlier voter. */
  close: { decision: string; tie: VoterTie }[];
  /** Earlier decisions about the profiles, newest first. */
  earlier: EarlierDecision[];
  votes: { by: string; own: boolean; decision: Decision; reason: string; remedy: string | null; note: string | null; at: Date }[];
}

/** An account's own role in reviewing, for its dashboard. */
export interface OwnReviewerRole {
  /** Role in which the account can decide cases now; null if it cannot. */
  decidesAs: 'admin' | 'reviewer' | null;
  /** Whether the account has offered to review, and whether an admin has appointed it. Its votes may still not count at present. */
  offered: 'no' | 'waiting' | 'appointed';
  conditions: ReviewerConditions;
}

/** A volunteer or reviewer, as shown to admins. */
export interface ReviewerRow {
  accountId: string;
  name: string | null;
  records: { name: string; slug: string }[];
  state: 'waiting' | 'appointed';
  /** When they volunteered or were appointed. */
  since: Date;
  /** Name of the admin who appointed them. */
  by: string | null;
  /** Whether they were appointed within the last 30 days. */
  isNew: boolean;
  conditions: ReviewerConditions;
}
