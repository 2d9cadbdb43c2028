import { eq, type SQL, sql } from 'drizzle-orm';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';

const lockedColumns = columnsOf(authors, 'key', 'id', 'claimState', 'mergedInto');

/** Locks the records that match a condition until the transaction ends, without changing them. */
export const lockAuthors = (
  tx: Writer,
  condition: SQL | undefined,
): Promise<{ key: number; id: string; claimState: string; mergedInto: number | null }[]> =>
  tx
    .update(authors)
    .set({ id: sql`${authors.id}` })
    .where(condition)
    .returning(lockedColumns);

/** Locks one record until the transaction ends. @returns the locked record, or null if it does not exist */
export const lockAuthor = async (tx: Writer, id: string) => (await lockAuthors(tx, eq(authors.id, id)))[0] ?? null;
