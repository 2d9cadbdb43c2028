import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { dialect } from '#lib/platform/db/columns.ts';
import type { Reader } from '#lib/platform/db/store.ts';

type Row = Record<string, unknown>;

/** Every table that there is, whatever the schema says: those of the full text and of migrations too. */
async function tablesIn(reader: Reader): Promise<string[]> {
  const statement =
    dialect === 'postgres'
      ? sql`select table_name as name from information_schema.tables where table_schema = 'public'`
      : sql`select name from sqlite_master where type = 'table' and sql not like 'CREATE VIRTUAL%'`;
  return (await reader.rows<{ name: string }>(statement)).map(({ name }) => name).sort();
}

const text = (value: unknown): string =>
  Buffer.isBuffer(value) ? value.toString('latin1') : typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Where in the whole database one of some texts is: 'table.column', each once, in the order of names. */
export async function columnsMatching(reader: Reader, sought: RegExp): Promise<string[]> {
  const found = new Set<string>();
  for (const table of await tablesIn(reader)) {
    for (const row of await reader.rows<Row>(sql`select * from ${sql.identifier(table)}`)) {
      for (const [column, value] of Object.entries(row)) if (sought.test(text(value))) found.add(`${table}.${column}`);
    }
  }
  return [...found].sort();
}

/** What transactions told the page caches is no state; SQLite counts it in a row of its own. */
const isPageCacheChange = (table: string, row: Row): boolean =>
  table === 'changes' || (table === 'sqlite_sequence' && row.name === 'changes');

/** Every row of every table by its text, so that two states can be compared. */
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

/** The files below a folder in whose bytes a text is. */
export function filesContaining(folder: string, sought: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(sought));
}
