import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { isLoopbackHost } from '#lib/platform/settings/addresses.ts';
import { done, type Outcome, refused } from './outcome.ts';
import { problemResponse } from './problem.ts';
import { platformRefusals } from './refusals.ts';
import { site } from './site.ts';

/** Where a person is led after signing in, when nothing else was asked for. */
const home = '/me';
const maxPath = 512;
/** A base that no real address shares, so that anything which leaves it is seen. */
const nowhere = 'http://nowhere.invalid';

/** Browsers read a backslash as a slash, and drop tabs and line ends. */
const misleads = (character: string): boolean => character === '\\' || character < ' ' || character === '\u007f';

/**
 * A path of this site, or the default: never an address that a browser could read as another site
 * (`//evil`, `/\evil`, `https:evil`, `/.//evil`, control characters), and never a path under /api or the one that signs out.
 */
export function safePath(wanted: unknown, fallback: string = home): string {
  if (typeof wanted !== 'string' || wanted.length > maxPath || !wanted.startsWith('/')) return fallback;
  if ([...wanted].some(misleads) || !URL.canParse(wanted, nowhere)) return fallback;
  const url = new URL(wanted, nowhere);
  const path = url.pathname + url.search + url.hash;
  return url.origin === nowhere && !path.startsWith('//') && !/^\/(api|sign-out)(\/|$)/i.test(url.pathname) ? path : fallback;
}

/** What the checks below read of a request: web Headers and Next's both fit. */
export interface ReadableHeaders {
  get(name: string): string | null;
}

/**
 * True when a browser says that a form was sent by a page of this site. Sec-Fetch-Site decides where it is sent; Origin must
 * name the public address or, on the machine itself, the host that was asked. A request with neither is refused. Pages under
 * `Referrer-Policy: no-referrer` send `Origin: null`, which says nothing: there Sec-Fetch-Site alone must do.
 */
export function isFromThisSite(headers: ReadableHeaders, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = headers.get('origin');
  if (origin === null || origin === 'null') return site === 'same-origin';
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (from.origin === new URL(publicUrl).origin) return true;
  return isLoopbackHost(from.hostname) && isLoopbackHost(new URL(publicUrl).hostname) && from.host === headers.get('host');
}

/**
 * The network that a request comes from, for limits: /24 of an IPv4 address, /48 of an IPv6 address. The front process writes
 * the header from the socket, after it has removed any that came in.
 */
export function networkOf(headers: ReadableHeaders): string {
  const address = (headers.get('x-peergraph-address') ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIP(address) !== 6) return 'unknown';
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const whole = [...groups, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])];
  return `${whole.slice(0, 3).join(':')}::/48`;
}

/** True of a network that tells people apart: not of this machine itself, nor of one that is unknown. */
export const isTellingNetwork = (network: string): boolean => !/^(unknown$|127\.|0:0:0::)/.test(network);

/**
 * True only for a reader on the machine itself, as the HTTP server has found it: a loopback socket, a loopback host with the server's own
 * port, and no header of a proxy. It writes this header itself, after it has removed any that came in.
 */
export const isOnThisMachine = (headers: ReadableHeaders): boolean => headers.get('x-peergraph-peer') === 'loopback';

const maxBytes = 4 * 1024 * 1024;
const maxMs = 10_000;

/** Reads JSON from an address that the operator has set. Refuses what is slow, large, redirected elsewhere or not JSON. */
export async function fetchJson(url: string): Promise<Outcome<unknown, 'unreachable' | 'not_found'>> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'Peergraph' },
      redirect: 'error',
      signal: AbortSignal.timeout(maxMs),
    });
    if (response.status === 404) return refused('not_found');
    if (!response.ok || !response.body) return refused('unreachable');
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of response.body) {
      bytes += part.byteLength;
      if (bytes > maxBytes) return refused('unreachable');
      parts.push(part);
    }
    return done(JSON.parse(Buffer.concat(parts).toString('utf8')));
  } catch {
    return refused('unreachable');
  }
}

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

/** The answer where the same file has stood at another path for ever; asked about each time, for the new path may be suppressed. */
export const movedTo = (path: string): Response =>
  new Response(null, { status: 308, headers: { Location: path, 'Cache-Control': alwaysRevalidate } });

/** True where a reader already holds the text that a tag names (RFC 9110, 13.1.2): compared weakly, for a text leaves packed or not. */
const isHeld = (ifNoneMatch: string | null, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((each) => ['*', tag, tag.slice(2)].includes(each.trim()));

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
  const type = headers.get('content-type') ?? '';
  const tag = `W/"${createHash('sha256').update(type).update(body).digest('base64url').slice(0, 27)}"`;
  headers.set('ETag', tag);
  headers.set('Cache-Control', alwaysRevalidate);
  if (!isHeld(request.headers.get('if-none-match'), tag)) return new Response(body, { headers });
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
