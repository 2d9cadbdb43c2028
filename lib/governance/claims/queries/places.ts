import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { OrcidAddress } from '#lib/catalog/sources/orcid.ts';
import { dayOf } from '#lib/platform/clock.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type DomainOwner, proofMethod } from '../model/proofs.ts';
import {
  isEverybodys,
  isNamedBy,
  isNobodys,
  isPageBelow,
  type RepositoryHosts,
  repositoryTyped,
  sameRepository,
} from '../model/targets.ts';
import { organisationsAt } from './institutions.ts';
import { correctedByAuthors, type ProvenRecord, signedBySources } from './proven-record.ts';

/** What names a domain before it is shown: a work of the record or the iD that is its own, and who calls it this author's own. */
interface NamedDomain {
  namedBy: string;
  ownedBy: DomainOwner | null;
}

/** The addresses that the works of a record name: their own, and those of their code. */
async function addressesOf(reader: Reader, authorKey: number): Promise<{ work: string; address: string }[]> {
  const rows = await reader
    .select({ work: works.id, url: works.url, code: works.codeUrl })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(and(signedBySources(authorKey), or(isNotNull(works.url), isNotNull(works.codeUrl))));
  const corrected = await correctedByAuthors(reader, authorKey, ['code']);
  return rows.flatMap(({ work, url, code }) =>
    [url, corrected.has(work) ? null : code].flatMap((address) => (address ? [{ work, address }] : [])),
  );
}

/** The repositories that works of a record link, on hosts that are known, each with the first work that does. */
export async function repositoriesOf(
  reader: Reader,
  authorKey: number,
  hosts: RepositoryHosts,
): Promise<{ repository: string; work: string }[]> {
  const found = new Map<string, { repository: string; work: string }>();
  for (const { work, address } of await addressesOf(reader, authorKey)) {
    const repository = repositoryTyped(address, hosts);
    if (repository && !found.has(repository.toLowerCase())) found.set(repository.toLowerCase(), { repository, work });
  }
  return [...found.values()];
}

/** The domains that works of a record name and that could be a person's own. */
export async function domainsOf(reader: Reader, authorKey: number): Promise<string[]> {
  const hosts = (await addressesOf(reader, authorKey)).flatMap(({ address }) => (URL.canParse(address) ? new URL(address).hostname : []));
  const own = [...new Set(hosts)].filter((host) => host.includes('.') && !isEverybodys(host)).slice(0, 20);
  const kept: string[] = [];
  for (const host of own) if ((await organisationsAt(reader, host)).length === 0) kept.push(host);
  return kept;
}

/** The repository as a work of the record links it, and that work. */
export async function linkedRepository(
  reader: Reader,
  authorKey: number,
  repository: string,
  hosts: RepositoryHosts,
): Promise<Outcome<{ repository: string; work: string }, 'repository_not_linked'>> {
  const found = (await repositoriesOf(reader, authorKey, hosts)).find((each) => sameRepository(each.repository, repository));
  return found ? done(found) : refused('repository_not_linked');
}

export type OrcidAddresses = (orcid: string) => Promise<OrcidAddress[]>;

/**
 * Who named a domain before: a work of the record, the ORCID record of the iD that is proven to be this person's, or an earlier strong
 * proof. Domains of many (a publisher, an institution, a host of pages) show nothing of one person.
 */
export async function namedDomain(
  reader: Reader,
  record: ProvenRecord,
  domain: string,
  orcidAddresses: OrcidAddresses,
): Promise<Outcome<NamedDomain, 'shared_domain' | 'domain_not_named'>> {
  if (isEverybodys(domain) || isNobodys(domain) || (await organisationsAt(reader, domain)).length > 0) return refused('shared_domain');
  const ownedBy = await domainOwner(reader, record, (address) => isNamedBy(domain, address), orcidAddresses);
  const work = (await addressesOf(reader, record.key)).find(({ address }) => isNamedBy(domain, address))?.work;
  if (!work && !ownedBy) return refused('domain_not_named');
  return done({ namedBy: work ?? ownedBy?.by ?? '', ownedBy });
}

/** Who calls a page this author's own: an address that covers it, on a host where names are not given to others again. */
export async function pageOwner(
  reader: Reader,
  record: ProvenRecord,
  page: string,
  orcidAddresses: OrcidAddresses,
): Promise<DomainOwner | null> {
  const { hostname } = new URL(page);
  if (isEverybodys(hostname)) return null;
  const isShared = (await organisationsAt(reader, hostname)).length > 0;
  return domainOwner(reader, record, (address) => isPageBelow(address, page, isShared), orcidAddresses);
}

/** Who names a place as this author's own, and since when: the proven iD of the record, or an earlier strong proof of the same place. */
async function domainOwner(
  reader: Reader,
  record: ProvenRecord,
  covers: (address: string) => boolean,
  orcidAddresses: OrcidAddresses,
): Promise<DomainOwner | null> {
  const earlier = (await rowsOf(reader, proofs, strongPagesOf(record))).find(({ kind, target }) =>
    covers(kind === 'dns' ? `https://${target}/` : target),
  );
  if (earlier?.observedAt) return { by: 'proof', since: dayOf(earlier.observedAt) };
  if (!record.orcid || !(await isProvenOrcid(reader, record))) return null;
  const named = (await orcidAddresses(record.orcid)).filter(({ url }) => covers(url));
  const days = named.flatMap(({ addedOn }) => addedOn ?? []).sort();
  return days[0] === undefined ? null : { by: 'orcid', since: days[0] };
}

const strongPagesOf = ({ id }: Pick<ProvenRecord, 'id'>) => {
  const shown = and(eq(proofs.authorId, id), inArray(proofs.kind, ['dns', 'rel_me']), eq(proofs.state, 'valid'));
  return and(shown, eq(proofs.strength, 'strong'), eq(proofs.method, proofMethod));
};

/** True where something can name a page or domain as this author's own, so that showing it can be a strong proof. Asks nobody. */
export const canNamePages = async (reader: Reader, record: ProvenRecord): Promise<boolean> =>
  (await hasRow(reader, proofs, strongPagesOf(record))) || (record.orcid !== null && (await isProvenOrcid(reader, record)));

/** True where another party ties the record's iD to it: a source that states it as authenticated, or a strong proof that counts. */
async function isProvenOrcid(reader: Reader, { id, orcid }: ProvenRecord): Promise<boolean> {
  const shown = and(eq(proofs.authorId, id), eq(proofs.kind, 'orcid'), inArray(proofs.state, ['valid', 'stale', 'expired']));
  const rows = await reader.select().from(proofs).where(shown);
  if (rows.some((row) => row.strength === 'strong' && row.method === proofMethod && row.state === 'valid' && row.target === orcid))
    return true;
  if (rows.some(({ facts }) => facts.addedToRecord === true || facts.authenticatedHere === true)) return false;
  const stated = and(eq(authors.id, id), eq(authors.orcidAuthenticated, true));
  return hasRow(reader, authors, stated);
}
