import { existsSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { lastNamedSigningKey } from '#lib/catalog/trust/commands/heads.ts';
import { now } from '#lib/platform/clock.ts';
import { packageVersion } from '#lib/platform/command-line.ts';
import { copyDatabase, databaseFile, findDamage, migrationState } from '#lib/platform/db/copies.ts';
import { logEnd } from '#lib/platform/db/schema/trust.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { rejectUnfinishedRestore } from '#lib/platform/db/upgrade.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import { isAgeRecipient } from '#lib/platform/settings/age-recipient.ts';
import { recordBackup } from '#lib/portal/operations/queries/last-backup.ts';
import { BackupError, writeArchive } from './archive.ts';
import { withTemporaryFolder } from './folder.ts';
import { backupFormat, fileHash, isDataPath, type Manifest } from './manifest.ts';

export interface Instance {
  databaseUrl: string;
  dataDir: string;
  secret: string | undefined;
}

/**
 * Excluded from backups: delivered mail, copies of the database, caches, and hidden names. Those are parts of a restore, or of npm, whose
 * logs change during a backup.
 */
const excludedNames =
  /^(\..*|cache|outbox|outbox-token|last-backup\.json|before-migrations|.*\.part|.*\.before-restore-.*|.*\.(db|sqlite)(-wal|-shm|-last)?)$/;

/** Returns the files below DATA_DIR that a backup contains, as relative paths. */
function dataFilesIn(dataDir: string, database: string | null): string[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => database === null || !path.startsWith(database))
    .map((path) => relative(dataDir, path))
    .filter((path) => !excludedNames.test(path.split('/')[0] ?? '') && path !== 'secret' && isDataPath(path))
    .sort();
}

async function readLogEnd(databaseUrl: string): Promise<Manifest['log']> {
  const store = openStore(databaseUrl);
  try {
    const [end] = await store.reader.select().from(logEnd);
    return { number: end?.number ?? 0, hash: end?.hash ?? '', keyId: await lastNamedSigningKey(store.reader) };
  } finally {
    await store.close();
  }
}

/** Collects the files of a backup. The database is copied first, so that every key its log names already has a file. */
async function collectFiles({ databaseUrl, dataDir, secret }: Instance, folder: string): Promise<Map<string, string>> {
  const file = databaseFile(databaseUrl);
  const copy = join(folder, 'database');
  await copyDatabase(databaseUrl, copy);
  const damage = file === null ? [] : findDamage(copy, { quick: true });
  if (damage.length > 0)
    throw new BackupError(`The database is damaged, so this backup was discarded: ${damage[0]}. Restore an earlier backup.`);
  writeFileSync(join(folder, 'secret'), `${loadSecret(dataDir, secret)}\n`, { mode: 0o600 });
  const database = file === null ? null : resolve(file);
  return new Map([
    ['database', copy],
    ['data/secret', join(folder, 'secret')],
    ...dataFilesIn(resolve(dataDir), database).map((path): [string, string] => [`data/${path}`, join(dataDir, path)]),
  ]);
}

/**
 * Writes a backup of a running or stopped instance to a file: a consistent copy of the database, signing keys, secret and files of
 * DATA_DIR.
 * @param recipient public age key (age1…) of the person who may open it
 * @param onRecordFault called if the backup was made but could not be recorded in DATA_DIR
 */
export async function createBackup(
  instance: Instance,
  file: string,
  recipient?: string,
  onRecordFault: (error: unknown) => void = () => undefined,
): Promise<Manifest> {
  if (recipient !== undefined && !isAgeRecipient(recipient))
    throw new BackupError('The recipient is not a public age key. Give the whole line age1… that age-keygen prints.');
  const target = resolve(file);
  if (existsSync(target)) throw new BackupError(`${file} exists already. Name another file: a backup replaces nothing.`);
  if (target.startsWith(`${resolve(instance.dataDir)}/`))
    throw new BackupError('Name a file outside DATA_DIR: a backup inside it would be lost with it, and be part of the next one.');
  const parent = dirname(target);
  // A missing folder is not created, since the disk for backups may not be mounted.
  if (!existsSync(parent)) throw new BackupError(`There is no folder ${parent}. Mount its disk, or create the folder first.`);
  rejectUnfinishedRestore(instance.dataDir);
  return withTemporaryFolder(join(parent, '.backup-'), async (folder) => {
    const { applied, unknown } = await migrationState(instance.databaseUrl);
    if (applied.length === 0) throw new BackupError('There is nothing to back up: the database in DATABASE_URL is empty or missing.');
    if (unknown.length > 0) throw new BackupError('The database is of another version. Use the version of Peergraph that it belongs to.');
    const sources = await collectFiles(instance, folder);
    const files: Manifest['files'] = [];
    for (const [path, source] of sources) files.push({ path, bytes: statSync(source).size, sha256: await fileHash(source) });
    const manifest: Manifest = {
      format: backupFormat,
      createdAt: now().toISOString(),
      version: packageVersion(),
      engine: databaseFile(instance.databaseUrl) === null ? 'postgres' : 'sqlite',
      migrations: applied,
      log: await readLogEnd(logUrlOf(instance, folder)),
      files,
    };
    const archive = join(folder, 'archive');
    await writeArchive(archive, manifest, sources, recipient);
    renameSync(archive, target);
    try {
      recordBackup(instance.dataDir, { at: manifest.createdAt, file: target, bytes: statSync(target).size });
    } catch (error) {
      // The backup itself is complete. On a full disk, it can still be written to another disk.
      onRecordFault(error);
    }
    return manifest;
  });
}

/**
 * Returns the database URL from which the log's end is read: the copy for SQLite. A PostgreSQL dump cannot be queried, so the database
 * itself is read a moment later.
 */
const logUrlOf = ({ databaseUrl }: Instance, folder: string): string =>
  databaseFile(databaseUrl) === null ? databaseUrl : `file:${join(folder, 'database')}`;
