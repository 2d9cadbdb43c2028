import { inArray } from 'drizzle-orm';
import type { SourceId, SourcePeople } from '#lib/catalog/sources/model.ts';
import { authorSources, sourceNames } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/**
 * Stores a source's name variants and person ids. A curated list replaces the stored entry of a variant; an id that merely appears next to
 * a name does not.
 */
export async function storeSourcePeople(tx: Writer, source: SourceId, people: SourcePeople): Promise<void> {
  const rows = [...people].map(([name, { personId, reason }]) => ({ source, name, recordId: personId, reason }));
  const curated = rows.filter(({ reason }) => reason === 'curated_variant');
  await tx.bulkInsert(sourceNames, curated, { onConflict: { target: ['source', 'name'], update: ['recordId', 'reason'] } });
  await tx.bulkInsert(
    sourceNames,
    rows.filter(({ reason }) => reason === 'person_id'),
    { onConflict: 'ignore' },
  );
}

/** Returns all name variants of a source, from this import and earlier ones. */
export async function selectSourcePeople(tx: Writer, source: SourceId): Promise<SourcePeople> {
  const rows = await tx.query<{ name: string; record_id: string; reason: string }>(
    'select name, record_id, reason from source_names where source = ?',
    [],
    [source],
  );
  return new Map(
    rows.map(({ name, record_id, reason }) => [
      name,
      { personId: record_id, reason: reason === 'person_id' ? 'person_id' : 'curated_variant' },
    ]),
  );
}

/** Maps a source's person id to a record, unless it is mapped already. */
export async function storePersonId(tx: Writer, source: SourceId, recordId: string, authorKey: number): Promise<void> {
  await tx.insert(authorSources).values({ source, recordId, authorKey }).onConflictDoNothing();
}

/** Deletes all person ids of sources that map to some records. */
export async function removePersonIds(tx: Writer, authorKeys: readonly number[]): Promise<void> {
  await tx.delete(authorSources).where(inArray(authorSources.authorKey, [...authorKeys]));
}
