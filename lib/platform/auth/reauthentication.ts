import { minutesMs, now } from '#lib/platform/clock.ts';
import { recentSignInMinutes } from '#lib/platform/limits.ts';
import type { Actor } from './actor.ts';
import type { OpenSession } from './sessions.ts';

const isRecent = (signedInAt: Date, at: Date): boolean => at.getTime() - signedInAt.getTime() <= minutesMs(recentSignInMinutes);

/** Returns true if the session was opened recently enough for sensitive changes, such as linking a sign-in method. */
export const isRecentSignIn = ({ signedInAt }: OpenSession): boolean => isRecent(signedInAt, now());

/** Returns the refusal of a change to sign-in methods or sessions, which require a recent sign-in; null if permitted. */
export const recentSignInRefusal = (session: OpenSession | null): 'not_signed_in' | 'reauthentication_required' | null =>
  session === null ? 'not_signed_in' : isRecentSignIn(session) ? null : 'reauthentication_required';

/** Returns the refusal of an action of an admin or reviewer, unless the session was opened recently, and with a passkey. */
export const passkeyRefusal = ({ passkeyAt }: Pick<Actor, 'passkeyAt'>, at: Date = now()): 'passkey_sign_in_needed' | null =>
  passkeyAt !== null && isRecent(passkeyAt, at) ? null : 'passkey_sign_in_needed';
