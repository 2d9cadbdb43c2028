import { dialect } from '#lib/platform/db/columns.ts';

/**
 * Number of runs of a property test. Both engines run the same rules, and a run takes about five times as long on PostgreSQL: it gets a
 * third of the runs.
 */
export const propertyRuns = (onSqlite: number): number => (dialect === 'postgres' ? Math.ceil(onSqlite / 3) : onSqlite);
