import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { type ResolvedWork, resolveWork, sortDate } from '#lib/catalog/works/model/resolve.ts';
import { isVersionOfRecord } from '#lib/catalog/works/queries/history.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf, keysOf } from '#lib/platform/db/rows.ts';
import { addedWorks } from '#lib/platform/db/schema/additions.ts';
import { authorshipChanges } from '#lib/platform/db/schema/history.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { plainText, type RichText } from '#lib/platform/text/rich-text.ts';
import { type PastWork, wasAuthorAt } from '../model/as-of.ts';

/** A work on a day, with the data to find its authors. */
interface DatedWork {
  key: number;
  sortDate: number;
  work: PastWork;
  /** True if only an owner described it; it then creates no co-author edges. */
  byOwner: boolean;
}

const workColumns = {
  ...columnsOf(works, 'key', 'id', 'title', 'titleTree', 'language', 'type', 'year'),
  ...columnsOf(works, 'date', 'venue', 'doi', 'retracted', 'createdAt', 'updatedAt'),
};
type PastWorkRow = Pick<typeof works.$inferSelect, keyof typeof workColumns>;

const keysPerQuery = 1000;

/** Returns the works of a record at a moment, as they were shown then, newest first. */
export async function worksAt(reader: Reader, authorKey: number, moment: Date): Promise<DatedWork[]> {
  const [rows, changeRows] = await Promise.all([
    reader.prepared(selectCurrentWorks, { authorKey }),
    reader.prepared(selectChanges, { authorKey }),
  ]);
  const changes = Map.groupBy(changeRows, ({ workKey }): number => workKey);
  const current = new Set(rows.flatMap(({ key, state }) => (state === 'not_mine' ? [] : key)));
  const rowsByKey = new Map<number, PastWorkRow & { source?: string }>(rows.map((row) => [row.key, row]));
  const unreadKeys = [...changes.keys()].filter((key) => !rowsByKey.has(key));
  for (const row of await selectWorks(reader, unreadKeys)) rowsByKey.set(row.key, row);
  const wasOn = (key: number) => wasAuthorAt(changes.get(key) ?? [], { isOn: current.has(key), isMerged: false }, moment);
  const pastRows = [...rowsByKey.values()].filter(({ key, createdAt }) => createdAt <= moment && wasOn(key));
  const unchangedRows = pastRows.filter(({ updatedAt }) => updatedAt <= moment);
  const changedRows = pastRows.filter(({ updatedAt }) => updatedAt > moment);
  const datedWorks = [...unchangedRows.map(toDatedWork), ...(await resolveAsOf(reader, changedRows, moment))];
  return datedWorks.sort((a, b) => b.sortDate - a.sortDate || b.key - a.key);
}

const selectCurrentWorks = (reader: Reader) =>
  reader
    .select({ ...workColumns, state: authorships.state, source: authorships.source })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(eq(authorships.authorKey, sql.placeholder('authorKey')))
    .prepare();

const selectChanges = (reader: Reader) =>
  reader
    .select()
    .from(authorshipChanges)
    .where(eq(authorshipChanges.authorKey, sql.placeholder('authorKey')))
    .orderBy(asc(authorshipChanges.key))
    .prepare();

async function selectWorks(reader: Reader, keys: readonly number[]): Promise<PastWorkRow[]> {
  const rows: PastWorkRow[] = [];
  for (let start = 0; start < keys.length; start += keysPerQuery)
    rows.push(
      ...(await reader
        .select(workColumns)
        .from(works)
        .where(inArray(works.key, keys.slice(start, start + keysPerQuery)))),
    );
  return rows;
}

/** Returns a work that has not changed since the moment. */
function toDatedWork({
  key,
  id,
  title,
  titleTree,
  language,
  type,
  year,
  date,
  venue,
  doi,
  retracted,
  source,
}: PastWorkRow & { source?: string }): DatedWork {
  const richTitle = titleTree ? (titleTree as RichText) : title === null ? null : [title];
  const work = { id, title: richTitle, language, type, year, date, venue, doi, retracted, hasPage: true };
  return { key, sortDate: sortDate(date), work, byOwner: source === 'owner' };
}

/** Resolves works that have changed since the moment from the versions that their sources had stated by then. */
async function resolveAsOf(reader: Reader, rows: readonly PastWorkRow[], moment: Date): Promise<DatedWork[]> {
  const recordsByWork = await selectRecordsAsOf(reader, keysOf(rows), moment);
  return rows.flatMap(({ key, id, title }) => {
    const resolved = resolveWork(recordsByWork.get(key) ?? []);
    return isDescribed(resolved) ? [datedWorkFrom({ key, id, hasPage: title !== null }, resolved)] : [];
  });
}

const isDescribed = ({ title, authors }: ResolvedWork): boolean => (title !== null && plainText(title) !== '') || authors.names.length > 0;

type WorkIdentity = { key: number; id: string; hasPage: boolean };

function datedWorkFrom({ key, id, hasPage }: WorkIdentity, resolved: ResolvedWork): DatedWork {
  const { title, language, type, year, date, venue, doi, retracted, authors } = resolved;
  const work = { id, title, language, type, year, date, venue, doi, retracted, hasPage };
  return { key, sortDate: sortDate(date), work, byOwner: authors.source === 'owner' };
}

const selectVersions = (reader: Reader) =>
  reader
    .select({ ...columnsOf(workSources, 'workKey', 'source', 'recordId'), payload: sourceRecords.payload, added: addedWorks.recordId })
    .from(workSources)
    .innerJoin(sourceRecords, isVersionOfRecord)
    .leftJoin(addedWorks, eq(addedWorks.recordId, workSources.recordId))
    .where(
      and(
        isInList(workSources.workKey, 'keys'),
        lte(sourceRecords.observedAt, sql.param(sql.placeholder('moment'), sourceRecords.observedAt)),
      ),
    )
    .orderBy(asc(sourceRecords.version))
    .prepare();

/** Returns the records of each source for some works at a moment. Entries that an owner has withdrawn since are excluded. */
async function selectRecordsAsOf(reader: Reader, keys: readonly number[], moment: Date): Promise<Map<number, ImportedWork[]>> {
  const latestByWork = new Map<number, Map<string, ImportedWork>>();
  for (let start = 0; start < keys.length; start += keysPerQuery) {
    const rows = await reader.prepared(selectVersions, { keys: encodeList(keys.slice(start, start + keysPerQuery)), moment });
    for (const row of rows) {
      if (row.source === 'owner' && row.added === null) continue;
      const records = latestByWork.get(row.workKey) ?? new Map<string, ImportedWork>();
      latestByWork.set(row.workKey, records.set(`${row.source} ${row.recordId}`, row.payload as ImportedWork));
    }
  }
  return new Map([...latestByWork].map(([key, records]) => [key, [...records.values()]]));
}
