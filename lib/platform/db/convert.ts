import BetterSqlite from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { StartError } from '../processes/listen.ts';
import { triggerEffects } from './changes.ts';
import { isRejectedValue } from './errors.ts';
import type { Store, Writer } from './store.ts';

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
  return type === 'timestamp with time zone' ? new Date(stored as number) : stored;
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
    try {
      await tx.bulkInsert({ table, columns: names, rows: batch });
    } catch (error) {
      if (!isRejectedValue(error)) throw error;
      throw new StartError(
        `PostgreSQL does not take a row of the table ${table}: ${error.message}. Correct it in the file, and stop other programs that use the database in DATABASE_URL. Then run this again: nothing was copied.`,
        { cause: error },
      );
    }
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

/** Numbers of deleted rows are not given again. */
async function continueNumbers(source: BetterSqlite.Database, tx: Writer, columns: readonly TargetColumn[]): Promise<void> {
  for (const { table, name } of columns.filter(({ identity }) => identity)) {
    const last = source.prepare('select seq from sqlite_sequence where name = ?').pluck().get(table) as number | undefined;
    if (last) await tx.execute('select setval(pg_get_serial_sequence(?, ?), ?)', [], [table, name, last]);
  }
}
