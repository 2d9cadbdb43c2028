import { appointmentTieDays, jointWorkYears } from '#lib/community/limits.ts';
import type { VoterTie } from '#lib/governance/cases/model/review-case.ts';
import { inWords } from '#lib/platform/limits.ts';

/** Facts about a voter that are compared. Keys are opaque: only equality matters. */
export interface Voter {
  accountId: string;
  isAdmin: boolean;
  /** ROR ids of proofs and affiliations, and domain suffixes of the confirmed address, down to the organisation's domain. */
  institutions: ReadonlySet<string>;
  orcids: ReadonlySet<string>;
  /** Seals of the networks of sign-ins. */
  networks: ReadonlySet<string>;
  /** Works of the last five years that are signed by a record of the account. */
  works: ReadonlySet<string>;
  /** Accounts that have vouched for a record of the account. */
  vouchedBy: ReadonlySet<string>;
  /** Accounts that have made the account a reviewer in the last `appointmentTieDays` days. */
  appointedBy: ReadonlySet<string>;
}

const overlap = <Key>(one: ReadonlySet<Key>, other: ReadonlySet<Key>): boolean => !one.isDisjointFrom(other);

/**
 * Returns the tie between two voters, or null if their votes count as independent. On whose a record is, admins are compared like all
 * others, and an appointment is a tie. On anything else two admins are independent, since the operator appoints each of them by hand.
 */
export function tieBetween(one: Voter, other: Voter, isAboutOwner: boolean): VoterTie | null {
  if (!isAboutOwner && one.isAdmin && other.isAdmin) return null;
  if (overlap(one.orcids, other.orcids)) return 'orcid';
  if (overlap(one.institutions, other.institutions)) return 'institution';
  if (overlap(one.works, other.works)) return 'works';
  if (one.vouchedBy.has(other.accountId) || other.vouchedBy.has(one.accountId) || overlap(one.vouchedBy, other.vouchedBy)) return 'vouch';
  if (isAboutOwner && (one.appointedBy.has(other.accountId) || other.appointedBy.has(one.accountId))) return 'appointment';
  return overlap(one.networks, other.networks) ? 'network' : null;
}

export const tieLabels: Record<VoterTie, string> = {
  institution: 'you share an institution',
  orcid: 'you share an ORCID iD',
  network: 'you sign in from the same network',
  works: `you have a joint work from the last ${inWords(jointWorkYears)} years`,
  vouch: 'one of you has vouched for the other, or somebody has vouched for both of you',
  appointment: `one of you has appointed the other in the last ${appointmentTieDays} days`,
};
