import { volunteerLevel } from '#lib/governance/cases/model/review-case.ts';
import { daysMs, later } from '#lib/platform/clock.ts';

/** How many days old an account is before it may be a reviewer. */
export const minAccountDays = 30;
/** For how many days a reviewer is marked as new to the admins. */
export const newReviewerDays = 30;

/** What decides whether an account may be a reviewer. */
interface ReviewerFacts {
  /** The highest level of the records that it owns now; 0 where it owns none. */
  level: number;
  /** Null where it is not known: that counts as too young. */
  createdAt: Date | null;
  hasPasskey: boolean;
}

/** Which conditions of a reviewer an account meets. */
export interface ReviewerConditions {
  level: boolean;
  age: boolean;
  passkey: boolean;
  /** From when on the account is old enough; null where its age is not known. */
  oldEnoughAt: Date | null;
}

/** Returns which conditions of a reviewer are met: a record at L4, an account of 30 days, a passkey. */
export function reviewerConditions({ level, createdAt, hasPasskey }: ReviewerFacts, at: Date): ReviewerConditions {
  const oldEnoughAt = createdAt && later(createdAt, daysMs(minAccountDays));
  return { level: level >= volunteerLevel, age: oldEnoughAt !== null && oldEnoughAt <= at, passkey: hasPasskey, oldEnoughAt };
}

export const meetsAll = ({ level, age, passkey }: ReviewerConditions): boolean => level && age && passkey;

/** Whether another account gave a role: nobody appoints themself. */
export const isAppointed = (accountId: string, { grantedBy }: { grantedBy: string | null }): boolean =>
  grantedBy !== null && grantedBy !== accountId;

export type AppointErrorCode =
  | 'not_an_admin'
  | 'passkey_sign_in_needed'
  | 'own_appointment'
  | 'unknown_volunteer'
  | 'reviewer_not_eligible';
