import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasSession } from '#lib/platform/auth/cookies.ts';
import { env } from '#lib/platform/env.ts';
import { etagOf, matchesEtag } from '#lib/platform/http/etag.ts';
import { alwaysRevalidate } from '#lib/platform/http/file-responses.ts';
import { faultOfRequest } from '#lib/platform/request-context.ts';
import { type PendingEntry, storeResponse } from '../cache/page-cache.ts';
import { isDevelopment } from '../development/mode.ts';
import { faultPages, faultResponse, retryAfterHeader } from '../http/fault-answer.ts';
import { type Coding, codingFor, compress, minCompressedBytes } from './compression.ts';
import { withFallback } from './fallback-pages.ts';
import { fastBrotliQuality, finishPage, varyHeader } from './finish-page.ts';
import { removeScripts } from './next-output.ts';

const textTypes = /^(text\/|application\/(javascript|json|xml|[\w.-]+\+(json|xml)|x-bibtex|x-research-info-systems|x-tex)|image\/svg)/;
/** A CV takes seconds in some citation styles, so that the page cache keeps it too. It is compressed already. */
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/**
 * Build files compressed at the highest quality, once. The key contains a hash of the content, since errors and partial responses have the
 * same path.
 */
const compressedFiles = new Map<string, Buffer>();
const maxCompressedFiles = 500;

/**
 * Buffers a text response until it is complete. Pages get a content security policy with the hashes of their scripts, and everything is
 * compressed. An already compressed page is passed through (`sendRenderedPage`). A response with a pending entry is stored in the page cache.
 */
export function bufferResponse(request: IncomingMessage, response: ServerResponse, path: string, pending: PendingEntry | null): void {
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const chunks: Buffer[] = [];
  const isBuffered = () =>
    !response.headersSent &&
    (textTypes.test(contentTypeOf(response)) || contentTypeOf(response) === docxType) &&
    !response.hasHeader('content-encoding');
  const collect = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as Uint8Array));
  };
  const flush = response.flushHeaders.bind(response);
  response.flushHeaders = () => {
    if (!isBuffered()) flush();
  };
  response.write = ((chunk: unknown, ...rest: unknown[]) => {
    if (!isBuffered()) return write(chunk, ...rest);
    collect(chunk);
    const callback = rest.find((each) => typeof each === 'function');
    if (callback) process.nextTick(callback as () => void);
    return true;
  }) as typeof response.write;
  response.end = ((chunk: unknown, ...rest: unknown[]) => {
    // After a form, 307 would make the browser submit it again; 303 continues with GET.
    if (request.method === 'POST' && response.statusCode === 307 && !response.headersSent) response.statusCode = 303;
    if (chunk instanceof Uint8Array && isCompressedPage(response)) {
      deliver(request, response, Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), end, pending);
      return response;
    }
    if (response.statusCode === 304 && !response.headersSent) response.setHeader('Vary', varyHeader(path));
    if (!isBuffered()) return isFault(response) ? endFault(request, response, end, [chunk, ...rest]) : end(chunk, ...rest);
    if (isPageRedirect(response)) {
      for (const name of contentHeaders) response.removeHeader(name);
      end();
      return response;
    }
    collect(chunk);
    if (response.statusCode >= 500) showFault(request, response, chunks);
    const content = contentTypeOf(response).startsWith('text/html')
      ? completePage(request, response, path, Buffer.concat(chunks))
      : Buffer.concat(chunks);
    send(request, response, path, content, end, pending);
    return response;
  }) as typeof response.end;
}

/** Returns whether the response is an already compressed page. */
const isCompressedPage = (response: ServerResponse): boolean =>
  !response.headersSent && response.hasHeader('content-encoding') && contentTypeOf(response).startsWith('text/html');

/** Headers that a response without content does not have. */
const contentHeaders = ['content-length', 'content-encoding', 'content-type'];

/** Returns whether the response is a redirect for which Next.js has rendered a page, the one for missing pages. */
const isPageRedirect = (response: ServerResponse): boolean =>
  response.hasHeader('location') && response.statusCode < 400 && contentTypeOf(response).startsWith('text/html');

