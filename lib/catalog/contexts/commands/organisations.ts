import { inArray } from 'drizzle-orm';
import type { ImportedOrganisation } from '#lib/catalog/sources/organisations.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { organisationDomains, organisationNames, organisations } from '#lib/platform/db/schema/contexts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { contextKey } from '../model/names.ts';

interface StoreCounts {
  added: number;
  changed: number;
  unchanged: number;
}

/**
 * Stores a page of the registry: organisations, their folded names and their domains. Idempotent: unchanged organisations are not written.
 * `rematchAffiliations` then matches the affiliations again.
 */
export async function storeOrganisations(tx: Writer, given: readonly ImportedOrganisation[], at: Date): Promise<StoreCounts> {
  const organisationsById = new Map(given.map((each) => [each.rorId, each]));
  const stored = await selectStored(tx, [...organisationsById.keys()]);
  const changed = [...organisationsById.values()].filter((each) => stored.get(each.rorId) !== serializeOrganisation(each));
  const counts = { added: 0, changed: 0, unchanged: given.length - changed.length };
  for (const { rorId } of changed) counts[stored.has(rorId) ? 'changed' : 'added'] += 1;
  if (changed.length === 0) return counts;
  const changedIds = changed.map(({ rorId }) => rorId).filter((rorId) => stored.has(rorId));
  if (changedIds.length > 0) {
    await tx.delete(organisationNames).where(inArray(organisationNames.rorId, changedIds));
    await tx.delete(organisationDomains).where(inArray(organisationDomains.rorId, changedIds));
  }
  const rows = changed.map(({ rorId, name, country, city, status, url }) => ({ rorId, name, country, city, status, url, updatedAt: at }));
  await tx.bulkInsert(organisations, rows, {
    onConflict: { target: ['rorId'], update: ['name', 'country', 'city', 'status', 'url', 'updatedAt'] },
  });
  const nameRows = changed.flatMap((each) => namesOf(each).map(([nameKey, kind]) => ({ nameKey, rorId: each.rorId, kind })));
  await tx.bulkInsert(organisationNames, nameRows, { onConflict: 'ignore' });
  const domainRows = changed.flatMap(({ rorId, domains }) => domains.map((domain) => ({ domain, rorId })));
  await tx.bulkInsert(organisationDomains, domainRows, { onConflict: 'ignore' });
  return counts;
}

/** Returns the folded names, each with its strongest kind: name before alias before acronym. */
function namesOf({ name, aliases, acronyms }: ImportedOrganisation): [key: string, kind: string][] {
  const kinds = new Map<string, string>();
  const add = (kind: string, names: readonly string[]): void => {
    for (const each of names) {
      const key = contextKey('institution', each);
      if (!kinds.has(key)) kinds.set(key, kind);
    }
  };
  add('name', [name]);
  add('alias', aliases);
  add('acronym', acronyms);
  return [...kinds];
}

/** Serialises an organisation for comparison. */
const serializeOrganisation = (each: ImportedOrganisation): string =>
  serializeParts(
    [each.name, each.country, each.city, each.status, each.url],
    namesOf(each).map((name) => name.join(' ')),
    each.domains,
  );
const serializeParts = (fields: readonly unknown[], names: readonly string[], domains: readonly string[]): string =>
  JSON.stringify([fields, names.toSorted(), domains.toSorted()]);

/** Returns the stored organisations, serialised the same way. */
async function selectStored(tx: Writer, rorIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await rowsOf(tx, organisations, isAnyOf(organisations.rorId, rorIds));
  const names = Map.groupBy(await rowsOf(tx, organisationNames, isAnyOf(organisationNames.rorId, rorIds)), ({ rorId }) => rorId);
  const domains = Map.groupBy(await rowsOf(tx, organisationDomains, isAnyOf(organisationDomains.rorId, rorIds)), ({ rorId }) => rorId);
  return new Map(
    rows.map(({ rorId, name, country, city, status, url }) => [
      rorId,
      serializeParts(
        [name, country, city, status, url],
        (names.get(rorId) ?? []).map(({ nameKey, kind }) => `${nameKey} ${kind}`),
        (domains.get(rorId) ?? []).map(({ domain }) => domain),
      ),
    ]),
  );
}
