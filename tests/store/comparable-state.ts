import { sql } from 'drizzle-orm';
import type { Reader } from '#lib/platform/db/store.ts';

/** Tables that are no state, or that a reverted change may leave different: logs, snapshots, jobs, proposals and their decisions. */
const excludedTables = new Set([
  'evidence_events',
  'evidence_secrets',
  'log_end',
  'log_heads',
  'signing_keys',
  'trust_snapshots',
  'snapshot_signatures',
  'jobs',
  'identity_changes',
  'audit_entries',
  'rate_limits',
]);
const tables =
  `authors author_slugs author_names author_sources source_names name_suggestions works work_identifiers work_titles work_sources
  authorships listings code_checks source_records contexts work_contexts author_contexts affiliations coauthor_edges follows hidden_suggestions
  search_documents search_vocabulary work_indicators author_indicators authorship_pins authorship_opinions visibility_requests reports owner_statements
  invitations threads collaborations added_works claims claim_events proofs disputes attestations reviews review_votes notifications accounts`.split(
    /\s+/,
  );
const notState = new Set(['revision', 'created_at', 'updated_at', 'computed_at', 'stale']);
/** The place of a doubt in the queue depends on the names of others, and is renewed with its own record. */
const isPlaceOfDoubt = (table: string, name: string, row: Record<string, unknown>): boolean =>
  table === 'name_suggestions' && name === 'score' && row.author_key === row.other_key;

/**
 * Returns every row of every table, without times and revisions. Excludes records that reverted splits left as redirects, because they keep
 * their id and slug permanently.
 */
export async function readComparableState(reader: Reader): Promise<Record<string, string[]>> {
  const made = await reader.rows<{ key: number }>(
    sql`select key from authors where id in (select other_id from identity_changes where kind = 'split' and state = 'undone')`,
  );
  const addresses = new Set(made.map(({ key }) => key));
  const found: Record<string, string[]> = {};
  for (const table of tables.filter((each) => !excludedTables.has(each))) {
    const rows = await reader.rows<Record<string, unknown>>(sql`select * from ${sql.identifier(table)}`);
    const isAddress = (row: Record<string, unknown>): boolean =>
      addresses.has(Number(table === 'authors' ? row.key : table === 'author_slugs' ? row.author_key : 0));
    found[table] = rows
      .filter((row) => !isAddress(row))
      .map((row) =>
        JSON.stringify(
          Object.fromEntries(Object.entries(row).filter(([name]) => !notState.has(name) && !isPlaceOfDoubt(table, name, row))),
        ),
      )
      .sort();
  }
  return found;
}
