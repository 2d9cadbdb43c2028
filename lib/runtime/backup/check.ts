import { asc, gt } from 'drizzle-orm';
import { lastNamedSigningKey } from '#lib/catalog/trust/commands/heads.ts';
import { hashOf } from '#lib/catalog/trust/model/log.ts';
import { databaseFile, findDamage, migrationState } from '#lib/platform/db/copies.ts';
import { evidenceEvents, logEnd, signingKeys } from '#lib/platform/db/schema/trust.ts';
import { openStore, type Reader } from '#lib/platform/db/store.ts';
import { hasSigningKey, isSignedBy } from '#lib/platform/keys/signing.ts';
import type { Instance } from './create.ts';

const pageSize = 2_000;

/** Verifies hashes, chain and signatures of the evidence log from its first event to its end. */
async function findLogFaults(reader: Reader): Promise<string[]> {
  const keys = new Map((await reader.select().from(signingKeys)).map(({ id, publicKey }) => [id, publicKey]));
  let [number, previous] = [0, ''];
  for (;;) {
    const isAfter = gt(evidenceEvents.number, number);
    const rows = await reader.select().from(evidenceEvents).where(isAfter).orderBy(asc(evidenceEvents.number)).limit(pageSize);
    for (const row of rows) {
      const key = keys.get(row.keyId);
      const { previous: recordedPrevious } = JSON.parse(row.body) as { previous: string | null };
      const isIntact = row.number === number + 1 && hashOf(row.body) === row.hash && (recordedPrevious ?? '') === previous;
      if (!isIntact) return [`The evidence log is broken at event ${row.number}.`];
      if (key === undefined || !isSignedBy(key, row.body, row.signature))
        return [`Event ${row.number} of the log is not signed by its key.`];
      [number, previous] = [row.number, row.hash];
    }
    if (rows.length < pageSize) break;
  }
  const [end] = await reader.select().from(logEnd);
  return (end?.number ?? 0) === number && (end?.hash ?? '') === previous ? [] : ['The evidence log does not end where its end is noted.'];
}

/**
 * Returns the message that prevents a start if the signing key of the evidence log is missing, since a new key would split the log. Returns
 * null if the key exists.
 */
export async function findMissingKey(reader: Reader, dataDir: string): Promise<string | null> {
  const keyId = await lastNamedSigningKey(reader);
  if (keyId === null || hasSigningKey(dataDir, keyId)) return null;
  return `The evidence log names the signing key ${keyId}, which is not in ${dataDir}/keys. Restore the folder "keys" from a backup, or name the DATA_DIR that belongs to this database.`;
}

/**
 * Checks database, foreign keys, evidence log and signing key of an instance.
 * @returns the faults found
 */
export async function checkInstance({ databaseUrl, dataDir }: Instance): Promise<string[]> {
  const file = databaseFile(databaseUrl);
  const { applied, unknown, pending } = await migrationState(databaseUrl);
  if (applied.length === 0) return ['The database in DATABASE_URL is empty or missing.'];
  if (unknown.length > 0) return ['The database is of another version of Peergraph, most likely a newer one.'];
  const damage = file === null ? [] : findDamage(file);
  if (damage.length > 0 || pending.length > 0)
    return [...damage, ...(pending.length > 0 ? [`${pending.length} migrations are pending: they run at the next start.`] : [])];
  const store = openStore(databaseUrl);
  try {
    const missing = await findMissingKey(store.reader, dataDir);
    return [...(await findLogFaults(store.reader)), ...(missing === null ? [] : [missing])];
  } finally {
    await store.close();
  }
}
