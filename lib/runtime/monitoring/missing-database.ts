import { existsSync } from 'node:fs';
import { log } from '#lib/platform/log/log.ts';

/**
 * Ends a process that a server has started where the file of its database is gone, as after its folder was moved: opened, an empty database
 * would be made in its place. The server has the file open still.
 */
export function endWithoutDatabase(databaseUrl: string): void {
  if (!databaseUrl.startsWith('file:') || existsSync(databaseUrl.slice('file:'.length))) return;
  log.error('the file of the database is gone: put it back where DATABASE_URL points, and restart the instance');
  process.exit(1);
}
