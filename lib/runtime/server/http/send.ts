import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { matchesEtag } from '#lib/platform/http/etag.ts';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { isStream, type PageResponse, withoutContent } from '../pages/page-response.ts';

/** A response with what is known of it before it is sent, for its headers and its log line. */
export class LoggedResponse extends ServerResponse {
  requestId = '';
  cacheStatus = '';
}

/** Statuses of responses without content (RFC 9110, sections 15.3.5 and 15.4.5). */
const bodilessStatuses: ReadonlySet<number> = new Set([204, 304]);

/** Step 6, the last: sends a response. */
export function send(response: LoggedResponse, { status, headers, body }: PageResponse): void {
  response.cacheStatus = String(headers['cache-status'] ?? response.cacheStatus);
  const own = [...headerList(headers), 'x-request-id', response.requestId];
  if (headers['cache-status'] === undefined && response.cacheStatus) own.push('cache-status', response.cacheStatus);
  // Connections of HTTP/1.1 are persistent without a header that says so.
  if (response.shouldKeepAlive && response.req.httpVersion === '1.1' && !response.hasHeader('connection'))
    response.removeHeader('connection');
  if (bodilessStatuses.has(status)) return void response.writeHead(status, own).end();
  // A client that leaves ends the stream; there is nobody to tell.
  if (isStream(body)) return void pipeline(body, response.writeHead(status, own), () => undefined);
  if (headers['content-length'] === undefined) own.push('content-length', String(Buffer.byteLength(body)));
  response.writeHead(status, own).end(body);
}

const headerLists = new WeakMap<OutgoingHttpHeaders, readonly OutgoingHttpHeader[]>();

/** Returns names and values in turn. They are prepared once for each page in the cache, whose headers are always the same object. */
function headerList(headers: OutgoingHttpHeaders): readonly OutgoingHttpHeader[] {
  const known = headerLists.get(headers);
  if (known) return known;
  const list = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
  headerLists.set(headers, list);
  return list;
}

/** Returns 304 instead of a shared response that the client has already. */
export const unlessUnchanged = (page: PageResponse, { isShared, headers }: PageRequest): PageResponse =>
  isShared && page.status === 200 && matchesEtag(headers['if-none-match'], String(page.headers.etag ?? ''))
    ? withoutContent(page, 304)
    : page;
