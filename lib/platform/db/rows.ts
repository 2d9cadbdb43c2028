import type { SQL } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Reader } from './store.ts';
import type { LifecycleTable } from './table-lifecycle.ts';

/** The whole rows of a table that meet a condition, in an order. */
export const rowsOf = <Table extends LifecycleTable>(
  reader: Pick<Reader, 'select'>,
  table: Table,
  condition: SQL | undefined,
  ...order: (SQL | AnySQLiteColumn)[]
): Promise<Table['$inferSelect'][]> =>
  reader
    .select()
    .from<LifecycleTable>(table)
    .where(condition)
    .orderBy(...order);

/** The first of them. */
export const firstOf = async <Table extends LifecycleTable>(
  reader: Pick<Reader, 'select'>,
  table: Table,
  condition: SQL | undefined,
  ...order: (SQL | AnySQLiteColumn)[]
): Promise<Table['$inferSelect'] | undefined> => {
  const [row] = await reader
    .select()
    .from<LifecycleTable>(table)
    .where(condition)
    .orderBy(...order)
    .limit(1);
  return row;
};
