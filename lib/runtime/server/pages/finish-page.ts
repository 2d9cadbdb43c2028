import type { IncomingMessage, ServerResponse } from 'node:http';
import { etagOf } from '#lib/platform/http/etag.ts';
import type { RenderedPage } from '#lib/runtime/static-markup/rendered-page.ts';
import { codingFor, compress } from './compression.ts';
import { addSignpostingLinks, isNegotiated } from './content-negotiation.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { addPageScript, withPageScript } from './page-script.ts';

/** Brotli quality of responses that are compressed while the client waits. */
export const fastBrotliQuality = 5;

const variedHeaders = 'Accept-Encoding, Cookie, RSC, Next-Router-State-Tree, Next-Router-Prefetch';
export const varyHeader = (path: string): string => (isNegotiated(path) ? `${variedHeaders}, Accept` : variedHeaders);

/** Completes a page and sets the headers that depend on its content. */
export function finishPage(response: ServerResponse, path: string, content: string): Buffer {
  const html = withPageScript(content);
  setPageHeaders(response, path, [html]);
  return Buffer.from(html);
}

function setPageHeaders(response: ServerResponse, path: string, html: [head: string, ...rest: string[]]): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(html, response.statusCode === 200 ? path : undefined));
  addSignpostingLinks(response, path, html);
  // A noindex in the page's head is repeated as a header.
  if (html[0].includes('<meta name="robots" content="noindex')) response.setHeader('X-Robots-Tag', 'noindex');
}

const pageEnd = '</body></html>';

/**
 * Compresses and sends a complete page in a renderer, so that the server only passes it on. If the client accepts no compression, the
 * server completes the page.
 */
export function sendRenderedPage(request: IncomingMessage, response: ServerResponse, path: string, page: RenderedPage): void {
  const coding = codingFor(request);
  if (coding === null) return void response.end(`${page.head}${page.body}${pageEnd}`);
  const pieces: [string, string, string] = [addPageScript(page.head), page.body, pageEnd];
  setPageHeaders(response, path, pieces);
  const body = joinTexts(pieces);
  response.setHeader('ETag', etagOf(body));
  response.setHeader('Vary', varyHeader(path));
  response.setHeader('Content-Encoding', coding);
  response.end(compress(body, coding, fastBrotliQuality));
}

/** Joins texts in one buffer. Joining them as strings would copy the page twice more into new memory. */
function joinTexts(pieces: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let offset = 0;
  for (const piece of pieces) offset += bytes.write(piece, offset);
  return bytes;
}
