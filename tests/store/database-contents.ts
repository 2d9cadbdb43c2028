import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { dialect } from '#lib/platform/db/columns.ts';
import type { Reader } from '#lib/platform/db/store.ts';

type Row = Record<string, unknown>;

/** Returns all tables, including those of the full-text index and of migrations, which the schema does not declare. */
async function tablesIn(reader: Reader): Promise<string[]> {
  const statement =
    dialect === 'postgres'
      ? sql`select table_name as name from information_schema.tables where table_schema = 'public'`
      : sql`select name from sqlite_master where type = 'table' and sql not like 'CREATE VIRTUAL%'`;
  return (await reader.rows<{ name: string }>(statement)).map(({ name }) => name).sort();
}

const text = (value: unknown): string =>
  Buffer.isBuffer(value) ? value.toString('latin1') : typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Returns the sorted names ('table.column') of all columns in which a value matches. */
export async function columnsMatching(reader: Reader, sought: RegExp): Promise<string[]> {
  const found = new Set<string>();
  for (const table of await tablesIn(reader)) {
    for (const row of await reader.rows<Row>(sql`select * from ${sql.identifier(table)}`)) {
      for (const [column, value] of Object.entries(row)) if (sought.test(text(value))) found.add(`${table}.${column}`);
    }
  }
  return [...found].sort();
}

/** Announcements of changes for the page caches are no state; SQLite counts them in a row of its own. */
const isPageCacheChange = (table: string, row: Row): boolean =>
  table === 'changes' || (table === 'sqlite_sequence' && row.name === 'changes');

/** Returns every row of every table as text, for the comparison of two states. */
export async function readAllRows(reader: Reader, without: ReadonlySet<string> = new Set()): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>();
  for (const table of await tablesIn(reader)) {
    const some = await reader.rows<Row>(sql`select * from ${sql.identifier(table)}`);
    rows.set(
      table,
      some
        .filter((row) => !isPageCacheChange(table, row))
        .map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => !without.has(name)))))
        .sort(),
    );
  }
  return rows;
}

/** Returns the paths of the files below a folder that contain a text. */
export function filesContaining(folder: string, sought: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(sought));
}
