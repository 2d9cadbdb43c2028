import type { Table } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import * as sqlite from 'drizzle-orm/sqlite-core';

/**
 * The column builders for schemas, once for each engine. Tables are defined once, for the engine that DATABASE_URL names. No other file
 * uses the column builders of both engines.
 */
export const dialect: 'sqlite' | 'postgres' = /^postgres(ql)?:/.test(process.env.DATABASE_URL ?? '') ? 'postgres' : 'sqlite';

const sqliteBuilders = {
  table: sqlite.sqliteTable,
  /** An internal integer for joins within the corpus; never shown. */
  key: () => sqlite.integer().primaryKey({ autoIncrement: true }),
  text: () => sqlite.text(),
  integer: () => sqlite.integer(),
  /** An integer up to 2^53. */
  bigint: () => sqlite.integer(),
  real: () => sqlite.real(),
  flag: () => sqlite.integer({ mode: 'boolean' }),
  /** An instant at millisecond precision, created by the application (clock.ts). */
  instant: () => sqlite.integer({ mode: 'timestamp_ms' }),
  json: () => sqlite.text({ mode: 'json' }),
  bytes: () => sqlite.blob({ mode: 'buffer' }),
  index: sqlite.index,
  uniqueIndex: sqlite.uniqueIndex,
  primaryKey: sqlite.primaryKey,
};

const postgresBuilders = {
  table: pg.pgTable,
  key: () => pg.integer().primaryKey().generatedByDefaultAsIdentity(),
  text: () => pg.text(),
  integer: () => pg.integer(),
  bigint: () => pg.bigint({ mode: 'number' }),
  real: () => pg.doublePrecision(),
  flag: () => pg.boolean(),
  instant: () => pg.timestamp({ precision: 3, withTimezone: true, mode: 'date' }),
  json: () => pg.json(),
  bytes: pg.customType<{ data: Buffer }>({ dataType: () => 'bytea' }),
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  primaryKey: pg.primaryKey,
};

// The only cast in the project: both sets have the same names, and queries built on them are equal.
export const { table, key, text, integer, bigint, real, flag, instant, json, bytes, index, uniqueIndex, primaryKey } =
  dialect === 'postgres' ? (postgresBuilders as unknown as typeof sqliteBuilders) : sqliteBuilders;

/** Returns the columns of the primary key and of all indexes of a table, by their names in the schema. */
export function indexedColumnsOf(table: Table): { name: string; columns: string[] } {
  const getConfig = dialect === 'postgres' ? (pg.getTableConfig as unknown as typeof sqlite.getTableConfig) : sqlite.getTableConfig;
  const { name, columns, primaryKeys, indexes } = getConfig(table as sqlite.SQLiteTable);
  const indexed = [
    ...columns.filter(({ primary }) => primary),
    ...primaryKeys.flatMap((key) => key.columns),
    ...indexes.filter(({ config }) => config.unique).flatMap(({ config }) => config.columns),
    ...indexes.flatMap(({ config }) => config.columns),
  ];
  return { name, columns: indexed.flatMap((column) => ('name' in column && typeof column.name === 'string' ? [column.name] : [])) };
}
