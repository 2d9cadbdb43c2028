import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { splitAffiliation } from '#lib/catalog/contexts/model/affiliations.ts';
import { storedJson } from '#lib/platform/db/rows.ts';
import { organisationDomains, organisations } from '#lib/platform/db/schema/contexts.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { bearsName, namePiecesOf } from '../model/address-names.ts';
import { matchesAnyName } from '../model/claim-names.ts';
import { isDeposit } from '../model/printed-address.ts';
import { isPublicDomain, suffixesOf } from '../model/shared-domains.ts';
import { hostsBeside } from './printed-names.ts';
import { type ProvenRecord, signedBySources, worksCorrectedByAuthors } from './proven-record.ts';
import { nameVariantsOf } from './record-names.ts';

interface DomainOrganisation {
  rorId: string;
  name: string;
  /** The domain of the organisation in the registry. */
  domain: string;
}

/** Returns the active organisations with the longest matching suffix of a domain. */
export async function organisationsAtDomain(reader: Reader, domain: string): Promise<DomainOrganisation[]> {
  const suffixes = suffixesOf(domain).filter((suffix) => !isPublicDomain(suffix));
  if (suffixes.length === 0) return [];
  const rows = await reader
    .select({ domain: organisationDomains.domain, rorId: organisations.rorId, name: organisations.name })
    .from(organisationDomains)
    .innerJoin(organisations, eq(organisations.rorId, organisationDomains.rorId))
    .where(and(inArray(organisationDomains.domain, suffixes), eq(organisations.status, 'active')));
  const longest = suffixes.find((suffix) => rows.some((row) => row.domain === suffix));
  return rows.filter((row) => row.domain === longest);
}

/** Returns the ROR ids of a record's affiliation and of the affiliations on its works. */
export async function affiliationsOf(reader: Reader, { key, rorId }: Pick<ProvenRecord, 'key' | 'rorId'>): Promise<Set<string>> {
  const signedAffiliations = await reader
    .select({ work: works.id, text: authorships.affiliation })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(and(signedBySources(key), isNotNull(authorships.affiliation)));
  const correctedWorkIds = await worksCorrectedByAuthors(reader, key, ['affiliations']);
  const parts = [
    ...new Set(signedAffiliations.flatMap(({ work, text }) => (correctedWorkIds.has(work) ? [] : splitAffiliation(text ?? '')))),
  ];
  const rorIds = new Set(rorId ? [rorId] : []);
  if (parts.length === 0) return rorIds;
  const rows = await reader.query<{ facts: unknown }>(
    'select c.facts from affiliations a join contexts c on c.key = a.context_key where a.rule is not null and a.text in $many',
    parts,
  );
  for (const { facts } of rows) {
    const parsedFacts = storedJson<{ ror?: unknown } | null>(facts);
    if (typeof parsedFacts?.ror === 'string') rorIds.add(parsedFacts.ror);
  }
  return rorIds;
}

interface AddressOrganisation {
  domain: string;
  rorId: string;
  organisation: string;
  atAffiliation: boolean;
  /** Whether the domain is the one that the registry states. */
  isRegistered: boolean;
}

/** Returns the organisation at an email domain, and whether the record names it. Prefers one that it does. */
export async function organisationOfDomain(
  reader: Reader,
  record: Pick<ProvenRecord, 'key' | 'rorId'>,
  domain: string,
): Promise<Outcome<AddressOrganisation, 'domain_not_in_registry'>> {
  const candidates = await organisationsAtDomain(reader, domain);
  const affiliations = await affiliationsOf(reader, record);
  const organisation = candidates.find(({ rorId }) => affiliations.has(rorId)) ?? candidates[0];
  if (!organisation) return refused('domain_not_in_registry');
  const { rorId, name } = organisation;
  return done({ domain, rorId, organisation: name, atAffiliation: affiliations.has(rorId), isRegistered: organisation.domain === domain });
}

/**
 * Whether published works print addresses at a host beside the names of two authors of an organisation: it then gives such addresses to its
 * people. Reads the works of the organisation's authors.
 */
export async function isHostOfSeveral(reader: Reader, rorId: string, host: string): Promise<boolean> {
  const rows = await reader.query<{
    author: number;
    work: number;
    type: string;
    venue: string | null;
    doi: string | null;
    name: string;
    payload: unknown;
  }>(
    `select a.author_key as author, w.key as work, w.type, w.venue, w.doi, a.name_as_written as name, r.payload
     from contexts c join author_contexts at on at.context_key = c.key join authorships a on a.author_key = at.author_key
     join works w on w.key = a.work_key join work_sources s on s.work_key = w.key join source_records r on r.key = s.record_key
     where c.kind = 'institution' and c.name_key = ? and a.state <> 'not_mine' and s.source not in ('owner', 'correction')
       and cast(r.payload as text) like ?`,
    [],
    [`ror ${rorId}`, `%"printedHosts"%"${host}"%`],
  );
  const printings = rows.filter((row) => !isDeposit(row) && hostsBeside(row).includes(host));
  return printings.some((one) => printings.some((other) => one.author !== other.author && one.work !== other.work));
}

/** Returns the names of other authors with works from an organisation, grouped by author. */
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
    const variants = names.get(key) ?? new Set([name]);
    if (spelled) variants.add(spelled);
    names.set(key, variants);
  }
  return [...names.values()].map((variants) => [...variants]);
}

/** Returns whether an address consists of a record's name, and whether it also fits another author of this instance. */
export async function addressNameMatch(
  reader: Reader,
  record: Pick<ProvenRecord, 'key' | 'name'>,
  address: string,
): Promise<{ bearsName: boolean; fitsNamesake: boolean }> {
  if (!(await nameVariantsOf(reader, record)).some((name) => bearsName(address, name))) return { bearsName: false, fitsNamesake: false };
  return { bearsName: true, fitsNamesake: await fitsOtherAuthor(reader, record.key, address) };
}

/**
 * Whether an address also consists of the name of another author of this instance. Profiles that only their creators describe do not count,
 * because anybody could create one with the name.
 */
async function fitsOtherAuthor(reader: Reader, authorKey: number, address: string): Promise<boolean> {
  const isOther = `a.key <> ? and a.kind = 'person' and a.merged_into is null and (a.listed_as is null or a.listed_as = 'source')`;
  const [first, last] = namePiecesOf(address);
  const pieces = [`%${first}%`, `%${last}%`];
  const rows = await reader.query<{ name: string }>(
    `select n.name from author_names n join authors a on a.key = n.author_key
       where replace(n.name_key, '-', '') like ? and replace(n.name_key, '-', '') like ? and ${isOther}
     union all select a.name from authors a
       where replace(replace(a.sort_name, ' ', ''), '-', '') like ? and replace(replace(a.sort_name, ' ', ''), '-', '') like ? and ${isOther}`,
    [],
    [...pieces, authorKey, ...pieces, authorKey],
  );
  return rows.some(({ name }) => bearsName(address, name));
}

/** Whether another author of an organisation has one of a record's names. */
export async function hasNamesakeAt(reader: Reader, record: Pick<ProvenRecord, 'key' | 'name'>, rorId: string): Promise<boolean> {
  const ownNames = await nameVariantsOf(reader, record);
  return (await namesakesAt(reader, rorId, record.key)).some((names) => matchesAnyName(ownNames, names));
}
