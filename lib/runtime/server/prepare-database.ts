import { ToolError } from '#lib/platform/db/copies.ts';
import { store } from '#lib/platform/db/store.ts';
import { copyBeforeMigrations } from '#lib/platform/db/upgrade.ts';
import { faultText } from '#lib/platform/log/fault-text.ts';
import { StartError } from '#lib/platform/processes/listen.ts';
import { missingKey } from '#lib/runtime/backup/check.ts';

/** Brings the database to this version, and refuses one whose signing key is missing. */
export async function prepareDatabase(databaseUrl: string, dataDir: string, say: (text: string) => void): Promise<void> {
  try {
    await copyBeforeMigrations(databaseUrl, dataDir, say);
  } catch (error) {
    // PostgreSQL may be backed up by others, and its tools not be here.
    if (!(error instanceof ToolError)) throw error;
    say(`No copy of the database before its migrations: ${faultText(error)}`);
  }
  await store().migrate();
  const missing = await missingKey(store().reader, dataDir);
  if (missing !== null) throw new StartError(missing);
}
