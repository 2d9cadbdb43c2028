import { dialect } from '#lib/platform/db/columns.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';

const indexes = ['search_people', 'search_works', 'search_contexts'] as const;
/** Pages of an index that one transaction merges: tens of milliseconds, so that nobody waits long behind it. */
const pagesAtOnce = 500;

/**
 * Full text is written in segments, and each word of a query is looked up in each of them: after an import, some twenty. Merged into
 * one, a search takes a fifth of the time. Works in small transactions; where an index has no more than `bearable` segments it is left
 * alone, because merging writes it whole. Merged, it no longer holds words of documents that have changed or gone. PostgreSQL keeps what came last in a list that it has only to be asked to put away.
 */
export async function mergeSearch(
  store: Store,
  { bearable = 1, only = indexes }: { bearable?: number; only?: readonly (typeof indexes)[number][] } = {},
): Promise<void> {
  if (dialect === 'postgres') {
    for (const index of ['people', 'works', 'contexts']) {
      await store.transact((tx) => tx.query(`select gin_clean_pending_list('search_documents_${index}'::regclass)`, []));
    }
    return;
  }
  for (const index of only) {
    if ((await segmentsOf(store, index)) <= bearable) continue;
    // By the manual of FTS5: a negative number says that every segment takes part, and what follows goes on until nothing changes.
    let goesOn = await store.transact((tx) => mergeSome(tx, index, -pagesAtOnce));
    while (goesOn) goesOn = await store.transact((tx) => mergeSome(tx, index, pagesAtOnce));
  }
}

async function segmentsOf({ reader }: Store, index: string): Promise<number> {
  const [row] = await reader.query<{ count: number }>(`select count(distinct segid) as count from ${index}_idx`, []);
  return row?.count ?? 0;
}

/** True while there is more to merge. */
async function mergeSome(tx: Writer, index: string, pages: number): Promise<boolean> {
  const changes = async () => (await tx.query<{ count: number }>('select total_changes() as count', []))[0]?.count ?? 0;
  const before = await changes();
  await tx.bulkInsert({ table: index, columns: [index, 'rank'], rows: [['merge', pages]] });
  return (await changes()) - before >= 2;
}
