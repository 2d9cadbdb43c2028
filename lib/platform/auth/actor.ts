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
