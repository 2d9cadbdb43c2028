import type { ClaimStage } from '#lib/claims/model.ts';
import type { Strength } from '#lib/trust/model.ts';

/** Where a claim stands, in a word or two. */
export const stageWords: Record<ClaimStage, string> = {
  notice_period: 'in public notice',
  in_review: 'in review',
  accepted: 'accepted',
  rejected: 'rejected',
  appealed: 'appealed',
  suspended: 'suspended',
  revoked: 'revoked',
  withdrawn: 'given back',
};

/** What a claim rests on. */
export const strengthWords: Record<Strength, string> = {
  weak: 'a confirmed e-mail address',
  fair: 'an ORCID iD without a shared work',
  strong: 'an ORCID iD that matches this record',
};
