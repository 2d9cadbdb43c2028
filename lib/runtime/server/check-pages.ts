import { databaseFile, findDamage } from '#lib/platform/db/copies.ts';
import { env } from '#lib/platform/env.ts';
import { damagedExitCode } from './database-watch.ts';

/** The process that looks for damaged pages, for the server that has started it (lib/runtime/server/database-watch.ts). */
const file = databaseFile(env().DATABASE_URL);
const [damage] = file === null ? [] : findDamage(file, { quick: true });
if (damage !== undefined) {
  process.stdout.write(damage);
  process.exitCode = damagedExitCode;
}
