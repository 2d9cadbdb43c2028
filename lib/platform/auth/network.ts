import { isTellingNetwork, networkOf, type ReadableHeaders } from '#lib/platform/http.ts';
import { networkSeal } from '#lib/platform/keys/seal.ts';

/** Returns the seal of the network that a request comes from; null where that says nothing. */
export function sealedNetwork(headers: ReadableHeaders, secret: string): string | null {
  const network = networkOf(headers);
  return isTellingNetwork(network) ? networkSeal(secret)(network) : null;
}
