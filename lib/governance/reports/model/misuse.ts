import { z } from 'zod';
import { recordId } from '#lib/community/invitations/model/inputs.ts';
import { reasons } from './report.ts';

export type MisuseReason = keyof typeof reasons.misuse;
const reasonIds = Object.keys(reasons.misuse) as [MisuseReason, ...MisuseReason[]];

/** A report of what the other side of an invitation has written. */
export const misuseInput = z.object({
  invitationId: recordId,
  reason: z.enum(reasonIds, 'Choose what fits best.'),
  note: z.string().trim().max(2_000, 'Keep it to 2,000 characters.').optional(),
});
