import { type OutgoingHttpHeaders, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
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
  if (status === 200 && !isStream(body) && sendPrepared(response, headers, body)) return;
  const own = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
  own.push('x-request-id', response.requestId);
  if (headers['cache-status'] === undefined && response.cacheStatus) own.push('cache-status', response.cacheStatus);
  // Connections of HTTP/1.1 are persistent without a header that says so.
  if (isPersistent(response)) response.removeHeader('connection');
  if (bodilessStatuses.has(status)) return void response.writeHead(status, own).end();
  // A client that leaves ends the stream; there is nobody to tell.
  if (isStream(body)) return void pipeline(body, response.writeHead(status, own), () => undefined);
  if (headers['content-length'] === undefined) own.push('content-length', String(Buffer.byteLength(body)));
  response.writeHead(status, own).end(body);
}

const isPersistent = (response: LoggedResponse): boolean =>
  response.shouldKeepAlive && response.req.httpVersion === '1.1' && !response.hasHeader('connection');

/** Status line and headers. They are prepared once for each page in the cache, whose headers are always the same object. */
const headerLines = new WeakMap<OutgoingHttpHeaders, string>();

/**
 * Sends a page of the cache with lines that are prepared. Node.js would check and join its headers each time, which takes longer than all
 * else that a cached page needs of it. The order of pipelined responses, the reuse of the connection and HEAD remain with Node.js.
 * @returns false if it does not apply
 */
function sendPrepared(response: LoggedResponse, headers: OutgoingHttpHeaders, body: string | Buffer): boolean {
  if (headers['content-length'] === undefined || headers['cache-status'] === undefined) return false;
  if (!isPersistent(response) || response.getHeaderNames().length > 0) return false;
  const lines = headerLines.get(headers) ?? linesOf(headers);
  headerLines.set(headers, lines);
  // Where `writeHead` stores the lines. A version of Node.js that stores them elsewhere gets them by `writeHead`.
  (response as { _header?: string })._header = `${lines}\r\nx-request-id: ${response.requestId}\r\nDate: ${currentDate()}\r\n\r\n`;
  if (!response.headersSent) return false;
  response.end(body);
  return true;
}

/** @throws if a name or a value would end its line */
function linesOf(headers: OutgoingHttpHeaders): string {
  const pairs = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, String(each)] as const));
  for (const [name, value] of pairs) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  return ['HTTP/1.1 200 OK', ...pairs.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
}

let date: string | undefined;

/** Returns the value of the Date header, which changes every second. */
function currentDate(): string {
  if (date !== undefined) return date;
  const at = new Date();
  setTimeout(() => {
    date = undefined;
  }, 1000 - at.getMilliseconds()).unref();
  date = at.toUTCString();
  return date;
}

/** Returns 304 instead of a shared response that the client has already. */
export const unlessUnchanged = (page: PageResponse, { isShared, headers }: PageRequest): PageResponse =>
  isShared && page.status === 200 && matchesEtag(headers['if-none-match'], String(page.headers.etag ?? ''))
    ? withoutContent(page, 304)
    : page;
