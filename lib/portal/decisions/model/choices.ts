import { z } from 'zod';
import { type Decision, type DecisionChoice, decisions } from '#lib/governance/cases/model/review-case.ts';

/** Returns whether a vote's decision, reason and remedy match one of the choices. */
export const isOfferedVote = (offered: readonly DecisionChoice[], vote: { decision: Decision; reason: string; remedy: string }): boolean =>
  offered.some(
    (choice) =>
      choice.decision === vote.decision &&
      choice.reasons.some((each) => each === vote.reason) &&
      choice.remedies.some((each) => each === vote.remedy),
  );

export const voteInput = z.object({
  reviewId: z.string().min(1).max(40),
  decision: z.enum(decisions),
  reason: z.string().min(1, 'Choose what fits best.').max(40),
  remedy: z.string().min(1, 'Choose what fits best.').max(40),
  note: z.string().trim().max(2000).optional(),
  /** Id of the dispute of the rival whom the vote favours, if there are several rivals. */
  favours: z.string().max(40).optional(),
  /** Version of the evidence that the voter has read. */
  evidence: z.string().max(40).optional(),
});

export type VoteInput = z.infer<typeof voteInput>;
