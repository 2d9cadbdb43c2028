import { and, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { OrcidWebAddress } from '#lib/catalog/sources/orcid.ts';
import { dayOf } from '#lib/platform/clock.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { DomainOwner } from '../model/domain-owner.ts';
import { proofMethod } from '../model/proofs.ts';
import { isOnDomain, isPublicDomain, isSharedHost } from '../model/shared-domains.ts';
import { isPageBelow, parseRepositoryUrl, type RepositoryHosts, sameRepository } from '../model/targets.ts';
import { organisationsAtDomain } from './institutions.ts';
import { type ProvenRecord, signedBySources, worksCorrectedByAuthors } from './proven-record.ts';
import { isOrcidStatedBySource } from './stated-orcid.ts';

/** A domain that was named before it is shown: by a work of the record or its own iD; and who names it as this author's own. */
interface NamedDomain {
  namedBy: string;
  ownedBy: DomainOwner | null;
}

/** Returns the URLs of a record's works and of their code, those of the newest works first. */
async function addressesOf(reader: Reader, authorKey: number): Promise<{ work: string; address: string }[]> {
  const rows = await reader
    .select({ work: works.id, url: works.url, code: works.codeUrl })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(and(signedBySources(authorKey), or(isNotNull(works.url), isNotNull(works.codeUrl))))
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey));
  const correctedWorkIds = await worksCorrectedByAuthors(reader, authorKey, ['code']);
  return rows.flatMap(({ work, url, code }) =>
    [url, correctedWorkIds.has(work) ? null : code].flatMap((address) => (address ? [{ work, address }] : [])),
  );
}

/** Returns the repositories on known hosts that works of a record link to, each with the first such work. */
export async function repositoriesOf(
  reader: Reader,
  authorKey: number,
  hosts: RepositoryHosts,
): Promise<{ repository: string; work: string }[]> {
  const repositories = new Map<string, { repository: string; work: string }>();
  for (const { work, address } of await addressesOf(reader, authorKey)) {
    const repository = parseRepositoryUrl(address, hosts);
    if (repository && !repositories.has(repository.toLowerCase())) repositories.set(repository.toLowerCase(), { repository, work });
  }
  return [...repositories.values()];
}

/** Returns the domains in works of a record that can belong to one person: no shared hosts, no organisations. */
export async function domainsOf(reader: Reader, authorKey: number): Promise<string[]> {
  const hosts = (await addressesOf(reader, authorKey)).flatMap(({ address }) => (URL.canParse(address) ? new URL(address).hostname : []));
  const candidates = [...new Set(hosts)].filter((host) => host.includes('.') && !isSharedHost(host)).slice(0, 20);
  const domains: string[] = [];
  for (const host of candidates) if ((await organisationsAtDomain(reader, host)).length === 0) domains.push(host);
  return domains;
}

/** Returns a repository as a work of the record links to it, with that work. */
export async function linkedRepository(
  reader: Reader,
  authorKey: number,
  repository: string,
  hosts: RepositoryHosts,
): Promise<Outcome<{ repository: string; work: string }, 'repository_not_linked'>> {
  const match = (await repositoriesOf(reader, authorKey, hosts)).find((each) => sameRepository(each.repository, repository));
  return match ? done(match) : refused('repository_not_linked');
}

type OrcidAddresses = (orcid: string) => Promise<OrcidWebAddress[]>;

/**
 * Returns who named a domain before: a work of the record, the ORCID record of its proven iD, or an earlier strong proof. Refuses shared
 * domains (publishers, institutions, page hosts), which do not identify a person.
 */
export async function namedDomain(
  reader: Reader,
  record: ProvenRecord,
  domain: string,
  orcidAddresses: OrcidAddresses,
): Promise<Outcome<NamedDomain, 'shared_domain' | 'domain_not_named'>> {
  if (isSharedHost(domain) || isPublicDomain(domain) || (await organisationsAtDomain(reader, domain)).length > 0)
    return refused('shared_domain');
  const ownedBy = await selectDomainOwner(reader, record, (address) => isOnDomain(domain, address), orcidAddresses);
  const work = (await addressesOf(reader, record.key)).find(({ address }) => isOnDomain(domain, address))?.work;
  if (!work && !ownedBy) return refused('domain_not_named');
  return done({ namedBy: work ?? ownedBy?.by ?? '', ownedBy });
}

/** Returns who names a page as this author's own by a URL that covers it; null on shared hosts. */
export async function pageOwner(
  reader: Reader,
  record: ProvenRecord,
  page: string,
  orcidAddresses: OrcidAddresses,
): Promise<DomainOwner | null> {
  const { hostname } = new URL(page);
  if (isSharedHost(hostname)) return null;
  const isShared = (await organisationsAtDomain(reader, hostname)).length > 0;
  return selectDomainOwner(reader, record, (address) => isPageBelow(address, page, isShared), orcidAddresses);
}

/**
 * Returns who names a page or domain as this author's own, and since when: an earlier strong proof of it, or the proven iD of the record.
 */
async function selectDomainOwner(
  reader: Reader,
  record: ProvenRecord,
  covers: (address: string) => boolean,
  orcidAddresses: OrcidAddresses,
): Promise<DomainOwner | null> {
  const earlierProof = (await rowsOf(reader, proofs, isStrongPageOf(record))).find(({ target }) =>
    covers(URL.canParse(target) ? target : `https://${target}/`),
  );
  if (earlierProof?.observedAt) return { by: 'proof', since: dayOf(earlierProof.observedAt) };
  if (!record.orcid || !(await isProvenOrcid(reader, record))) return null;
  const namingAddresses = (await orcidAddresses(record.orcid)).filter(({ url }) => covers(url));
  const days = namingAddresses.flatMap(({ addedOn }) => addedOn ?? []).sort();
  return days[0] === undefined ? null : { by: 'orcid', since: days[0] };
}

const isStrongPageOf = ({ id }: Pick<ProvenRecord, 'id'>) => {
  const isValidProof = and(eq(proofs.authorId, id), eq(proofs.family, 'own_web'), eq(proofs.state, 'valid'));
  return and(isValidProof, eq(proofs.strength, 'strong'), eq(proofs.method, proofMethod), isNull(proofs.keptUntil));
};

/** Whether a page or domain can be a strong proof for this record: it has a strong proof of one, or a proven iD. Makes no requests. */
export const canNamePages = async (reader: Reader, record: ProvenRecord): Promise<boolean> =>
  (await hasRow(reader, proofs, isStrongPageOf(record))) || (record.orcid !== null && (await isProvenOrcid(reader, record)));

/** Whether another party ties the record's iD to it: a source that states it as authenticated, or a counting strong proof. */
async function isProvenOrcid(reader: Reader, { id, key, orcid }: ProvenRecord): Promise<boolean> {
  const isOrcidProof = and(eq(proofs.authorId, id), eq(proofs.kind, 'orcid'), inArray(proofs.state, ['valid', 'stale', 'expired']));
  const rows = await reader.select().from(proofs).where(isOrcidProof);
  const isStrong = (row: (typeof rows)[number]): boolean =>
    row.strength === 'strong' && row.method === proofMethod && row.keptUntil === null && row.state === 'valid';
  if (rows.some((row) => isStrong(row) && row.target === orcid)) return true;
  if (orcid !== null && (await isOrcidStatedBySource(reader, key, orcid))) return true;
  if (rows.some(({ facts }) => facts.addedToRecord === true || facts.authenticatedHere === true)) return false;
  const isAuthenticated = and(eq(authors.id, id), eq(authors.orcidAuthenticated, true));
  return hasRow(reader, authors, isAuthenticated);
}
