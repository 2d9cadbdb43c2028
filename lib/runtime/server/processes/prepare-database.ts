import { resolve } from 'node:path';
import { eq } from 'drizzle-orm';
import { databaseFile, migrationState } from '#lib/platform/db/copies.ts';
import { lostCommitsMessage } from '#lib/platform/db/last-commit.ts';
import { imports } from '#lib/platform/db/schema/imports.ts';
import { reader, store } from '#lib/platform/db/store.ts';
import { copyBeforeMigrations, type MigrationSettings } from '#lib/platform/db/upgrade.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import { requireSameSecret } from '#lib/platform/keys/secret-check.ts';
import { signingKey } from '#lib/platform/keys/signing.ts';
import { StartError } from '#lib/platform/processes/listen.ts';
import { findMissingKey } from '#lib/runtime/backup/check.ts';
import { runScript } from './run-script.ts';

/** Returns a message that shows an operator immediately if a misspelt setting has led to a new instance. */
function newInstanceMessage({ DATABASE_URL, DATA_DIR }: MigrationSettings): string {
  const { host, pathname } = new URL(DATABASE_URL);
  const database = databaseFile(DATABASE_URL) ?? `${host}${pathname}`;
  return `New instance: the database ${database} is empty; keys and files are in ${resolve(DATA_DIR)}. If you expect data here, stop, and correct DATABASE_URL or DATA_DIR.`;
}

/** Migrates the database to this version. If its signing key is missing, it is refused before any change. */
export async function prepareDatabase(settings: MigrationSettings, print: (text: string) => void): Promise<void> {
  const { applied, unknown } = await migrationState(settings.DATABASE_URL);
  if (applied.length > 0 && unknown.length === 0) {
    const missingKeyMessage = await findMissingKey(store().reader, settings.DATA_DIR);
    if (missingKeyMessage !== null) throw new StartError(missingKeyMessage);
  }
  const file = databaseFile(settings.DATABASE_URL);
  const lostMessage = file === null ? null : await lostCommitsMessage(file, () => store().reader);
  if (lostMessage !== null) print(lostMessage);
  await copyBeforeMigrations(settings, print);
  if (applied.length === 0) print(newInstanceMessage(settings));
  await store().migrate();
  await requireSameSecret(store(), loadSecret(settings.DATA_DIR, process.env.SECRET));
  // The operator copies it to other servers before it signs anything.
  if (applied.length === 0) signingKey(settings.DATA_DIR);
}

/** Imports the sample unless this has finished before. It runs in a child process, so that no code of the server can call it. */
export async function importSample(): Promise<void> {
  const [sample] = await reader().select({ state: imports.state }).from(imports).where(eq(imports.id, 'sample'));
  if (sample?.state !== 'finished') await runScript(['--conditions=react-server', resolve('seeds/seed-sample.ts')]);
}
