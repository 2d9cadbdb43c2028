import { createOrcidApi, fetchOrcidWebAddresses, type OrcidApi, type OrcidWebAddress } from '#lib/catalog/sources/orcid.ts';
import { createRegistryLookup, type RegistryLookup } from '#lib/catalog/sources/registry-item.ts';
import { env } from '#lib/platform/env.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type FetchFault, fetchPublic, fetchTxtRecords } from '#lib/platform/safe-fetch.ts';
import { parseJson } from '#lib/platform/text/json.ts';
import { type RepositoryHosts, repositoryHosts } from '../model/targets.ts';

/** The external services that probes use; tests provide their own. */
export interface ProofServices {
  page(address: string): Promise<Outcome<{ text: string; url: string }, FetchFault>>;
  file(address: string): Promise<Outcome<{ text: string; url: string }, FetchFault>>;
  json(address: string): Promise<Outcome<unknown, FetchFault>>;
  records(name: string): Promise<Outcome<string[], 'no_answer' | 'no_record_found'>>;
  orcidAddresses(orcid: string): Promise<OrcidWebAddress[]>;
  orcid: OrcidApi;
  hosts: RepositoryHosts;
  /** Base URLs of code host APIs (GitHub REST API), by host; a host without one is not queried. */
  apis: RepositoryHosts;
  /** Returns what Crossref or DataCite states of a DOI; null if it does not know it. */
  registry: RegistryLookup;
  /** Repositories (DataCite clients) whose deposits count as asserted by others. */
  trustedRepositories: readonly string[];
  /** Hosts at which institutions give addresses to their staff, besides the domains of the ROR registry. */
  staffMailHosts: readonly string[];
  /** Base URL for domain registrations (RDAP, RFC 9082). */
  rdap: string;
  publicUrl: string;
  /** Whether targets may be on this machine, for tests. */
  mayBeLocal: boolean;
}

/** Returns the real services, as configured. */
export function proofServices(): ProofServices {
  const { PUBLIC_URL, PROOFS_LOOPBACK, PROOF_DNS_SERVER, REPOSITORY_FILES, REPOSITORY_APIS, RDAP_URL, ORCID_API_URL } = env();
  const { CROSSREF_API_URL, DATACITE_API_URL, TRUSTED_REPOSITORIES, STAFF_MAIL_HOSTS } = env();
  const options = { userAgent: `Peergraph (+${PUBLIC_URL})`, allowLoopback: PROOFS_LOOPBACK === 'on' };
  return {
    page: (address) => fetchPublic(address, { ...options, types: ['text/html', 'application/xhtml+xml'] }),
    file: (address) => fetchPublic(address, { ...options, types: ['text/plain', 'application/octet-stream'], maxBytes: 16 * 1024 }),
    async json(address) {
      const response = await fetchPublic(address, { ...options, types: ['application/json', 'application/rdap+json'] });
      if (!response.ok) return response;
      const json = parseJson(response.value.text);
      return json === undefined ? refused('wrong_type') : done(json);
    },
    records: (name) => fetchTxtRecords(name, PROOF_DNS_SERVER),
    orcidAddresses: (orcid) => fetchOrcidWebAddresses(ORCID_API_URL, orcid),
    orcid: createOrcidApi(ORCID_API_URL),
    hosts: repositoryHosts(REPOSITORY_FILES),
    apis: repositoryHosts(REPOSITORY_APIS),
    registry: createRegistryLookup({ Crossref: CROSSREF_API_URL, DataCite: DATACITE_API_URL }),
    trustedRepositories: TRUSTED_REPOSITORIES,
    staffMailHosts: STAFF_MAIL_HOSTS,
    rdap: RDAP_URL,
    publicUrl: PUBLIC_URL,
    mayBeLocal: PROOFS_LOOPBACK === 'on',
  };
}
