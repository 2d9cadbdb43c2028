import type { IncomingMessage } from 'node:http';
import { onTimeRead } from '#lib/platform/clock.ts';
import { collectDependencies, type Dependencies, recordExpiry } from '#lib/platform/db/dependencies.ts';
import { type Store, store } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { type PageRequest, requestFor } from '#lib/runtime/routes/page-request.ts';
import { codingFor } from '../pages/compression.ts';
import { isNegotiatedFile } from '../pages/content-negotiation.ts';
import { isSharedPage } from '../pages/describe-page.ts';
import type { PageResponse } from '../pages/page-response.ts';
import type { RenderElsewhere } from '../pages/render-in-turn.ts';
import type { SlottedPage } from '../pages/slotted-page.ts';
import { type Entry, PageCache } from './page-cache.ts';
import type { PageFiles } from './page-files.ts';
import { countRead } from './page-reads.ts';

/** Headers that a shared response may depend on. Data of this server about the client is in x-peergraph-*. */
const sharedHeaders = /^(?:accept|accept-encoding|cookie|host|if-none-match|x-request-id|x-peergraph-.*)$/;

/** Removes headers that would make Next.js render another page: a nonce, a kind of browser, or a special mode. */
export function removeVaryingHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (!sharedHeaders.test(name)) delete headers[name];
}

let cache: PageCache | undefined;

/** Returns the cache of the process's database; another database gets a new cache. */
function pageCache(): PageCache {
  if (cache?.of !== store()) {
    cache = new PageCache(store());
    onTimeRead((agesInMs) => recordExpiry(Date.now() + agesInMs));
  }
  return cache;
}

/** Stores cached responses in files too. The files are notified of later commits, and query earlier ones themselves. */
export function attachPageFiles(open: (of: Store) => PageFiles | null): PageFiles | null {
  pageCache().files = open(pageCache().of);
  return pageCache().files;
}

/** Returns whether the cache has processed all commits; false if the database does not respond, which the page itself will report. */
async function isCacheCurrent(): Promise<boolean> {
  try {
    await pageCache().of.catchUp();
    return true;
  } catch {
    return false;
  }
}

/** What the cache knows of a request. */
interface Lookup {
  /** Null if the response may not be cached. */
  key: string | null;
  /** The cached response for a viewer without a session. */
  page: PageResponse | null;
  /** Value of the Cache-Status header (RFC 9211) if there is none. */
  status: string;
}

/** Returns a cached response if it is known to be current without a statement, a file or a wait; otherwise null. */
export function findAtOnce(request: PageRequest): PageResponse | null {
  if (!request.isShared) return null;
  try {
    if (!pageCache().of.catchUpAtOnce()) return null;
  } catch {
    return null;
  }
  const page = cachedResponse(keyOf(request));
  if (page && request.route?.policy.cached?.inFiles) countRead(request.url);
  return page;
}

/** Looks up a request, also in the files. A response that a commit may concern is compared with the database. */
export async function findShared(request: PageRequest): Promise<Lookup> {
  const { method, isCacheable, isShared } = request;
  const own = { key: null, page: null, status: cacheStatus(method === 'GET' ? 'fwd=bypass' : 'fwd=method') };
  if (!isCacheable || !(await isCacheCurrent())) return own;
  // A file by content negotiation has other headers than at its own URL.
  const key = keyOf(request);
  if (request.route?.policy.cached?.inFiles) countRead(request.url);
  await pageCache().recall(key);
  await pageCache().compare(key);
  return isShared ? { key, page: cachedResponse(key), status: cacheStatus('fwd=miss') } : { ...own, key };
}

const keyOf = (request: PageRequest): string => `${codingFor(request)} ${isNegotiatedFile(request) ? 'negotiated ' : ''}${request.url}`;

/** A cached response as members get it. Their slots are filled, unless the page depends on its viewer beyond them. */
export type CachedPage = Readonly<Entry>;

export const cachedPage = (name: string): CachedPage | null => pageCache().find(name);

