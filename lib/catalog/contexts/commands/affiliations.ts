import { affiliations } from '#lib/platform/db/schema/contexts.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { type KnownOrganisation, organisationKeys, parseAffiliation, splitAffiliation } from '../model/affiliations.ts';
import { contextIdentityOf, findOrCreateContexts, parseFacts } from './rows.ts';

/** The result of matching an affiliation. */
export interface AffiliationMatch {
  /** Key of the institution; null if the text names no organisation. */
  contextKey: number | null;
  /** The rule that matched it to the registry; null if it is not matched. */
  rule: string | null;
  /** The bare ROR id, if matched. */
  rorId: string | null;
}

interface AffiliationRow {
  text: string;
  context_key: number | null;
  rule: string | null;
  facts: unknown;
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
  const rows = await tx.query<AffiliationRow>(
    'select a.text, a.context_key, a.rule, c.facts from affiliations a left join contexts c on c.key = a.context_key where a.text in $many',
    parts,
  );
  return new Map(
    rows.map(({ text, context_key, rule, facts }) => {
      return [text, { contextKey: context_key, rule, rorId: (rule && facts ? parseFacts(facts).ror : null) ?? null }];
    }),
  );
}

/** Matches affiliations against the current registry, and creates the institutions that they name. The caller holds the lock 'imports'. */
export async function matchAffiliations(tx: Writer, parts: readonly string[]): Promise<Map<string, AffiliationMatch>> {
  const organisations = await organisationsByName(tx, [...new Set(parts.flatMap(organisationKeys))]);
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
  const organisations = await organisationsByName(reader, [...new Set(parts.flatMap(organisationKeys))]);
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

async function organisationsByName(reader: Reader, keys: readonly string[]): Promise<Map<string, KnownOrganisation[]>> {
  const rows = await reader.query<KnownOrganisation & { name_key: string; ror_id: string }>(
    `select n.name_key, n.kind, o.ror_id, o.name, o.country, o.city, o.status, o.url
     from organisation_names n join organisations o on o.ror_id = n.ror_id where n.name_key in $many`,
    keys,
  );
  return Map.groupBy(
    rows.map((row) => ({ ...row, rorId: row.ror_id })),
    ({ name_key }) => name_key,
  );
}
