import type { IncomingMessage, ServerResponse } from 'node:http';
import { minutesMs, onTimeRead } from '#lib/platform/clock.ts';
import type { Change } from '#lib/platform/db/changes.ts';
import { collectDependencies, type Dependencies, recordExpiry } from '#lib/platform/db/dependencies.ts';
import { type Store, store } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { matchesEtag } from '#lib/platform/http/etag.ts';
import { cacheableRoute } from '#lib/portal/pages/model/cacheable-routes.ts';
import { codingFor } from '../pages/compression.ts';
import { memoryBytesOf, type SlottedPage } from '../pages/slotted-page.ts';
import { affectsRows, affectsShapes, type Shapes, shapesKeyOf, sortShapes } from './page-dependencies.ts';
import type { PageFiles, StoredPage } from './page-files.ts';
import { createRecompressor } from './recompress.ts';

/**
 * Cache of complete compressed responses in memory. All viewers without a session get the same bytes. While a response is rendered, its
 * database reads are recorded; a commit that changes one of them invalidates it (docs/decisions/0039-page-cache-invalidation.md).
 */

/** A response that is being rendered and may be cached. */
export interface PendingEntry {
  name: string;
  dependencies: Dependencies;
  /** Changes committed in the meantime. */
  changes: Change[];
  /** Whether the changes committed in the meantime are unknown. */
  isLost: boolean;
}

/** Entries with the same statements. One test decides for all of them whether a change affects them. */
interface Group {
  name: string;
  shapes: Shapes;
  entries: Set<Entry>;
}

interface Entry extends Omit<StoredPage, 'shapes'> {
  group: Group;
  /** The page split at its slots, once a member has requested it. */
  slotted: SlottedPage | null;
  /** Approximate memory besides the body, in bytes. */
  overhead: number;
  uses: number;
  isRecompressed: boolean;
}

/** Pages of which there are many, and which depend on the database only. They are stored in files too. */
const filedPages = /^\S+ \/(?:authors|works|topics|venues|institutions)\/[^/ ]+ /;
const maxAgeMs = minutesMs(24 * 60);
/** Best compression costs as much as about a hundred cache hits. */
const usesToRecompress = 100;

/**
 * Returns the cache key of a request; null if its response may not be cached.
 * @param path path as requested. A response by content negotiation has other headers than the same file at its own URL
 */
export function cacheNameFor(request: IncomingMessage, path: string): string | null {
  const { method, headers, url = '/' } = request;
  if (method !== 'GET' || env().PAGE_CACHE_MB === 0) return null;
  if (headers.authorization || headers.rsc || headers['next-router-prefetch'] || headers['next-router-state-tree']) return null;
  if (!cacheableRoute(url)) return null;
  return `${codingFor(request)} ${path} ${url}`;
}

/** Headers that a shared response may depend on. Data of this server about the client is in x-peergraph-*. */
const sharedHeaders = /^(?:accept|accept-encoding|cookie|host|if-none-match|x-request-id|x-peergraph-.*)$/;

/** Removes headers that would make Next.js render another page: a nonce, a kind of browser, or a special mode. */
export function removeVaryingHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (!sharedHeaders.test(name)) delete headers[name];
}

/** Cached responses for one database. */
class PageCache {
  /** Least recently used first. */
  private readonly entries = new Map<string, Entry>();
  private readonly groups = new Map<string, Group>();
  private readonly byRow = new Map<string, Set<Entry>>();
  private readonly pendingEntries = new Set<PendingEntry>();
  private bytes = 0;
  private readonly recompressor = createRecompressor();

  readonly of: Store;
  files: PageFiles | null = null;

  /** Subscribes to committed changes. */
  constructor(of: Store) {
    this.of = of;
    of.onChange((changes) => {
      for (const pending of this.pendingEntries) {
        if (changes === null) pending.isLost = true;
        else pending.changes.push(...changes);
      }
      if (changes === null) this.clear();
      else for (const change of changes) this.invalidate(change);
      for (const change of changes ?? [null]) this.files?.invalidate(change);
    });
  }

