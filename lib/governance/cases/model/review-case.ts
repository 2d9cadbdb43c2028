import type { Reason, Remedy } from '#lib/community/decision-reasons.ts';

/** What a person can be asked to decide on, in the order of the queue. Everything else about a kind is in its case handler. */
export const caseKindLabels = {
  claim: { one: 'Claim', many: 'Claims' },
  dispute: { one: 'Objection', many: 'Objections' },
  appeal: { one: 'Appeal', many: 'Appeals' },
  report: { one: 'Report', many: 'Reports' },
  correction: { one: 'Correction', many: 'Corrections' },
  record_correction: { one: 'Correction of a profile', many: 'Corrections of profiles' },
  merge: { one: 'Merge or split', many: 'Merges and splits' },
  suppression: { one: 'How a name is shown', many: 'How names are shown' },
} as const;
export type ReviewKind = keyof typeof caseKindLabels;
export const reviewKinds = Object.keys(caseKindLabels) as ReviewKind[];

/** What was decided on and can be looked at again, once (`appeals` in the schema). */
export type AppealOf = Exclude<ReviewKind, 'appeal'>;
export const appealKinds = reviewKinds.filter((kind) => kind !== 'appeal');

/** The two ways to decide: in favour of what was asked, or not. */
export const decisions = ['approve', 'reject', 'uphold', 'dismiss'] as const;
export type Decision = (typeof decisions)[number];

export type CaseErrorCode =
  | 'not_a_reviewer'
  | 'passkey_sign_in_needed'
  | 'unknown_review'
  | 'review_decided'
  | 'already_voted'
  | `reviewer_too_close_${Tie}`
  | 'record_merged'
  | 'rivals_changed'
  | 'invalid';

declare const minted: unique symbol;
/** Proof that an account may decide on what waits: an admin, or a reviewer whom an admin has appointed, while the conditions are met. */
export interface Reviewer {
  readonly accountId: string;
  readonly role: 'admin' | 'reviewer';
  readonly [minted]: true;
}

/** For lib/governance/cases alone. */
export const mintReviewer = (accountId: string, role: Reviewer['role']): Reviewer => ({ accountId, role }) as Reviewer;

/** The level from which the owner of a record may volunteer. */
export const volunteerLevel = 4;
/** Fewer decisions than this say nothing of how long people wait, and could tell of one of them. */
export const minTimes = 5;

/** What keeps the votes of two people from counting as two. */
export const ties = ['institution', 'orcid', 'network', 'works', 'vouch'] as const;

export type Tie = (typeof ties)[number];

/** One way to decide a kind of question: what the button says, and which reasons and remedies go with it. */
export interface Choice {
  decision: Decision;
  label: string;
  reasons: readonly Reason[];
  remedies: readonly Remedy[];
}
