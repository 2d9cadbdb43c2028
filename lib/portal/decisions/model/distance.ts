import type { Tie } from '#lib/governance/cases/model/review-case.ts';

/** What is compared of a person who votes. Keys are opaque: two are the same or not. */
export interface Voter {
  accountId: string;
  isAdmin: boolean;
  /** ROR ids of proofs and affiliations, and the domains of the confirmed address from the whole one down to its organisation's. */
  institutions: ReadonlySet<string>;
  orcids: ReadonlySet<string>;
  /** Seals of the networks of sign-ins. */
  networks: ReadonlySet<string>;
  /** Works of the last five years that a record of theirs signs. */
  works: ReadonlySet<string>;
  /** Accounts that have vouched for a record of theirs. */
  vouchedBy: ReadonlySet<string>;
}

/** Years back in which a joint work ties two people. */
export const jointWorkYears = 5;

const overlap = <Key>(one: ReadonlySet<Key>, other: ReadonlySet<Key>): boolean => !one.isDisjointFrom(other);

/**
 * Returns what ties two voters to each other, or null where their votes count as two. The operator appoints each admin by hand: two admins
 * always count as two.
 */
export function tieBetween(one: Voter, other: Voter): Tie | null {
  if (one.isAdmin && other.isAdmin) return null;
  if (overlap(one.orcids, other.orcids)) return 'orcid';
  if (overlap(one.institutions, other.institutions)) return 'institution';
  if (overlap(one.works, other.works)) return 'works';
  if (one.vouchedBy.has(other.accountId) || other.vouchedBy.has(one.accountId) || overlap(one.vouchedBy, other.vouchedBy)) return 'vouch';
  return overlap(one.networks, other.networks) ? 'network' : null;
}

/** What the reader of a page is told of a tie. */
export const tieLabels: Record<Tie, string> = {
  institution: 'you share an institution',
  orcid: 'you share an ORCID iD',
  network: 'you sign in from the same network',
  works: 'you have a joint work from the last five years',
  vouch: 'one of you has vouched for the other, or somebody has vouched for both of you',
};
