import { isDeepStrictEqual } from 'node:util';
import { Column, getTableColumns, getTableName, type Table } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { Reader, RowBatch, Writer } from './store.ts';

/** Text that is JSON already, as the value of a JSON column. No such column holds a mere string. */
export type JsonText = string & { readonly isJson: true };

export const jsonText = (text: string): JsonText => text as JsonText;

export type Names<T extends Table> = keyof T['$inferInsert'] & keyof T['$inferSelect'] & string;

/** A row by the names of the schema. All rows of a call have the names of the first one. */
export type BulkRow<T extends Table> = { readonly [Name in keyof T['$inferInsert']]: T['$inferInsert'][Name] | JsonText };

export interface BulkOptions<T extends Table, Returned extends Names<T>> {
  /** Rows with the key of a stored one are left out, or change it. */
  onConflict?: 'ignore' | Upsert<T>;
  /** The columns to return, by the names of the schema. */
  returning?: readonly Returned[];
}

export interface Upsert<T extends Table> {
  target: readonly Names<T>[];
  /** Columns that get the new value. */
  update?: readonly Names<T>[];
  /** Columns that get the value of an SQL expression over the stored row (by the name of the table) and the new one (`excluded`). */
  set?: Partial<Record<Names<T>, string>>;
  /**
   * The columns of `update` that differ in any row, if known (`differingColumns`). Only these are written: pages that read others stay
   * cached, and indexes of others stay as they are.
   */
  differing?: readonly Names<T>[];
}

interface BoundColumn {
  /** The name in SQL. */
  name: string;
  type: string;
  encode: (value: unknown) => unknown;
}

const boundColumns = new WeakMap<Table, ReadonlyMap<string, BoundColumn>>();

function columnsOf(table: Table): ReadonlyMap<string, BoundColumn> {
  const known = boundColumns.get(table);
  if (known) return known;
  const columns = new Map(
    Object.entries(getTableColumns(table)).map(([name, column]) => [
      name,
      { name: column.keyAsName ? toSnakeCase(column.name) : column.name, type: column.getSQLType(), encode: encoderOf(column) },
    ]),
  );
  boundColumns.set(table, columns);
  return columns;
}

const isEncoded = (column: Column): boolean => column.mapToDriverValue !== Column.prototype.mapToDriverValue;

function encoderOf(column: Column): (value: unknown) => unknown {
  if (!isEncoded(column)) return (value) => value ?? null;
  const isText = (value: unknown): boolean => column.dataType === 'json' && typeof value === 'string';
  return (value) => (isText(value) ? value : (value ?? null) === null ? null : column.mapToDriverValue(value));
}

function columnOf(table: Table, name: string): BoundColumn {
  const column = columnsOf(table).get(name);
  if (!column) throw new Error(`The table ${getTableName(table)} has no column ${name}.`);
  return column;
}

/** Translates rows by the names of the schema into SQL names and values of the driver. */
function toRowBatch(table: Table, rows: readonly object[], { onConflict, returning }: BulkOptions<Table, string>): RowBatch {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => columnOf(table, name));
  const sqlNames = (those: readonly string[]): string[] => those.map((name) => columnOf(table, name).name);
  return {
    table: getTableName(table),
    columns: columns.map(({ name }) => name),
    types: columns.map(({ type }) => type),
    rows: rows.map((row) => {
      const values = row as Record<string, unknown>;
      return columns.map(({ encode }, index) => encode(values[names[index] ?? '']));
    }),
    ...(onConflict && { onConflict: conflictClauseOf(onConflict, (name) => columnOf(table, name).name) }),
    ...(returning && { returning: sqlNames(returning) }),
    ...(typeof onConflict === 'object' &&
      onConflict.differing && { changes: sqlNames([...Object.keys(onConflict.set ?? {}), ...onConflict.differing]) }),
  };
}

function conflictClauseOf(onConflict: 'ignore' | Upsert<Table>, nameOf: (name: string) => string): string {
  if (onConflict === 'ignore') return 'on conflict do nothing';
  const { target, set = {}, update = [], differing = update } = onConflict;
  const assignments = [
    ...Object.entries(set).map(([name, expression]) => `${nameOf(name)} = ${expression}`),
    ...differing.map((name) => `${nameOf(name)} = excluded.${nameOf(name)}`),
  ];
  const action = assignments.length > 0 ? `update set ${assignments.join(', ')}` : 'nothing';
  return `on conflict (${target.map(nameOf).join(', ')}) do ${action}`;
}

/** Returns `bulkInsert` of a `Writer` that inserts batches with `insertRows`. */
export const bulkInsertBy = (insertRows: Writer['insertRows']): Writer['bulkInsert'] =>
  async function bulkInsert<T extends Table, Returned extends Names<T>>(
    table: T,
    rows: readonly object[],
    options: BulkOptions<T, Returned> = {},
  ) {
    if (rows.length === 0) return [];
    const { returning = [] } = options;
    const returnedRows = await insertRows<Record<string, unknown>>(toRowBatch(table, rows, options as BulkOptions<Table, string>));
    const columns = returning.map((name) => [name, columnOf(table, name).name] as const);
    return returnedRows.map(
      (row) => Object.fromEntries(columns.map(([name, column]) => [name, row[column]])) as Pick<T['$inferSelect'], Returned>,
    );
  };

/** Returns the columns of `of` in which any row differs from the stored one with its `key`. An upsert of computed values changes few. */
export async function differingColumns<T extends Table>(
  reader: Reader,
  table: T,
  rows: readonly BulkRow<T>[],
  of: readonly Names<T>[],
): Promise<Names<T>[]> {
  const columns = of.map((name) => ({ of: name, ...columnOf(table, name) }));
  const keyOf = (row: object): number => Number((row as { key: unknown }).key);
  const storedRows = await reader.query<Record<string, unknown>>(
    `select key, ${columns.map(({ name }) => name).join(', ')} from ${getTableName(table)} where key in $many`,
    rows.map(keyOf),
  );
  const storedByKey = new Map(storedRows.map((row) => [row.key, row]));
  return columns
    .filter(({ of: column, name, encode }) => rows.some((row) => !isSame(encode(row[column]), storedByKey.get(keyOf(row))?.[name] ?? null)))
    .map(({ of: column }) => column);
}

/** Compares a value to be written with a stored one. JSON is read as text or as a value, and the order of its keys does not matter. */
function isSame(written: unknown, stored: unknown): boolean {
  const parseJson = (value: unknown): unknown => {
    if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  };
  return written === stored || isDeepStrictEqual(parseJson(written), parseJson(stored));
}
