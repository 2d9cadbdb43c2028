import type { Limit } from '#lib/platform/limits.ts';
import { domainOfAddress } from './address-names.ts';
import { isPublicDomain, isPublicMailProvider, suffixesOf } from './shared-domains.ts';

/** Weak and fair claims of a network, and of a mail domain, after which the next one waits for an admin; the defaults of the settings. */
export const claimsPerNetwork: Limit = { times: 10, minutes: 24 * 60 };
export const claimsPerMailDomain: Limit = { times: 10, minutes: 24 * 60 };
/** Claims of all people within an hour from which the operator is alerted; the default of the setting. */
export const unusualClaims: Limit = { times: 20, minutes: 60 };
/** Days after which a claim that waits for an admin is accepted without one. */
export const adminWaitDays = 14;

/** Who claims, as far as it is counted. */
interface ClaimOrigin {
  /** The seal of the network of the sign-in; null if it identifies nobody. */
  network: string | null;
  /** The confirmed addresses of the claimant. */
  addresses: readonly string[];
  /** Whether one of them is at a domain of the ROR registry, or on the staff list. */
  isAtInstitution: boolean;
}

/** Returns the domain that somebody has registered for an address: "mail.example.co.uk" is counted as "example.co.uk". */
const registeredDomainOf = (address: string): string => {
  const suffixes = suffixesOf(domainOfAddress(address).toLowerCase());
  return suffixes.findLast((suffix) => !isPublicDomain(suffix)) ?? domainOfAddress(address);
};

/**
 * Returns what a weak or fair claim is counted for besides its account. People of an institution share its network and domain, so only their
 * accounts are counted; so are the accounts of public mail providers, whose domain everybody shares.
 */
export function countedOrigins({ network, addresses, isAtInstitution }: ClaimOrigin): { networks: string[]; mailDomains: string[] } {
  if (isAtInstitution) return { networks: [], mailDomains: [] };
  const mailDomains = addresses.filter((address) => !isPublicMailProvider(domainOfAddress(address))).map(registeredDomainOf);
  return { networks: network === null ? [] : [network], mailDomains: [...new Set(mailDomains)].sort() };
}
