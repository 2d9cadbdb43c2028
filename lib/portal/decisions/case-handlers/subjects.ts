import type { CaseHandler } from '#lib/governance/cases/case-handlers.ts';
import type { AppealOf } from '#lib/governance/cases/model/review-case.ts';
import { claimCase } from '#lib/governance/claims/case-handlers/claim.ts';
import { disputeCase } from '#lib/governance/claims/case-handlers/dispute.ts';
import { correctionCase, recordCorrectionCase } from '#lib/governance/corrections/case-handlers.ts';
import { mergeCase } from '#lib/governance/identity/case-handlers/merge.ts';
import { suppressionCase } from '#lib/governance/identity/case-handlers/suppression.ts';
import { reportCase } from '#lib/governance/reports/case-handlers.ts';

/** Handlers of all kinds of case that can be decided, and appealed afterwards. */
export const subjectHandlers: Readonly<Record<AppealOf, CaseHandler>> = {
  claim: claimCase,
  dispute: disputeCase,
  report: reportCase,
  correction: correctionCase,
  record_correction: recordCorrectionCase,
  merge: mergeCase,
  suppression: suppressionCase,
};
