import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Shape } from '#lib/platform/db/shapes.ts';
import { changeTracker, type Tracked } from './change-tracker.ts';

/** Facts about a file that decide, without reading it, whether a change concerns it. */
export interface ListedFile extends Tracked {
  file: string;
  name: string;
  until: number;
  bytes: number;
}

/** Files that are compared before requests have their turn: about a millisecond. */
const filesPerTurn = 2_000;

/** Slots of the filter before a lookup in the set of changed rows. A power of two. */
const filterSlots = 2 ** 16;

/** Index of page files. */
export class PageIndex {
  /** Least recently used first. */
  private readonly pages = new Map<string, ListedFile>();
  private readonly maxBytes: number;
  private readonly onDrop: (file: string) => void;
  private bytes = 0;
  /** The last commit whose rows have been looked for. */
  private searchedAt = 0;

  /** @param onDrop called with each file that leaves the index */
  constructor(maxBytes: number, onDrop: (file: string) => void) {
    this.maxBytes = maxBytes;
    this.onDrop = onDrop;
  }

  get(name: string): ListedFile | undefined {
    return this.pages.get(name);
  }

  /** Returns whether the files take less than a share of the space. */
  isBelow(share: number): boolean {
    return this.bytes < this.maxBytes * share;
  }

  entries(): ListedFile[] {
    return [...this.pages.values()];
  }

  /** Returns the files, grouped by their statements. */
  byStatements(): Map<readonly Shape[], ListedFile[]> {
    return Map.groupBy(this.pages.values(), ({ shapes }) => shapes);
  }

  /** Marks a file as most recently used. */
  use(listed: ListedFile): void {
    this.pages.delete(listed.name);
    this.pages.set(listed.name, listed);
  }

  /** Adds a file, and drops the least recently used ones if the size limit is exceeded. */
  add(listed: ListedFile): void {
    this.pages.set(listed.name, listed);
    this.bytes += listed.bytes;
    for (const oldest of this.pages.keys()) {
      if (this.bytes <= this.maxBytes) break;
      this.drop(oldest);
    }
  }

  drop(name: string): void {
    const listed = this.pages.get(name);
    if (!listed) return;
    this.pages.delete(name);
    this.bytes -= listed.bytes;
    this.onDrop(listed.file);
  }

  clear(): void {
    for (const name of [...this.pages.keys()]) this.drop(name);
  }

  /**
   * Drops the files that depend on rows that were changed since the last call, so that nothing that was hidden or erased stays on the disk.
   * Others that a change may concern are compared when they are read.
   */
  dropChanged(): void {
    for (const _ of this.searchChanged());
  }

  /** Does the same as `dropChanged`, and answers requests in between: there may be more than a hundred thousand files. */
  async dropChangedInTurns(): Promise<void> {
    for (const _ of this.searchChanged()) await nextTurn();
  }

  /** Drops the files that depend on changed rows, and yields after each `filesPerTurn`. */
  private *searchChanged(): Generator<void> {
    const rows = changeTracker.rowsSince(this.searchedAt);
    this.searchedAt = changeTracker.number;
    if (rows.length === 0) return;
    const hasChanged = rowFinder(rows);
    let compared = 0;
    for (const listed of this.entries()) {
      compared += 1;
      if (compared % filesPerTurn === 0) yield;
      const isOutdated = hasChanged(listed.rows, (row) => changeTracker.changedStatements(row, listed).length > 0);
      if (isOutdated && this.pages.get(listed.name) === listed) this.drop(listed.name);
    }
  }
}

/**
 * Returns a function that tells whether one of some rows is among those of a file, and meets a condition. Most files have none, and a hash is
 * looked up faster in an array than in a set.
 */
function rowFinder(rows: readonly number[]) {
  const sought = new Set(rows);
  const filter = new Uint8Array(filterSlots);
  for (const row of rows) filter[row & (filterSlots - 1)] = 1;
  return (rowsOfFile: Int32Array, condition: (row: number) => boolean): boolean => {
    for (let at = 0; at < rowsOfFile.length; at += 1) {
      const row = rowsOfFile[at] ?? 0;
      if (filter[row & (filterSlots - 1)] === 1 && sought.has(row) && condition(row)) return true;
    }
    return false;
  };
}
