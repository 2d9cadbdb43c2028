import { dialect } from '#lib/platform/db/columns.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';

const indexes = ['search_people', 'search_works', 'search_contexts'] as const;
/** An index with at most so many segments need not be merged after a few documents: FTS5 merges small segments by itself. */
export const maxUnmergedSegments = 8;
/** Index pages that one transaction merges: tens of milliseconds, so that other writers wait only briefly. */
const pagesPerTransaction = 500;

/**
 * Merges the segments of the full-text indexes. FTS5 writes segments, and looks up each word of a query in all of them; an import leaves
 * about twenty. After the merge a search takes a fifth of the time, and the index no longer contains words of changed or deleted documents.
 * Runs in small transactions. An index with at most `maxSegments` segments is skipped, because a merge rewrites it completely. On PostgreSQL,
 * this moves the pending list of the GIN indexes into their main structure.
 */
export async function mergeSearchIndexes(
  store: Store,
  { maxSegments = 1, only = indexes }: { maxSegments?: number; only?: readonly (typeof indexes)[number][] } = {},
): Promise<void> {
  if (dialect === 'postgres') {
    for (const index of ['people', 'works', 'contexts']) {
      await store.transact((tx) => tx.query(`select gin_clean_pending_list('search_documents_${index}'::regclass)`, []));
    }
    return;
  }
  for (const index of only) {
    if ((await countSegments(store, index)) <= maxSegments) continue;
    // FTS5 manual: a negative number includes every segment in the merge; further calls continue until nothing changes.
    let hasMore = await store.transact((tx) => mergePages(tx, index, -pagesPerTransaction));
    while (hasMore) hasMore = await store.transact((tx) => mergePages(tx, index, pagesPerTransaction));
  }
}

async function countSegments({ reader }: Store, index: string): Promise<number> {
  const [row] = await reader.query<{ count: number }>(`select count(distinct segid) as count from ${index}_idx`, []);
  return row?.count ?? 0;
}

/** True while there is more to merge. */
async function mergePages(tx: Writer, index: string, pages: number): Promise<boolean> {
  const countChanges = async () => (await tx.query<{ count: number }>('select total_changes() as count', []))[0]?.count ?? 0;
  const changesBefore = await countChanges();
  await tx.insertRows({ table: index, columns: [index, 'rank'], rows: [['merge', pages]] });
  return (await countChanges()) - changesBefore >= 2;
}
