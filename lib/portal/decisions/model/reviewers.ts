import { minVolunteerLevel } from '#lib/governance/cases/model/review-case.ts';
import { addMs, daysMs } from '#lib/platform/clock.ts';

export const minAccountDays = 30;
/** Number of days during which admins see a reviewer marked as new. */
export const newReviewerDays = 30;

/** People who must be able to decide, so that a case that takes two votes can end. */
export const minReviewers = 2;

/** Facts that determine whether an account may be a reviewer. */
interface ReviewerFacts {
  /** Highest level of the records that it owns now; 0 if it owns none. */
  level: number;
  /** Null if unknown, which counts as too young. */
  createdAt: Date | null;
  hasPasskey: boolean;
}

/** The conditions for reviewers, each with whether the account meets it. */
export interface ReviewerConditions {
  level: boolean;
  age: boolean;
  passkey: boolean;
  /** When the account is old enough; null if its age is unknown. */
  oldEnoughAt: Date | null;
}

/** Returns which conditions for reviewers are met: a record at L4, an account of at least 30 days, a passkey. */
export function reviewerConditions({ level, createdAt, hasPasskey }: ReviewerFacts, at: Date): ReviewerConditions {
  const oldEnoughAt = createdAt && addMs(createdAt, daysMs(minAccountDays));
  return { level: level >= minVolunteerLevel, age: oldEnoughAt !== null && oldEnoughAt <= at, passkey: hasPasskey, oldEnoughAt };
}

export const meetsAllConditions = ({ level, age, passkey }: ReviewerConditions): boolean => level && age && passkey;

/** Returns whether another account granted a role: nobody appoints themselves. */
export const isAppointed = (accountId: string, { grantedBy }: { grantedBy: string | null }): boolean =>
  grantedBy !== null && grantedBy !== accountId;

export type AppointErrorCode =
  | 'not_an_admin'
  | 'passkey_sign_in_needed'
  | 'own_appointment'
  | 'unknown_volunteer'
  | 'reviewer_not_eligible';
