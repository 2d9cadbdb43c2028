import { and, eq, inArray, isNotNull, ne, or } from 'drizzle-orm';
import { affiliationParts } from '#lib/catalog/contexts/model/affiliations.ts';
import type { OrcidAddress } from '#lib/catalog/sources/orcid.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import type { CorrectableField } from '#lib/catalog/works/model/corrections.ts';
import { dayOf } from '#lib/platform/clock.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authorNames, authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import { organisationDomains, organisations } from '#lib/platform/db/schema/contexts.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { bearsName } from '../model/address-names.ts';
import { isOneOf } from '../model/claim-names.ts';
import { type DomainOwner, proofMethod } from '../model/proofs.ts';
import {
  isEverybodys,
  isNamedBy,
  isNobodys,
  isPageBelow,
  type RepositoryHosts,
  repositoryTyped,
  sameRepository,
  suffixesOf,
} from '../model/targets.ts';

/** What ties a target of a proof to a record: the part of the evidence that is known before anything is looked at. */
export interface ProvenRecord {
  id: string;
  key: number;
  slug: string;
  name: string;
  orcid: string | null;
  rorId: string | null;
}

/** The record that a proof is about, or null. */
export async function provenRecord(reader: Reader, authorId: string): Promise<ProvenRecord | null> {
  const columns = {
    id: authors.id,
    key: authors.key,
    slug: authors.slug,
    name: authors.name,
    orcid: authors.orcid,
    affiliation: authors.affiliation,
  };
  const [found] = await reader.select(columns).from(authors).where(eq(authors.id, authorId)).limit(1);
  if (!found) return null;
  const { affiliation, ...record } = found;
  return { ...record, rorId: sourcedRorId(affiliation) };
}

/** The organisation that a source names as the record's: what its owner says of themselves, or anybody by a correction, ties nothing to the record. */
export const sourcedRorId = (affiliation: { rorId?: string; source: string } | null): string | null =>
  affiliation && affiliation.source !== 'owner' && affiliation.source !== 'correction' ? (affiliation.rorId ?? null) : null;

/**
 * The works of a record of which two owners among the authors have corrected a field. What they agree on is shown, and proves nothing: of a third
 * author it would be the word of two accounts.
 */
export async function correctedByAuthors(reader: Reader, authorKey: number, fields: readonly CorrectableField[]): Promise<Set<string>> {
  const { workId, field, decidedBy, state } = corrections;
  const theirs = and(inArray(field, [...fields]), eq(decidedBy, 'authors'), inArray(state, ['accepted', 'contested']));
  const rows = await reader
    .select({ workId })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .innerJoin(corrections, eq(workId, works.id))
    .where(and(eq(authorships.authorKey, authorKey), theirs));
  return new Set(rows.map((row) => row.workId));
}

/** What sources say that a record signs: a work that its owner alone describes proves nothing of them. */
export const signedBySources = (authorKey: number) =>
  and(eq(authorships.authorKey, authorKey), ne(authorships.state, 'not_mine'), ne(authorships.source, 'owner'));

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

/** What names a domain before it is shown: a work of the record or the iD that is its own, and who calls it this author's own. */
interface NamedDomain {
  namedBy: string;
  ownedBy: DomainOwner | null;
}

type OrcidAddresses = (orcid: string) => Promise<OrcidAddress[]>;

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

interface DomainOrganisation {
  rorId: string;
  name: string;
}

/** The active organisations of the registry that have a domain: those of the longest part of it that any of them has. */
export async function organisationsAt(reader: Reader, domain: string): Promise<DomainOrganisation[]> {
  const suffixes = suffixesOf(domain).filter((suffix) => !isNobodys(suffix));
  if (suffixes.length === 0) return [];
  const rows = await reader
    .select({ domain: organisationDomains.domain, rorId: organisations.rorId, name: organisations.name })
    .from(organisationDomains)
    .innerJoin(organisations, eq(organisations.rorId, organisationDomains.rorId))
    .where(and(inArray(organisationDomains.domain, suffixes), eq(organisations.status, 'active')));
  const longest = suffixes.find((suffix) => rows.some((row) => row.domain === suffix));
  return rows.filter((row) => row.domain === longest).map(({ rorId, name }) => ({ rorId, name }));
}

