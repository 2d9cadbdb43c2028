import { desc, eq, isNull } from 'drizzle-orm';
import { dayOf, now } from '#lib/platform/clock.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { logEnd, logHeads, signingKeys } from '#lib/platform/db/schema/trust.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { createSigningKey, signingKey } from '#lib/platform/keys/signing.ts';
import { headBody } from '../model/document.ts';
import { enqueueDeliveries } from './deliveries.ts';
import { logEvent } from './log.ts';

/**
 * Signs and publishes the current end of the log, once a day (UTC). Anyone with yesterday's head can verify that earlier events are
 * unchanged. Without a new event, no head is published.
 */
export async function publishHead(tx: Writer): Promise<void> {
  const [end] = await tx.select().from(logEnd).where(eq(logEnd.id, 1));
  if (!end || end.number === 0) return;
  const [latest] = await tx.select().from(logHeads).orderBy(desc(logHeads.day)).limit(1);
  const at = now();
  const day = dayOf(at);
  if (latest && (latest.number === end.number || latest.day >= day)) return;
  const key = signingKey(env().DATA_DIR);
  const signature = key.sign(headBody({ day, number: end.number, hash: end.hash, at: at.toISOString() }));
  await tx.insert(logHeads).values({ day, number: end.number, hash: end.hash, at, keyId: key.id, signature }).onConflictDoNothing();
  await enqueueDeliveries(tx);
}

/**
 * Names a new key in the log. The old key signs the event, so that trust in the old key extends to the new one; earlier signatures stay
 * valid. The caller switches to the new key after the commit. If that is interrupted, `lastNamedSigningKey` still returns the new key.
 */
export async function changeSigningKey(tx: Writer): Promise<{ from: string; to: string }> {
  const oldKey = signingKey(env().DATA_DIR);
  const key = createSigningKey(env().DATA_DIR);
  const at = now();
  await tx.insert(signingKeys).values({ id: oldKey.id, publicKey: oldKey.publicKey, createdAt: at }).onConflictDoNothing();
  await tx.insert(signingKeys).values({ id: key.id, publicKey: key.publicKey, createdAt: at });
  await tx.update(signingKeys).set({ retiredAt: at }).where(eq(signingKeys.id, oldKey.id));
  await logEvent(tx, { authorId: '', kind: 'key_changed', facts: { from: oldKey.id, to: key.id, publicKey: key.publicKey } });
  return { from: oldKey.id, to: key.id };
}

/** Returns the last key that the log names and that is not retired; null before the first event. */
export async function lastNamedSigningKey(reader: Reader): Promise<string | null> {
  const key = await firstOf(reader, signingKeys, isNull(signingKeys.retiredAt), desc(signingKeys.createdAt));
  return key?.id ?? null;
}
