import { minutesMs } from '#lib/platform/clock.ts';
import type { Change } from '#lib/platform/db/changes.ts';
import type { Dependencies } from '#lib/platform/db/dependencies.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { affectsRows, affectsShapes, type Shapes, shapesKeyOf, sortShapes } from '../pages/page-dependencies.ts';
import { memoryBytesOf, type SlottedPage } from '../pages/slotted-page.ts';
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

export interface Entry extends Omit<StoredPage, 'shapes'> {
  group: Group;
  /** The page split at its slots, once a member has requested it. */
  slotted: SlottedPage | null;
  /** Approximate memory besides the body, in bytes. */
  overhead: number;
  uses: number;
  isRecompressed: boolean;
}

const maxAgeMs = minutesMs(24 * 60);
/** Best compression costs as much as about a hundred cache hits. */
const usesToRecompress = 100;

/** Cached responses for one database. */
export class PageCache {
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
  open(name: string, inFiles: boolean, dependencies: Dependencies): PendingEntry {
    const pending: PendingEntry = { name, inFiles, dependencies, changes: [], isLost: false };
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
    if (pending.inFiles) void this.files?.storePage({ ...page, shapes: group.shapes });
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
