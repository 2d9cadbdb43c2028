import type { IncomingMessage } from 'node:http';
import { maxPhotoBytes } from '#lib/catalog/ownership/model.ts';
import { hasSession } from '#lib/platform/auth/cookies.ts';
import { env } from '#lib/platform/env.ts';
import { isFromThisSite } from '#lib/platform/http/csrf.ts';
import { maxFormBytes } from '#lib/platform/http/form-size.ts';
import { maxPackedBytes, maxUploadBytes } from '#lib/portal/exports/model/upload-limits.ts';

export interface RequestRefusal {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

/** Time within which a body must arrive, in milliseconds. File uploads have the server's own limit (`requestTimeoutMs`). */
const bodyTimeoutMs = 30_000;
export const headersTimeoutMs = 10_000;
export const requestTimeoutMs = 300_000;

export const isReadRequest = ({ method }: Pick<IncomingMessage, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** Returns why no page or form of this site accepts a request; null if it may proceed. */
export const refuseRequest = (request: IncomingMessage, path: string): RequestRefusal | null =>
  refuseTarget(request, path) ?? refuseMethod(request) ?? refuseBody(request, path) ?? refuseCrossSite(request, path);

/** Dot segments (RFC 3986, section 5.2.4). Checks of this server and Next.js would otherwise apply to different paths. */
const dotSegment = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i;

/**
 * Rejects a target with a scheme (RFC 9112, section 3.2.2), which is for proxies and to which Next.js would redirect. Rejects several Host
 * headers, since a proxy may use another one of them.
 */
function refuseTarget({ url = '/', headersDistinct }: IncomingMessage, path: string): RequestRefusal | null {
  if ((headersDistinct.host?.length ?? 0) > 1) return { status: 400, text: 'Send exactly one Host header (RFC 9112, 3.2).' };
  if (!url.startsWith('/')) return { status: 400, text: 'Request a path of this site, which starts with a slash.' };
  return dotSegment.test(path) ? { status: 400, text: 'Request a path without dot segments.' } : null;
}

const refuseMethod = (request: IncomingMessage): RequestRefusal | null =>
  isReadRequest(request) || request.method === 'POST'
    ? null
    : { status: 405, text: 'This site accepts GET, HEAD and POST.', headers: { Allow: 'GET, HEAD, POST' } };

/** Returns whether a request may upload a file: an archive or a photo, and only with a session. */
export const acceptsUpload = (request: IncomingMessage, path: string): boolean =>
  /^\/me\/(data\/import|records\/[^/]+\/photo)$/.test(path) && hasSession(request.headers.cookie, env().PUBLIC_URL);

function refuseBody(request: IncomingMessage, path: string): RequestRefusal | null {
  if (isReadRequest(request)) return null;
  if (request.headers['transfer-encoding']) return { status: 411, text: 'Send a Content-Length header.' };
  const bytes = Number(request.headers['content-length'] ?? 0);
  if (bytes > maxFormBytes && !(bytes <= maxUploadBytes && acceptsUpload(request, path)))
    return {
      status: 413,
      text: `The upload is too large. Forms take ${maxFormBytes / 1024} kB, photos ${maxPhotoBytes / 1024 ** 2} MB and archives ${maxPackedBytes / 1024 ** 2} MB.`,
    };
  return null;
}

/**
 * Rejects forms sent by pages of other sites. Requests without Origin and Sec-Fetch-Site do not come from a current browser. The
 * unsubscribe link is exempt: mail programs may submit it from any origin, and it needs no session.
 */
function refuseCrossSite({ method, headers }: IncomingMessage, path: string): RequestRefusal | null {
  if (isReadRequest({ method }) || path.startsWith('/unsubscribe/')) return null;
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
export function limitBodyTime(request: IncomingMessage, path: string): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if ((length === '0' && encoding === undefined) || (!isReadRequest(request) && acceptsUpload(request, path))) return;
  const timer = setTimeout(() => request.complete || request.socket.destroy(), bodyTimeoutMs).unref();
  // The rest of a body may still be arriving after the response was sent.
  request.once('close', () => request.complete && clearTimeout(timer));
}
