import { isLoopbackHost } from '#lib/platform/settings/addresses.ts';
import type { ReadableHeaders } from './network.ts';

/**
 * True when a browser says that a form was sent by a page of this site. Sec-Fetch-Site decides where it is sent; Origin must
 * name the public address or, on the machine itself, the host that was asked. A request with neither is refused. Pages under
 * `Referrer-Policy: no-referrer` send `Origin: null`, which says nothing: there Sec-Fetch-Site alone must do.
 */
export function isFromThisSite(headers: ReadableHeaders, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = headers.get('origin');
  if (origin === null || origin === 'null') return site === 'same-origin';
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (from.origin === new URL(publicUrl).origin) return true;
  return isLoopbackHost(from.hostname) && isLoopbackHost(new URL(publicUrl).hostname) && from.host === headers.get('host');
}
