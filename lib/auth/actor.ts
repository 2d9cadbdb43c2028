declare const minted: unique symbol;

/**
 * Proof that a request comes from a signed-in account. Only lib/auth mints one, from a session (seeds and
 * tests too, for the people in their stories); a command that takes an Actor need not ask again who is there.
 */
export interface Actor {
  readonly accountId: string;
  readonly name: string | null;
  readonly email: string | null;
  /** A confirmed address, which an ORCID-only account lacks. */
  readonly emailConfirmed: boolean;
  readonly [minted]: true;
}

export type ActorFacts = Omit<Actor, typeof minted>;

/** For lib/auth, seeds and tests only (tests/house checks). */
export const mintActor = (facts: ActorFacts): Actor => ({ ...facts }) as Actor;