/** The ROR ids of a record's affiliation and of those on its works. */
export async function affiliationsOf(reader: Reader, { key, rorId }: Pick<ProvenRecord, 'key' | 'rorId'>): Promise<Set<string>> {
  const written = await reader
    .select({ work: works.id, text: authorships.affiliation })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(and(signedBySources(key), isNotNull(authorships.affiliation)));
  const corrected = await correctedByAuthors(reader, key, ['affiliations']);
  const parts = [...new Set(written.flatMap(({ work, text }) => (corrected.has(work) ? [] : affiliationParts(text ?? ''))))];
  const found = new Set(rorId ? [rorId] : []);
  if (parts.length === 0) return found;
  const rows = await reader.query<{ facts: unknown }>(
    'select c.facts from affiliations a join contexts c on c.key = a.context_key where a.rule is not null and a.text in $many',
    parts,
  );
  for (const { facts } of rows) {
    const read = (typeof facts === 'string' ? JSON.parse(facts) : facts) as { ror?: unknown } | null;
    if (typeof read?.ror === 'string') found.add(read.ror);
  }
  return found;
}

interface MailOrganisation {
  domain: string;
  rorId: string;
  organisation: string;
  atAffiliation: boolean;
}

/** The organisation that gives out addresses at a domain, and whether the record names it. */
export async function organisationOf(
  reader: Reader,
  record: Pick<ProvenRecord, 'key' | 'rorId'>,
  domain: string,
): Promise<Outcome<MailOrganisation, 'domain_not_in_registry'>> {
  const there = await organisationsAt(reader, domain);
  const places = await affiliationsOf(reader, record);
  const found = there.find(({ rorId }) => places.has(rorId)) ?? there[0];
  if (!found) return refused('domain_not_in_registry');
  return done({ domain, rorId: found.rorId, organisation: found.name, atAffiliation: places.has(found.rorId) });
}

/** Names of the other authors with works from an organisation, all of each author's spellings together. */
async function namesakesAt(reader: Reader, rorId: string, authorKey: number): Promise<string[][]> {
  const rows = await reader.query<{ key: number; name: string; spelled: string | null }>(
    `select a.key, a.name, n.name as spelled from contexts c join author_contexts at on at.context_key = c.key
     join authors a on a.key = at.author_key left join author_names n on n.author_key = a.key
     where c.kind = 'institution' and c.name_key = ? and a.key <> ? and a.kind = 'person' and a.merged_into is null`,
    [],
    [`ror ${rorId}`, authorKey],
  );
  const names = new Map<number, Set<string>>();
  for (const { key, name, spelled } of rows) {
    const own = names.get(key) ?? new Set([name]);
    if (spelled) own.add(spelled);
    names.set(key, own);
  }
  return [...names.values()].map((own) => [...own]);
}

/** Whether an address is made of a record's name, and of that of another author of the same organisation here. */
export async function addressName(
  reader: Reader,
  record: Pick<ProvenRecord, 'key' | 'name'>,
  address: string,
  rorId: string,
): Promise<{ bearsName: boolean; fitsNamesake: boolean }> {
  const fits = (names: readonly string[]): boolean => names.some((name) => bearsName(address, name));
  if (!fits(await namesOf(reader, record))) return { bearsName: false, fitsNamesake: false };
  return { bearsName: true, fitsNamesake: (await namesakesAt(reader, rorId, record.key)).some(fits) };
}

/** Whether another author of an organisation here bears one of a record's names. */
export async function hasNamesakeAt(reader: Reader, record: Pick<ProvenRecord, 'key' | 'name'>, rorId: string): Promise<boolean> {
  const own = await namesOf(reader, record);
  return (await namesakesAt(reader, rorId, record.key)).some((names) => isOneOf(own, names));
}

