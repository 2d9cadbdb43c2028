import { migrationState } from '#lib/platform/db/copies.ts';
import { store } from '#lib/platform/db/store.ts';
import { copyBeforeMigrations, type MigrationSettings } from '#lib/platform/db/upgrade.ts';
import { StartError } from '#lib/platform/processes/listen.ts';
import { missingKey } from '#lib/runtime/backup/check.ts';

/** Brings the database to this version. One whose signing key is missing is refused before anything of it changes. */
export async function prepareDatabase(set: MigrationSettings, say: (text: string) => void): Promise<void> {
  const { applied, unknown } = await migrationState(set.DATABASE_URL);
  if (applied.length > 0 && unknown.length === 0) {
    const missing = await missingKey(store().reader, set.DATA_DIR);
    if (missing !== null) throw new StartError(missing);
  }
  await copyBeforeMigrations(set, say);
  await store().migrate();
}
