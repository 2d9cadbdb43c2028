import { rowHasher } from './row-hash.ts';

/**
 * The changes of a transaction, sent to every process that caches responses made from the database: see
 * docs/decisions/0039-page-cache-invalidation.md. They are derived from the SQL and its results, so that no command can omit or narrow them.
 */
export interface Change {
  table: string;
  /** The updated columns; null for an insert or a delete, which affects all of them. */
  columns: readonly string[] | null;
  /** Hashes of the values that the changed rows have or had, by lookup column. Null, or without a column, if they are unknown. */
  rows: Readonly<Record<string, readonly number[]>> | null;
}

/** Tables whose rows are on no public page. Their changes are not published, and a page that reads them is not cached. */
export const privateTables: ReadonlySet<string> = new Set(
  (
    'audit_entries changes clock_heartbeat data_export_parts data_exports data_imports digests erasures evidence_secrets jobs log_end logins ' +
    'notification_settings notifications passkey_challenges passkeys rate_limits saved_searches saved_works sessions ' +
    'sign_in_tokens'
  ).split(' '),
);

/** Stands for all tables: the text of the statement does not tell what it writes. */
export const anyTable = '*';

interface TriggerEffect {
  /** The tables that the triggers write. */
  tables: readonly string[];
  /** The columns whose update fires the triggers, besides inserts and deletes; null if every update does. */
  on: readonly string[] | null;
}

/** The tables written by triggers (drizzle/), by the table that fires them. The full-text tables exist on SQLite only. */
export const triggerEffects: Readonly<Record<string, TriggerEffect>> = {
  authors: { tables: ['author_letters'], on: ['visibility', 'merged_into', 'works_count', 'claim_state', 'kind', 'list_name'] },
  search_documents: { tables: ['search_people', 'search_works', 'search_contexts'], on: null },
};

/** Tables that change only with those of `triggerEffects`. Other statements on them reorganise an index, and change no result. */
export const derivedTables: ReadonlySet<string> = new Set(Object.values(triggerEffects).flatMap(({ tables }) => tables));

/** Returns a change with those that triggers make with it. */
export const withTriggered = (change: Change): Change[] => {
  const { tables = [], on = null } = triggerEffects[change.table] ?? {};
  const isTriggered = on === null || change.columns === null || change.columns.some((column) => on.includes(column));
  return isTriggered ? [change, ...tables.map((table) => ({ table, columns: null, rows: null }))] : [change];
};

/** Upper bound on rows listed one by one; a transaction that changes more of a table counts as a change of all its rows. */
const maxListedRows = 500;

/**
 * Returns the hashes of rows by lookup column.
 * @param columns the known columns, with their index in each row
 */
export function listRows(
  table: string,
  columns: readonly { column: string; index: number }[],
  rows: readonly (readonly unknown[])[],
): Change['rows'] {
  if (rows.length > maxListedRows) return null;
  return Object.fromEntries(
    columns.map(({ column, index }) => {
      const hash = rowHasher(table, column);
      return [column, [...new Set(rows.flatMap((row) => (row[index] === null || row[index] === undefined ? [] : hash(row[index]))))]];
    }),
  );
}

/** Merges the changes of a transaction: one for each table and set of columns. */
export function mergeChanges(changes: readonly Change[]): Change[] {
  const groups = Map.groupBy(changes, ({ table, columns }) => `${table} ${columns ? [...columns].sort() : '*'}`);
  return [...groups.values()].flatMap((same) => (same[0] ? [{ ...same[0], rows: mergeRows(same) }] : []));
}

function mergeRows(changes: readonly Change[]): Change['rows'] {
  const [first, ...others] = changes.map(({ rows }) => rows);
  if (!first || !others.every((rows) => rows !== null)) return null;
  const columns = Object.keys(first).filter((column) => others.every((rows) => rows[column]));
  const merged = columns.map((column) => [column, [...new Set([first, ...others].flatMap((rows) => rows[column] ?? []))]] as const);
  return merged.some(([, hashes]) => hashes.length > maxListedRows) ? null : Object.fromEntries(merged);
}

/** Called for each commit of any process; null if the changes are unknown. */
export type ChangeListener = (changes: readonly Change[] | null) => void;
