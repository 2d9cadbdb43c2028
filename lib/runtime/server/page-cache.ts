import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { brotliCompress, constants } from 'node:zlib';
import { hasSession } from '#lib/platform/auth/cookies.ts';
import { store } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';

/**
 * Whole answers to readers without a session, kept in this process: everybody gets the same bytes. An answer is given again only while
 * the database is as it was before the answer was made, whichever process changes it: so nothing that is kept outlives a change. Where the
 * database does not say in which state it is, nothing is kept and nothing that was kept is given.
 */

type Coding = 'br' | 'gzip' | null;

/** What was true before an answer was begun; it may be kept if that is still true at its end. */
export interface CacheKey {
  name: string;
  version: string;
}

interface Kept {
  version: string;
  until: number;
  headers: OutgoingHttpHeaders;
  tag: string;
  body: Buffer;
  /** The uncompressed answer, until it is packed as well as can be. */
  whole: Buffer | null;
}

const kept = new Map<string, Kept>();
let bytes = 0;

/** Some pages tell of time, which passes without a change of the database. */
const maxMs = 60_000;

const pages = new RegExp(
  '^/($|about$|methods$|trust$|trust/log$|(authors|topics|venues|institutions)$|' +
    '(authors|works|topics|venues|institutions)/[^/]+($|/(coauthors|sources|trust|people|trust\\.json|feed\\.(atom|json)|(works/)?cite\\.\\w+)$)|' +
    'graph/[^/]+($|/[^/]+$))',
);

/** The coding in which an answer leaves, as the reader's browser can read it. */
export function codingFor(request: IncomingMessage): Coding {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

/** True of a request whose answer is the same for everybody. */
function isForEverybody({ method, headers }: IncomingMessage, path: string): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || !pages.test(path)) return false;
  if (headers.authorization || headers.rsc || headers['next-router-prefetch'] || headers['next-router-state-tree']) return false;
  return !hasSession(headers.cookie, env().PUBLIC_URL);
}

/** A ticket for an answer that may be kept, or null for one that must not be. */
export async function cacheKeyFor(request: IncomingMessage, path: string): Promise<CacheKey | null> {
  if (env().PAGE_CACHE_MB === 0 || !isForEverybody(request, path)) return null;
  // The path as it was asked: what a page's address gives by `Accept` says so in its headers, unlike the same file at its own.
  const name = `${codingFor(request)} ${path} ${request.url}`;
  const version = await versionNow();
  return version === null ? null : { name, version };
}

/** Null while the database does not answer: then the page itself finds that out and says so. */
const versionNow = async (): Promise<string | null> => {
  try {
    return await store().version();
  } catch {
    return null;
  }
};

/** Gives an answer that is kept and still right; false where there is none. */
export function serveCached(request: IncomingMessage, response: ServerResponse, ticket: CacheKey): boolean {
  const found = kept.get(ticket.name);
  if (!found) return false;
  if (found.version !== ticket.version || found.until < Date.now()) {
    forget(ticket.name, found);
    return false;
  }
  // The last used is the last to go.
  kept.delete(ticket.name);
  kept.set(ticket.name, found);
  if (isNotModified(request, found.tag)) {
    const { 'content-length': _, 'content-encoding': __, 'content-type': ___, ...headers } = found.headers;
    response.writeHead(304, headers).end();
    return true;
  }
  if (found.whole) packBetter(ticket.name, found);
  response.writeHead(200, found.headers);
  response.end(request.method === 'HEAD' ? undefined : found.body);
  return true;
}

/** True where the reader says that they have this very answer. */
export const isNotModified = (request: IncomingMessage, tag: string): boolean =>
  (request.headers['if-none-match'] ?? '')
    .split(',')
    .some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''));

/** Names an answer by its content, for readers who ask whether theirs is still right; its coding does not matter. */
export const etagOf = (whole: Buffer): string => `W/"${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}"`;

/** Keeps an answer, unless something has changed while it was made. */
export async function storeResponse(ticket: CacheKey, response: ServerResponse, whole: Buffer, packed: Buffer): Promise<void> {
  const most = env().PAGE_CACHE_MB * 1024 * 1024;
  const headers = response.getHeaders();
  if (packed.length > most / 16 || (await versionNow()) !== ticket.version) return;
  const until = Date.now() + maxMs;
  const better = headers['content-encoding'] === 'br' ? whole : null;
  const before = kept.get(ticket.name);
  if (before) forget(ticket.name, before);
  kept.set(ticket.name, { version: ticket.version, until, headers, tag: String(headers.etag ?? ''), body: packed, whole: better });
  bytes += packed.length + (better?.length ?? 0);
  for (const [name, oldest] of kept) {
    if (bytes <= most) break;
    forget(name, oldest);
  }
}

function forget(name: string, { body, whole }: Kept): void {
  if (kept.delete(name)) bytes -= body.length + (whole?.length ?? 0);
}

/** An answer that is asked for again is worth the best packing, which takes long and so happens beside the requests. */
function packBetter(name: string, found: Kept): void {
  const { whole } = found;
  if (!whole) return;
  found.whole = null;
  bytes -= whole.length;
  brotliCompress(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }, (error, body) => {
    if (error || kept.get(name) !== found || body.length >= found.body.length) return;
    bytes += body.length - found.body.length;
    found.body = body;
    found.headers = { ...found.headers, 'content-length': body.length };
  });
}
