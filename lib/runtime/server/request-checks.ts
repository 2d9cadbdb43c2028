import type { IncomingMessage } from 'node:http';
import { hasSession } from '#lib/platform/auth/cookies.ts';
import { env } from '#lib/platform/env.ts';
import { isFromThisSite } from '#lib/platform/http/csrf.ts';
import { maxUploadBytes } from '#lib/portal/exports/model/upload-limits.ts';

/** Why a request goes no further. */
export interface RequestRefusal {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

/** No form of ours is larger; a larger body never reaches the pages. */
const maxBodyBytes = 256 * 1024;
/** A body arrives within so long, however slow the line is. A file has the server's own limit (`requestTimeoutMs`). */
const bodyArrivesWithinMs = 30_000;
export const headersTimeoutMs = 10_000;
export const requestTimeoutMs = 300_000;

export const isRead = ({ method }: Pick<IncomingMessage, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** Refuses what no page and no form of this site takes; null for what may go on. */
export const refuseRequest = (request: IncomingMessage, path: string): RequestRefusal | null =>
  refuseTarget(request, path) ?? refuseMethod(request) ?? refuseBody(request, path) ?? refuseCrossSite(request, path);

/** Segments that lead elsewhere (RFC 3986, 5.2.4): what is decided by the path would be decided for another one than the framework answers. */
const dotSegment = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i;

/** An address with a scheme (RFC 9112, 3.2.2) is for proxies; the framework would redirect to it. A proxy may read another of two hosts. */
function refuseTarget({ url = '/', headersDistinct }: IncomingMessage, path: string): RequestRefusal | null {
  if ((headersDistinct.host?.length ?? 0) > 1) return { status: 400, text: 'Name one host (RFC 9112, 3.2).' };
  if (!url.startsWith('/')) return { status: 400, text: 'Ask for a path of this site, which begins with a slash.' };
  return dotSegment.test(path) ? { status: 400, text: 'Ask for a path without segments of dots.' } : null;
}

const refuseMethod = (request: IncomingMessage): RequestRefusal | null =>
  isRead(request) || request.method === 'POST'
    ? null
    : { status: 405, text: 'This site takes GET, HEAD and POST.', headers: { Allow: 'GET, HEAD, POST' } };

/** The forms with a file: a copy of somebody's data, and a photo. Only the person who has a session may send so much. */
export const takesFiles = (request: IncomingMessage, path: string): boolean =>
  /^\/me\/(data\/import|records\/[^/]+\/photo)$/.test(path) && hasSession(request.headers.cookie, env().PUBLIC_URL);

function refuseBody(request: IncomingMessage, path: string): RequestRefusal | null {
  if (isRead(request)) return null;
  if (request.headers['transfer-encoding']) return { status: 411, text: 'Send the length of the body (Content-Length).' };
  const bytes = Number(request.headers['content-length'] ?? 0);
  if (bytes > maxBodyBytes && !(bytes <= maxUploadBytes && takesFiles(request, path)))
    return {
      status: 413,
      text: 'The upload is too large. Forms take 256 kB, photos 8 MB and archives 16 MB.',
    };
  return null;
}

/**
 * A form that a page of another site has sent is sent nowhere here. Who says nothing of where it comes from is no browser of today, and
 * a mail program may press the link that ends a mail from wherever it is open: that link needs no session.
 */
function refuseCrossSite({ method, headers }: IncomingMessage, path: string): RequestRefusal | null {
  if (isRead({ method }) || path.startsWith('/unsubscribe/')) return null;
  const headerOf = (name: string) => headers[name]?.toString() ?? null;
  if ((headerOf('origin') === null && headerOf('sec-fetch-site') === null) || isFromThisSite({ get: headerOf }, env().PUBLIC_URL)) {
    // Pages without a referrer send `null`, of which the framework knows nothing; Sec-Fetch-Site has said that they are ours.
    if (headerOf('origin') === 'null') delete headers.origin;
    return null;
  }
  return { status: 403, text: 'This was not sent by a page of this site. Open the page here, and send it again from there.' };
}

/** Ends a connection whose body does not arrive in time: a form, or one that nobody reads, of a GET or of a POST that is refused. */
export function limitBodyTime(request: IncomingMessage, path: string): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if ((length === '0' && encoding === undefined) || (!isRead(request) && takesFiles(request, path))) return;
  const timer = setTimeout(() => request.complete || request.socket.destroy(), bodyArrivesWithinMs).unref();
  // Also once a request has its answer, the rest of its body may be under way.
  request.once('close', () => request.complete && clearTimeout(timer));
}
