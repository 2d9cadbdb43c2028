import { eq } from 'drizzle-orm';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { affiliations, contexts, organisationDomains, organisationNames, organisations } from '#lib/platform/db/schema/contexts.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { domainsIn, type KnownOrganisation, organisationKeys, parseAffiliation, splitAffiliation } from '../model/affiliations.ts';
import { contextIdentityOf, findOrCreateContexts } from './rows.ts';

/** The result of matching an affiliation. */
export interface AffiliationMatch {
  /** Key of the institution; null if the text names no organisation. */
  contextKey: number | null;
  /** The rule that matched it to the registry; null if it is not matched. */
  rule: string | null;
  /** The bare ROR id, if matched. */
  rorId: string | null;
}

/** Returns the institutions of affiliations (parts of `splitAffiliation`). Affiliations without a stored result are matched and stored. */
export async function institutionsOf(tx: Writer, parts: ReadonlySet<string>): Promise<Map<string, AffiliationMatch>> {
  const matches = await selectAffiliationMatches(tx, [...parts]);
  const unmatched = [...parts].filter((part) => !matches.has(part));
  if (unmatched.length === 0) return matches;
  for (const [part, place] of await matchAffiliations(tx, unmatched)) matches.set(part, place);
  await storeMatches(tx, unmatched, matches);
  return matches;
}

/** Stores the institutions of some affiliations. */
export async function storeMatches(tx: Writer, texts: readonly string[], matches: ReadonlyMap<string, AffiliationMatch>): Promise<void> {
  const rows = texts.map((text) => {
    const { contextKey = null, rule = null } = matches.get(text) ?? {};
    return { text, contextKey, rule };
  });
  await tx.bulkInsert(affiliations, rows, { onConflict: { target: ['text'], update: ['contextKey', 'rule'] } });
}

/** Returns the stored results of `institutionsOf`, without matching other affiliations. */
export async function selectAffiliationMatches(tx: Writer, parts: readonly string[]): Promise<Map<string, AffiliationMatch>> {
  if (parts.length === 0) return new Map();
  const rows = await tx.prepared(selectMatches, { texts: encodeList(parts) });
  return new Map(
    rows.map(({ text, contextKey, rule, facts }) => [text, { contextKey, rule, rorId: (rule && facts ? facts.ror : null) ?? null }]),
  );
}

const selectMatches = (reader: Reader) =>
  reader
    .select({ ...columnsOf(affiliations, 'text', 'contextKey', 'rule'), facts: contexts.facts })
    .from(affiliations)
    .leftJoin(contexts, eq(contexts.key, affiliations.contextKey))
    .where(isInList(affiliations.text, 'texts'))
    .prepare();

/** Matches affiliations against the current registry, and creates the institutions that they name. The caller holds the lock 'imports'. */
export async function matchAffiliations(tx: Writer, parts: readonly string[]): Promise<Map<string, AffiliationMatch>> {
  const organisations = await organisationsNamedIn(tx, parts);
  const readings = new Map(parts.map((part) => [part, parseAffiliation(part, organisations)]));
  const contexts = [...readings.values()].flatMap((reading) => reading?.context ?? []);
  const keys = await findOrCreateContexts(tx, contexts);
  return new Map(
    [...readings].map(([part, reading]) => {
      const contextKey = (reading && keys.get(contextIdentityOf(reading.context))) ?? null;
      return [part, { contextKey, rule: reading?.rule ?? null, rorId: (reading?.rule ? reading.context.facts.ror : null) ?? null }];
    }),
  );
}

/** Returns the ROR id of the first organisation in each affiliation that is in the registry. Creates no institutions. */
export async function rorIdsOf(reader: Reader, affiliations: readonly string[]): Promise<Map<string, string>> {
  if (affiliations.length === 0) return new Map();
  const parts = [...new Set(affiliations.flatMap(splitAffiliation))];
  const organisations = await organisationsNamedIn(reader, parts);
  const idOf = (part: string): string | undefined => {
    const reading = parseAffiliation(part, organisations);
    return reading?.rule ? reading.context.facts.ror : undefined;
  };
  return new Map(
    affiliations.flatMap((text) => {
      const rorId = splitAffiliation(text).map(idOf).find(Boolean);
      return rorId ? [[text, rorId]] : [];
    }),
  );
}

/** Returns the organisations of the registry by the names and web domains in affiliations. */
async function organisationsNamedIn(reader: Reader, parts: readonly string[]): Promise<Map<string, KnownOrganisation[]>> {
  const names = [...new Set(parts.flatMap(organisationKeys))];
  const rows: (KnownOrganisation & { nameKey: string })[] = await reader.prepared(selectOrganisations, { names: encodeList(names) });
  const domains = [...new Set(parts.flatMap(domainsIn))];
  const owners = domains.length === 0 ? [] : await reader.prepared(selectDomainOwners, { domains: encodeList(domains) });
  return Map.groupBy([...rows, ...owners.map((owner) => ({ ...owner, kind: 'domain' }))], ({ nameKey }) => nameKey);
}

const organisationColumns = columnsOf(organisations, 'rorId', 'name', 'country', 'city', 'status', 'url');

const selectDomainOwners = (reader: Reader) =>
  reader
    .select({ nameKey: organisationDomains.domain, ...organisationColumns })
    .from(organisationDomains)
    .innerJoin(organisations, eq(organisations.rorId, organisationDomains.rorId))
    .where(isInList(organisationDomains.domain, 'domains'))
    .prepare();

const selectOrganisations = (reader: Reader) =>
  reader
    .select({
      ...columnsOf(organisationNames, 'nameKey', 'kind'),
      ...organisationColumns,
    })
    .from(organisationNames)
    .innerJoin(organisations, eq(organisations.rorId, organisationNames.rorId))
    .where(isInList(organisationNames.nameKey, 'names'))
    .prepare();
