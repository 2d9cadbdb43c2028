import { z } from 'zod';

/** Days between asking that an account be erased and its erasure, in which it can be called off. */
export const erasureDays = 3;

/** What is typed so that nobody asks for it by a slip. */
export const erasureWords = 'erase my account';

export const erasureInput = z.object({
  words: z
    .string()
    .transform((typed) =>
      typed
        .replace(/[\s"“”]+/g, ' ')
        .trim()
        .toLowerCase(),
    )
    .pipe(z.literal(erasureWords, `Type the three words: ${erasureWords}`)),
});

/** Stands where an account stood that was erased, of whichever account. No account bears it: ids are twelve characters. */
export const erasedAccount = 'erased';
/** Stands for the record that it wrote for: which one it was is not told any longer. */
export const erasedRecord = 'erased';
/** What others read where its name stood. */
export const formerMember = 'A former member';

/** What an account is told of its erasure before it is done. */
export const erasureChanged = {
  asked: {
    title: 'Your account will be erased in three days',
    text: 'Somebody who is signed in to it has asked so. Until then nothing changes. If you want to keep it, or if it was not you, sign in and call it off.',
  },
  called_off: { title: 'Your account is kept', text: 'Its erasure is called off. Everything is as it was.' },
  held: {
    title: 'Your account is not erased',
    text: 'You are the only admin left, and nobody could run this instance without you. Make somebody else an admin, then ask again.',
  },
} as const;
export type ErasureChange = keyof typeof erasureChanged;
export const isErasureChange = (word: string | undefined): word is ErasureChange =>
  word !== undefined && Object.hasOwn(erasureChanged, word);

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
