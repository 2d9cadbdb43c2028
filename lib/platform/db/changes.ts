import { AsyncLocalStorage } from 'node:async_hooks';
import type { BulkInsert } from './store.ts';

/**
 * What a transaction has changed, told in the same transaction to every process that caches answers made from the database: see
 * docs/decisions/0039-page-cache-invalidation.md. It is read off the SQL, so that no command can forget it. A command may say more exactly which rows.
 */
export interface Change {
  table: string;
  /** The columns of an update; null for an insert or a delete, which concern them all. */
  columns: readonly string[] | null;
  /** Keys or ids of the rows, or of the rows that they belong to; null where the command does not say. */
  rows: readonly string[] | null;
}

/** Rows of these tables are on no public page: their changes are told to nobody, and a page made from one is not cached. */
export const privateTables: ReadonlySet<string> = new Set(
  (
    'audit_entries changes clock_heartbeat data_export_parts data_exports data_imports digests erasures evidence_secrets jobs log_end logins ' +
    'notification_settings notifications passkey_challenges passkeys rate_limits saved_searches saved_works sessions ' +
    'sign_in_tokens'
  ).split(' '),
);

/** A statement that writes what its text does not tell: everything may have changed. */
export const anyTable = '*';

const writing = /(\bfor\s+)?\b(insert\s+into|delete\s+from|update)\s+"?(\w+)"?/gi;
const writes = /^\s*(insert|update|delete|replace|merge|truncate)\b/i;
const assigned = /^\s+(?:as\s+\w+\s+)?set\b([\s\S]*?)(?:\bwhere\b|\bfrom\b|\breturning\b|$)/i;
const assignment = /(?:^|,)\s*"?(\w+)"?\s*=\s*([^,]*)/g;

interface Triggered {
  /** The tables that are written. */
  tables: readonly string[];
  /** The columns whose update sets the triggers off, besides inserts and deletes; null where each does. */
  on: readonly string[] | null;
}

/** What triggers write (drizzle/), by the table that sets them off. The full-text tables are those of SQLite. */
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

/** Returns what a statement writes, as far as its text says. */
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

/** The columns that an update sets. What is set to itself is locked, and not changed. */
const assignedIn = (set: string, table: string): string[] =>
  [...set.matchAll(assignment)].flatMap(([, column = '', value = '']) =>
    value.replaceAll('"', '').trim() === `${table}.${column}` ? [] : [column],
  );

/** What is in brackets assigns nothing to the row. */
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

// Next bundles each entry by itself: one place for the process.
const place = globalThis as { peergraphExact?: AsyncLocalStorage<Exact> };
const exact = (): AsyncLocalStorage<Exact> => {
  place.peergraphExact ??= new AsyncLocalStorage();
  return place.peergraphExact;
};

/**
 * Runs a command's statement that changes rows of a table, and says which: a page that shows only other rows of it stays as it is.
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

/** Adds what a statement writes to the changes of its transaction. */
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

/** Adds what an insert of many rows writes to the changes of its transaction. */
export function recordBulkInsert(changes: Change[], { table, columns, rows, rowsBy, changes: changed }: BulkInsert): void {
  if (rows.length === 0 || privateTables.has(table)) return;
  const at = rowsBy ? columns.indexOf(rowsBy) : -1;
  const [change, ...triggered] = withTriggered([{ table, columns: changed ?? null }]);
  if (change) changes.push({ ...change, rows: at < 0 ? null : [...new Set(rows.map((row) => String(row[at])))] });
  changes.push(...triggered.map((each) => ({ ...each, rows: null })));
}

/** So many rows are named one by one; a transaction that changes more has changed the table. */
const maxRows = 200;

/** Joins the changes of a transaction: at most two for each table, one of all rows and one of some. */
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

/** Told of each commit of any process; null where it is not known what has changed. */
export type ChangeListener = (changes: readonly Change[] | null) => void;
