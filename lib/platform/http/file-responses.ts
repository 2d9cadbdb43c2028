import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { site } from '#lib/platform/site.ts';
import { etagOf, matchesEtag } from './etag.ts';
import type { ReadableHeaders } from './network.ts';

/**
 * Cache-Control of public files: no shared cache may store them, and a browser must revalidate its copy. No cache then shows a name that
 * has been suppressed or changed.
 */
export const alwaysRevalidate = 'private, no-cache';

const plainResponse = (status: number, text: string): Response =>
  new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });

/** Returns a 404 for a URL without a file. @param sentence replaces the general text */
export const noFileResponse = (sentence?: string): Response =>
  plainResponse(404, `${sentence ?? 'There is no such file here. Search for the work or profile, and follow its links.'}\n`);

/** Returns true for a file whose errors are problem details: JSON and JSON-LD. */
const isJsonFile = (file: string): boolean => /\.json(?:ld)?$/.test(file);

/** Returns a 404 for a missing file: as problem details if the file would be JSON, else as text. */
export const missingFileResponse = (file: string, detail?: string): Response =>
  isJsonFile(file) ? problemResponse('not_found', platformRefusals.not_found, detail ? { detail } : {}) : noFileResponse(detail);

/** Returns a 400 for a file: as problem details if the file would be JSON, else as text. */
export const invalidRequestResponse = (file: string, detail: string): Response =>
  isJsonFile(file) ? problemResponse('invalid_request', platformRefusals.invalid_request, { detail }) : plainResponse(400, `${detail}\n`);

/** Returns a permanent redirect to the new path of a file. Caches must revalidate it, because the new path may be suppressed. */
export const movedResponse = (path: string): Response =>
  new Response(null, { status: 308, headers: { Location: path, 'Cache-Control': alwaysRevalidate } });

/** Returns the Content-Disposition of a file that is saved under a name. */
const attachment = (saveAs: string): string => `attachment; filename="${saveAs.replace(/[^\w.-]/g, '-')}"`;

interface TextFileOptions {
  /** The file name for saving. */
  saveAs?: string;
  /** The path of the next page of the file. */
  next?: string | null;
  /** True for files that search engines may index. Others repeat pages and are sent with `noindex`. */
  forRobots?: boolean;
}

type FileRequest = { headers: ReadableHeaders };

/**
 * Returns a text generated for this request and equal for all viewers: a feed, a file of works, a sitemap. Its entity tag is a hash of the
 * text, so that a changed record or a suppressed name always invalidates a cached copy. A date is not enough: a record also changes with
 * its co-authors.
 */
export function textFileResponse(request: FileRequest, text: string, type: string, options: TextFileOptions = {}): Response {
  const headers = new Headers({ 'Content-Type': `${type}; charset=utf-8` });
  if (!options.forRobots) headers.set('X-Robots-Tag', 'noindex');
  if (options.next) headers.append('Link', `<${options.next}>; rel="next"`);
  const { licence } = site();
  if (licence && !options.forRobots) headers.append('Link', `<${licence.url}>; rel="license"`);
  if (options.saveAs) headers.set('Content-Disposition', attachment(options.saveAs));
  return publicFileResponse(request, text, headers);
}

/** Returns a public file with its entity tag; 304 if the client has the current version. */
export function publicFileResponse(request: FileRequest, body: string | Uint8Array<ArrayBuffer>, headers: Headers): Response {
  const tag = etagOf(headers.get('content-type') ?? '', body);
  headers.set('ETag', tag);
  headers.set('Cache-Control', alwaysRevalidate);
  if (!matchesEtag(request.headers.get('if-none-match'), tag)) return new Response(body, { headers });
  for (const name of ['Content-Type', 'Content-Disposition']) headers.delete(name);
  return new Response(null, { status: 304, headers });
}

/** Returns a file for one viewer: not cached, and saved under a name. */
export const privateFileResponse = (text: string, type: string, saveAs: string): Response =>
  new Response(text, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': attachment(saveAs),
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  });
