import { and, eq, inArray, ne, type SQL } from 'drizzle-orm';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { storePersonId } from '#lib/catalog/ingest/commands/source-people.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { selectRecordsOfWorks } from '#lib/catalog/ingest/commands/work-matching.ts';
import { removeHiddenWorks } from '#lib/catalog/search-index/documents.ts';
import { type ImportedWork, importedWork } from '#lib/catalog/sources/model.ts';
import { workKeysOf } from '#lib/catalog/works/queries/works.ts';
import { now } from '#lib/platform/clock.ts';
import { addedWorks } from '#lib/platform/db/schema/additions.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import type { Owner } from '../model.ts';

/** A work that an owner adds. */
export interface AddedWork {
  work: ImportedWork;
  /** Index of the owner among its authors, and then its editors, from 0. */
  own: number;
  /** Id of the existing work that it describes, or null. */
  workId: string | null;
}

/**
 * Stores works that the owner of a record adds, each as a record of the source 'owner'. A repeated entry about the same work is a new
 * version; it keeps the facts of the previous entry that it omits.
 * @returns the ids of the works
 */
export async function storeAddedWorks(tx: Writer, owner: Owner, added: readonly AddedWork[]): Promise<string[]> {
  await tx.lock('imports');
  const at = now();
  const existingWorkIds = added.flatMap(({ workId }) => workId ?? []);
  const recordIdsByWork = await selectAddedRecordIds(tx, owner, existingWorkIds);
  const keys = await workKeysOf(tx, existingWorkIds);
  const earlierRecords = await selectRecordsOfWorks(tx, [...keys.values()]);
  const workKeys = new Map<string, number>();
  const records = added.map(({ work, own, workId }) => {
    // The earliest entry takes precedence: ids start with their time.
    const recordId = (workId && recordIdsByWork.get(workId)) ?? `${at.toISOString()}:${owner.authorId}:${newId()}`;
    const key = workId === null ? undefined : keys.get(workId);
    if (key !== undefined) workKeys.set(recordId, key);
    // Owners state only the names of co-authors: an iD would match records of others.
    const names = work.authors.map(({ name, family }, index) => ({
      ...{ name, personId: personIdOf(owner, name, index === own) },
      ...(family && { family }),
    }));
    let editors = work.authors.length;
    const contributors = work.contributors?.map(({ name, family, role, organisation }) => ({
      ...{ name, role, personId: personIdOf(owner, name, role === 'editor' && editors++ === own) },
      ...{ ...(family && { family }), ...(organisation && { organisation }) },
    }));
    const earlierRecord = earlierRecords.get(key ?? 0)?.find((record) => record.source === 'owner' && record.recordId === recordId);
    return importedWork.parse({
      ...withEarlierFacts(work, earlierRecord),
      source: 'owner',
      recordId,
      authors: names,
      ...(contributors && { contributors }),
    });
  });
  const authorKey = await storeOwnPersonId(tx, owner);
  // People whom only owners name have no page until a source names them.
  await storeWorks(tx, { source: 'owner', importId: null, observedAt: at, works: records, workKeys, unlisted: true });
  const workIds = await storeAdditions(tx, owner, records);
  // Without proved control, or on a created profile, the works are in no list.
  await removeHiddenWorks(tx, authorKey);
  await enqueueRefresh(tx);
  return workIds;
}

/** Adds the facts of an earlier entry that the new one omits. Date and year are replaced together. */
function withEarlierFacts(work: ImportedWork, earlier: ImportedWork | undefined): ImportedWork {
  if (!earlier) return work;
  const { date, year, ...facts } = earlier;
  const isDated = work.date !== undefined || work.year !== undefined;
  const otherIdentifiers = earlier.identifiers.filter(({ scheme }) => !work.identifiers.some((each) => each.scheme === scheme));
  return { ...(isDated ? facts : earlier), ...work, identifiers: [...work.identifiers, ...otherIdentifiers] };
}

/** Returns a person id scoped to the owner, so that the same name from another owner matches another record. */
const personIdOf = ({ authorId }: Owner, name: string, isOwn: boolean): string =>
  isOwn ? authorId : `${authorId}:${nameKey(name) || name}`.slice(0, 200);

async function storeOwnPersonId(tx: Writer, { authorId }: Owner): Promise<number> {
  const [author] = await tx.select({ key: authors.key }).from(authors).where(eq(authors.id, authorId));
  if (!author) throw new Error('The record of an owner is not there.');
  await storePersonId(tx, 'owner', authorId, author.key);
  return author.key;
}

async function selectAddedRecordIds(tx: Writer, { authorId }: Owner, workIds: readonly string[]): Promise<Map<string, string>> {
  if (workIds.length === 0) return new Map();
  const isOfAuthor = and(eq(addedWorks.authorId, authorId), inArray(addedWorks.workId, [...workIds]));
  const rows = await tx.select().from(addedWorks).where(isOfAuthor);
  return new Map(rows.map(({ workId, recordId }) => [workId, recordId]));
}

async function storeAdditions(tx: Writer, { accountId, authorId }: Owner, records: readonly ImportedWork[]): Promise<string[]> {
  const ids = records.map(({ recordId }) => recordId);
  const rows = await tx
    .select({ recordId: workSources.recordId, workId: works.id })
    .from(workSources)
    .innerJoin(works, eq(works.key, workSources.workKey))
    .where(and(eq(workSources.source, 'owner'), inArray(workSources.recordId, ids)));
  for (const { recordId, workId } of rows) {
    const addition = { accountId, at: now() };
    await tx
      .insert(addedWorks)
      .values({ recordId, workId, authorId, ...addition })
      .onConflictDoUpdate({ target: addedWorks.recordId, set: addition });
  }
  return rows.map(({ workId }) => workId);
}

/** Withdraws owners' entries about works: stores an empty version of each of their records. */
async function withdrawEntries(tx: Writer, condition: SQL | undefined): Promise<number> {
  await tx.lock('imports');
  const rows = await tx.delete(addedWorks).where(condition).returning({ recordId: addedWorks.recordId });
  if (rows.length === 0) return 0;
  const empty = { source: 'owner', title: null, type: 'other', authorsComplete: false };
  const records = rows.map(({ recordId }) => importedWork.parse({ ...empty, recordId }));
  await storeWorks(tx, { source: 'owner', importId: null, observedAt: now(), works: records });
  await enqueueRefresh(tx);
  return rows.length;
}

/** Withdraws the entry of a record's owner about one work. */
export const withdrawAddedWork = (tx: Writer, { authorId }: Owner, workId: string): Promise<number> =>
  withdrawEntries(tx, and(eq(addedWorks.authorId, authorId), eq(addedWorks.workId, workId)));

/** Withdraws the entries of earlier owners of a record. */
export const withdrawWorksOfEarlierOwners = (tx: Writer, authorId: string, ownerId: string | null): Promise<number> =>
  withdrawEntries(tx, and(eq(addedWorks.authorId, authorId), ownerId === null ? undefined : ne(addedWorks.accountId, ownerId)));

/** Withdraws all entries of an account, on any record. */
export const withdrawWorksOfAccount = (tx: Writer, accountId: string): Promise<number> =>
  withdrawEntries(tx, eq(addedWorks.accountId, accountId));
