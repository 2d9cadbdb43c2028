import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabase, databaseFile, migrationState } from '#lib/platform/db/copies.ts';
import { store } from '#lib/platform/db/store.ts';
import { faultText } from '#lib/platform/log/fault-text.ts';
import { StartError } from '#lib/platform/processes/listen.ts';
import { missingKey } from '#lib/runtime/backup/check.ts';

/**
 * Copies the database before migrations change it, in DATA_DIR/before-migrations; the name says up to which migration it had them. A copy of
 * that name is of an upgrade that failed or was taken back: it lacks what was written since, so the new one replaces it.
 */
async function copyBeforeMigrations(databaseUrl: string, dataDir: string, say: (text: string) => void): Promise<void> {
  const { applied, pending, unknown } = await migrationState(databaseUrl);
  if (applied.length === 0 || pending.length === 0 || unknown.length > 0) return;
  const folder = join(dataDir, 'before-migrations');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ending = databaseFile(databaseUrl) === null ? 'dump' : 'db';
  const file = join(folder, `${String(applied.length).padStart(4, '0')}-${applied.at(-1)?.slice(0, 12)}.${ending}`);
  try {
    // Under another name until it is whole: a copy that was cut off is none. Who has looked into an earlier one left files beside it.
    for (const end of ['.part', '-wal', '-shm']) rmSync(file + end, { force: true });
    await copyDatabase(databaseUrl, `${file}.part`);
    renameSync(`${file}.part`, file);
    say(`Copied the database to ${file} before ${pending.length} migrations.`);
  } catch (error) {
    if (ending === 'db') throw error;
    say(`No copy of the database before ${pending.length} migrations: ${faultText(error)}`);
  }
}

/** Brings the database to this version, and refuses one whose signing key is missing. */
export async function prepareDatabase(databaseUrl: string, dataDir: string, say: (text: string) => void): Promise<void> {
  await copyBeforeMigrations(databaseUrl, dataDir, say);
  await store().migrate();
  const missing = await missingKey(store().reader, dataDir);
  if (missing !== null) throw new StartError(missing);
}
