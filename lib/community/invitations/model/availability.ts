import { z } from 'zod';
import {
  type InvitationAudience,
  type InvitationLimits,
  invitationAudienceIds,
  invitationAudiences,
} from '#lib/catalog/ownership/model.ts';
import { checkedValues, idField } from '#lib/platform/form.ts';
import { textField } from './inputs.ts';
import { purposeIds } from './purposes.ts';

/** Upper bound on a monthly limit. A month is any 30 days. */
export const maxMonthlyInvitations = 30;
export const monthDays = 30;
export const maxNoteCharacters = 300;

/** Describes from whom an owner accepts invitations, in the second person. */
export const describeAudienceToOwner = (from: InvitationAudience): string => invitationAudiences[from].replace('they share', 'you share');

/** Describes an owner's limits, in the second person. */
export const describeLimits = ({ from, monthly }: InvitationLimits): string =>
  `from ${describeAudienceToOwner(from)}${monthly === null ? '' : `, ${monthly} in any ${monthDays} days at most`}`;

/** Describes an owner's limits to those who may invite them. */
export const describeLimitsToSender = ({ from, monthly }: InvitationLimits): string =>
  `from ${invitationAudiences[from]}${monthly === null ? '' : `, ${monthly} in any ${monthDays} days at most`}.`;

export const availabilityInput = z
  .object({
    authorId: idField,
    open: z.enum(['yes', 'no']).transform((open) => open === 'yes'),
    purposes: checkedValues(z.enum(purposeIds), purposeIds.length),
    note: textField(0, maxNoteCharacters, '').optional(),
    /** Lists the owner under "Open to collaborate". */
    list: z.literal('yes').optional(),
    from: z.enum(invitationAudienceIds).optional(),
    monthly: z
      .string()
      .trim()
      .regex(/^\d{0,3}$/, 'Give a whole number, or leave it empty.')
      .transform((digits) => (digits === '' ? null : Number(digits)))
      .pipe(
        z
          .int()
          .min(1, 'Give 1 or more, or leave it empty.')
          .max(maxMonthlyInvitations, `Give ${maxMonthlyInvitations} at most, or leave it empty.`)
          .nullable(),
      )
      .optional(),
  })
  .refine(({ open, purposes: chosen }) => !open || chosen.length > 0, {
    path: ['purposes'],
    message: 'Choose at least one thing that you are open to.',
  });
export type Availability = z.infer<typeof availabilityInput>;

/** The purposes that an owner is open to, where nothing is set yet; none leaves it so. */
export const purposesInput = z.object({ purposes: checkedValues(z.enum(purposeIds), purposeIds.length) });
