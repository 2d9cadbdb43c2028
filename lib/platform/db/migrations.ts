import { resolve } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';

/** Where the migrations of an engine are. */
export const migrationsFolder = (engine: 'sqlite' | 'postgres'): string => resolve('drizzle', engine);

/** A database that was made by other migrations: those of an older Peergraph, or of a newer one. */
class UnknownDatabase extends Error {
  override name = 'UnknownDatabaseError';
}

/**
 * Throws before a database of another version is changed. A migration is known by the hash of its text.
 * @param applied the hashes that the database names
 */
export function checkOrigin(engine: 'sqlite' | 'postgres', applied: readonly string[]): void {
  const known = new Set(readMigrationFiles({ migrationsFolder: migrationsFolder(engine) }).map(({ hash }) => hash));
  if (applied.every((hash) => known.has(hash))) return;
  if ([...known].every((hash) => applied.includes(hash)))
    throw new UnknownDatabase(
      'The database in DATABASE_URL was changed by a newer version of Peergraph, and this one would damage it: install that version again, or restore the backup from before the upgrade.',
    );
  throw new UnknownDatabase(
    'The database in DATABASE_URL was made by another version of Peergraph, and this one cannot read it: keep it aside, name an empty database in DATABASE_URL, and import your data again.',
  );
}
