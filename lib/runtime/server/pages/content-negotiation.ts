import type { IncomingMessage, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import { citationFormats } from '#lib/catalog/works/model/citations/formats.ts';
import { signpostingLinks } from './signposting.ts';

/** Pages of one work or one author, which have citation files at URLs of their own. */
const pagesWithFiles = /^\/(works|authors)\/(?!cite\.)[^/]+$/;

/** With the charset, because some clients ask for "application/x-bibtex; charset=utf-8". */
const offeredFiles = new Map(citationFormats.map(({ type, file }) => [`${type}; charset=utf-8`, file]));
const offeredTypes = ['text/html; charset=utf-8', ...offeredFiles.keys()];

/** Returns whether a page's URL also serves its works as a file, selected by the Accept header. */
export const isNegotiated = (path: string): boolean => pagesWithFiles.test(path);

/** Returns the base path of the citation files of a work or an author. */
const filesAt = (path: string): string => (path.startsWith('/works/') ? path : `${path}/works`);

/**
 * Serves the citation file that the Accept header requests at a page's URL, as doi.org does (RFC 9110, section 12.5.1). The request is
 * rewritten to the file's URL, which the response names as Content-Location. Browsers, and clients without an acceptable format, get the
 * page.
 */
export function negotiateContent(request: IncomingMessage, response: ServerResponse, path: string): void {
  if (request.method !== 'GET' || !isNegotiated(path)) return;
  const file = offeredFiles.get(new Negotiator(request).mediaType(offeredTypes) ?? '');
  const query = (request.url ?? '').slice(path.length);
  // The files have the present works only.
  if (!file || new URLSearchParams(query).has('as-of')) return;
  request.url = `${filesAt(path)}/${file}${query}`;
  response.setHeader('Content-Location', request.url);
}

export function addSignpostingLinks(response: ServerResponse, path: string, html: readonly string[]): void {
  if (response.statusCode !== 200 || !isNegotiated(path)) return;
  for (const link of signpostingLinks(html, filesAt(path))) response.appendHeader('Link', link);
}
