import type { IncomingMessage, ServerResponse } from 'node:http';
import { etagOf } from '#lib/platform/http/etag.ts';
import type { DrawnPage } from '#lib/runtime/visitor-pages/visitor-page.ts';
import { codingFor, compress } from './compression.ts';
import { isNegotiated, pointToFiles } from './content-negotiation.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { addPageScript, withPageScript } from './page-script.ts';

/** The level of Brotli of what is compressed while somebody waits. */
export const quickQuality = 5;

const varies = 'Accept-Encoding, Cookie, RSC, Next-Router-State-Tree, Next-Router-Prefetch';
export const variesOf = (path: string): string => (isNegotiated(path) ? `${varies}, Accept` : varies);

/** A whole page, with the headers that its content decides. */
export function finishPage(response: ServerResponse, path: string, content: string): Buffer {
  const html = withPageScript(content);
  setPageHeaders(response, path, [html]);
  return Buffer.from(html);
}

function setPageHeaders(response: ServerResponse, path: string, html: [head: string, ...rest: string[]]): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(html, response.statusCode === 200 ? path : undefined));
  pointToFiles(response, path);
  // What a page says to search engines in its head, its answer says too.
  if (html[0].includes('<meta name="robots" content="noindex')) response.setHeader('X-Robots-Tag', 'noindex');
}

const pageEnd = '</body></html>';

/**
 * Sends a page that needs no more changes, compressed, so that a renderer does the work of it and the server only passes it on. Where the
 * reader takes no compression, the server finishes it.
 */
export function sendDrawnPage(request: IncomingMessage, response: ServerResponse, path: string, page: DrawnPage): void {
  const coding = codingFor(request);
  if (coding === null) return void response.end(`${page.head}${page.body}${pageEnd}`);
  const pieces: [string, string, string] = [addPageScript(page.head), page.body, pageEnd];
  setPageHeaders(response, path, pieces);
  const body = bytesOf(pieces);
  response.setHeader('ETag', etagOf(body));
  response.setHeader('Vary', variesOf(path));
  response.setHeader('Content-Encoding', coding);
  response.end(compress(body, coding, quickQuality));
}

/** Pieces of text as one buffer. To join them as text would copy the page twice more, each time into memory that is new. */
function bytesOf(pieces: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let at = 0;
  for (const piece of pieces) at += bytes.write(piece, at);
  return bytes;
}
