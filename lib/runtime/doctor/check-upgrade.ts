import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { and, eq, ne } from 'drizzle-orm';
import { effectOfMethod, keptStrengthDays, proofMethod } from '#lib/governance/claims/model/proofs.ts';
import { minutesMs, now } from '#lib/platform/clock.ts';
import { databaseFile, migrationState } from '#lib/platform/db/copies.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import { openStore } from '#lib/platform/db/store.ts';
import type { Env } from '#lib/platform/env.ts';
import { maxBackupAgeHours } from '#lib/platform/limits.ts';
import { readLastBackup } from '#lib/portal/operations/queries/last-backup.ts';
import { findMissingKey } from '#lib/runtime/backup/check.ts';
import { powersUpgradeMessages } from './check-powers.ts';
import { checkVersions } from './checks.ts';

/** Space required relative to the database file: the copy before migrations, and the migrations themselves. */
const spaceFactor = 2.5;

async function findObstacles(settings: Env, pending: number): Promise<string[]> {
  const { DATABASE_URL, DATA_DIR } = settings;
  const obstacles: string[] = [];
  const lastBackup = readLastBackup(DATA_DIR);
  const makesCopy = settings.COPY_BEFORE_MIGRATIONS === 'on';
  const isOld = lastBackup === null || now().getTime() - new Date(lastBackup.at).getTime() > minutesMs(maxBackupAgeHours * 60);
  // Operators with copies of their own may not have the tools for backups.
  if (makesCopy && isOld)
    obstacles.push(
      `There is no backup of the last ${maxBackupAgeHours} hours. Create one with the running version: npm run backup -- <file>`,
    );
  const file = databaseFile(DATABASE_URL);
  const neededBytes =
    file === null || pending === 0 || !makesCopy ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0) * spaceFactor;
  const { bavail, bsize } = await statfs(existsSync(DATA_DIR) ? DATA_DIR : '.');
  if (bavail * bsize < neededBytes)
    obstacles.push(`The disk has too little room for the copy before the migrations: ${Math.ceil(neededBytes / 1e6)} MB are needed.`);
  // Without the client tools, PostgreSQL cannot be copied, and the upgrade cannot be undone.
  for (const { about, state, text, advice } of await checkVersions(settings))
    if (state === 'fault') obstacles.push(`${about}: ${text} ${advice}`);
  const store = openStore(DATABASE_URL);
  const missingKeyMessage = await findMissingKey(store.reader, DATA_DIR);
  await store.close();
  return missingKeyMessage === null ? obstacles : [...obstacles, missingKeyMessage];
}

/** Returns what the pending migrations change for members. */
async function findEffects({ DATABASE_URL }: Env): Promise<string[]> {
  const store = openStore(DATABASE_URL);
  try {
    return await powersUpgradeMessages(store.reader);
  } finally {
    await store.close();
  }
}

/** Returns what the method of this version means for the proofs of a database, by their stored facts. */
async function describeProofEffects(databaseUrl: string): Promise<string[]> {
  const store = openStore(databaseUrl);
  try {
    // Only columns that the database has before its migrations.
    const isStrong = and(eq(proofs.state, 'valid'), eq(proofs.strength, 'strong'), ne(proofs.method, proofMethod));
    const rows = await store.reader
      .select({ kind: proofs.kind, strength: proofs.strength, facts: proofs.facts })
      .from(proofs)
      .where(isStrong);
    if (rows.length === 0) return [];
    const effects = Map.groupBy(rows, effectOfMethod);
    const [keeps, probe, lower] = (['keeps', 'probe', 'lower'] as const).map((effect) => effects.get(effect)?.length ?? 0);
    return [
      `Strong proofs by the method ${proofMethod}: ${keeps} keep their strength, ${probe} are checked again, ${lower} become fair.`,
      `A proof that becomes fair counts as before for ${keptStrengthDays} days, without power over others, and its owner is told. Nobody loses a profile.`,
    ];
  } finally {
    await store.close();
  }
}

/** Returns whether an upgrade to a version can start, and messages about its effect on the database. Changes nothing. */
export async function checkUpgrade(settings: Env, version: string): Promise<{ isReady: boolean; messages: string[] }> {
  const { applied, pending, unknown } = await migrationState(settings.DATABASE_URL);
  const newerMessage = `The database is of another version than ${version}, most likely a newer one. Only a backup from before that upgrade can go back.`;
  if (unknown.length > 0) return { isReady: false, messages: [newerMessage] };
  const emptyMessage = 'The database is empty or missing: nothing to upgrade. Is DATABASE_URL right?';
  if (applied.length === 0) return { isReady: true, messages: [emptyMessage] };
  const obstacles = await findObstacles(settings, pending.length);
  const effects = pending.length > 0 ? await findEffects(settings) : [];
  const copiesNothing = settings.COPY_BEFORE_MIGRATIONS === 'off' && pending.length > 0;
  const noCopyMessage =
    'COPY_BEFORE_MIGRATIONS is off: migrations run without a copy. Create a backup first; otherwise you cannot go back.';
  const readyMessage = 'The upgrade can start. CHANGELOG.md lists the changes. Stop the old version, then: npm start';
  return {
    isReady: obstacles.length === 0,
    messages: [
      `Version ${version}: ${applied.length} migrations are done, ${pending.length} are pending.`,
      ...(await describeProofEffects(settings.DATABASE_URL)),
      ...(copiesNothing ? [noCopyMessage] : []),
      ...effects,
      ...(obstacles.length > 0 ? obstacles : [readyMessage]),
    ],
  };
}
