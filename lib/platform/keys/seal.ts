import { createHmac, hkdfSync } from 'node:crypto';
import { env } from '#lib/platform/env.ts';
import { isDistinguishingNetwork, networkOf, type ReadableHeaders } from '#lib/platform/http/network.ts';
import { loadSecret } from './secret.ts';

/**
 * Seals the network prefix of a sign-in: equal for equal prefixes, and not readable. Two reviewers on the same network do not count as two.
 */
const networkSeal = (secret: string): SealFunction => createSeal('networks of sign-in', secret);

type SealFunction = (text: string) => string;

/**
 * Returns a keyed hash for values that can be guessed, such as email addresses; a plain hash could be reversed by guessing. It is
 * HMAC-SHA-256 (RFC 2104) as 43 characters of base64url, under a key derived from the instance's secret (HKDF, RFC 5869). Each purpose has
 * its own key, so that seals of different purposes cannot be linked.
 */
export function createSeal(purpose: string, secret: string): SealFunction {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `peergraph ${purpose}`, 32));
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}

const createInstanceSeal = (purpose: string): (() => SealFunction) => {
  let cachedSeal: SealFunction | undefined;
  return () => {
    const { DATA_DIR, SECRET } = env();
    cachedSeal ??= createSeal(purpose, loadSecret(DATA_DIR, SECRET));
    return cachedSeal;
  };
};

/** The seal for email addresses printed in sources. */
export const sealPrintedAddress = createInstanceSeal('printed addresses');
/** The seal for proved identities of erased accounts, by which blocks and cooldowns are retained (docs/decisions/0021). */
export const sealErasedIdentity = createInstanceSeal('kept blocks');

/** Returns the seal of the network of a request; null if the network identifies nobody. */
export function sealedNetwork(headers: ReadableHeaders, secret: string): string | null {
  const network = networkOf(headers);
  return isDistinguishingNetwork(network) ? networkSeal(secret)(network) : null;
}
