import { dialect } from '#lib/platform/db/columns.ts';

/**
 * How often a property is tried with other data. Both engines run the same rules, and a run takes some five times as long on PostgreSQL:
 * SQLite tries many sequences, PostgreSQL a third of them.
 */
export const propertyRuns = (onSqlite: number): number => (dialect === 'postgres' ? Math.ceil(onSqlite / 3) : onSqlite);
