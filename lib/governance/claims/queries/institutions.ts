import { and, eq, inArray, isNotNull, isNull, like, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { splitAffiliation } from '#lib/catalog/contexts/model/affiliations.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { authorNames, authors } from '#lib/platform/db/schema/authors.ts';
import { affiliations, authorContexts, contexts, organisationDomains, organisations } from '#lib/platform/db/schema/contexts.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { containsText } from '#lib/platform/db/table-lifecycle.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { bearsName, namePiecesOf } from '../model/address-names.ts';
import { matchesAnyName } from '../model/claim-names.ts';
import { isDeposit } from '../model/printed-address.ts';
import { isPublicDomain, suffixesOf } from '../model/shared-domains.ts';
import { hostsBeside } from './printed-names.ts';
import { type ProvenRecord, signedBySources, worksCorrectedByAuthors } from './proven-record.ts';
import { isWrittenBySource, nameInSources, nameVariantsOf } from './record-names.ts';

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
  const rows = await reader
    .select({ facts: contexts.facts })
    .from(affiliations)
    .innerJoin(contexts, eq(contexts.key, affiliations.contextKey))
    .where(and(isNotNull(affiliations.rule), isAnyOf(affiliations.text, parts)));
  for (const { facts } of rows) if (facts.ror !== undefined) rorIds.add(facts.ror);
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
  const named = await affiliationsOf(reader, record);
  const organisation = candidates.find(({ rorId }) => named.has(rorId)) ?? candidates[0];
  if (!organisation) return refused('domain_not_in_registry');
  const { rorId, name } = organisation;
  return done({ domain, rorId, organisation: name, atAffiliation: named.has(rorId), isRegistered: organisation.domain === domain });
}

const isOrganisation = (rorId: string) => and(eq(contexts.kind, 'institution'), eq(contexts.nameKey, `ror ${rorId}`));

/**
 * Whether published works print addresses at a host beside the names of two authors of an organisation: it then gives such addresses to its
 * people. Reads the works of the organisation's authors.
 */
export async function isHostOfSeveral(reader: Reader, rorId: string, host: string): Promise<boolean> {
  const rows = await reader
    .select({
      ...{ author: authorships.authorKey, name: authorships.nameAsWritten },
      ...{ work: works.key, type: works.type, venue: works.venue, doi: works.doi, payload: sourceRecords.payload },
    })
    .from(contexts)
    .innerJoin(authorContexts, eq(authorContexts.contextKey, contexts.key))
    .innerJoin(authorships, eq(authorships.authorKey, authorContexts.authorKey))
    .innerJoin(works, eq(works.key, authorships.workKey))
    .innerJoin(workSources, eq(workSources.workKey, works.key))
    .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
    .where(
      and(
        ...[isOrganisation(rorId), ne(authorships.state, 'not_mine'), notInArray(workSources.source, ['owner', 'correction'])],
        containsText(sourceRecords.payload, `"printedHosts"%"${host}"`),
      ),
    );
  const printings = rows.filter((row) => !isDeposit(row) && hostsBeside(row).includes(host));
  return printings.some((one) => printings.some((other) => one.author !== other.author && one.work !== other.work));
}

const isOtherPerson = (authorKey: number) => and(ne(authors.key, authorKey), eq(authors.kind, 'person'), isNull(authors.mergedInto));

/** Returns the names of other authors with works from an organisation, grouped by author. */
async function namesakesAt(reader: Reader, rorId: string, authorKey: number): Promise<string[][]> {
  const rows = await reader
    .select({ key: authors.key, name: nameInSources, spelled: authorNames.name })
    .from(contexts)
    .innerJoin(authorContexts, eq(authorContexts.contextKey, contexts.key))
    .innerJoin(authors, eq(authors.key, authorContexts.authorKey))
    .leftJoin(authorNames, and(eq(authorNames.authorKey, authors.key), isWrittenBySource(reader)))
    .where(and(isOrganisation(rorId), isOtherPerson(authorKey)));
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
  record: Pick<ProvenRecord, 'key'>,
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
  const isOther = and(isOtherPerson(authorKey), or(isNull(authors.listedAs), eq(authors.listedAs, 'source')));
  const pieces = namePiecesOf(address);
  const hasPieces = (text: SQL) => and(...pieces.map((piece) => like(text, `%${piece}%`)));
  const names = await reader
    .select({ name: authorNames.name })
    .from(authorNames)
    .innerJoin(authors, eq(authors.key, authorNames.authorKey))
    .where(and(hasPieces(sql`replace(${authorNames.nameKey}, '-', '')`), isOther, isWrittenBySource(reader)));
  const shown = await reader
    .select({ name: nameInSources })
    .from(authors)
    .where(and(hasPieces(sql`replace(replace(${authors.sortName}, ' ', ''), '-', '')`), isOther));
  return [...names, ...shown].some(({ name }) => bearsName(address, name));
}

/** Whether another author of an organisation has one of a record's names. */
export async function hasNamesakeAt(reader: Reader, record: Pick<ProvenRecord, 'key'>, rorId: string): Promise<boolean> {
  const ownNames = await nameVariantsOf(reader, record);
  return (await namesakesAt(reader, rorId, record.key)).some((names) => matchesAnyName(ownNames, names));
}
