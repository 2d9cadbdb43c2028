import type { IncomingMessage } from 'node:http';
import { maxPhotoBytes } from '#lib/catalog/ownership/model.ts';
import { env } from '#lib/platform/env.ts';
import { isFromThisSite } from '#lib/platform/http/csrf.ts';
import { maxFormBytes } from '#lib/platform/http/form-size.ts';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { malformedUrlPage } from '../pages/fallback-pages.ts';
import { type RequestRefusal, refusalPage } from '../pages/fault-page.ts';
import type { PageResponse } from '../pages/page-response.ts';
import { isBrokenForm } from './form-body.ts';

/** Time within which a body must arrive, in milliseconds. File uploads have the server's own limit (`requestTimeoutMs`). */
const bodyTimeoutMs = 30_000;
export const headersTimeoutMs = 10_000;
export const requestTimeoutMs = 300_000;

/** Returns the response to a request that no page or form of this site accepts; null if it may proceed. */
export function refuseRequest(request: PageRequest, message: IncomingMessage): PageResponse | null {
  if (!isReadable(request.url)) return missingPage();
  const refusal = refuseTarget(request, message) ?? refuseMethod(request) ?? refuseBody(request) ?? refuseCrossSite(request);
  return refusal && refusalPage(request.headers.accept, refusal);
}

const brokenForm = { status: 400, text: 'This form arrived incomplete. Reload the page, and send it again.' };

/** Returns the response to a form that cannot be parsed; null if it can be. */
export const refuseForm = async (request: PageRequest, message: IncomingMessage): Promise<PageResponse | null> =>
  request.method !== 'GET' && !acceptsUpload(request) && (await isBrokenForm(message))
    ? refusalPage(request.headers.accept, brokenForm)
    : null;

/** Returns false for a path with an invalid escape, and for any NUL, which no page contains and PostgreSQL rejects. */
function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return !url.includes('%00');
  } catch {
    return false;
  }
}

const missingPage = (): PageResponse => ({
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  head: '',
  body: malformedUrlPage(),
});

/** Dot segments (RFC 3986, section 5.2.4). Checks of this server and Next.js would otherwise apply to different paths. */
const dotSegment = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i;

/**
 * Rejects a target with a scheme (RFC 9112, section 3.2.2), which is for proxies and to which Next.js would redirect. Rejects several Host
 * headers, since a proxy may use another one of them.
 */
function refuseTarget({ url, path }: PageRequest, { rawHeaders }: IncomingMessage): RequestRefusal | null {
  if (hasSeveralHosts(rawHeaders)) return { status: 400, text: 'Send exactly one Host header (RFC 9112, 3.2).' };
  if (!url.startsWith('/')) return { status: 400, text: 'Request a path of this site, which starts with a slash.' };
  // Two slashes begin a URL of another host (RFC 3986, section 4.2).
  if (/^[/\\]{2}/.test(url)) return { status: 400, text: 'Request a path that starts with one slash.' };
  return dotSegment.test(path) ? { status: 400, text: 'Request a path without dot segments.' } : null;
}

function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

const refuseMethod = ({ method }: PageRequest): RequestRefusal | null =>
  method === 'GET' || method === 'POST'
    ? null
    : { status: 405, text: 'This site accepts GET, HEAD and POST.', headers: { Allow: 'GET, HEAD, POST' } };

/** Returns whether a request may upload a photo: only with a session. */
const acceptsUpload = ({ route, hasSession }: PageRequest): boolean => hasSession && route?.policy.acceptsUpload === true;

function refuseBody(request: PageRequest): RequestRefusal | null {
  if (request.method === 'GET') return null;
  if (request.headers['transfer-encoding']) return { status: 411, text: 'Send a Content-Length header.' };
  const bytes = Number(request.headers['content-length'] ?? 0);
  if (bytes > maxFormBytes && !(bytes <= maxPhotoBytes && acceptsUpload(request)))
    return {
      status: 413,
      text: `The upload is too large. Forms take ${maxFormBytes / 1024} kB, and photos ${maxPhotoBytes / 1024 ** 2} MB.`,
    };
  return null;
}

/**
 * Rejects forms sent by pages of other sites. Requests without Origin and Sec-Fetch-Site do not come from a current browser.
 */
function refuseCrossSite({ method, headers, route }: PageRequest): RequestRefusal | null {
  if (method === 'GET' || route?.policy.acceptsCrossSite) return null;
  const headerOf = (name: string) => headers[name]?.toString() ?? null;
  if ((headerOf('origin') === null && headerOf('sec-fetch-site') === null) || isFromThisSite({ get: headerOf }, env().PUBLIC_URL)) {
    // Pages with no-referrer send `Origin: null`, which Next.js rejects; Sec-Fetch-Site has proved that they are same-origin.
    if (headerOf('origin') === 'null') delete headers.origin;
    return null;
  }
  return { status: 403, text: 'This was not sent by a page of this site. Open the page here, and send the form from it.' };
}

/**
 * Closes a connection whose body does not arrive in time. The body may be that of a form, or one that is never read: of a GET or a rejected
 * POST.
 */
export function limitBodyTime(request: PageRequest, message: IncomingMessage): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if ((length === '0' && encoding === undefined) || (request.method !== 'GET' && acceptsUpload(request))) return;
  const timer = setTimeout(() => message.complete || message.socket.destroy(), bodyTimeoutMs).unref();
  // The rest of a body may still be arriving after the response was sent.
  message.once('close', () => message.complete && clearTimeout(timer));
}
