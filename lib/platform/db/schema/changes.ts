import { key, table, text } from '../columns.ts';

/**
 * Changes of public pages by transaction, for the other processes on an SQLite file: the latest ten thousand. PostgreSQL uses NOTIFY
 * instead.
 */
export const changes = table('changes', {
  number: key(),
  /** `Change[]` of lib/platform/db/changes.ts. */
  parts: text().notNull(),
});
