import { alwaysRevalidate } from '#lib/platform/http/file-responses.ts';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { isCompressible } from './compress-page.ts';
import { citationFilesOf, isNegotiatedFile } from './content-negotiation.ts';
import { contentTypeOf, isHtml, type PageResponse } from './page-response.ts';
import { signpostingLinks } from './signposting.ts';

/** Payloads for scripts of Next.js have a parameter in their URL besides, and are never stored. */
const variedHeaders = 'Accept-Encoding, Cookie';
const textWithoutCharset = /^(?:text\/[\w.+-]+|[\w.-]+\/(?:[\w.-]+\+)?xml)$/;

/** Step 3: adds the headers that describe the content: what it varies by, how long it is valid, its links, and what robots may do. */
export function describePage(page: PageResponse, request: PageRequest): PageResponse {
  const headers = { ...page.headers };
  // A response without Cache-Control, such as an error or a redirect to a record, must not be cached. Browsers revalidate shared pages.
  if (headers['cache-control'] === undefined || isSharedPage(page, request)) headers['cache-control'] = alwaysRevalidate;
  const type = contentTypeOf(headers);
  if (textWithoutCharset.test(type)) headers['content-type'] = `${type}; charset=utf-8`;
  if (page.status === 304 || isCompressible(page)) headers.vary = isNegotiated(request) ? `${variedHeaders}, Accept` : variedHeaders;
  if (isNegotiatedFile(request)) headers['content-location'] = request.url;
  return { ...page, headers: isHtml(page) ? { ...headers, ...headersOfHtml(page, request) } : headers };
}

/** Returns whether a response is stored in the page cache. */
export const isSharedPage = ({ status, headers }: PageResponse, { isShared }: PageRequest): boolean =>
  isShared && status === 200 && headers['set-cookie'] === undefined;

const isNegotiated = (request: PageRequest): boolean => isNegotiatedFile(request) || request.route?.policy.citationFiles !== undefined;

function headersOfHtml({ status, headers, head, body }: PageResponse, request: PageRequest) {
  const files = citationFilesOf(request);
  const links = files !== null && status === 200 ? signpostingLinks([head, body.toString()], files) : [];
  return {
    ...(links.length > 0 && { link: [headers.link ?? [], links].flat().join(', ') }),
    // A noindex in the page's head is repeated as a header.
    ...((head || body.toString()).includes('<meta name="robots" content="noindex') && { 'x-robots-tag': 'noindex' }),
  };
}
