import { z } from 'zod';

/** What the owner types to confirm the request. */
export const erasurePhrase = 'erase my account';

export const erasureInput = z.object({
  words: z
    .string()
    .transform((typed) =>
      typed
        .replace(/[\s"“”]+/g, ' ')
        .trim()
        .toLowerCase(),
    )
    .pipe(z.literal(erasurePhrase, `Type the three words: ${erasurePhrase}`)),
});

/** What the data page shows about an erasure, before the request and while it is pending. */
export interface ErasureView {
  /** When it was requested and when it runs; null if it was not requested. */
  waiting: { askedAt: Date; runsAt: Date } | null;
  /** The account is the only admin: another admin must be appointed first. */
  soleAdmin: boolean;
  /** Whether there is an address for the last email. */
  mailed: boolean;
  /** It is a sample account, which gets no emails. */
  sample: boolean;
  /** The records that become unclaimed. */
  records: { slug: string; name: string }[];
  /** Whether a claim or objection of the account is under review. */
  inDispute: boolean;
  /** Whether the sign-in is recent enough to request it. */
  isRecentSignIn: boolean;
}
