import { readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { daysMs, now } from '#lib/platform/clock.ts';
import { databaseFile, migrationState } from '#lib/platform/db/copies.ts';
import { type Env, readEnv } from '#lib/platform/env.ts';
import { explain } from '#lib/platform/log/faults.ts';
import { readLastBackup } from '#lib/portal/operations/queries/last-backup.ts';

/** Says what an upgrade to this version does to the database, and whether something stands in its way. Changes nothing. */
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** The copy that is made before migrations, and the room that they take themselves. */
const spaceFactor = 2.5;

async function obstacles({ DATABASE_URL, DATA_DIR }: Env, pending: number): Promise<string[]> {
  const found: string[] = [];
  const last = readLastBackup(DATA_DIR);
  if (last === null || now().getTime() - new Date(last.at).getTime() > daysMs(1))
    found.push('There is no backup of the last 24 hours. Make one with the version that is running: npm run backup -- <file>');
  const file = databaseFile(DATABASE_URL);
  const needed = file === null || pending === 0 ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0) * spaceFactor;
  const { bavail, bsize } = await statfs(DATA_DIR);
  if (bavail * bsize < needed)
    found.push(`The disk has too little room for the copy before the migrations: ${Math.ceil(needed / 1e6)} MB are needed.`);
  return found;
}

try {
  const set = readEnv(process.env);
  const { applied, pending, unknown } = await migrationState(set.DATABASE_URL);
  if (unknown.length > 0) {
    say(`The database is of another version than ${version}, most likely a newer one. There is no way back but a backup from before.`);
    process.exitCode = 1;
  } else if (applied.length === 0) say('The database is empty or missing: nothing to upgrade. Is DATABASE_URL right?');
  else {
    say(`Version ${version}: ${applied.length} migrations are done, ${pending.length} are pending.`);
    const found = await obstacles(set, pending.length);
    for (const each of found) say(each);
    if (found.length > 0) process.exitCode = 1;
    else say('Nothing prevents it. CHANGELOG.md says what changes. Stop the old version, then: npm start');
  }
} catch (error) {
  process.exitCode = 1;
  const reason = explain(error);
  if (reason === null) throw error;
  process.stderr.write(`${reason}\n`);
}
