import { minutesMs, now } from '#lib/platform/clock.ts';

declare const minted: unique symbol;

/**
 * Proof that a request comes from a signed-in account. Only lib/platform/auth mints one, from a session (seeds and
 * tests too, for the people in their stories); a command that takes an Actor need not ask again who is there.
 */
export interface Actor {
  readonly accountId: string;
  readonly name: string | null;
  readonly email: string | null;
  /** A confirmed address, which an ORCID-only account lacks. */
  readonly emailConfirmed: boolean;
  /** When this session was opened with a passkey; null where it was opened by another method. */
  readonly passkeyAt: Date | null;
  /** The seal of the network that the sign-in came from; null where it says nothing. */
  readonly network: string | null;
  readonly [minted]: true;
}

type SessionFacts = 'passkeyAt' | 'network';
type ActorFacts = Omit<Actor, typeof minted | SessionFacts> & Partial<Pick<Actor, SessionFacts>>;

/** For lib/platform/auth, seeds and tests only (tests/house checks). */
export const mintActor = (facts: ActorFacts): Actor => ({ passkeyAt: null, network: null, ...facts }) as Actor;

/** Minutes for which a sign-in counts as fresh. */
export const freshMinutes = 30;

/** Returns why an act of an admin or reviewer is refused: it needs a session that was opened with a passkey within the last 30 minutes. */
export function needsPasskey({ passkeyAt }: Pick<Actor, 'passkeyAt'>, at: Date = now()): 'passkey_sign_in_needed' | null {
  const isFresh = passkeyAt !== null && at.getTime() - passkeyAt.getTime() <= minutesMs(freshMinutes);
  return isFresh ? null : 'passkey_sign_in_needed';
}
