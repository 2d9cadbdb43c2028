import { and, eq, inArray } from 'drizzle-orm';
import { markAuthorsStale } from '#lib/catalog/authors/commands/mark-changed.ts';
import type { SourceId, SourcePeople } from '#lib/catalog/sources/model.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { authorSources, sourceNames } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/**
 * Stores a source's name variants and person ids. A curated list replaces the stored entry of a variant; an id that merely appears next to
 * a name does not.
 */
export async function storeSourcePeople(tx: Writer, source: SourceId, people: SourcePeople): Promise<void> {
  const rows = [...people].map(([name, { personId, reason, chosen }]) => ({
    ...{ source, name, recordId: personId, reason, personName: chosen?.name ?? null, personFamily: chosen?.family ?? null },
  }));
  const curated = rows.filter(({ reason }) => reason === 'curated_variant');
  await tx.bulkInsert(sourceNames, curated, {
    onConflict: { target: ['source', 'name'], update: ['recordId', 'reason', 'personName', 'personFamily'] },
  });
  await storeChosenNames(tx, source, people);
  await tx.bulkInsert(
    sourceNames,
    rows.filter(({ reason }) => reason === 'person_id'),
    { onConflict: 'ignore' },
  );
}

/** Gives the persons of a source who have a record the names that the editors have chosen, and marks the records that differ. */
async function storeChosenNames(tx: Writer, source: SourceId, people: SourcePeople): Promise<void> {
  const chosen = new Map([...people.values()].flatMap((each) => (each.chosen ? [[each.personId, each.chosen] as const] : [])));
  const isChosen = and(eq(authorSources.source, source), isAnyOf(authorSources.recordId, [...chosen.keys()]));
  const rows = (await rowsOf(tx, authorSources, isChosen, authorSources.recordId)).flatMap(({ recordId, authorKey, name, family }) => {
    const given = chosen.get(recordId);
    return !given || (given.name === name && given.family === family) ? [] : [{ source, recordId, authorKey, ...given }];
  });
  await tx.bulkInsert(authorSources, rows, { onConflict: { target: ['source', 'recordId'], update: ['name', 'family'] } });
  await markAuthorsStale(
    tx,
    rows.map(({ authorKey }) => authorKey),
  );
}

/** Returns all name variants of a source, from this import and earlier ones. */
export async function selectSourcePeople(tx: Writer, source: SourceId): Promise<SourcePeople> {
  const rows = await tx.query<{
    name: string;
    record_id: string;
    reason: string;
    person_name: string | null;
    person_family: string | null;
  }>('select name, record_id, reason, person_name, person_family from source_names where source = ?', [], [source]);
  return new Map(
    rows.map(({ name, record_id, reason, person_name, person_family }) => [
      name,
      {
        personId: record_id,
        reason: reason === 'person_id' ? 'person_id' : 'curated_variant',
        ...(person_name !== null && { chosen: { name: person_name, family: person_family ?? '' } }),
      },
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
