import { minutesMs, now } from '#lib/platform/clock.ts';

declare const actorBrand: unique symbol;

/**
 * Proof that a request comes from a signed-in account. Only lib/platform/auth creates actors, from a session (seeds and tests also do, for
 * their stories). A command that receives an Actor need not check the session again.
 */
export interface Actor {
  readonly accountId: string;
  readonly name: string | null;
  readonly email: string | null;
  /** Whether the email address is confirmed. An account that only uses ORCID has none. */
  readonly emailConfirmed: boolean;
  /** When this session was opened with a passkey; null for another sign-in method. */
  readonly passkeyAt: Date | null;
  /** The seal of the network of the sign-in; null if the network identifies nobody. */
  readonly network: string | null;
  readonly [actorBrand]: true;
}

type SessionProperty = 'passkeyAt' | 'network';
type ActorInput = Omit<Actor, typeof actorBrand | SessionProperty> & Partial<Pick<Actor, SessionProperty>>;

/** Creates an actor. Only for lib/platform/auth, seeds and tests (checked by tests/house). */
export const mintActor = (facts: ActorInput): Actor => ({ passkeyAt: null, network: null, ...facts }) as Actor;

/** Minutes for which a sign-in counts as recent. */
export const recentSignInMinutes = 30;

/** Returns the refusal of an action of an admin or reviewer, unless the session was opened with a passkey within the last 30 minutes. */
export function passkeyRefusal({ passkeyAt }: Pick<Actor, 'passkeyAt'>, at: Date = now()): 'passkey_sign_in_needed' | null {
  const isFresh = passkeyAt !== null && at.getTime() - passkeyAt.getTime() <= minutesMs(recentSignInMinutes);
  return isFresh ? null : 'passkey_sign_in_needed';
}
