import { now } from '#lib/platform/clock.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { signingKey } from '#lib/platform/keys/signing.ts';
import { type PublishedKey, snapshotBody, type TrustDocument } from '../model/document.ts';
import { latestHeads, latestSnapshotToSign, publishedSigningKeys } from './document.ts';
import { signedEventsOf } from './log.ts';

/** Returns the keys that have signed something, and the current key, even if it has signed nothing yet. */
export async function selectKeysWithCurrent(reader: Reader): Promise<PublishedKey[]> {
  const keys = await publishedSigningKeys(reader);
  const { id, publicKey } = signingKey(env().DATA_DIR);
  return keys.some((key) => key.id === id) ? keys : [...keys, { id, publicKey, createdAt: now().toISOString(), retiredAt: null }];
}

/**
 * Returns everything needed to recompute a record's points: its signed snapshot, its events, the keys and the latest published head of the
 * log. A snapshot that follows from public works alone is signed on request; the same text always has the same signature.
 */
export async function trustDocument(reader: Reader, record: { key: number; id: string }): Promise<TrustDocument | null> {
  const latest = await latestSnapshotToSign(reader, record);
  if (!latest) return null;
  const body = snapshotBody(latest.input);
  const key = signingKey(env().DATA_DIR);
  return {
    format: 'peergraph-trust-1',
    about: `${env().PUBLIC_URL}/authors/${record.id}`,
    snapshot: latest.signed ?? { body, keyId: key.id, signature: key.sign(body) },
    events: await signedEventsOf(reader, record.id),
    keyEvents: await signedEventsOf(reader, ''),
    keys: await selectKeysWithCurrent(reader),
    head: (await latestHeads(reader, 1))[0] ?? null,
  };
}
