import { z } from 'zod';
import { type Choice, type Decision, decisions } from '#lib/governance/cases/model/review-case.ts';

/** True where a decision's reason and remedy belong to one of the choices. */
export const fits = (offered: readonly Choice[], vote: { decision: Decision; reason: string; remedy: string }): boolean =>
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
  note: z.string().trim().max(2000, 'Up to 2000 characters.').optional(),
  /** Of several rivals the one who is right: the id of their dispute. */
  favours: z.string().max(40).optional(),
});

export type VoteInput = z.infer<typeof voteInput>;
