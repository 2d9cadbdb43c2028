import { isLoopbackHost } from '#lib/platform/settings/addresses.ts';
import type { ReadableHeaders } from './network.ts';

/**
 * Returns true if the browser states that a page of this site sent the form. If Sec-Fetch-Site is present, it must be `same-origin`. Origin
 * must be the public origin or, on this machine, the requested host. Requests with neither header are rejected. Pages under
 * `Referrer-Policy: no-referrer` send `Origin: null`; Sec-Fetch-Site alone then decides.
 */
export function isFromThisSite(headers: ReadableHeaders, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = headers.get('origin');
  if (origin === null || origin === 'null') return site === 'same-origin';
  if (!URL.canParse(origin)) return false;
  const originUrl = new URL(origin);
  if (originUrl.origin === new URL(publicUrl).origin) return true;
  return isLoopbackHost(originUrl.hostname) && isLoopbackHost(new URL(publicUrl).hostname) && originUrl.host === headers.get('host');
}
