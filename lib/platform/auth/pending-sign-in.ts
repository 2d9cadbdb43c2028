import { decode, encode } from 'next-auth/jwt';
import { z } from 'zod';
import { minutesMs } from '#lib/platform/clock.ts';
import { signInIntent } from './sign-in-intent.ts';
import { signInLinkMinutes } from './sign-in-link.ts';

/** The browser's part of a sign-in by email, stored in a cookie. The emailed code is useless without it. */
const pendingSignInSchema = signInIntent.extend({
  nonce: z.string().regex(/^[\w-]{32,64}$/),
  email: z.string().max(254),
  next: z.string().max(512),
});
export type PendingSignIn = z.infer<typeof pendingSignInSchema>;

/** Encrypted (A256GCM), because it contains an email address that must not be readable in the browser's files. */
const sealOptions = (secret: string) => ({ secret, salt: 'pending sign-in', maxAge: minutesMs(signInLinkMinutes) / 1000 });
export const sealPendingSignIn = (value: PendingSignIn, secret: string): Promise<string> =>
  encode({ token: { ...value }, ...sealOptions(secret) });
export async function readPendingSignIn(value: string | undefined, secret: string): Promise<PendingSignIn | null> {
  const token = value ? await decode({ token: value, ...sealOptions(secret) }).catch(() => null) : null;
  return pendingSignInSchema.safeParse(token).data ?? null;
}
