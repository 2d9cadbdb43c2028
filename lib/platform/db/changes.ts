import { AsyncLocalStorage } from 'node:async_hooks';
import type { BulkInsert } from './store.ts';

/**
 * The changes of a transaction, sent to every process that caches responses made from the database: see
 * docs/decisions/0039-page-cache-invalidation.md. They are derived from the SQL, so that no command can omit them. A command can narrow
 * them to rows.
 */
export interface Change {
  table: string;
  /** The updated columns; null for an insert or a delete, which affects all of them. */
  columns: readonly string[] | null;
  /** Keys or ids of the changed rows, or of the rows that they belong to; null if unknown. */
  rows: readonly string[] | null;
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

const writing = /(\bfor\s+)?\b(insert\s+into|delete\s+from|update)\s+"?(\w+)"?/gi;
const writes = /^\s*(insert|update|delete|replace|merge|truncate)\b/i;
const assigned = /^\s+(?:as\s+\w+\s+)?set\b([\s\S]*?)(?:\bwhere\b|\bfrom\b|\breturning\b|$)/i;
const assignment = /(?:^|,)\s*"?(\w+)"?\s*=\s*([^,]*)/g;

interface Triggered {
  /** The tables that the triggers write. */
  tables: readonly string[];
  /** The columns whose update fires the triggers, besides inserts and deletes; null if every update does. */
  on: readonly string[] | null;
}

/** The tables written by triggers (drizzle/), by the table that fires them. The full-text tables exist on SQLite only. */
export const triggers: Readonly<Record<string, Triggered>> = {
  authors: { tables: ['author_letters'], on: ['visibility', 'merged_into', 'works_count', 'claim_state', 'kind', 'sort_name'] },
  search_documents: { tables: ['search_people', 'search_works', 'search_contexts'], on: null },
};

const withTriggered = (changes: Omit<Change, 'rows'>[]): Omit<Change, 'rows'>[] =>
  changes.flatMap((change) => {
    const { tables = [], on = null } = triggers[change.table] ?? {};
    const isTriggered = on === null || change.columns === null || change.columns.some((column) => on.includes(column));
    return isTriggered ? [change, ...tables.map((table) => ({ table, columns: null }))] : [change];
  });

/** Returns the changes of a statement, as far as its text tells. */
export const changesIn = (text: string): Omit<Change, 'rows'>[] => withTriggered(written(text));

function written(text: string): Omit<Change, 'rows'>[] {
  const found = [...text.matchAll(writing)].filter(([, locking, , table = '']) => !locking && table.toLowerCase() !== 'set');
  if (found.length === 0) return writes.test(text) ? [{ table: anyTable, columns: null }] : [];
  return found.flatMap((match): Omit<Change, 'rows'>[] => {
    const [whole, , verb = '', table = ''] = match;
    if (privateTables.has(table)) return [];
    if (verb.toLowerCase() !== 'update') return [{ table, columns: null }];
    const set = assigned.exec(withoutNested(text.slice(match.index + whole.length)))?.[1];
    if (set === undefined) return [{ table: anyTable, columns: null }];
    const columns = assignedIn(set, table);
    return columns.length > 0 ? [{ table, columns }] : [];
  });
}

/** Returns the columns that an update sets. A column set to itself only locks the row, and is not changed. */
const assignedIn = (set: string, table: string): string[] =>
  [...set.matchAll(assignment)].flatMap(([, column = '', value = '']) =>
    value.replaceAll('"', '').trim() === `${table}.${column}` ? [] : [column],
  );

/** Removes everything in parentheses, because it assigns no column of the row. */
function withoutNested(text: string): string {
  let plain = text;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/\([^()]*\)/g, '');
  }
  return plain;
}

const parsed = new Map<string, Omit<Change, 'rows'>[]>();
const maxParsed = 2_000;

function changesOf(text: string): Omit<Change, 'rows'>[] {
  const known = parsed.get(text);
  if (known) return known;
  const found = changesIn(text);
  if (parsed.size >= maxParsed) parsed.clear();
  parsed.set(text, found);
  return found;
}

interface Exact {
  table: string;
  changes: Change[];
}

// Next bundles each entry separately; a global makes the storage one for the process.
const place = globalThis as { peergraphExact?: AsyncLocalStorage<Exact> };
const exact = (): AsyncLocalStorage<Exact> => {
  place.peergraphExact ??= new AsyncLocalStorage();
  return place.peergraphExact;
};

/**
 * Runs a statement that changes rows of a table, and records which rows. Pages that show only other rows of the table stay cached.
 * @param rowsOf keys or ids of all changed rows, or of the rows that they belong to
 */
export async function changingRows<T>(
  table: string,
  work: () => PromiseLike<T>,
  rowsOf: (value: T) => Iterable<string | number>,
): Promise<T> {
  const scope: Exact = { table, changes: [] };
  const value = await exact().run(scope, async () => await work());
  const rows = [...new Set([...rowsOf(value)].map(String))];
  for (const change of scope.changes) change.rows = rows;
  return value;
}

/** Adds the changes of a statement to those of its transaction. */
export function recordChanges(changes: Change[], text: string): void {
  const scope = exact().getStore();
  for (const found of changesOf(text)) {
    if (scope?.table !== found.table) changes.push({ ...found, rows: null });
    else {
      const change: Change = { table: found.table, columns: found.columns, rows: null };
      scope.changes.push(change);
      changes.push(change);
    }
  }
}

/** Adds the changes of a bulk insert to those of its transaction. */
export function recordBulkInsert(changes: Change[], { table, columns, rows, rowsBy, changes: changed }: BulkInsert): void {
  if (rows.length === 0 || privateTables.has(table)) return;
  const at = rowsBy ? columns.indexOf(rowsBy) : -1;
  const [change, ...triggered] = withTriggered([{ table, columns: changed ?? null }]);
  if (change) changes.push({ ...change, rows: at < 0 ? null : [...new Set(rows.map((row) => String(row[at])))] });
  changes.push(...triggered.map((each) => ({ ...each, rows: null })));
}

/** Upper bound on rows listed one by one; a transaction that changes more counts as a change of the whole table. */
const maxRows = 200;

/** Merges the changes of a transaction: at most two for each table, one of all rows and one of some rows. */
export function summarized(changes: readonly Change[]): Change[] {
  const joined = new Map<string, { columns: Set<string> | null; rows: Set<string> | null }>();
  for (const { table, columns, rows } of changes) {
    if (rows?.length === 0) continue;
    const name = `${table} ${rows === null ? 'all' : 'some'}`;
    const found = joined.get(name);
    if (!found) joined.set(name, { columns: columns && new Set(columns), rows: rows && new Set(rows) });
    else {
      found.columns = found.columns && columns ? found.columns.union(new Set(columns)) : null;
      found.rows = found.rows && rows ? found.rows.union(new Set(rows)) : null;
    }
  }
  return [...joined].map(([name, { columns, rows }]) => ({
    table: name.split(' ', 1)[0] ?? '',
    columns: columns && [...columns],
    rows: rows && rows.size <= maxRows ? [...rows] : null,
  }));
}

/** Called for each commit of any process; null if the changes are unknown. */
export type ChangeListener = (changes: readonly Change[] | null) => void;
