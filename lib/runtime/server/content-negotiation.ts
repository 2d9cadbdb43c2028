import type { IncomingMessage, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import { citationFormats } from '#lib/catalog/works/model/citations/formats.ts';

/** The pages of one work and of one author, whose files of citations are at addresses of their own beside them. */
const described = /^\/(works|authors)\/(?!cite\.)[^/]+$/;

const page = 'text/html';
const fileOf = new Map(citationFormats.map(({ type, file }) => [type, file]));
const offered = [page, ...fileOf.keys()];

/** True of a page whose address also answers with its works as a file, to whom asks for one by `Accept`. */
export const isNegotiated = (path: string): boolean => described.test(path);

/** Where the files of a work or of an author's works are. */
const filesAt = (path: string): string => (path.startsWith('/works/') ? path : `${path}/works`);

/**
 * Gives a reference manager the file that it asks for at a page's own address, as doi.org does (RFC 9110, 12.5.1): the request goes on
 * to the file's address, and the answer says so. Browsers get the page, and so does everybody whose wish cannot be met.
 */
export function negotiateContent(request: IncomingMessage, response: ServerResponse, path: string): void {
  if ((request.method !== 'GET' && request.method !== 'HEAD') || !isNegotiated(path)) return;
  const file = fileOf.get(new Negotiator(request).mediaType(offered) ?? page);
  if (!file) return;
  request.url = `${filesAt(path)}/${file}${(request.url ?? '').slice(path.length)}`;
  response.setHeader('Content-Location', request.url);
}

/** FAIR Signposting (signposting.org): a machine finds the files of a page in its headers, without reading it. */
export function pointToFiles(response: ServerResponse, path: string): void {
  if (response.statusCode !== 200 || !isNegotiated(path)) return;
  for (const [type, file] of fileOf) response.appendHeader('Link', `<${filesAt(path)}/${file}>; rel="describedby"; type="${type}"`);
}
