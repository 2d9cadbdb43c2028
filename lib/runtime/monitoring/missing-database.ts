import { existsSync } from 'node:fs';
import { log } from '#lib/platform/log/log.ts';

/**
 * Ends a child process if the database file is missing, for example because its folder was moved. Opening it would create an empty
 * database, while the server still has the old file open.
 */
export function stopWithoutDatabase(databaseUrl: string): void {
  if (!databaseUrl.startsWith('file:') || existsSync(databaseUrl.slice('file:'.length))) return;
  log.error('the database file is missing: restore it at DATABASE_URL, and restart the instance');
  process.exit(1);
}
