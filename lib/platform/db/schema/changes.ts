import { key, table, text } from '../columns.ts';

/** What transactions have changed of the public pages, for the other processes on a SQLite file: the newest ten thousand. PostgreSQL notifies. */
export const changes = table('changes', {
  number: key(),
  /** `Change[]` of lib/platform/db/changes.ts. */
  parts: text().notNull(),
});
