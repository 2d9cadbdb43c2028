import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { and, eq, exists, gt, gte, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import { isOrganisationName } from '#lib/catalog/bibliography/name-words.ts';
import { validateWork } from '#lib/catalog/sources/checked-work.ts';
import { type ImportEvent, type ImportedWork, importedWork, type SourceId, sourceIds } from '#lib/catalog/sources/model.ts';
import type { InputFile } from '#lib/catalog/sources/reading.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { titleKey } from '#lib/catalog/works/model/same-work.ts';
import { isDescribing } from '#lib/catalog/works/model/source-precedence.ts';
import { now } from '#lib/platform/clock.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { columnsOf, keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorshipChanges } from '#lib/platform/db/schema/history.ts';
import { imports, sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, contributors, listings, workSources } from '#lib/platform/db/schema/works.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { selectSourcePeople } from './source-people.ts';
import { storeWorks } from './store-works.ts';
import { contentOf, type StoredInput, selectStoredInputs } from './stored-inputs.ts';

const worksPerPage = 1000;

interface RereadOptions {
  store: Store;
  source: SourceId;
  /** Reads a stored file as an import does. */
  read(files: readonly InputFile[]): AsyncIterable<ImportEvent>;
  /** Reads the payload of a record without a stored file again (`rereadPayload`). */
  rereadPayload(work: ImportedWork): ImportedWork;
  isDryRun: boolean;
  /** The last stored file that an interrupted run has completed; 0 to begin. */
  after: number;
  signal?: AbortSignal;
  /** Called after each stored file, and each page of records without one. */
  onProgress?: (progress: RereadCounts & { completed: number }) => Promise<void> | undefined;
}

export interface RereadCounts {
  files: number;
  unchanged: number;
  changed: number;
  added: number;
  /** Records that the file no longer gives. */
  ended: number;
  /** Records without a stored file. */
  missing: number;
  /** Number of changed records by field. */
  fields: Record<string, number>;
}

/** A record of a source as it is stored. */
interface StoredRecord {
  workKey: number;
  inputKey: number | null;
  payload: ImportedWork;
}

/**
 * Reads the stored files of a source again with the present readers, and then the records that have no stored file. A record that a later
 * file has replaced is left alone. With `isDryRun`, nothing is stored.
 */
export async function rereadSource(options: RereadOptions): Promise<RereadCounts> {
  const { store, source, after, signal, onProgress } = options;
  const counts: RereadCounts = { files: 0, unchanged: 0, changed: 0, added: 0, ended: 0, missing: 0, fields: {} };
  for (const input of await selectStoredInputs(store.reader, source)) {
    if (input.key <= after) continue;
    if (signal?.aborted) return counts;
    await rereadInput(options, input, counts);
    counts.files += 1;
    await onProgress?.({ ...counts, completed: input.key });
  }
  await rereadPayloads(options, counts);
  return counts;
}

/** Writes a stored file to a temporary folder under its name, and reads it. */
async function rereadInput(options: RereadOptions, input: StoredInput, counts: RereadCounts): Promise<void> {
  const { store, source, read, signal } = options;
  const folder = await mkdtemp(join(tmpdir(), 'peergraph-reread-'));
  try {
    const path = join(folder, basename(input.path));
    await pipeline(contentOf(store.reader, input.key), createWriteStream(path));
    const ids = new Set<string>();
    let page: ImportedWork[] = [];
    let workKeys: ReadonlyMap<string, number> = new Map();
    const flush = async (): Promise<void> => {
      await storePage(options, { works: page, inputKey: input.key, workKeys }, counts);
      page = [];
      await turn();
    };
    // The works of a file are stored together, so that a record with a new id finds its earlier one among those that are gone.
    const isWhole = input.bytes <= maxWholeBytes;
    for await (const event of read([{ path, name: input.name, bytes: input.bytes }])) {
      if (signal?.aborted) return;
      if (event.kind !== 'work') continue;
      const checked = validateWork(event.work);
      if (!checked.ok) continue;
      ids.add(checked.work.recordId);
      page.push(checked.work);
      if (!isWhole && page.length === worksPerPage) await flush();
    }
    const gone = await selectGone(store, source, input.key, ids);
    if (isWhole) workKeys = worksUnderNewIds(page, gone);
    await flush();
    await endRecords(options, [...gone.keys()], counts);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const maxWholeBytes = 16 * 1024 * 1024;

/** Returns the records of a file that it no longer gives. */
async function selectGone(store: Store, source: SourceId, inputKey: number, ids: ReadonlySet<string>): Promise<Map<string, StoredRecord>> {
  const rows = await selectRecords(store.reader, source, eq(workSources.inputKey, inputKey));
  return new Map(rows.filter(({ recordId }) => !ids.has(recordId)).map((row) => [row.recordId, toStoredRecord(row)]));
}

const selectRecords = (reader: Reader, source: SourceId, condition: SQL | undefined) =>
  reader
    .select({ ...columnsOf(workSources, 'recordId', 'workKey', 'inputKey'), payload: sourceRecords.payload })
    .from(workSources)
    .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
    .where(and(eq(workSources.source, source), condition))
    .orderBy(workSources.recordId);
type RecordRow = Awaited<ReturnType<typeof selectRecords>>[number];

const toStoredRecord = ({ workKey, inputKey, payload }: RecordRow): StoredRecord => ({
  ...{ workKey, inputKey },
  payload: importedWork.parse(payload),
});

/** Returns the works whose records have another id now, by the new id: those of a record that is gone with the same title and year. */
function worksUnderNewIds(works: readonly ImportedWork[], gone: ReadonlyMap<string, StoredRecord>): Map<string, number> {
  const identityOf = (work: ImportedWork): string => `${titleKey(work)} ${work.year}`;
  const goneByIdentity = Map.groupBy(gone.values(), ({ payload }) => identityOf(payload));
  return new Map(
    works.flatMap((work) => {
      const candidates = titleKey(work) === undefined ? [] : (goneByIdentity.get(identityOf(work)) ?? []);
      return candidates.length === 1 && candidates[0] ? [[work.recordId, candidates[0].workKey]] : [];
    }),
  );
}

/** Returns whether a record is described by the file that is read: a later file may have replaced it. */
const isCurrent = (stored: StoredRecord | undefined, inputKey: number | null): boolean =>
  stored === undefined || stored.inputKey === null || stored.inputKey === inputKey;

interface RereadPage {
  works: readonly ImportedWork[];
  /** The stored file; null for records without one. */
  inputKey: number | null;
  /** The works of records that have another id now. */
  workKeys?: ReadonlyMap<string, number>;
}

async function storePage(
  { store, source, isDryRun }: RereadOptions,
  { works, inputKey, workKeys }: RereadPage,
  counts: RereadCounts,
): Promise<void> {
  if (works.length === 0) return;
  const ids = works.map(({ recordId }) => recordId);
  const rows = await selectRecords(store.reader, source, isAnyOf(workSources.recordId, ids));
  const storedById = new Map(rows.map((row) => [row.recordId, toStoredRecord(row)]));
  const current = works
    .filter(({ recordId }) => isCurrent(storedById.get(recordId), inputKey))
    .map((work) => ({ ...pickCollection(storedById.get(work.recordId)), ...work }));
  for (const work of current) {
    const stored = storedById.get(work.recordId);
    const fields = stored === undefined ? [] : differingFields(stored.payload, work);
    if (stored === undefined) counts.added += 1;
    else if (fields.length === 0) counts.unchanged += 1;
    else counts.changed += 1;
    for (const field of fields) counts.fields[field] = (counts.fields[field] ?? 0) + 1;
  }
  if (isDryRun) return;
  await store.transact(async (tx) => {
    const people = await selectSourcePeople(tx, source);
    const inputKeys = inputKey === null ? undefined : new Map(current.map(({ recordId }) => [recordId, inputKey]));
    await storeWorks(tx, {
      source,
      importId: null,
      observedAt: now(),
      works: current,
      people,
      ...(inputKeys && { inputKeys }),
      ...(workKeys && { workKeys }),
    });
  });
}

/** The operator's name for the file, which was given at its import. */
const pickCollection = (stored: StoredRecord | undefined): Pick<ImportedWork, 'collection'> =>
  stored?.payload.collection === undefined ? {} : { collection: stored.payload.collection };

/** Returns the fields that two versions of a record state differently. */
function differingFields(before: ImportedWork, after: ImportedWork): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof ImportedWork>;
  return [...names].filter((name) => stableJson(before[name]) !== stableJson(after[name])).sort();
}

const stableJson = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** Stores that a file no longer gives some records. */
async function endRecords({ store, source, isDryRun }: RereadOptions, ids: readonly string[], counts: RereadCounts): Promise<void> {
  counts.ended += ids.length;
  if (isDryRun || ids.length === 0) return;
  const empty = ids.map((recordId) => importedWork.parse({ source, recordId, title: null, type: 'other', authorsComplete: false }));
  await store.transact((tx) => storeWorks(tx, { source, importId: null, observedAt: now(), works: empty }));
}

/** Reads the records that have no stored file again, from what was stored of them. */
async function rereadPayloads(options: RereadOptions, counts: RereadCounts): Promise<void> {
  const { store, source, rereadPayload, signal } = options;
  for (let after = ''; !signal?.aborted; ) {
    const isNext = and(gt(workSources.recordId, after), isNull(workSources.inputKey));
    const rows = await selectRecords(store.reader, source, isNext).limit(worksPerPage);
    const last = rows.at(-1);
    if (!last) return;
    after = last.recordId;
    const works = rows.map((row) => rereadPayload(toStoredRecord(row).payload));
    counts.missing += works.length;
    await storePage(options, { works, inputKey: null }, counts);
    await turn();
  }
}

const sourceGivenName = sql<string>`coalesce(${authors.sourceName}, ${authors.name})`;
const isRemovalSince = (since: Date): SQL | undefined => and(gte(authorshipChanges.at, since), eq(authorshipChanges.isOn, false));

/**
 * Finds the records that have lost all their works since a moment, each with the record that has its works now under the same letters. Jobs
 * end them, because claims and follows are involved.
 */
export async function selectReplaced(tx: Writer, since: Date): Promise<{ authorId: string; successorId: string | null }[]> {
  const removals = tx
    .select({ key: authorshipChanges.authorKey })
    .from(authorshipChanges)
    .where(and(eq(authorshipChanges.authorKey, authors.key), isRemovalSince(since)));
  const hasNone = (table: typeof authorships | typeof contributors | typeof listings) =>
    notExists(tx.select({ key: table.authorKey }).from<typeof table>(table).where(eq(table.authorKey, authors.key)));
  const rows = await tx
    .select({ ...columnsOf(authors, 'key', 'id'), name: sourceGivenName })
    .from(authors)
    .where(
      and(
        ...[visibleRecord(), isNull(authors.listedAs), exists(removals)],
        ...[hasNone(authorships), hasNone(contributors), hasNone(listings)],
      ),
    );
  const successors = await selectSuccessors(tx, rows, since);
  return rows.map(({ key, id }) => ({ authorId: id, successorId: successors.get(key) ?? null }));
}

/** Returns the letters of a name in order, by which a name that was turned round is the same. */
const lettersOf = (name: string): string => [...name.toLowerCase().replace(/[^\p{L}]+/gu, '')].sort().join('');

async function selectSuccessors(tx: Writer, replaced: readonly { key: number; name: string }[], since: Date): Promise<Map<number, string>> {
  const rows = await tx
    .selectDistinct({ fromKey: authorshipChanges.authorKey, id: authors.id, name: sourceGivenName })
    .from(authorshipChanges)
    .innerJoin(authorships, eq(authorships.workKey, authorshipChanges.workKey))
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(isAnyOf(authorshipChanges.authorKey, keysOf(replaced)), isRemovalSince(since)));
  const namesByKey = new Map(replaced.map(({ key, name }) => [key, lettersOf(name)]));
  const found = Map.groupBy(
    rows.filter(({ fromKey, name }) => namesByKey.get(fromKey) === lettersOf(name)),
    ({ fromKey }) => fromKey,
  );
  return new Map([...found].flatMap(([key, candidates]) => (candidates.length === 1 && candidates[0] ? [[key, candidates[0].id]] : [])));
}

/** The sources whose records are read again; those of this instance state what people here have said. */
export const rereadableSources: readonly SourceId[] = sourceIds.filter(isDescribing);

const rereadInputName = (source: SourceId): string => `reread ${source}`;

/** Returns the last stored file that an interrupted run has completed; 0 if there is none. */
export async function selectRereadPosition(reader: Reader, source: SourceId): Promise<number> {
  const [row] = await reader
    .select({ cursor: imports.cursor })
    .from(imports)
    .where(eq(imports.id, rereadInputName(source)));
  const position = (row?.cursor as { inputKey?: number } | null)?.inputKey;
  return position ?? 0;
}

export async function storeRereadPosition(store: Store, source: SourceId, inputKey: number): Promise<void> {
  const id = rereadInputName(source);
  const row = {
    id,
    source: 'reread',
    input: id,
    state: inputKey === 0 ? 'read again' : 'reading again',
    cursor: { inputKey },
    startedAt: now(),
  };
  await store.transact((tx) => tx.insert(imports).values(row).onConflictDoUpdate({ target: imports.id, set: row }));
}

/** Returns the names of the Anthology's venues, as its records state them. */
export async function selectStoredVenues(reader: Reader): Promise<Map<string, { name: string; acronym?: string }>> {
  const venues = new Map<string, { name: string; acronym?: string }>();
  for (let after = ''; ; ) {
    const rows = await selectRecords(reader, 'acl-anthology', gt(workSources.recordId, after)).limit(worksPerPage);
    const last = rows.at(-1);
    if (!last) return venues;
    after = last.recordId;
    for (const { payload } of rows)
      for (const { id, name, acronym } of (payload as Partial<ImportedWork>).venues ?? [])
        if (id !== undefined) venues.set(id, { name, ...(acronym !== undefined && { acronym }) });
  }
}

/** Finds the records of people whose name is that of a group. Jobs correct them, because claims are involved. */
export async function selectGroupsAsPeople(reader: Reader): Promise<{ authorId: string; successorId: null; isGroup: true }[]> {
  const isPerson = and(eq(authors.kind, 'person'), visibleRecord(), isNull(authors.listedAs));
  const rows = await reader.select({ id: authors.id, name: sourceGivenName }).from(authors).where(isPerson);
  return rows.flatMap(({ id, name }) => (isOrganisationName(name) ? { authorId: id, successorId: null, isGroup: true as const } : []));
}
