import { createHmac, hkdfSync } from 'node:crypto';
import { env } from '#lib/platform/env.ts';
import { isTellingNetwork, networkOf, type ReadableHeaders } from '#lib/platform/http/network.ts';
import { loadSecret } from './secret.ts';

/**
 * The seal of the network prefix that a sign-in came from: equal for equal prefixes, and readable by nobody. Two reviewers who share one
 * do not count as two.
 */
const networkSeal = (secret: string): Seal => sealFor('networks of sign-in', secret);

type Seal = (text: string) => string;

/**
 * What is kept of a text that can be guessed, such as an address: HMAC-SHA-256 (RFC 2104), in 43 characters of base64url, under a key derived
 * from the instance's secret (HKDF, RFC 5869). A plain hash would tell it. A key of its own for each purpose: what one has sealed says nothing
 * about what another has.
 */
export function sealFor(purpose: string, secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `peergraph ${purpose}`, 32));
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}

const ofInstance = (purpose: string): (() => Seal) => {
  let own: Seal | undefined;
  return () => {
    const { DATA_DIR, SECRET } = env();
    own ??= sealFor(purpose, loadSecret(DATA_DIR, SECRET));
    return own;
  };
};

/** The seal of this instance for addresses that sources print. */
export const sealOfInstance = ofInstance('printed addresses');
/** The same for what an account had shown to be its own, of which an erasure leaves a block or a pause (docs/decisions/0021). */
export const sealOfLeavers = ofInstance('kept blocks');

/** Returns the seal of the network that a request comes from; null where that says nothing. */
export function sealedNetwork(headers: ReadableHeaders, secret: string): string | null {
  const network = networkOf(headers);
  return isTellingNetwork(network) ? networkSeal(secret)(network) : null;
}
