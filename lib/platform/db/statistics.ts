import { dialect } from './columns.ts';
import type { Store } from './store.ts';

/** Changed rows for each row of a table after which it is analyzed, so that an import does it a few times. */
const changedShare = 0.75;
const minChangedRows = 500;

/**
 * Makes PostgreSQL analyze tables that have grown several times, because it plans queries by its statistics, and autovacuum looks only once
 * a minute. A role that does not own the tables gets a warning.
 */
export async function analyzeGrownTables(store: Pick<Store, 'reader' | 'transact'>): Promise<void> {
  if (dialect === 'sqlite') return;
  const grown = await store.reader.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_stat_user_tables where schemaname = current_schema()
      and n_mod_since_analyze > ${minChangedRows} and n_mod_since_analyze > ${changedShare} * n_live_tup`,
    [],
  );
  if (grown.length === 0) return;
  await store.transact((tx) => tx.execute(`analyze ${grown.map(({ name }) => name).join(', ')}`, []));
}
