import { and, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { affiliationParts } from '../../contexts/model/affiliations.ts';
import { authorNames, authorSlugs, authors } from '../../db/schema/authors.ts';
import { proofs } from '../../db/schema/claims.ts';
import { organisationDomains, organisations } from '../../db/schema/contexts.ts';
import { authorships, works } from '../../db/schema/works.ts';
import type { Reader } from '../../db/store.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { isEverybodys, isNamedBy, isNobodys, type RepositoryHosts, repositoryTyped, sameRepository, suffixesOf } from '../model/targets.ts';

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

/** The organisation that a source names as the record's: what its owner says of themselves ties nothing to the record. */
export const sourcedRorId = (affiliation: { rorId?: string; source: string } | null): string | null =>
  affiliation && affiliation.source !== 'owner' ? (affiliation.rorId ?? null) : null;

const mine = (authorKey: number) => and(eq(authorships.authorKey, authorKey), ne(authorships.state, 'not_mine'));

/** The addresses that the works of a record name: their own, and those of their code. */
async function addressesOf(reader: Reader, authorKey: number): Promise<{ work: string; address: string }[]> {
  const rows = await reader
    .select({ work: works.id, url: works.url, code: works.codeUrl })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(and(mine(authorKey), or(isNotNull(works.url), isNotNull(works.codeUrl))));
  return rows.flatMap(({ work, url, code }) => [url, code].flatMap((address) => (address ? [{ work, address }] : [])));
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

/**
 * Who named a domain before: a work of the record, or the ORCID record of an iD that is the record's own by a source or by a shared
 * work. An iD that only its holder says is this person's could name any domain. Domains of many (a publisher, an institution) show
 * nothing of one person.
 */
export async function namedDomain(
  reader: Reader,
  record: ProvenRecord,
  domain: string,
  orcidAddresses: (orcid: string) => Promise<string[]>,
): Promise<Outcome<string, 'domain_of_many' | 'domain_not_named'>> {
  if (isEverybodys(domain) || isNobodys(domain) || (await organisationsAt(reader, domain)).length > 0) return refused('domain_of_many');
  const work = (await addressesOf(reader, record.key)).find(({ address }) => isNamedBy(domain, address))?.work;
  if (work) return done(work);
  if (record.orcid && (await isItsOwn(reader, record.id))) {
    const named = (await orcidAddresses(record.orcid)).some((address) => isNamedBy(domain, address));
    if (named) return done('orcid');
  }
  return refused('domain_not_named');
}

/** True unless the record's iD came with a proof that shared no work with it. */
async function isItsOwn(reader: Reader, authorId: string): Promise<boolean> {
  const shown = and(eq(proofs.authorId, authorId), eq(proofs.kind, 'orcid'), inArray(proofs.state, ['valid', 'stale', 'expired']));
  const rows = await reader.select({ strength: proofs.strength, facts: proofs.facts }).from(proofs).where(shown);
  return !rows.some(({ facts }) => facts.addedToRecord === true) || rows.some(({ strength }) => strength === 'strong');
}

export interface DomainOrganisation {
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
    .select({ text: authorships.affiliation })
    .from(authorships)
    .where(and(mine(key), isNotNull(authorships.affiliation)));
  const parts = [...new Set(written.flatMap(({ text }) => affiliationParts(text ?? '')))];
  const found = new Set(rorId ? [rorId] : []);
  if (parts.length === 0) return found;
  const rows = await reader.lookup<{ facts: unknown }>(
    'select c.facts from affiliations a join contexts c on c.key = a.context_key where a.rule is not null and a.text in $many',
    parts,
  );
  for (const { facts } of rows) {
    const read = (typeof facts === 'string' ? JSON.parse(facts) : facts) as { ror?: unknown } | null;
    if (typeof read?.ror === 'string') found.add(read.ror);
  }
  return found;
}

/** The organisation that gives out addresses at a domain, and whether the record names it. */
export async function organisationOf(
  reader: Reader,
  record: Pick<ProvenRecord, 'key' | 'rorId'>,
  domain: string,
): Promise<Outcome<{ domain: string; rorId: string; organisation: string; atAffiliation: boolean }, 'domain_not_in_registry'>> {
  const there = await organisationsAt(reader, domain);
  const places = await affiliationsOf(reader, record);
  const found = there.find(({ rorId }) => places.has(rorId)) ?? there[0];
  if (!found) return refused('domain_not_in_registry');
  return done({ domain, rorId: found.rorId, organisation: found.name, atAffiliation: places.has(found.rorId) });
}

/** Every way in which sources write a person's name. */
export async function namesOf(reader: Reader, record: Pick<ProvenRecord, 'key' | 'name'>): Promise<string[]> {
  const rows = await reader.select({ name: authorNames.name }).from(authorNames).where(eq(authorNames.authorKey, record.key)).limit(100);
  return [...new Set([record.name, ...rows.map(({ name }) => name)])];
}

/** Every address that leads to a record on this instance, the permanent one first. */
export async function addressesOfRecord(reader: Reader, record: ProvenRecord, publicUrl: string): Promise<string[]> {
  const old = await reader.select({ slug: authorSlugs.slug }).from(authorSlugs).where(eq(authorSlugs.authorKey, record.key)).limit(100);
  return [...new Set([record.id, record.slug, ...old.map(({ slug }) => slug)])].map((name) => `${publicUrl}/authors/${name}`);
}

/** A suppressed record is as if it were not there, whatever is asked of it. */
const isShown = async (reader: Reader, authorId: string): Promise<boolean> => {
  const there = and(eq(authors.id, authorId), ne(authors.visibility, 'suppressed'), isNull(authors.mergedInto));
  return (await reader.select({ id: authors.id }).from(authors).where(there).limit(1)).length > 0;
};

type BindingBecause =
  | 'unknown_author'
  | 'repository_not_linked'
  | 'domain_not_named'
  | 'domain_of_many'
  | 'domain_not_in_registry'
  | 'bad_page';

/** Why a target cannot show anything of a record, before a token is given out for it; null where it can. May ask ORCID. */
export async function bindingRefusal(
  reader: Reader,
  authorId: string,
  kind: 'institution_email' | 'printed_email' | 'rel_me' | 'dns' | 'repository',
  target: string,
  world: { hosts: RepositoryHosts; publicUrl: string; orcidAddresses(orcid: string): Promise<string[]> },
): Promise<BindingBecause | null> {
  const record = await provenRecord(reader, authorId);
  if (!record || !(await isShown(reader, authorId))) return 'unknown_author';
  // Whether an address is printed is told by mail alone, to whoever reads it there.
  if (kind === 'printed_email') return null;
  if (kind === 'rel_me') return new URL(target).host === new URL(world.publicUrl).host ? 'bad_page' : null;
  const bound =
    kind === 'repository'
      ? await linkedRepository(reader, record.key, target, world.hosts)
      : kind === 'dns'
        ? await namedDomain(reader, record, target, world.orcidAddresses)
        : await organisationOf(reader, record, target.slice(target.lastIndexOf('@') + 1));
  return bound.ok ? null : bound.because;
}

/** Where a record's pages stand now; the id itself for one that is not shown, as for one that is not there. */
export async function recordSlug(reader: Reader, authorId: string): Promise<string> {
  const shown = and(eq(authors.id, authorId), ne(authors.visibility, 'suppressed'));
  const [found] = await reader.select({ slug: authors.slug }).from(authors).where(shown).limit(1);
  return found?.slug ?? authorId;
}
