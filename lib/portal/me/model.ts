/** What a new account does first: a name, a profile, and what it follows. */
export interface FirstSteps {
  name: string | null;
  /** At most `followsToBegin`. */
  follows: number;
  /** Unclaimed profiles under the account's name. */
  profiles: { slug: string; name: string; works: number }[];
}

/** So many people and topics make a feed. */
export const followsToBegin = 5;

/** The cookie of a browser in which the first steps were skipped. It holds nothing but that. */
export const skippedCookie = 'peergraph-first-steps-skipped';
