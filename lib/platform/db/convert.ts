import BetterSqlite from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { StartError } from '../processes/listen.ts';
import { triggerEffects } from './changes.ts';
import { isRejectedValue } from './errors.ts';
import type { RowBatch, Store, Writer } from './store.ts';

/** Copies the rows of an SQLite database into an empty PostgreSQL database. Both have the tables of this version. */

/** Tables that are not copied: triggers fill them, or only SQLite uses them. */
const excludedTables = new Set(['changes', ...Object.values(triggerEffects).flatMap(({ tables }) => tables)]);

/** A column of PostgreSQL that takes values. */
interface TargetColumn {
  table: string;
  name: string;
  type: string;
  identity: boolean;
}

const columnsQuery = sql`select table_name as "table", column_name as name, data_type as type, is_identity = 'YES' as identity
  from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' order by table_name, ordinal_position`;

/** Rows for each statement. A photo or a part of an archive takes up to some megabytes. */
const rowsPerStatement = 2_000;
const filesPerStatement = 20;

/** Converts a stored value of SQLite: flags are 0 or 1, instants milliseconds. JSON is text in both. */
const valueFor = (type: string, stored: unknown): unknown => {
  if (stored === null) return null;
  if (type === 'boolean') return stored !== 0;
  if (type !== 'timestamp with time zone') return stored;
  const instant = new Date(stored as number);
  // PostgreSQL rejects it, and quotes it in the message.
  return Number.isNaN(instant.getTime()) ? String(stored) : instant;
};

/**
 * Copies all rows in one transaction, so that an interrupted copy leaves an empty database.
 * @param onTable called when the rows of a table are copied
 * @returns the name of a table that has rows already, in which case nothing is copied; null after the copy
 * @throws StartError if PostgreSQL rejects a value
 */
export async function copySqliteRows(file: string, target: Store, onTable: (table: string, rows: number) => void): Promise<string | null> {
  const source = new BetterSqlite(file, { readonly: true, fileMustExist: true });
  try {
    // All reads are of one state.
    source.exec('BEGIN');
    return await target.transact(async (tx) => {
      await tx.lock('conversion');
      const columns = (await tx.rows<TargetColumn>(columnsQuery)).filter(({ table }) => !excludedTables.has(table));
      const tables = Map.groupBy(columns, ({ table }) => table);
      // A program that starts meanwhile waits, and then finds the copied rows.
      await tx.execute(`lock table ${[...tables.keys()].join(', ')} in access exclusive mode`, []);
      for (const table of tables.keys()) if ((await tx.query(`select 1 from ${table} limit 1`, [])).length > 0) return table;
      for (const [table, tableColumns] of tables) {
        onTable(table, await copyTable(source, tx, table, tableColumns));
        await continueNumbers(source, tx, tableColumns);
      }
      // The planner needs statistics before the first pages.
      await tx.execute('analyze', []);
      return null;
    });
  } finally {
    source.close();
  }
}

async function copyTable(source: BetterSqlite.Database, tx: Writer, table: string, columns: readonly TargetColumn[]): Promise<number> {
  const names = columns.map(({ name }) => `"${name}"`);
  const maxRows = columns.some(({ type }) => type === 'bytea') ? filesPerStatement : rowsPerStatement;
  let batch: unknown[][] = [];
  let copied = 0;
  const insertBatch = async () => {
    await tx.execute('savepoint batch', []);
    try {
      await tx.insertRows({ table, columns: names, rows: batch });
    } catch (error) {
      if (!isRejectedValue(error)) throw error;
      await tx.execute('rollback to savepoint batch', []);
      throw await findRejectedRow(tx, { table, columns: names, rows: batch }, keyColumnsOf(source, table), error);
    }
    await tx.execute('release savepoint batch', []);
    copied += batch.length;
    batch = [];
  };
  const rows = source
    .prepare(`select ${names.join(', ')} from "${table}"`)
    .raw()
    .iterate() as Iterable<unknown[]>;
  for (const row of rows) {
    batch.push(row.map((stored, index) => valueFor(columns[index]?.type ?? '', stored)));
    if (batch.length === maxRows) await insertBatch();
  }
  if (batch.length > 0) await insertBatch();
  return copied;
}

const keyColumnsOf = (source: BetterSqlite.Database, table: string): string[] =>
  source.prepare('select name from pragma_table_info(?) where pk > 0 order by pk').pluck().all(table) as string[];

/** Inserts the rows of a rejected batch one by one, and returns an error that names the key of the first rejected one. */
async function findRejectedRow(tx: Writer, batch: RowBatch, keyColumns: readonly string[], batchError: Error): Promise<StartError> {
  for (const row of batch.rows) {
    try {
      await tx.insertRows({ ...batch, rows: [row] });
    } catch (error) {
      if (!isRejectedValue(error)) throw error;
      const key = keyColumns.map((name) => `${name} = ${JSON.stringify(row[batch.columns.indexOf(`"${name}"`)])}`).join(', ');
      return rejectionError(batch.table, key, error);
    }
  }
  return rejectionError(batch.table, '', batchError);
}

const rejectionError = (table: string, key: string, error: Error): StartError =>
  new StartError(
    `PostgreSQL does not take a row of the table ${table}${key && ` (${key})`}: ${error.message}. Correct it in the file, then run this again: nothing was copied.`,
    { cause: error },
  );

/** Numbers of deleted rows are not given again. */
async function continueNumbers(source: BetterSqlite.Database, tx: Writer, columns: readonly TargetColumn[]): Promise<void> {
  for (const { table, name } of columns.filter(({ identity }) => identity)) {
    const last = source.prepare('select seq from sqlite_sequence where name = ?').pluck().get(table) as number | undefined;
    if (last) await tx.execute('select setval(pg_get_serial_sequence(?, ?), ?)', [], [table, name, last]);
  }
}
