import { resolve } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';

/** Returns the folder with the migrations of an engine. */
export const migrationsFolder = (engine: 'sqlite' | 'postgres'): string => resolve('drizzle', engine);

/** The database has migrations of an older or newer version of Peergraph. */
class UnknownDatabaseError extends Error {
  override name = 'UnknownDatabaseError';
}

/**
 * Rejects a database of another version before it is changed. Migrations are identified by the hash of their text.
 * @param applied the hashes stored in the database
 * @throws UnknownDatabaseError
 */
export function rejectUnknownMigrations(engine: 'sqlite' | 'postgres', applied: readonly string[]): void {
  const knownHashes = new Set(readMigrationFiles({ migrationsFolder: migrationsFolder(engine) }).map(({ hash }) => hash));
  if (applied.every((hash) => knownHashes.has(hash))) return;
  if ([...knownHashes].every((hash) => applied.includes(hash)))
    throw new UnknownDatabaseError(
      'The database in DATABASE_URL was changed by a newer version of Peergraph, and this one would damage it: install that version again, or restore the backup from before the upgrade.',
    );
  throw new UnknownDatabaseError(
    'The database in DATABASE_URL was made by another version of Peergraph, and this one cannot read it: keep it aside, name an empty database in DATABASE_URL, and import your data again.',
  );
}