  find(name: string): Entry | null {
    const entry = this.entries.get(name);
    if (!entry) return null;
    if (entry.until < Date.now()) {
      this.drop(entry);
      return null;
    }
    this.entries.delete(name);
    this.entries.set(name, entry);
    return entry;
  }

  /** Starts to record changes for a response, until `close`. */
  open(name: string, dependencies: Dependencies): PendingEntry {
    const pending: PendingEntry = { name, dependencies, changes: [], isLost: false };
    this.pendingEntries.add(pending);
    return pending;
  }

  close(pending: PendingEntry): void {
    this.pendingEntries.delete(pending);
  }

  /** Caches a response, unless one of its dependencies has changed in the meantime. */
  add(pending: PendingEntry, response: Pick<Entry, 'headers' | 'tag' | 'body'>): boolean {
    const { name, dependencies, changes, isLost } = pending;
    const group = this.groupOf(dependencies.shapes);
    const { rows, readsViewer, slots } = dependencies;
    const isOutdated = changes.some((change) => affectsShapes(group.shapes, change) || affectsRows(rows, change));
    // A response without recorded reads may depend on anything, and is not cached.
    const isKnown = dependencies.shapes.size > 0 && dependencies.isPublic && !isLost && this.pendingEntries.has(pending);
    if (!isKnown || isOutdated || response.body.length > (env().PAGE_CACHE_MB * 1024 * 1024) / 16) return false;
    const until = Math.min(dependencies.until, Date.now() + maxAgeMs);
    const page = { ...response, name, until, readsViewer, slots, rows };
    this.insert(page, group);
    if (filedPages.test(name)) void this.files?.storePage({ ...page, shapes: group.shapes });
    return true;
  }

  /** Loads a response from its file into memory. */
  async recall(name: string): Promise<void> {
    if (!this.files?.has(name) || this.entries.has(name)) return;
    const page = await this.files.find(name);
    if (page) this.insert(page, this.groupOf(page.shapes));
  }

  private insert(page: Omit<Entry, 'group' | 'slotted' | 'overhead' | 'uses' | 'isRecompressed'>, group: Group): void {
    const { name, body, headers, tag, until, readsViewer, slots, rows } = page;
    const earlier = this.entries.get(name);
    if (earlier) this.drop(earlier);
    const overhead = 2_000 + 2 * name.length + rows.size * 250 + slots.size * 500;
    const entry: Entry = {
      name,
      body,
      headers,
      tag,
      until,
      readsViewer,
      slots,
      rows,
      group,
      slotted: null,
      overhead,
      uses: 0,
      isRecompressed: false,
    };
    this.entries.set(name, entry);
    this.groups.set(group.name, group);
    group.entries.add(entry);
    for (const row of rows.keys()) {
      const entriesOfRow = this.byRow.get(row) ?? new Set();
      this.byRow.set(row, entriesOfRow.add(entry));
    }
    this.bytes += entry.body.length + entry.overhead;
    this.shrink();
  }

  /** Stores the parts of a page split at its slots. */
  storeSlottedPage(entry: Entry, slotted: SlottedPage): void {
    if (entry.slotted || this.entries.get(entry.name) !== entry) return;
    entry.slotted = slotted;
    entry.overhead += memoryBytesOf(slotted);
    this.bytes += memoryBytesOf(slotted);
    this.shrink();
  }

  private shrink(): void {
    for (const oldest of this.entries.values()) {
      if (this.bytes <= env().PAGE_CACHE_MB * 1024 * 1024) break;
      this.drop(oldest);
    }
  }

