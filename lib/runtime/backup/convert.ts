import { dialect } from '#lib/platform/db/columns.ts';
import { copySqliteRows } from '#lib/platform/db/convert.ts';
import { findDamage, isDatabaseInUse, migrationState } from '#lib/platform/db/copies.ts';
import { openMigratedStore } from '#lib/platform/db/upgrade.ts';
import { BackupError } from './archive.ts';
import { checkInstance } from './check.ts';
import type { Instance } from './create.ts';
import { engineOfCopy } from './restore.ts';

/** Rejects a file that cannot be converted, before anything is written. */
async function requireConvertible(file: string, databaseUrl: string): Promise<void> {
  if (dialect !== 'postgres')
    throw new BackupError('DATABASE_URL names SQLite. Set it to a new, empty PostgreSQL database: DATABASE_URL=postgres://…');
  if (engineOfCopy(file) !== 'sqlite') throw new BackupError(`${file} is not an SQLite database. Name the file of the instance.`);
  if (await isDatabaseInUse(`file:${file}`))
    throw new BackupError(`${file} is in use. Stop the instance and every other program that has it open, then run this again.`);
  if (await isDatabaseInUse(databaseUrl))
    throw new BackupError(
      'The database in DATABASE_URL is in use. Stop the instance and every other program that has it open, then run this again.',
    );
  const { applied, unknown, pending } = await migrationState(`file:${file}`);
  if (applied.length === 0) throw new BackupError(`${file} is not a database of Peergraph, or it is empty.`);
  if (unknown.length > 0) throw new BackupError(`${file} is of another version. Use the version of Peergraph that it belongs to.`);
  if (pending.length > 0)
    throw new BackupError(`${file} is of an older version. Start this version with it once and stop it, then run this again.`);
  const target = await migrationState(databaseUrl);
  if (target.applied.length > 0 && target.pending.length > 0)
    throw new BackupError('The database in DATABASE_URL is of an older version, and may be in use. Name an empty one: createdb <name>.');
  const [damage] = findDamage(file);
  if (damage !== undefined) throw new BackupError(`${file} is damaged: ${damage}. Restore a backup first.`);
}

/**
 * Converts the SQLite database of a stopped instance: copies it to the empty PostgreSQL database of `DATABASE_URL`. The file and DATA_DIR
 * do not change.
 * @param onTable called when the rows of a table are copied
 * @returns the faults of the converted instance, as `checkInstance` finds them
 */
export async function convertDatabase(
  file: string,
  { databaseUrl, dataDir, secret }: Instance,
  onTable: (table: string, rows: number) => void,
): Promise<string[]> {
  await requireConvertible(file, databaseUrl);
  const store = await openMigratedStore({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, COPY_BEFORE_MIGRATIONS: 'off' });
  try {
    const filled = await copySqliteRows(file, store, onTable);
    if (filled !== null)
      throw new BackupError(`The database in DATABASE_URL has rows in ${filled} already. Name an empty one: createdb <name>.`);
  } finally {
    await store.close();
  }
  return checkInstance({ databaseUrl, dataDir, secret });
}
