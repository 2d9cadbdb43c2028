import { eq } from 'drizzle-orm';
import { instanceValues } from '#lib/platform/db/schema/instance.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { StartError } from '#lib/platform/processes/listen.ts';
import { createSeal } from './seal.ts';

const checkName = 'secret-check';

/** Returns a value from which nobody can read the secret, and which only the same secret gives. */
const checkValueOf = (secret: string): string => createSeal('check of the secret', secret)(checkName);

/** Returns whether a database was used with this secret; 'unknown' if none was noted yet. */
export async function compareSecret(reader: Reader, secret: string): Promise<'same' | 'other' | 'unknown'> {
  const [row] = await reader.select({ value: instanceValues.value }).from(instanceValues).where(eq(instanceValues.name, checkName));
  return row === undefined ? 'unknown' : row.value === checkValueOf(secret) ? 'same' : 'other';
}

/** Notes the secret with which the database is used from now on. */
export async function acceptSecret(tx: Writer, secret: string): Promise<void> {
  const value = checkValueOf(secret);
  await tx
    .insert(instanceValues)
    .values({ name: checkName, value })
    .onConflictDoUpdate({ target: instanceValues.name, set: { value } })
    .returning({ name: instanceValues.name });
}

const otherSecretMessage =
  'The secret is not the one with which this database was used. Restore it: SECRET, or the file "secret" of DATA_DIR from a backup. If it is lost or was replaced on purpose, accept the new one: npm run doctor -- accept-secret. docs/operate.md, "A new secret", says what that ends.';

/** Refuses a secret other than the one with which a database was used: seals and links would silently end. @throws StartError */
export async function requireSameSecret(store: Pick<Store, 'reader' | 'transact'>, secret: string): Promise<void> {
  const result = await compareSecret(store.reader, secret);
  if (result === 'other') throw new StartError(otherSecretMessage);
  if (result === 'unknown') await store.transact((tx) => acceptSecret(tx, secret));
}
