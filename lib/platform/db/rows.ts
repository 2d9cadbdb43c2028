import { getTableColumns, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Reader } from './store.ts';
import type { LifecycleTable } from './table-lifecycle.ts';

const selectRows = (reader: Pick<Reader, 'select'>, table: LifecycleTable, condition: SQL | undefined, order: Order) =>
  reader
    .select()
    .from<LifecycleTable>(table)
    .where(condition)
    .orderBy(...order);

type Order = readonly (SQL | AnySQLiteColumn)[];

/** Returns the whole rows of a table that match a condition, in order. */
export const rowsOf = <Table extends LifecycleTable>(
  reader: Pick<Reader, 'select'>,
  table: Table,
  condition: SQL | undefined,
  ...order: Order
): Promise<Table['$inferSelect'][]> => selectRows(reader, table, condition, order);

/** Returns the first matching row; undefined if there is none. */
export async function firstOf<Table extends LifecycleTable>(
  reader: Pick<Reader, 'select'>,
  table: Table,
  condition: SQL | undefined,
  ...order: Order
): Promise<Table['$inferSelect'] | undefined> {
  const [row] = await selectRows(reader, table, condition, order).limit(1);
  return row;
}

/** Returns true if a table has a row that matches a condition. Reads only one column, so that a cached page depends on no other. */
export async function hasRow(reader: Pick<Reader, 'select'>, table: LifecycleTable, condition: SQL | undefined): Promise<boolean> {
  const column = Object.fromEntries(Object.entries(getTableColumns(table)).slice(0, 1));
  return (await reader.select(column).from<LifecycleTable>(table).where(condition).limit(1)).length > 0;
}

export const keysOf = (rows: readonly { key: number }[]): number[] => rows.map(({ key }) => key);
export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Some columns of a table, by their names, for a query that reads no others. */
export const columnsOf = <Table extends LifecycleTable, Name extends keyof Table['_']['columns'] & string>(
  table: Table,
  ...names: Name[]
) => {
  const all: Table['_']['columns'] = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<Table['_']['columns'], Name>;
};

/** Returns the value of a JSON column that a plain SQL text selects: text on SQLite, a value on PostgreSQL. */
export const storedJson = <Value>(stored: unknown): Value => (typeof stored === 'string' ? JSON.parse(stored) : stored) as Value;
