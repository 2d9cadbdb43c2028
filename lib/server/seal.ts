import { createHmac, hkdfSync } from 'node:crypto';
import { env } from '../env.ts';
import { loadSecret } from './secret.ts';

/**
 * What is kept of an address that a source prints: HMAC-SHA-256 (RFC 2104) under a key derived from the instance's secret (HKDF,
 * RFC 5869). People's addresses can be guessed, so that a plain hash would tell them to whoever gets hold of a source record.
 * @returns a function from an address as `emailAddress` reads it to 43 characters of base64url
 */
export function addressSeal(secret: string): (address: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'peergraph printed addresses', 32));
  return (address) => createHmac('sha256', key).update(address).digest('base64url');
}

let own: ((address: string) => string) | undefined;

/** The seal of this instance. */
export const sealOfInstance = (): ((address: string) => string) => {
  const { DATA_DIR, SECRET } = env();
  own ??= addressSeal(loadSecret(DATA_DIR, SECRET));
  return own;
};