/** Stores the parts of a cached page split at its slots, for as long as it is cached. */
export const storeSlottedPage = (page: CachedPage, key: string, slotted: SlottedPage): void =>
  pageCache().storeSlottedPage(page, key, slotted);

/** Returns a cached response; null if there is none. */
function cachedResponse(key: string): PageResponse | null {
  const entry = pageCache().find(key);
  if (!entry) return null;
  pageCache().recompress(entry);
  return { status: 200, headers: entry.headers, head: '', body: entry.body };
}

/** The pages that are being rendered, by cache key. */
export type InFlight = Map<string, Promise<unknown>>;

/** Upper bound on waits for a page that turns out not to be cacheable, or changes constantly. */
const maxRounds = 3;

type Render = (dependencies?: Dependencies) => Promise<PageResponse>;

/**
 * Renders a page once for all who ask for it at the same time. Others wait; they render it themselves if it could not be cached.
 * @param key null if the response is for this request only
 * @param signal aborted when the client has left; then others do not wait for its page
 */
export async function renderShared(
  inFlight: InFlight,
  key: string | null,
  request: PageRequest,
  signal: AbortSignal,
  render: Render,
): Promise<PageResponse> {
  if (key === null || !request.isShared) return render();
  for (let round = 0, other = inFlight.get(key); other && round < maxRounds; round += 1, other = inFlight.get(key)) {
    await other;
    const page = cachedResponse(key);
    if (page) return page;
  }
  const rendering = collectDependencies((dependencies) => renderAndStore(key, request, dependencies, render));
  if (!inFlight.has(key)) {
    const clientLeft = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    const renderedOrLeft = Promise.race([rendering, clientLeft]).catch(() => undefined);
    inFlight.set(key, renderedOrLeft);
    void renderedOrLeft.then(() => inFlight.delete(key));
  }
  return rendering;
}

/** Step 5: stores a response. */
async function renderAndStore(
  key: string,
  request: PageRequest,
  dependencies: Dependencies,
  render: Render,
  inMemory = true,
): Promise<PageResponse> {
  const cache = pageCache();
  const pending = cache.open(key, dependencies, { inFiles: request.route?.policy.cached?.inFiles ?? false, inMemory });
  try {
    const page = await render(dependencies);
    if (!isSharedPage(page, request) || !(page.body instanceof Buffer)) return page;
    const headers = { ...page.headers, 'cache-status': cacheStatus('hit'), 'content-length': page.body.length };
    cache.add(pending, { headers, tag: String(headers.etag ?? ''), body: page.body });
    // Without a copy in memory, the page is complete when its file is.
    if (!inMemory) await pending.written;
    return page;
  } finally {
    cache.close(pending);
  }
}

/** Returns a request for a page as browsers make it. */
const visitTo = (path: string): PageRequest =>
  requestFor(
    {
      method: 'GET',
      headers: { host: new URL(env().PUBLIC_URL).host, accept: 'text/html', 'accept-encoding': 'br' },
      hasSession: false,
    },
    path,
  );

export const isInFiles = (path: string): boolean => pageCache().files?.has(keyOf(visitTo(path))) ?? false;

/**
 * Renders a page into the files. Memory keeps the pages that are read.
 * @returns null if there is no room; false if the page is not stored
 */
export async function renderIntoFiles(path: string, signal: AbortSignal, render: RenderElsewhere): Promise<boolean | null> {
  const request = visitTo(path);
  const key = keyOf(request);
  const { files } = pageCache();
  if (!files?.hasRoom()) return null;
  if (!request.isShared || !(await isCacheCurrent())) return false;
  await collectDependencies((dependencies) =>
    renderAndStore(
      ...([key, request, dependencies] as const),
      async () => {
        const rendered = await render(request, signal);
        if (!rendered) throw new Error('No renderer is ready.');
        Object.assign(dependencies, rendered.dependencies);
        return rendered.page;
      },
      false,
    ),
  );
  return files.has(key);
}

/** Returns the value of the Cache-Status header (RFC 9211). */
export const cacheStatus = (result: 'hit' | 'fwd=miss' | 'fwd=bypass' | 'fwd=method'): string => `Peergraph; ${result}`;
