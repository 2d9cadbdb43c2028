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

const writePattern = /(\bfor\s+)?\b(insert\s+into|delete\s+from|update)\s+"?(\w+)"?/gi;
const writeStatement = /^\s*(insert|update|delete|replace|merge|truncate)\b/i;
const setClause = /^\s+(?:as\s+\w+\s+)?set\b([\s\S]*?)(?:\bwhere\b|\bfrom\b|\breturning\b|$)/i;
const assignmentPattern = /(?:^|,)\s*"?(\w+)"?\s*=\s*([^,]*)/g;

interface TriggerEffect {
  /** The tables that the triggers write. */
  tables: readonly string[];
  /** The columns whose update fires the triggers, besides inserts and deletes; null if every update does. */
  on: readonly string[] | null;
}

/** The tables written by triggers (drizzle/), by the table that fires them. The full-text tables exist on SQLite only. */
export const triggerEffects: Readonly<Record<string, TriggerEffect>> = {
  authors: { tables: ['author_letters'], on: ['visibility', 'merged_into', 'works_count', 'claim_state', 'kind', 'sort_name'] },
  search_documents: { tables: ['search_people', 'search_works', 'search_contexts'], on: null },
};

const addTriggered = (changes: Omit<Change, 'rows'>[]): Omit<Change, 'rows'>[] =>
  changes.flatMap((change) => {
    const { tables = [], on = null } = triggerEffects[change.table] ?? {};
    const isTriggered = on === null || change.columns === null || change.columns.some((column) => on.includes(column));
    return isTriggered ? [change, ...tables.map((table) => ({ table, columns: null }))] : [change];
  });

/** Returns the changes of a statement, as far as its text tells. */
export const changesOfStatement = (text: string): Omit<Change, 'rows'>[] => addTriggered(parseWrites(text));

function parseWrites(text: string): Omit<Change, 'rows'>[] {
  const matches = [...text.matchAll(writePattern)].filter(([, locking, , table = '']) => !locking && table.toLowerCase() !== 'set');
  if (matches.length === 0) return writeStatement.test(text) ? [{ table: anyTable, columns: null }] : [];
  return matches.flatMap((match): Omit<Change, 'rows'>[] => {
    const [matchedText, , verb = '', table = ''] = match;
    if (privateTables.has(table)) return [];
    if (verb.toLowerCase() !== 'update') return [{ table, columns: null }];
    const assignments = setClause.exec(removeParentheses(text.slice(match.index + matchedText.length)))?.[1];
    if (assignments === undefined) return [{ table: anyTable, columns: null }];
    const columns = assignedColumnsIn(assignments, table);
    return columns.length > 0 ? [{ table, columns }] : [];
  });
}

/** Returns the columns that an update sets. A column set to itself only locks the row, and is not changed. */
const assignedColumnsIn = (set: string, table: string): string[] =>
  [...set.matchAll(assignmentPattern)].flatMap(([, column = '', value = '']) =>
    value.replaceAll('"', '').trim() === `${table}.${column}` ? [] : [column],
  );

/** Removes everything in parentheses, because it assigns no column of the row. */
function removeParentheses(text: string): string {
  let plain = text;
  for (let previous = ''; previous !== plain; ) {
    previous = plain;
    plain = plain.replace(/\([^()]*\)/g, '');
  }
  return plain;
}

const changesByText = new Map<string, Omit<Change, 'rows'>[]>();
const maxCachedTexts = 2_000;

function cachedChangesOf(text: string): Omit<Change, 'rows'>[] {
  const cached = changesByText.get(text);
  if (cached) return cached;
  const changes = changesOfStatement(text);
  if (changesByText.size >= maxCachedTexts) changesByText.clear();
  changesByText.set(text, changes);
  return changes;
}

/** Keys or ids of rows, or a function that returns them from the result of a statement. */
export type RowIds<T> = readonly (string | number)[] | ((value: T) => readonly (string | number)[]);

export const idsIn = <T>(rows: RowIds<T>, value: T): readonly (string | number)[] => (typeof rows === 'function' ? rows(value) : rows);

interface ExactScope {
  table: string;
  changes: Change[];
}

// Next bundles each entry separately; a global makes the storage one for the process.
const globals = globalThis as { peergraphExact?: AsyncLocalStorage<ExactScope> };
const exactStorage = (): AsyncLocalStorage<ExactScope> => {
  globals.peergraphExact ??= new AsyncLocalStorage();
  return globals.peergraphExact;
};

/**
 * Runs a statement that changes rows of a table, and records which rows. Pages that show only other rows of the table stay cached.
 * @param rows keys or ids of all changed rows, or of the rows that they belong to; or a function that returns them from the result
 */
export async function recordChangedRows<T>(table: string, rows: RowIds<T>, work: () => PromiseLike<T>): Promise<T> {
  const scope: ExactScope = { table, changes: [] };
  const value = await exactStorage().run(scope, async () => await work());
  const changedRows = [...new Set(idsIn(rows, value).map(String))];
  for (const change of scope.changes) change.rows = changedRows;
  return value;
}

/** Adds the changes of a statement to those of its transaction. */
export function recordChanges(changes: Change[], text: string): void {
  const scope = exactStorage().getStore();
  for (const statementChange of cachedChangesOf(text)) {
    if (scope?.table !== statementChange.table) changes.push({ ...statementChange, rows: null });
    else {
      const change: Change = { table: statementChange.table, columns: statementChange.columns, rows: null };
      scope.changes.push(change);
      changes.push(change);
    }
  }
}

/** Adds the changes of a bulk insert to those of its transaction. */
export function recordBulkInsert(changes: Change[], { table, columns, rows, rowIdColumn, changes: changed }: BulkInsert): void {
  if (rows.length === 0 || privateTables.has(table)) return;
  const rowIndex = rowIdColumn ? columns.indexOf(rowIdColumn) : -1;
  const [change, ...triggered] = addTriggered([{ table, columns: changed ?? null }]);
  if (change) changes.push({ ...change, rows: rowIndex < 0 ? null : [...new Set(rows.map((row) => String(row[rowIndex])))] });
  changes.push(...triggered.map((each) => ({ ...each, rows: null })));
}

/** Upper bound on rows listed one by one; a transaction that changes more counts as a change of the whole table. */
const maxListedRows = 200;

/** Merges the changes of a transaction: at most two for each table, one of all rows and one of some rows. */
export function mergeChanges(changes: readonly Change[]): Change[] {
  const merged = new Map<string, { columns: Set<string> | null; rows: Set<string> | null }>();
  for (const { table, columns, rows } of changes) {
    if (rows?.length === 0) continue;
    const name = `${table} ${rows === null ? 'all' : 'some'}`;
    const entry = merged.get(name);
    if (!entry) merged.set(name, { columns: columns && new Set(columns), rows: rows && new Set(rows) });
    else {
      entry.columns = entry.columns && columns ? entry.columns.union(new Set(columns)) : null;
      entry.rows = entry.rows && rows ? entry.rows.union(new Set(rows)) : null;
    }
  }
  return [...merged].map(([name, { columns, rows }]) => ({
    table: name.split(' ', 1)[0] ?? '',
    columns: columns && [...columns],
    rows: rows && rows.size <= maxListedRows ? [...rows] : null,
  }));
}

/** Called for each commit of any process; null if the changes are unknown. */
export type ChangeListener = (changes: readonly Change[] | null) => void;
