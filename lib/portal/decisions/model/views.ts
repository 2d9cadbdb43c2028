import type { CaseName, Evidence, FactLine } from '#lib/governance/cases/model/evidence.ts';
import type { AppealOf, Choice, Decision, ReviewKind, Tie } from '#lib/governance/cases/model/review-case.ts';
import type { QuorumFacts } from './quorum.ts';
import type { ReviewerConditions } from './reviewers.ts';

/** One line of the queue. */
export interface QueueRow {
  id: string;
  kind: ReviewKind;
  name: CaseName | null;
  author: { name: string; slug: string } | null;
  openedAt: Date;
  /** How many have voted, and whether the reader is one of them. */
  votes: number;
  voted: boolean;
  /** What ties the reader to somebody who has voted: their vote for the same decision is refused. */
  tie: Tie | null;
}

/** One line of what was decided. */
export interface DecidedRow {
  id: string;
  kind: ReviewKind;
  author: { name: string; slug: string } | null;
  decision: Decision;
  decidedAt: Date;
}

export interface QueuePage {
  rows: QueueRow[];
  /** How many of this page's questions are left to others, because the reader is a party. */
  left: number;
  next: string | null;
}

/** How long people waited for a decision, over the last `days` days. */
export interface QueueTimes {
  decided: number;
  days: number;
  medianMs: number;
  p90Ms: number;
}

/** What a reviewer sees of a record: all of it is public, or was until its name was hidden. */
export interface RecordEvidence {
  id: string;
  name: string;
  /** Where its page is; null while nobody may see it. */
  path: string | null;
  claimState: string;
  affiliation: string | null;
  orcid: { id: string; authenticated: boolean } | null;
  worksCount: number;
  works: { id: string; title: string; year: number | null; as: string }[];
  flags: string[];
  trust: { points: number; label: string; level: number; at: Date } | null;
  events: { id: string; kind: string; at: Date; facts: FactLine[] }[];
}

export interface ReviewView extends Omit<Evidence, 'others'> {
  id: string;
  kind: ReviewKind;
  choices: readonly Choice[];
  /** Open disputes of several rivals, where upholding says which of them is right. */
  rivals: string[];
  openedAt: Date;
  quorumFacts: QuorumFacts;
  isAboutName: boolean;
  /**
   * Of an appeal: what it is about, what the person who appeals says and what the other side had said in an appeal of its own before, and the
   * decision that it is against; null where that is not kept.
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
  /** The record's id, where it is frozen and the reader may lift that. */
  mayLift: string | null;
  /** Decisions that the reader cannot add a vote to, and what ties them to somebody who has voted so. */
  close: { decision: string; tie: Tie }[];
  votes: { by: string; own: boolean; decision: Decision; reason: string; remedy: string | null; note: string | null; at: Date }[];
}

/** What an account's own page says of deciding. */
export interface OwnPart {
  /** The account decides on what waits now, and as what. */
  decidesAs: 'admin' | 'reviewer' | null;
  /** Whether it has offered to decide, and whether an admin has appointed it; it may not count at present. */
  offered: 'no' | 'waiting' | 'appointed';
  conditions: ReviewerConditions;
}

/** A volunteer or reviewer, as the admins see them. */
export interface ReviewerRow {
  accountId: string;
  name: string | null;
  records: { name: string; slug: string }[];
  state: 'waiting' | 'appointed';
  /** Since when they have offered, or have been a reviewer. */
  since: Date;
  /** Who appointed them. */
  by: string | null;
  /** Appointed within the last 30 days. */
  isNew: boolean;
  conditions: ReviewerConditions;
}
