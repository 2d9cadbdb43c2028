import { and, eq, inArray, or } from 'drizzle-orm';
import type { ImportedWork, SourceId } from '#lib/catalog/sources/model.ts';
import { firstFamilyKey, titleKey } from '#lib/catalog/works/model/same-work.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { storedJson } from '#lib/platform/db/rows.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { workSources, workTitles } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';

interface EarlierRecord {
  recordId: string;
  payload: ImportedWork;
}

/**
 * Gives the records of a file the ids of their present state, if the file now states another venue, or if an earlier version formed ids in
 * another way. Without this, such a record would be a second work.
 * @param seen ids that this run has read: their records are other works
 */
export async function renameEarlierRecords(
  tx: Writer,
  source: SourceId,
  works: readonly ImportedWork[],
  seen: ReadonlySet<string>,
): Promise<void> {
  const ids = works.map(({ recordId }) => recordId);
  const isKnown = and(eq(workSources.source, source), isAnyOf(workSources.recordId, ids));
  const known = new Set((await tx.select({ id: workSources.recordId }).from(workSources).where(isKnown)).map(({ id }) => id));
  const unknown = works.filter(({ recordId }) => !known.has(recordId));
  if (unknown.length === 0) return;
  const earlier = await selectEarlierRecords(tx, source, unknown);
  for (const work of unknown) {
    const at = earlier.findIndex(({ recordId, payload }) => !seen.has(recordId) && !ids.includes(recordId) && isSameEntry(payload, work));
    const [found] = at === -1 ? [] : earlier.splice(at, 1);
    if (!found) continue;
    const isFound = and(eq(workSources.source, source), eq(workSources.recordId, found.recordId));
    await tx.update(workSources).set({ recordId: work.recordId }).where(isFound);
  }
}

/** Returns the records of a source that have the title of a work, or its DOI as their id. */
async function selectEarlierRecords(tx: Writer, source: SourceId, works: readonly ImportedWork[]): Promise<EarlierRecord[]> {
  const titles = works.flatMap((work) => titleKey(work) ?? []);
  const dois = works.flatMap(({ identifiers }) => identifiers.flatMap(({ scheme, value }) => (scheme === 'doi' ? [value] : [])));
  const hasTitle = tx.select({ key: workTitles.workKey }).from(workTitles).where(isAnyOf(workTitles.titleKey, titles));
  const rows = await tx
    .select({ recordId: workSources.recordId, payload: sourceRecords.payload })
    .from(workSources)
    .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
    .where(and(eq(workSources.source, source), or(inArray(workSources.workKey, hasTitle), isAnyOf(workSources.recordId, dois))));
  return rows.map(({ recordId, payload }) => ({ recordId, payload: storedJson<ImportedWork>(payload) }));
}

/** True if two states are of one entry: title, first family name, year and type are equal, and no identifier differs. */
function isSameEntry(one: ImportedWork, other: ImportedWork): boolean {
  if (one.type !== other.type || one.year !== other.year || firstFamilyKey(one) !== firstFamilyKey(other)) return false;
  const doiOf = ({ identifiers }: ImportedWork) => identifiers.find(({ scheme }) => scheme === 'doi')?.value;
  const [own, others] = [doiOf(one), doiOf(other)];
  if (own !== undefined && others !== undefined && own !== others) return false;
  const title = titleKey(one);
  return title === undefined ? own !== undefined && own === others : title === titleKey(other);
}