/** Every way in which sources write a person's name. */
export async function namesOf(reader: Reader, record: Pick<ProvenRecord, 'key' | 'name'>): Promise<string[]> {
  const rows = await reader.select({ name: authorNames.name }).from(authorNames).where(eq(authorNames.authorKey, record.key)).limit(100);
  const names = new Set([record.name, ...rows.map(({ name }) => name)]);
  for (const name of await spelledByAuthors(reader, record)) names.delete(name);
  return [...names];
}

/** Spellings found only on works whose author lists two of the authors have corrected. */
async function spelledByAuthors(reader: Reader, { key, name: own }: Pick<ProvenRecord, 'key' | 'name'>): Promise<Set<string>> {
  const corrected = await correctedByAuthors(reader, key, ['authors']);
  if (corrected.size === 0) return new Set();
  const rows = await reader
    .select({ work: works.id, name: authorships.nameAsWritten })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(eq(authorships.authorKey, key));
  const spelled = new Set(rows.flatMap(({ work, name }) => (corrected.has(work) ? name : [])));
  return spelled.difference(new Set([own, ...rows.flatMap(({ work, name }) => (corrected.has(work) ? [] : name))]));
}

/** Who signs a work: the spellings of a record's own name, those of its co-authors there, and the year of the work where its sources say it. */
export async function signersOf(
  reader: Reader,
  record: Pick<ProvenRecord, 'key' | 'name'>,
  workId: string,
): Promise<{ own: string[]; others: string[]; year: number | null }> {
  const rows = await reader
    .select({ author: authorships.authorKey, name: authorships.nameAsWritten, year: works.year })
    .from(works)
    .innerJoin(authorships, eq(authorships.workKey, works.key))
    .where(eq(works.id, workId));
  const others = rows.filter(({ author }) => author !== record.key).map(({ name }) => name);
  const isCorrected = (await correctedByAuthors(reader, record.key, ['authors', 'date'])).has(workId);
  return { own: await namesOf(reader, record), others, year: isCorrected ? null : (rows[0]?.year ?? null) };
}

/** Every address that leads to a record on this instance, the permanent one first. */
export async function addressesOfRecord(reader: Reader, record: ProvenRecord, publicUrl: string): Promise<string[]> {
  const old = await reader.select({ slug: authorSlugs.slug }).from(authorSlugs).where(eq(authorSlugs.authorKey, record.key)).limit(100);
  return [...new Set([record.id, record.slug, ...old.map(({ slug }) => slug)])].map((name) => `${publicUrl}/authors/${name}`);
}

/** A suppressed record is as if it were not there, whatever is asked of it. */
const isShown = async (reader: Reader, authorId: string): Promise<boolean> => {
  const there = and(eq(authors.id, authorId), visibleRecord());
  return hasRow(reader, authors, there);
};

type BindingBecause =
  | 'unknown_author'
  | 'repository_not_linked'
  | 'domain_not_named'
  | 'shared_domain'
  | 'domain_not_in_registry'
  | 'bad_page';

/** Why a target cannot show anything of a record, before a token is given out for it; null where it can. May ask ORCID. */
export async function bindingRefusal(
  reader: Reader,
  authorId: string,
  kind: 'institution_email' | 'printed_email' | 'rel_me' | 'dns' | 'repository',
  target: string,
  world: { hosts: RepositoryHosts; publicUrl: string; orcidAddresses: OrcidAddresses },
): Promise<BindingBecause | null> {
  const record = await provenRecord(reader, authorId);
  if (!record || !(await isShown(reader, authorId))) return 'unknown_author';
  // Whether an address is printed is told by mail alone, to the person who reads it there.
  if (kind === 'printed_email') return null;
  if (kind === 'rel_me') return new URL(target).host === new URL(world.publicUrl).host ? 'bad_page' : null;
  const bound =
    kind === 'repository'
      ? await linkedRepository(reader, record.key, target, world.hosts)
      : kind === 'dns'
        ? await namedDomain(reader, record, target, world.orcidAddresses)
        : await organisationOf(reader, record, target.slice(target.lastIndexOf('@') + 1));
  return bound.ok ? null : bound.code;
}
