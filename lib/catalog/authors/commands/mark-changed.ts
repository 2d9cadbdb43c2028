import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';

export const revisionUpdate = () => ({ revision: sql`${authors.revision} + 1`, updatedAt: now() });
/** Values to set if a record's page changes: raises the revision and marks the record as stale. */
export const staleUpdate = () => ({ stale: true, ...revisionUpdate() });

/** Marks authors as stale for `refreshAuthors`, in key order to avoid deadlocks. */
export async function markAuthorsStale(tx: Writer, keys: Iterable<number>): Promise<void> {
  const sorted = [...new Set(keys)].sort((a, b) => a - b);
  await tx
    .update(authors)
    .set({ stale: true })
    .where(and(sql`not ${authors.stale}`, isAnyOf(authors.key, sorted)));
}

/** Locks records by key, raises their revisions and marks them as stale for `refreshAuthors`. */
export async function markAuthorsChangedByKey(tx: Writer, keys: readonly number[]): Promise<void> {
  await tx
    .update(authors)
    .set({ stale: true, revision: sql`${authors.revision} + 1` })
    .where(isAnyOf(authors.key, keys));
}

type MarkedAuthor = Pick<typeof authors.$inferSelect, 'name' | 'slug' | 'ownerId' | 'claimState'>;

/** Does the same by id. @returns the records, in no particular order */
export async function markAuthorsChanged(tx: Writer, ids: readonly string[]): Promise<MarkedAuthor[]> {
  if (ids.length === 0) return [];
  const columns = columnsOf(authors, 'name', 'slug', 'ownerId', 'claimState');
  const isMarked = inArray(authors.id, [...ids].sort());
  return tx.update(authors).set(staleUpdate()).where(isMarked).returning(columns);
}

/** Enqueues one refresh of all stale records. Call it last in a transaction: all callers share the same once key. */
export const enqueueRefresh = (tx: Writer): Promise<void> =>
  enqueue(tx, { kind: 'refresh-authors', payload: {}, onceKey: 'refresh-authors' });

/**
 * Enqueues a recomputation of records, because their evidence has changed or time has passed: locks the records, marks them as stale,
 * raises their revisions and enqueues one refresh.
 * @param log appends the events to the evidence log: after the records are locked, and before the job whose once key other callers share
 */
export async function enqueueRecomputation(
  tx: Writer,
  ids: readonly string[],
  log?: (marked: readonly MarkedAuthor[]) => Promise<unknown>,
): Promise<void> {
  const marked = await markAuthorsChanged(tx, ids);
  await log?.(marked);
  await enqueueRefresh(tx);
}

/** Does the same for one record by key, without raising its revision: its page changes only with the refresh. */
export async function enqueueAuthorRefresh(tx: Writer, authorKey: number): Promise<void> {
  await markAuthorsStale(tx, [authorKey]);
  await enqueueRefresh(tx);
}

/** Raises the revisions of the records that match a condition: their pages change, but nothing needs to be recomputed. */
export const reviseAuthors = (tx: Writer, condition: SQL | undefined): Promise<{ id: string }[]> =>
  tx.update(authors).set(revisionUpdate()).where(condition).returning({ id: authors.id });

/** Does the same for some records, one by one in id order to avoid deadlocks. */
export async function reviseAuthorsInOrder(tx: Writer, ids: Iterable<string>): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await reviseAuthors(tx, eq(authors.id, id));
}