  /** Recompresses a frequently requested response at the highest quality. */
  recompress(entry: Entry): void {
    entry.uses += 1;
    if (entry.uses < usesToRecompress || entry.isRecompressed || entry.headers['content-encoding'] !== 'br') return;
    if (!this.recompressor.isFree()) return;
    entry.isRecompressed = true;
    void this.recompressor.recompress(entry.body).then((body) => {
      if (body === null || this.entries.get(entry.name) !== entry) return;
      this.bytes += body.length - entry.body.length;
      entry.body = body;
      entry.headers = { ...entry.headers, 'content-length': body.length };
    });
  }

  private groupOf(shapes: Iterable<Shapes[number]>): Group {
    const ordered = sortShapes(shapes);
    const name = shapesKeyOf(ordered);
    return this.groups.get(name) ?? { name, shapes: ordered, entries: new Set() };
  }

  private invalidate(change: Change): void {
    for (const group of this.groups.values()) {
      if (affectsShapes(group.shapes, change)) for (const entry of [...group.entries]) this.drop(entry);
    }
    for (const row of change.rows ?? []) {
      for (const entry of [...(this.byRow.get(`${change.table} ${row}`) ?? [])]) if (affectsRows(entry.rows, change)) this.drop(entry);
    }
  }

  private drop(entry: Entry): void {
    if (this.entries.get(entry.name) !== entry) return;
    this.entries.delete(entry.name);
    this.bytes -= entry.body.length + entry.overhead;
    entry.group.entries.delete(entry);
    if (entry.group.entries.size === 0) this.groups.delete(entry.group.name);
    for (const row of entry.rows.keys()) {
      const entriesOfRow = this.byRow.get(row);
      entriesOfRow?.delete(entry);
      if (entriesOfRow?.size === 0) this.byRow.delete(row);
    }
  }

  private clear(): void {
    this.entries.clear();
    this.groups.clear();
    this.byRow.clear();
    this.bytes = 0;
  }
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
export async function isCacheCurrent(): Promise<boolean> {
  try {
    await pageCache().of.catchUp();
    return true;
  } catch {
    return false;
  }
}

/** Loads a cached response from its file into memory. */
export const loadCached = (name: string): Promise<void> => pageCache().recall(name);

/** A cached response as members get it. Their slots are filled, unless the page depends on its viewer beyond them. */
export type CachedPage = Readonly<Entry>;

export const cachedPage = (name: string): CachedPage | null => pageCache().find(name);

/** Stores the parts of a cached page split at its slots, for as long as it is cached. */
export const storeSlottedPage = (page: CachedPage, slotted: SlottedPage): void => pageCache().storeSlottedPage(page, slotted);

/** Sends a cached response; returns false if there is none. */
export function serveCached(request: IncomingMessage, response: ServerResponse, name: string): boolean {
  const entry = pageCache().find(name);
  if (!entry) return false;
  if (matchesEtag(request.headers['if-none-match'], entry.tag)) {
    const { 'content-length': _, 'content-encoding': __, 'content-type': ___, ...headers } = entry.headers;
    response.writeHead(304, headers).end();
    return true;
  }
  pageCache().recompress(entry);
  response.writeHead(200, entry.headers);
  response.end(entry.body);
  return true;
}

/** Renders a response and records its dependencies, so that `storeResponse` can cache it. */
export function renderCacheable<T>(name: string, render: (pending: PendingEntry) => Promise<T>): Promise<T> {
  return collectDependencies(async (dependencies) => {
    const pending = pageCache().open(name, dependencies);
    try {
      return await render(pending);
    } finally {
      pageCache().close(pending);
    }
  });
}

/** Caches a response, unless one of its dependencies has changed while it was rendered. */
export function storeResponse(pending: PendingEntry, response: ServerResponse, body: Buffer): boolean {
  const headers = { ...response.getHeaders(), 'cache-status': cacheStatus('hit') };
  return pageCache().add(pending, { headers, tag: String(headers.etag ?? ''), body });
}

/** Returns the value of the Cache-Status header (RFC 9211). */
export const cacheStatus = (result: 'hit' | 'fwd=miss' | 'fwd=bypass' | 'fwd=method'): string => `Peergraph; ${result}`;
