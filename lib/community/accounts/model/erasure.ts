import { z } from 'zod';

/** Days between asking that an account be erased and its erasure, in which it can be called off. */
export const erasureDays = 3;

/** What is typed so that nobody asks for it by a slip. */
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

/** What the page of a person's data says of an erasure, before it and while it waits. */
export interface ErasureView {
  /** When it was asked for, and when it will be done; null while nobody has asked. */
  waiting: { askedAt: Date; runsAt: Date } | null;
  /** Nobody else could run the instance: another admin is needed first. */
  soleAdmin: boolean;
  /** Whether the last mail has an address to go to. */
  mailed: boolean;
  /** The records that are given back. */
  records: { slug: string; name: string }[];
  /** People are deciding on a claim or an objection of the account. */
  inDispute: boolean;
  /** The sign-in is recent enough to ask. */
  fresh: boolean;
}
