import { anyTable, type Change, derivedTables, listRows, privateTables, withTriggered } from './changes.ts';
import { lookupColumns } from './lookup-columns.ts';
import type { RowBatch } from './store.ts';

/** What the text of a statement tells about the rows that it writes. */
interface WritePlan {
  changes: readonly Change[];
  /** The statement, which also returns the lookup columns of the rows that it writes, in addition to what it returned before. */
  text: string;
  /** The lookup columns at the end of each returned row. */
  returned: readonly string[];
  /** Whether it returned rows before. */
  returnsRows: boolean;
}

const writePattern = /(\bfor\s+)?\b(insert\s+into|delete\s+from|update)\s+"?(\w+)"?/gi;
const writeStatement = /^\s*(insert|update|delete|replace|merge|truncate)\b/i;
const setClause = /^\s+(?:as\s+\w+\s+)?set\b([\s\S]*?)(?:\bwhere\b|\bfrom\b|\breturning\b|$)/i;
const conflictClause = /\bdo\s+update\s+set\b([\s\S]*?)(?:\bwhere\b|\breturning\b|$)/i;
const assignmentPattern = /(?:^|,)\s*"?(\w+)"?\s*=\s*([^,]*)/g;

/** Returns the changes of a statement, as far as its text tells. */
export const changesOfStatement = (text: string): Change[] => parseWrites(text).flatMap(withTriggered);

function parseWrites(text: string): Change[] {
  const matches = [...text.matchAll(writePattern)].filter(([, locking, , table = '']) => !locking && table.toLowerCase() !== 'set');
  if (matches.length === 0) return writeStatement.test(text) ? [{ table: anyTable, columns: null, rows: null }] : [];
  return matches.flatMap((match): Change[] => {
    const [matchedText, , verb = '', table = ''] = match;
    if (privateTables.has(table) || derivedTables.has(table)) return [];
    if (verb.toLowerCase() !== 'update') return [{ table, columns: null, rows: null }];
    const assignments = setClause.exec(removeParentheses(text.slice(match.index + matchedText.length)))?.[1];
    if (assignments === undefined) return [{ table: anyTable, columns: null, rows: null }];
    const columns = assignedColumnsIn(assignments, table);
    return columns.length > 0 ? [{ table, columns, rows: null }] : [];
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

const plans = new Map<string, WritePlan>();
const maxCachedTexts = 2_000;

/** Returns the plan of a statement; null if it changes nothing that is published. */
export function planWrite(text: string): WritePlan | null {
  let plan = plans.get(text);
  if (!plan) {
    if (plans.size >= maxCachedTexts) plans.clear();
    plan = createPlan(text);
    plans.set(text, plan);
  }
  return plan.changes.length > 0 ? plan : null;
}

function createPlan(text: string): WritePlan {
  const changes = changesOfStatement(text);
  const written = parseWrites(text);
  const [{ table, columns } = { table: anyTable, columns: null }] = written;
  const returnsRows = /\breturning\b/i.test(text);
  const reassigned = columns ?? assignedColumnsIn(conflictClause.exec(removeParentheses(text))?.[1] ?? '', table);
  // The earlier value of a column that is set is unknown.
  const returned = (lookupColumns.get(table) ?? []).filter((column) => !reassigned.includes(column));
  if (written.length !== 1 || !writeStatement.test(text) || returned.length === 0) return { changes, text, returned: [], returnsRows };
  const clause = returned.map((column) => `${table}.${column} as row_${column}`).join(', ');
  return { changes, text: `${text}${returnsRows ? ',' : ' returning'} ${clause}`, returned, returnsRows };
}

/** Adds the changes of a statement to those of its transaction, and removes the additional columns from its rows. */
export function recordWrite(changes: Change[], plan: WritePlan, rows: unknown[]): void {
  const names = plan.returned.map((column) => `row_${column}`);
  const returned = rows.map((row) => {
    if (Array.isArray(row)) return row.splice(row.length - names.length, names.length) as unknown[];
    const fields = row as Record<string, unknown>;
    const values = names.map((name) => fields[name]);
    for (const name of names) delete fields[name];
    return values;
  });
  addChanges(changes, plan, returned);
  if (!plan.returnsRows) rows.length = 0;
}

/** @param rows the values of its `returned` columns */
function addChanges(changes: Change[], { changes: planned, returned }: WritePlan, rows: readonly (readonly unknown[])[]): void {
  if (returned.length === 0) changes.push(...planned);
  else if (rows.length > 0) {
    const [own, ...triggered] = planned;
    const indexed = returned.map((column, index) => ({ column, index }));
    if (own) changes.push({ ...own, rows: listRows(own.table, indexed, rows) }, ...triggered);
  }
}

/** Adds the changes of a batch to those of its transaction. @param returnedRows the rows that it has returned */
export function addBatch(changes: Change[], batch: RowBatch, returnedRows: readonly unknown[]): void {
  const { table, columns, rows, onConflict = '', changes: changed = null } = batch;
  if (rows.length === 0 || privateTables.has(table)) return;
  const conflict = conflictClause.exec(removeParentheses(onConflict))?.[1];
  const reassigned = assignedColumnsIn(conflict ?? '', table);
  const indexed = (lookupColumns.get(table) ?? [])
    .filter((column) => !reassigned.includes(column))
    .map((column) => ({ column, index: columns.indexOf(column) }));
  const known = listRows(
    table,
    indexed.filter(({ index }) => index >= 0),
    rows,
  );
  const listed = known && {
    ...known,
    ...listGenerated(
      batch,
      indexed.filter(({ index }) => index < 0),
      { returnedRows, updates: conflict !== undefined },
    ),
  };
  changes.push(...withTriggered({ table, columns: changed, rows: listed }));
}

/** Lists rows by columns that the database generates. A new row has a value that no earlier read can have known. */
function listGenerated(
  { table, returning = [] }: RowBatch,
  columns: readonly { column: string }[],
  { returnedRows, updates }: { returnedRows: readonly unknown[]; updates: boolean },
): Change['rows'] {
  const found = columns.filter(({ column }) => returning.includes(column)).map(({ column }, index) => ({ column, index }));
  const values = (returnedRows as Record<string, unknown>[]).map((row) => found.map(({ column }) => row[column]));
  const hasNewKeys = !updates && columns.some(({ column }) => column === 'key');
  return { ...listRows(table, found, values), ...(hasNewKeys && { key: [] }) };
}
