import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#lib/platform/processes/listen.ts';
import { copyDatabase, databaseFile, isInUse, migrationState } from './copies.ts';
import { type Opening, openStore, type Store } from './store.ts';

/**
 * Copies the database before migrations change it, in DATA_DIR/before-migrations; the name says up to which migration it had them. A copy of
 * that name is of an upgrade that failed or was taken back: it lacks what was written since, so the new one replaces it.
 */
export async function copyBeforeMigrations(databaseUrl: string, dataDir: string, say: (text: string) => void): Promise<void> {
  const { applied, pending, unknown } = await migrationState(databaseUrl);
  if (applied.length === 0 || pending.length === 0 || unknown.length > 0) return;
  const folder = join(dataDir, 'before-migrations');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ending = databaseFile(databaseUrl) === null ? 'dump' : 'db';
  const file = join(folder, `${String(applied.length).padStart(4, '0')}-${applied.at(-1)?.slice(0, 12)}.${ending}`);
  // Under another name until it is whole: a copy that was cut off is none. Who has looked into an earlier one left files beside it.
  for (const end of ['.part', '-wal', '-shm']) rmSync(file + end, { force: true });
  await copyDatabase(databaseUrl, `${file}.part`);
  renameSync(`${file}.part`, file);
  say(`Copied the database to ${file} before ${pending.length} migrations.`);
}

/**
 * Opens the database for a command, with the tables of this version.
 * @throws where no copy can be made before, or a process of an older version may have it open, which does not know them
 */
export async function openMigrated(
  { DATABASE_URL, DATA_DIR }: { DATABASE_URL: string; DATA_DIR: string },
  opening: Opening = {},
): Promise<Store> {
  const { applied, pending, unknown } = await migrationState(DATABASE_URL);
  if (applied.length > 0 && pending.length > 0 && unknown.length === 0) {
    if (await isInUse(DATABASE_URL))
      throw new StartError(
        `The database needs ${pending.length} migrations of this version, and another process has it open. Stop that one, or run this again once this version has started.`,
      );
    // What a command says on its output may be a file.
    await copyBeforeMigrations(DATABASE_URL, DATA_DIR, (text) => void process.stderr.write(`${text}\n`));
  }
  const store = openStore(DATABASE_URL, opening);
  try {
    await store.migrate();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
