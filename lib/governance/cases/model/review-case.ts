import { levelOf } from '#lib/catalog/powers/model.ts';
import type { DecisionReason, Remedy } from '#lib/community/decision-reasons.ts';

/** The kinds of cases, in the order of the queue. Everything else about a kind is in its case handler. */
export const caseKindLabels = {
  claim: { one: 'Claim', many: 'Claims' },
  dispute: { one: 'Objection', many: 'Objections' },
  appeal: { one: 'Appeal', many: 'Appeals' },
  report: { one: 'Report', many: 'Reports' },
  correction: { one: 'Correction', many: 'Corrections' },
  record_correction: { one: 'Correction of a profile', many: 'Corrections of profiles' },
  merge: { one: 'Merge or split', many: 'Merges and splits' },
  suppression: { one: 'Name visibility', many: 'Name visibility requests' },
} as const;
export type ReviewKind = keyof typeof caseKindLabels;
export const reviewKinds = Object.keys(caseKindLabels) as ReviewKind[];

/** The kinds of decisions that can be appealed (`appeals` in the schema). */
export type AppealOf = Exclude<ReviewKind, 'appeal'>;
export const appealKinds = reviewKinds.filter((kind) => kind !== 'appeal');

/** Decision codes, in pairs: in favour of the request, and against it. */
export const decisions = ['approve', 'reject', 'uphold', 'dismiss'] as const;
export type Decision = (typeof decisions)[number];

export type CaseErrorCode =
  | 'not_a_reviewer'
  | 'passkey_sign_in_needed'
  | 'unknown_review'
  | 'review_decided'
  | 'already_voted'
  | `reviewer_too_close_${VoterTie}`
  | 'record_merged'
  | 'rivals_changed'
  | 'evidence_changed'
  | 'invalid';

declare const reviewerBrand: unique symbol;
/** Proof that an account may decide cases: an admin, or a reviewer appointed by an admin who meets the conditions. */
export interface Reviewer {
  readonly accountId: string;
  readonly role: 'admin' | 'reviewer';
  readonly [reviewerBrand]: true;
}

/** Only for lib/portal/decisions/queries/reviewers.ts, which checks the conditions. */
export const mintReviewer = (accountId: string, role: Reviewer['role']): Reviewer => ({ accountId, role }) as Reviewer;

/** The minimum level at which the owner of a record may volunteer. */
export const minVolunteerLevel = levelOf('volunteer');
/** Minimum number of decisions for statistics of waiting times: fewer are not representative, and could identify one of them. */
export const minDecisionsForTimes = 5;
/** Days whose decisions tell how long a decision takes. */
export const queueTimesDays = 90;

/** Relations between two voters that prevent their votes from counting as two. */
export const voterTies = ['institution', 'orcid', 'network', 'works', 'vouch', 'appointment'] as const;

export type VoterTie = (typeof voterTies)[number];

/** A choice for deciding a kind of case: its button, and the reasons and remedies that go with it. */
export interface DecisionChoice {
  decision: Decision;
  label: string;
  /** What it does, and whether and how it is undone: sentences beside its button. */
  effects: readonly string[];
  reasons: readonly DecisionReason[];
  remedies: readonly Remedy[];
}
