import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '#lib/platform/env.ts';
import { StartError } from '#lib/platform/processes/listen.ts';
import { makeFolder } from '../processes/make-folder.ts';
import { copyDatabase, databaseFile, isDatabaseInUse, migrationState, rejectForeignDatabase, ToolError } from './copies.ts';
import { openStore, type Store, type StoreOptions } from './store.ts';

/** The settings that determine whether and where a copy is made. */
export type MigrationSettings = Pick<Env, 'DATABASE_URL' | 'DATA_DIR' | 'COPY_BEFORE_MIGRATIONS'>;

/**
 * A file in DATA_DIR with the name of the backup, present while a restore changes the instance. If it remains, the restore was interrupted.
 */
export const restoreMarkerPath = (dataDir: string): string => join(dataDir, 'unfinished-restore');

/** Rejects an instance with an interrupted restore: its database may belong to other keys, or be missing. @throws StartError */
export function rejectUnfinishedRestore(dataDir: string): void {
  const markFile = restoreMarkerPath(dataDir);
  if (!existsSync(markFile)) return;
  throw new StartError(
    `A restore was stopped before it was done. Run it again: npm run restore -- ${readFileSync(markFile, 'utf8')} --replace. What was there before is kept under names with before-restore.`,
  );
}

const noCopyMessage = ({ message }: ToolError, pending: number): string =>
  [
    message,
    `The database needs ${pending} migrations, and without a copy you cannot go back: nothing was changed. Install the client tools of your`,
    "PostgreSQL's version. Or copy the database by other means, and set COPY_BEFORE_MIGRATIONS=off.",
  ].join('\n');

/**
 * Copies the database to DATA_DIR/before-migrations before migrations change it. The file name identifies the last applied migration. An
 * existing copy of that name is from an upgrade that failed or was undone; it lacks later writes, so it is replaced.
 * @throws StartError if PostgreSQL's tools cannot make a copy and COPY_BEFORE_MIGRATIONS is on, or if the database is of another program
 */
export async function copyBeforeMigrations(settings: MigrationSettings, report: (text: string) => void): Promise<void> {
  const { applied, pending, unknown } = await migrationState(settings.DATABASE_URL);
  if (applied.length === 0) return rejectForeignDatabase(settings.DATABASE_URL);
  if (pending.length === 0 || unknown.length > 0) return;
  if (settings.COPY_BEFORE_MIGRATIONS === 'off')
    return report(`${pending.length} migrations run without a copy: COPY_BEFORE_MIGRATIONS is off.`);
  const folder = join(settings.DATA_DIR, 'before-migrations');
  makeFolder(folder, 0o700);
  const extension = databaseFile(settings.DATABASE_URL) === null ? 'dump' : 'db';
  const file = join(folder, `${String(applied.length).padStart(4, '0')}-${applied.at(-1)?.slice(0, 12)}.${extension}`);
  // Written under another name until complete, so that a truncated copy is never mistaken for one. Inspecting an earlier copy may have left
  // files beside it.
  for (const suffix of ['.part', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  try {
    await copyDatabase(settings.DATABASE_URL, `${file}.part`);
  } catch (error) {
    rmSync(`${file}.part`, { force: true });
    throw error instanceof ToolError ? new StartError(noCopyMessage(error, pending.length), { cause: error }) : error;
  }
  renameSync(`${file}.part`, file);
  report(`Copied the database to ${file} before ${pending.length} migrations.`);
}

/**
 * Opens the database of an instance for a command that must not create one: with wrong settings, it would silently use an empty one.
 * @throws as `openMigratedStore`, and if there is no database
 */
export async function openExistingStore(settings: MigrationSettings): Promise<Store> {
  rejectUnfinishedRestore(settings.DATA_DIR);
  if ((await migrationState(settings.DATABASE_URL)).applied.length > 0) return openMigratedStore(settings);
  const databaseName = databaseFile(settings.DATABASE_URL) ?? 'The database in DATABASE_URL';
  throw new StartError(`${databaseName} is empty or missing. Does PEERGRAPH_ENV name the settings of your instance?`);
}

/**
 * Opens and migrates the database for a command.
 * @throws if no copy can be made first, or if another process, which may be of an older version, has it open
 */
export async function openMigratedStore(settings: MigrationSettings, opening: StoreOptions = {}): Promise<Store> {
  const { DATABASE_URL } = settings;
  rejectUnfinishedRestore(settings.DATA_DIR);
  const { applied, pending, unknown } = await migrationState(DATABASE_URL);
  if (applied.length > 0 && pending.length > 0 && unknown.length === 0) {
    if (await isDatabaseInUse(DATABASE_URL))
      throw new StartError(
        `The database needs ${pending.length} migrations of this version, and another process has it open. Stop that one, or run this again once this version has started.`,
      );
    // Written to standard error, because the standard output of a command may be a file.
    await copyBeforeMigrations(settings, (text) => void process.stderr.write(`${text}\n`));
  }
  if (applied.length === 0) await rejectForeignDatabase(DATABASE_URL);
  const store = openStore(DATABASE_URL, opening);
  try {
    await store.migrate();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
