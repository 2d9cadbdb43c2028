import { store } from '#lib/platform/db/store.ts';
import { copyBeforeMigrations, type MigrationSettings } from '#lib/platform/db/upgrade.ts';
import { StartError } from '#lib/platform/processes/listen.ts';
import { missingKey } from '#lib/runtime/backup/check.ts';

/** Brings the database to this version, and refuses one whose signing key is missing. */
export async function prepareDatabase(set: MigrationSettings, say: (text: string) => void): Promise<void> {
  await copyBeforeMigrations(set, say);
  await store().migrate();
  const missing = await missingKey(store().reader, set.DATA_DIR);
  if (missing !== null) throw new StartError(missing);
}
