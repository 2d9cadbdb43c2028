import { minutesMs } from '#lib/platform/clock.ts';
import type { Change } from '#lib/platform/db/changes.ts';
import type { Dependencies } from '#lib/platform/db/dependencies.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { packReads, unpackReads } from '../pages/page-dependencies.ts';
import { memoryBytesOf, type SlottedPage } from '../pages/slotted-page.ts';
import { changeTracker, noSuspects } from './change-tracker.ts';
import type { PageFiles, StoredPage } from './page-files.ts';
import { createRecompressor } from './recompress.ts';

/**
 * Cache of complete compressed responses in memory. All viewers without a session get the same bytes. While a response is rendered, its
 * database reads are recorded; a commit that changes one of them invalidates it (docs/decisions/0039-page-cache-invalidation.md).
 */

/** A response that is being rendered and may be cached. */
interface PendingEntry {
  name: string;
  /** Whether it is stored in files too. */
  inFiles: boolean;
  inMemory: boolean;
  /** Set while its file is written. */
  written?: Promise<void> | undefined;
  dependencies: Dependencies;
  /** The number of the last commit before it (`changeTracker`). */
  checkedAt: number;
  /** Changes committed in the meantime. */
  changes: Change[];
  /** Whether the changes committed in the meantime are unknown. */
  isLost: boolean;
}

export interface Entry extends StoredPage {
  /** The page split at the slots that members fill, by their names. */
  slotted: Map<string, SlottedPage>;
  /** Approximate memory besides the body, in bytes. */
  overhead: number;
  uses: number;
  isRecompressed: boolean;
  /** Set while statements are repeated. */
  check: Promise<void> | null;
}

const maxAgeMs = minutesMs(24 * 60);
/** Ways to split a page that are stored; members who follow people in its lists have other ways. */
const maxSplits = 4;
/** Best compression costs as much as one to two thousand cache hits. */
const usesToRecompress = 1_000;

/** Cached responses for one database. */
export class PageCache {
  /** Least recently used first. */
  private readonly entries = new Map<string, Entry>();
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
      if (changes === null) {
        this.clear();
        this.files?.clear();
      } else {
        changeTracker.record(changes);
        this.files?.followChanges();
      }
    });
  }

  /** Returns a response; null if there is none, or if it has to be compared with the database first (`compare`). */
  find(name: string): Entry | null {
    const entry = this.entries.get(name);
    if (!entry) return null;
    if (entry.until < Date.now()) {
      this.drop(entry);
      return null;
    }
    changeTracker.update(entry);
    if (entry.check || entry.suspects.size > 0) return null;
    this.entries.delete(name);
    this.entries.set(name, entry);
    return entry;
  }

  /** Repeats the statements of a response whose results may have changed, and drops it if one has. */
  async compare(name: string): Promise<void> {
    const entry = this.entries.get(name);
    if (!entry) return;
    changeTracker.update(entry);
    if (entry.check === null && entry.suspects.size === 0) return;
    entry.check ??= this.repeatReads(entry).finally(() => {
      entry.check = null;
    });
    await entry.check;
  }

  private async repeatReads(entry: Entry): Promise<void> {
    const { suspects } = entry;
    entry.suspects = noSuspects;
    const reads = unpackReads(entry).filter(({ shape }) => suspects.has(shape));
    try {
      const isSame = await Promise.all(reads.map(async (read) => (await this.of.repeat(read)) === read.digest));
      // A statement that failed has no result to compare.
      const isComplete = [...suspects].every((suspect) => reads.some(({ shape }) => shape === suspect));
      if (isComplete && !isSame.includes(false)) return;
      this.drop(entry);
      this.files?.drop(entry.name);
    } catch {
      // The database does not respond: nothing is known about the response.
      entry.suspects = suspects;
    }
  }

  /** Starts to record changes for a response, until `close`. */
  open(name: string, dependencies: Dependencies, { inFiles, inMemory }: Pick<PendingEntry, 'inFiles' | 'inMemory'>): PendingEntry {
    const checkedAt = changeTracker.number;
    const pending: PendingEntry = { name, inFiles, inMemory, dependencies, checkedAt, changes: [], isLost: false };
    this.pendingEntries.add(pending);
    return pending;
  }

  close(pending: PendingEntry): void {
    this.pendingEntries.delete(pending);
  }

  /** Caches a response. If one of its dependencies has changed in the meantime, it is compared with the database before it is used. */
  add(pending: PendingEntry, response: Pick<Entry, 'headers' | 'tag' | 'body'>): boolean {
    const { name, dependencies, checkedAt, changes, isLost } = pending;
    // A response without recorded reads may depend on anything, and is not cached.
    const isKnown = dependencies.shapes.size > 0 && dependencies.isPublic && !isLost && this.pendingEntries.has(pending);
    if (!isKnown || response.body.length > (env().PAGE_CACHE_MB * 1024 * 1024) / 16) return false;
    const { readsViewer, slots } = dependencies;
    const until = Math.min(dependencies.until, Date.now() + maxAgeMs);
    const reads = packReads(dependencies);
    changeTracker.register(reads.shapes, changes);
    const page: StoredPage = { ...response, name, until, readsViewer, slots, ...reads, checkedAt, suspects: noSuspects };
    changeTracker.update(page);
    if (pending.inMemory) this.insert(page);
    if (pending.inFiles && page.suspects.size === 0) pending.written = this.files?.storePage(page);
    return true;
  }

  /** Loads a response from its file into memory. */
  async recall(name: string): Promise<void> {
    if (!this.files?.has(name) || this.entries.has(name)) return;
    const page = await this.files.find(name);
    if (page) this.insert(page);
  }

  private insert(page: StoredPage): void {
    const { name, body, rows, reads, slots } = page;
    const earlier = this.entries.get(name);
    if (earlier) this.drop(earlier);
    const overhead = 2_000 + 2 * name.length + reads.length + rows.byteLength + slots.size * 500;
    const entry: Entry = { ...page, slotted: new Map(), overhead, uses: 0, isRecompressed: false, check: null };
    this.entries.set(name, entry);
    this.bytes += body.length + entry.overhead;
    this.shrink();
  }

  /** Stores the parts of a page split at its slots. */
  storeSlottedPage(entry: Entry, key: string, slotted: SlottedPage): void {
    if (entry.slotted.has(key) || entry.slotted.size >= maxSplits || this.entries.get(entry.name) !== entry) return;
    entry.slotted.set(key, slotted);
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

  private drop(entry: Entry): void {
    if (this.entries.get(entry.name) !== entry) return;
    this.entries.delete(entry.name);
    this.bytes -= entry.body.length + entry.overhead;
  }

  private clear(): void {
    this.entries.clear();
    this.bytes = 0;
  }
}
