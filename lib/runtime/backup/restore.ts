import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { now } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import {
  compareMigrations,
  copyDatabase,
  databaseFile,
  findDamage,
  isDatabaseInUse,
  restorePostgres,
  tablesIn,
} from '#lib/platform/db/copies.ts';
import { lastCommitSuffix } from '#lib/platform/db/last-commit.ts';
import { restoreMarkerPath } from '#lib/platform/db/upgrade.ts';
import { makeFolder } from '#lib/platform/processes/make-folder.ts';
import { BackupError, readArchive } from './archive.ts';
import type { Instance } from './create.ts';
import { withTemporaryFolder } from './folder.ts';
import type { Manifest } from './manifest.ts';

interface RestoreOptions {
  identityFile?: string | undefined;
  /** Moves existing data aside instead of refusing. */
  replace?: boolean;
}

/** Verifies a backup without restoring it: whether it is complete, and whether this version can use its database. */
export async function verifyBackup(file: string, folder: string, identityFile?: string): Promise<Manifest> {
  const manifest = await readArchive(file, folder, identityFile);
  requireEngine(manifest.engine);
  if (compareMigrations(manifest.migrations).unknown.length > 0)
    throw new BackupError(`The backup was made by version ${manifest.version}, which is newer than this one. Install that version first.`);
  const damage = manifest.engine === 'sqlite' ? findDamage(join(folder, 'database')) : [];
  if (damage.length > 0) throw new BackupError(`The database in the backup is damaged: ${damage[0]}. Use another backup.`);
  const { keyId } = manifest.log;
  if (keyId !== null && !manifest.files.some(({ path }) => path.startsWith('data/keys/')))
    throw new BackupError(`The backup lacks the signing key ${keyId}, which its log names.`);
  return manifest;
}

/** Throws if a restore would overwrite existing data. */
async function requireEmpty({ databaseUrl, dataDir }: Instance): Promise<void> {
  const file = databaseFile(databaseUrl);
  if ((await tablesIn(databaseUrl)).length > 0 || (file !== null && existsSync(file)))
    throw new BackupError('The database in DATABASE_URL is not empty. Stop the instance, then give --replace: it is moved aside.');
  for (const name of ['keys', 'secret'])
    if (existsSync(join(dataDir, name)))
      throw new BackupError(`DATA_DIR has ${name} already. Stop the instance, then give --replace: it is moved aside.`);
}

/** Renames a file or folder, with a time in its name; does nothing if it does not exist. */
function moveAside(path: string, suffix: string, fileSuffix = ''): void {
  if (existsSync(path + fileSuffix)) renameSync(path + fileSuffix, `${path}.${suffix}${fileSuffix}`);
}

/** Marks an incomplete restore, in which old and restored data are mixed. The instance does not start until the mark is removed. */
function markIncomplete(dataDir: string, backup: string): void {
  writeFileSync(restoreMarkerPath(dataDir), resolve(backup), { flush: true });
  flush(dataDir);
}

const unmarkIncomplete = (dataDir: string): void => rmSync(restoreMarkerPath(dataDir), { force: true });

/**
 * Replaces the database, and leaves a mark if it has changed anything. The existing database is retained: an SQLite file is renamed, and a
 * PostgreSQL database is dumped to DATA_DIR.
 */
async function replaceDatabase({ databaseUrl, dataDir }: Instance, backup: string, copy: string, suffix: string): Promise<void> {
  // A running server would continue to write to the file that is moved aside.
  if (await isDatabaseInUse(databaseUrl))
    throw new BackupError(
      'The database in DATABASE_URL is in use. Stop the instance and every other program that has it open, then run this again.',
    );
  const file = databaseFile(databaseUrl);
  if (file === null) {
    makeFolder(dataDir, 0o700);
    // Dumps tables of other programs too, since everything in the database is replaced.
    if ((await tablesIn(databaseUrl)).length > 0) await copyDatabase(databaseUrl, join(dataDir, `postgres.${suffix}`));
    markIncomplete(dataDir, backup);
    return restorePostgres(databaseUrl, copy).catch((error: unknown) => {
      // The restore of a PostgreSQL database is one transaction, so nothing has changed.
      unmarkIncomplete(dataDir);
      throw error;
    });
  }
  makeFolder(dirname(resolve(file)));
  // A copy works across file systems, unlike renaming. On a full disk, the existing file remains.
  copyWhole(copy, `${file}.part`);
  flush(`${file}.part`);
  markIncomplete(dataDir, backup);
  for (const fileSuffix of ['-wal', '-shm', lastCommitSuffix, '']) moveAside(file, suffix, fileSuffix);
  renameSync(`${file}.part`, file);
  flush(dirname(resolve(file)));
}

