import { and, desc, eq, inArray, isNotNull, ne, or } from 'drizzle-orm';
import { type ImportedWork, sources } from '#lib/catalog/sources/model.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { addedWorks } from '#lib/platform/db/schema/additions.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { changesOf, type WorkChange, type WorkVersion } from '../model/history.ts';

/** Upper bounds on the versions read for a work or record, and on the changes returned for a record. */
const maxVersions = 500;
const maxChanges = 100;

/** Join condition: a version of a record that describes a work. */
export const isVersionOfRecord = and(
  eq(sourceRecords.source, workSources.source),
  eq(sourceRecords.recordId, workSources.recordId),
  eq(sourceRecords.kind, 'work'),
);
/** An owner's entry is shown only while it exists: a withdrawn entry, or one of a deleted account, leaves no trace. */
const isAddedWork = eq(addedWorks.recordId, sourceRecords.recordId);
const isShown = or(ne(sourceRecords.source, 'owner'), isNotNull(addedWorks.recordId));
const versionColumns = { ...columnsOf(sourceRecords, 'payload', 'version', 'observedAt'), ...columnsOf(works, 'id', 'title', 'language') };
type VersionRow = Pick<typeof sourceRecords.$inferSelect & typeof works.$inferSelect, keyof typeof versionColumns>;

const toVersions = (rows: readonly VersionRow[]): WorkVersion[] =>
  rows.flatMap(({ payload, version, observedAt, id, title, language }) => {
    const record = payload as ImportedWork;
    return record.source in sources ? [{ record, version, observedAt, work: { id, title, language } }] : [];
  });

/** Returns the changes of a work's source records, newest first, by its public id. */
export async function historyOfWork(reader: Reader, id: string): Promise<WorkChange[]> {
  const rows = await reader
    .select(versionColumns)
    .from(works)
    .innerJoin(workSources, eq(workSources.workKey, works.key))
    .innerJoin(sourceRecords, isVersionOfRecord)
    .leftJoin(addedWorks, isAddedWork)
    .where(and(eq(works.id, id), isShown))
    .orderBy(desc(sourceRecords.observedAt), desc(sourceRecords.key))
    .limit(maxVersions);
  return changesOf(toVersions(rows));
}

/** Returns the latest changes of the source records of an author's works, newest first. */
export async function historyOfWorks(reader: Reader, authorKey: number): Promise<WorkChange[]> {
  const isAuthorOf = and(eq(authorships.authorKey, authorKey), ne(authorships.state, 'not_mine'));
  const { key, source, recordId, version, observedAt } = sourceRecords;
  const latestVersions = await reader
    .selectDistinct({ key, source, recordId, version, observedAt })
    .from(authorships)
    .innerJoin(workSources, eq(workSources.workKey, authorships.workKey))
    .innerJoin(sourceRecords, isVersionOfRecord)
    .leftJoin(addedWorks, isAddedWork)
    .where(and(isAuthorOf, isShown))
    .orderBy(desc(observedAt), desc(key))
    .limit(maxChanges);
  if (latestVersions.length === 0) return [];
  const shownVersions = new Set(latestVersions.map((row) => `${row.source}/${row.recordId}/${row.version}`));
  const rows = await reader
    .select(versionColumns)
    .from(workSources)
    .innerJoin(works, eq(works.key, workSources.workKey))
    .innerJoin(sourceRecords, isVersionOfRecord)
    .leftJoin(addedWorks, isAddedWork)
    .where(and(inArray(workSources.recordId, [...new Set(latestVersions.map((row) => row.recordId))]), isShown))
    .orderBy(desc(observedAt), desc(key))
    .limit(maxVersions);
  return changesOf(toVersions(rows)).filter(({ id }) => shownVersions.has(id));
}
