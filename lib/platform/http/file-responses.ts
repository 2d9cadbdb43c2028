import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { site } from '#lib/platform/site.ts';
import { etagOf, matchesEtag } from './etag.ts';
import type { ReadableHeaders } from './network.ts';

/**
 * How long others may keep what everybody may read: no shared cache at all, and a browser only to ask whether its copy is still right. So a
 * name that is suppressed or changed lives on in nobody's cache.
 */
export const alwaysRevalidate = 'private, no-cache';

const plainAnswer = (status: number, text: string): Response =>
  new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });

/** The answer where an address leads to no file; `sentence` says more where more is known. */
export const noFile = (sentence?: string): Response =>
  plainAnswer(404, `${sentence ?? 'There is no such file here. Search for the work or profile, and follow its links.'}\n`);

/** True of a file whose errors are problem details: JSON, and JSON-LD. */
const isJsonFile = (file: string): boolean => /\.json(?:ld)?$/.test(file);

/** Says that there is no such file: as problem details where the file would be JSON, else as text. */
export const missingFile = (file: string, detail?: string): Response =>
  isJsonFile(file) ? problemResponse('not_found', platformRefusals.not_found, detail ? { detail } : {}) : noFile(detail);

/** Says what is wrong with a request for a file: as problem details where the file would be JSON, else as text. */
export const invalidRequest = (file: string, detail: string): Response =>
  isJsonFile(file) ? problemResponse('invalid_request', platformRefusals.invalid_request, { detail }) : plainAnswer(400, `${detail}\n`);

/** A permanent redirect to the path of the same file. No cache may reuse it without asking: the new path may be suppressed. */
export const movedTo = (path: string): Response =>
  new Response(null, { status: 308, headers: { Location: path, 'Cache-Control': alwaysRevalidate } });

interface TextFileOptions {
  /** The name under which a browser saves it. */
  saveAs?: string;
  /** The path of the file that goes on where this one ends. */
  next?: string | null;
  /** True of the few files that are themselves for search engines; the others repeat pages, and ask to be left out. */
  forRobots?: boolean;
}

type Asking = { headers: ReadableHeaders };

/**
 * A text made for this request, the same for everybody: a feed, a file of works, a sitemap. Its tag is made of the text itself, so
 * that a reader who holds it is told so (304) and a changed record or a suppressed name never passes for unchanged. A date would not
 * do: what a record shows also changes with its co-authors'.
 */
export function textFile(request: Asking, text: string, type: string, more: TextFileOptions = {}): Response {
  const headers = new Headers({ 'Content-Type': `${type}; charset=utf-8` });
  if (!more.forRobots) headers.set('X-Robots-Tag', 'noindex');
  if (more.next) headers.append('Link', `<${more.next}>; rel="next"`);
  const { licence } = site();
  if (licence && !more.forRobots) headers.append('Link', `<${licence.url}>; rel="license"`);
  if (more.saveAs) headers.set('Content-Disposition', `attachment; filename="${more.saveAs.replace(/[^\w.-]/g, '-')}"`);
  return publicFile(request, text, headers);
}

/** Any file that is the same for everybody, with its tag; 304 for a reader who holds it. */
export function publicFile(request: Asking, body: string | Uint8Array<ArrayBuffer>, headers: Headers): Response {
  const tag = etagOf(headers.get('content-type') ?? '', body);
  headers.set('ETag', tag);
  headers.set('Cache-Control', alwaysRevalidate);
  if (!matchesEtag(request.headers.get('if-none-match'), tag)) return new Response(body, { headers });
  for (const name of ['Content-Type', 'Content-Disposition']) headers.delete(name);
  return new Response(null, { status: 304, headers });
}

/** A file for its reader alone: kept by no cache, and saved under a name. */
export const privateFile = (text: string, type: string, saveAs: string): Response =>
  new Response(text, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${saveAs.replace(/[^\w.-]/g, '-')}"`,
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  });
