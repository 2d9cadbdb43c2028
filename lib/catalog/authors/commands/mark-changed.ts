import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { changingRows } from '#lib/platform/db/changes.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';

/** Says which records a statement changes, by their keys or ids. */
export const changingAuthors = <T>(work: () => PromiseLike<T>, rowsOf: (value: T) => Iterable<string | number>): Promise<T> =>
  changingRows('authors', work, rowsOf);

const keysOf = (rows: readonly { key: number }[]): number[] => rows.map(({ key }) => key);
export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

export const revised = () => ({ revision: sql`${authors.revision} + 1`, updatedAt: now() });
/** What changes on a record's page, in one place: its revision goes up and its snapshot is computed again. */
export const changed = () => ({ stale: true, ...revised() });

/** Leaves authors to `refreshAuthors`, in the order of their keys, so that two transactions cannot lock each other out. */
export async function markStale(tx: Writer, keys: Iterable<number>): Promise<void> {
  const sorted = [...new Set(keys)].sort((a, b) => a - b);
  const text = 'update authors set stale = true where not stale and key in $many returning key';
  await changingAuthors(() => tx.execute<{ key: number }>(text, sorted), keysOf);
}

/** Locks records by their keys, raises their revisions and leaves them to `refreshAuthors`. */
export async function markChangedByKey(tx: Writer, keys: readonly number[]): Promise<void> {
  const text = 'update authors set stale = true, revision = revision + 1 where key in $many returning key';
  await changingAuthors(() => tx.execute<{ key: number }>(text, keys), keysOf);
}

interface MarkedAuthor {
  name: string;
  slug: string;
  ownerId: string | null;
  claimState: string;
}

/** The same by their ids. @returns the records, in no promised order */
export async function markChanged(tx: Writer, ids: readonly string[]): Promise<MarkedAuthor[]> {
  if (ids.length === 0) return [];
  const columns = { name: authors.name, slug: authors.slug, ownerId: authors.ownerId, claimState: authors.claimState };
  const which = inArray(authors.id, [...ids].sort());
  return changingAuthors(
    () => tx.update(authors).set(changed()).where(which).returning(columns),
    () => ids,
  );
}

/** Asks once for all stale records to be brought up to date. The last thing that a transaction asks for: others use the same key. */
export const enqueueRefresh = (tx: Writer): Promise<void> =>
  enqueue(tx, { kind: 'refresh-authors', payload: {}, onceKey: 'refresh-authors' });

/**
 * Has records computed again, because their evidence has changed or time has passed: locks them, marks them as stale, raises their revisions
 * and asks once for the refresh.
 * @param log writes the events to the log: after the records are locked, and before the job that others ask for too
 */
export async function touchAuthors(
  tx: Writer,
  ids: readonly string[],
  log?: (marked: readonly MarkedAuthor[]) => Promise<unknown>,
): Promise<void> {
  const marked = await markChanged(tx, ids);
  await log?.(marked);
  await enqueueRefresh(tx);
}

/** The same for one record by its key, whose page shows nothing else yet: its revision goes up with the refresh. */
export async function refreshSoon(tx: Writer, authorKey: number): Promise<void> {
  await markStale(tx, [authorKey]);
  await enqueueRefresh(tx);
}

/** Raises the revisions of the records that a condition finds: what their pages show has changed, and nothing is to be computed. */
export const reviseAuthors = (tx: Writer, which: SQL | undefined): Promise<{ id: string }[]> =>
  changingAuthors(() => tx.update(authors).set(revised()).where(which).returning({ id: authors.id }), idsOf);

/** The same for some records, one after another in the order of their ids. */
export async function reviseInTurn(tx: Writer, ids: Iterable<string>): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await reviseAuthors(tx, eq(authors.id, id));
}
