import { databaseFile, findDamage } from '#lib/platform/db/copies.ts';
import { env } from '#lib/platform/env.ts';
import { damagedExitCode } from './database-watch.ts';

/** Process that looks for damaged database pages on behalf of the server (lib/runtime/server/processes/database-watch.ts). */
const file = databaseFile(env().DATABASE_URL);
const [damage] = file === null ? [] : findDamage(file, { quick: true });
if (damage !== undefined) {
  process.stdout.write(damage);
  process.exitCode = damagedExitCode;
}
