import { readRegistration } from '#lib/catalog/sources/rdap.ts';
import type { DomainOwner } from '../model/domain-owner.ts';
import { isPublicDomain, isSharedHost, suffixesOf } from '../model/shared-domains.ts';
import type { ProofServices } from './services.ts';

const maxRegistryQueries = 4;

/** Returns the registration date of the longest part of a domain that the registry knows; null if it is unknown or `ownedBy` is null. */
export async function registrationDateOf(ownedBy: DomainOwner | null, domain: string, services: ProofServices): Promise<string | null> {
  if (!ownedBy) return null;
  for (const name of suffixesOf(domain).slice(-maxRegistryQueries)) {
    // Above this level are only registry domains, whose date is irrelevant.
    if (isPublicDomain(name) || isSharedHost(name)) return null;
    const response = await services.json(`${services.rdap.replace(/\/+$/, '')}/domain/${name}`);
    if (response.ok) return readRegistration(response.value);
    if (response.code !== 'not_found') return null;
  }
  return null;
}
