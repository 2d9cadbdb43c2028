import { z } from 'zod';
import { recordId, typed } from './inputs.ts';
import { purposeIds } from './purposes.ts';

/** From whom an owner takes invitations, the widest first. Level L2 is the least from which anybody can send one. */
export const takenFrom = {
  anybody: 'everybody with a claimed record at level L2 or above',
  l3: 'people whose record is at level L3 or above',
  known: 'people with whom they share a work or a collaborator',
} as const;
export type TakenFrom = keyof typeof takenFrom;
export const takenFromIds = Object.keys(takenFrom) as [TakenFrom, ...TakenFrom[]];

/** The most that somebody can set as their monthly limit; a month here is any 30 days. */
export const mostMonthly = 30;
export const monthDays = 30;

/** Limits of an owner's own, besides those that hold for everybody. */
export interface OwnLimits {
  from: TakenFrom;
  /** Invitations in any 30 days; null where they have set no limit. */
  monthly: number | null;
}
export const noLimits: OwnLimits = { from: 'anybody', monthly: null };

const isTakenFrom = (word: unknown): word is TakenFrom => takenFromIds.some((each) => each === word);

/** From whom an owner takes invitations, as they read it themselves. */
export const takenFromToOwner = (from: TakenFrom): string => takenFrom[from].replace('they share', 'you share');

/** An owner's limits, as they read them themselves. */
export const limitWords = ({ from, monthly }: OwnLimits): string =>
  `from ${takenFromToOwner(from)}${monthly === null ? '' : `, ${monthly} in any ${monthDays} days at most`}`;

/** The limits as they are stored with the availability; what cannot be read is no limit. */
export const limitsIn = (stored: { from?: string; monthly?: number } | null | undefined): OwnLimits => ({
  from: isTakenFrom(stored?.from) ? stored.from : noLimits.from,
  monthly: stored?.monthly ?? null,
});

export const availabilityInput = z
  .object({
    authorId: recordId,
    open: z.enum(['yes', 'no']).transform((open) => open === 'yes'),
    // One ticked box comes as a word, several as a list, none not at all.
    purposes: z.preprocess((ticked) => (ticked === undefined ? [] : [ticked].flat()), z.array(z.enum(purposeIds)).max(purposeIds.length)),
    note: typed(0, 300, '').optional(),
    from: z.enum(takenFromIds).optional(),
    monthly: z
      .string()
      .trim()
      .regex(/^\d{0,3}$/, 'Give a whole number, or leave it empty.')
      .transform((digits) => (digits === '' ? null : Number(digits)))
      .pipe(
        z.int().min(1, 'Give 1 or more, or leave it empty.').max(mostMonthly, `Give ${mostMonthly} at most, or leave it empty.`).nullable(),
      )
      .optional(),
  })
  .refine(({ open, purposes: chosen }) => !open || chosen.length > 0, {
    path: ['purposes'],
    message: 'Choose at least one thing that you are open to.',
  });
export type Availability = z.infer<typeof availabilityInput>;
