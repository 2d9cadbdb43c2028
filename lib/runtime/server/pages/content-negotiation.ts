import Negotiator from 'negotiator';
import { citationFormats } from '#lib/catalog/works/model/citations/formats.ts';
import { type PageRequest, requestFor } from '#lib/runtime/routes/page-request.ts';

/** With the charset, because some clients ask for "application/x-bibtex; charset=utf-8". */
const offeredFiles = new Map(citationFormats.map(({ type, file }) => [`${type}; charset=utf-8`, file]));
const offeredTypes = ['text/html; charset=utf-8', ...offeredFiles.keys()];

/** Returns the base path of the citation files of a work or an author; null for other pages. */
export const citationFilesOf = ({ path, route }: PageRequest): string | null =>
  route?.policy.citationFiles === undefined ? null : `${path}${route.policy.citationFiles}`;

/** Returns whether content negotiation has chosen another URL than the requested one. */
export const isNegotiatedFile = ({ url, requestedUrl }: PageRequest): boolean => url !== requestedUrl;

/**
 * Returns the request of the citation file that the Accept header asks for at a page's URL, as doi.org does (RFC 9110, section 12.5.1). The
 * response names the URL of the file as Content-Location. Browsers, and clients without an acceptable format, get the page.
 */
export function negotiateContent(request: PageRequest): PageRequest {
  const files = citationFilesOf(request);
  if (request.method !== 'GET' || files === null) return request;
  const file = fileFor(request);
  const query = request.url.slice(request.path.length);
  // The files have the present works only.
  if (!file || new URLSearchParams(query).has('as-of')) return request;
  const url = `${files}/${file}${query}`;
  return { ...requestFor(request, url), requestedUrl: request.url };
}

/** Chosen files by Accept header. Browsers send a few different ones. */
const chosenFiles = new Map<string, string | undefined>();
const maxChosenFiles = 100;

function fileFor({ headers }: PageRequest): string | undefined {
  const { accept = '' } = headers;
  if (accept === '') return undefined;
  if (chosenFiles.has(accept)) return chosenFiles.get(accept);
  const file = offeredFiles.get(new Negotiator({ headers }).mediaType(offeredTypes) ?? '');
  if (accept.length < 200 && chosenFiles.size < maxChosenFiles) chosenFiles.set(accept, file);
  return file;
}