const isFault = (response: ServerResponse): boolean => response.statusCode >= 500 && !response.headersSent;

/** Completes a failed response without content, for files, with the status that a page would have. */
function endFault(
  request: IncomingMessage,
  response: ServerResponse,
  end: (...args: unknown[]) => ServerResponse,
  args: readonly unknown[],
): ServerResponse {
  if (contentTypeOf(response) !== '') return end(...args);
  const { status, headers, body } = faultResponse(request.headers.accept);
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  return end(body);
}

/**
 * Replaces the body of a failed response: with status 503 and a page that says so if the database was overloaded or its disk full, and with an error page if Next.js
 * returned plain text for a form.
 */
function showFault(request: IncomingMessage, response: ServerResponse, chunks: Buffer[]): void {
  const isPlainText = contentTypeOf(response).startsWith('text/plain') && !request.headers['next-action'];
  const fault = faultOfRequest();
  const isKnown = fault !== 'internal_error';
  if (isKnown) response.statusCode = 503;
  for (const [name, value] of Object.entries(retryAfterHeader(fault))) response.setHeader(name, value);
  if (!isPlainText && !(isKnown && contentTypeOf(response).startsWith('text/html'))) return;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  chunks.splice(0, chunks.length, Buffer.from(faultPages[fault]()));
}

const contentTypeOf = (response: ServerResponse): string => String(response.getHeader('content-type') ?? '');

function completePage(request: IncomingMessage, response: ServerResponse, path: string, body: Buffer): Buffer {
  const hasScripts = isDevelopment || hasSession(request.headers.cookie, env().PUBLIC_URL) || needsScript(request);
  const html = withFallback(body.toString('utf8'), response.statusCode, hasScripts);
  return finishPage(response, path, hasScripts ? html : removeScripts(html));
}

/** Returns whether a page needs scripts without a session: only the passkey sign-in does. */
const needsScript = (request: IncomingMessage): boolean => /^\/sign-in\/passkey(\?|$)/.test(request.url ?? '');

function send(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  body: Buffer,
  end: (...args: unknown[]) => ServerResponse,
  pending: PendingEntry | null,
): void {
  if (isCacheable(response, pending) && !response.hasHeader('etag')) response.setHeader('ETag', etagOf(body));
  // A range of a file refers to its uncompressed bytes.
  const isUncompressed =
    body.length < minCompressedBytes || response.statusCode === 206 || response.statusCode === 304 || contentTypeOf(response) === docxType;
  const coding = isUncompressed ? null : codingFor(request);
  const isBuildFile = response.statusCode === 200 && path.startsWith('/_next/static/');
  const compressed = coding === null ? body : isBuildFile ? compressBuildFile(body, coding) : compress(body, coding, fastBrotliQuality);
  if (coding) response.setHeader('Content-Encoding', coding);
  response.setHeader('Vary', varyHeader(path));
  deliver(request, response, compressed, end, pending);
}

const isCacheable = (response: ServerResponse, pending: PendingEntry | null): pending is PendingEntry =>
  pending !== null && response.statusCode === 200 && !response.hasHeader('set-cookie');

/** Sends the bytes of a response, and stores them in the page cache if allowed. */
function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  end: (...args: unknown[]) => ServerResponse,
  pending: PendingEntry | null,
): void {
  if (response.statusCode !== 304) response.setHeader('Content-Length', body.length);
  if (!isCacheable(response, pending)) return void end(body);
  // Browsers revalidate on every request, so that their copy is never stale.
  response.setHeader('Cache-Control', alwaysRevalidate);
  storeResponse(pending, response, body);
  if (!matchesEtag(request.headers['if-none-match'], String(response.getHeader('etag') ?? ''))) return void end(body);
  for (const name of contentHeaders) response.removeHeader(name);
  response.statusCode = 304;
  end();
}

function compressBuildFile(body: Buffer, coding: Coding): Buffer {
  const key = `${coding} ${etagOf(body)}`;
  const compressed = compressedFiles.get(key) ?? compress(body, coding, 11);
  if (compressedFiles.size < maxCompressedFiles) compressedFiles.set(key, compressed);
  return compressed;
}