/** Flushes a file, or the entries of a folder, to disk before later steps, so that a power failure leaves either all or nothing. */
function flush(path: string): void {
  const isFolder = statSync(path).isDirectory();
  // Windows cannot flush folders.
  if (isFolder && process.platform === 'win32') return;
  const handle = openSync(path, isFolder ? 'r' : 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Copies a file or folder to a new path. A failed copy is removed. */
function copyWhole(from: string, to: string): void {
  try {
    cpSync(from, to, { recursive: true });
  } catch (error) {
    rmSync(to, { recursive: true, force: true });
    throw error;
  }
}

/** Moves files into a folder that may contain others; files with the same name are replaced. */
function moveInto(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, path));
    makeFolder(dirname(target), 0o700);
    flush(path);
    renameSync(path, target);
    flush(dirname(target));
  }
  rmSync(from, { recursive: true });
}

function requireEngine(engine: Manifest['engine']): void {
  if (engine === dialect) return;
  throw new BackupError(`The backup is of ${engine}, and DATABASE_URL names ${dialect}. Set DATABASE_URL to a database of ${engine}.`);
}

const suffixOfNow = (): string => `before-restore-${now().toISOString().replace(/\W/g, '')}`;

/** Restores a backup in place of a stopped instance. Everything is verified before anything is changed. */
export async function restoreBackup(instance: Instance, file: string, { identityFile, replace = false }: RestoreOptions = {}) {
  const { dataDir } = instance;
  makeFolder(dataDir, 0o700);
  // Inside DATA_DIR, because the user of a service cannot write beside it.
  return withTemporaryFolder(join(dataDir, '.restore-'), async (folder) => {
    const manifest = await verifyBackup(file, folder, identityFile);
    if (!replace) await requireEmpty(instance);
    const suffix = suffixOfNow();
    const files = join(folder, 'data');
    const isSecretOther = instance.secret !== undefined && instance.secret !== readFileSync(join(files, 'secret'), 'utf8').trim();
    await replaceDatabase(instance, file, join(folder, 'database'), suffix);
    for (const name of ['keys', 'secret']) moveAside(join(dataDir, name), suffix);
    moveInto(files, dataDir);
    unmarkIncomplete(dataDir);
    return { manifest, isSecretOther };
  });
}

/** Returns the engine of a bare database copy, as found in `before-migrations`; null for any other file. */
export function engineOfCopy(file: string): Manifest['engine'] | null {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}. Correct its path.`);
  const handle = openSync(file, 'r');
  try {
    const head = Buffer.alloc(16);
    readSync(handle, head, 0, head.length, 0);
    if (head.toString().startsWith('SQLite format 3')) return 'sqlite';
    return head.toString().startsWith('PGDMP') ? 'postgres' : null;
  } finally {
    closeSync(handle);
  }
}

/** Replaces the database of a stopped instance with a bare copy; keys, secret and files remain. */
export async function restoreCopy(instance: Instance, file: string, engine: Manifest['engine'], { replace = false } = {}) {
  requireEngine(engine);
  const damage = engine === 'sqlite' ? findDamage(file) : [];
  if (damage.length > 0) throw new BackupError(`The copy is damaged: ${damage[0]}. Restore a backup.`);
  if (!replace)
    throw new BackupError('This is a copy of the database only. Stop the instance, then give --replace: its database is moved aside.');
  makeFolder(instance.dataDir, 0o700);
  await replaceDatabase(instance, file, file, suffixOfNow());
  unmarkIncomplete(instance.dataDir);
}
