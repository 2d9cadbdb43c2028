import { crc32 } from 'node:zlib';
import type { Change } from '#lib/platform/db/changes.ts';
import { mayReadChange } from '#lib/platform/db/dependencies.ts';
import { affectsShapes, type Shapes, shapesKeyOf } from '../pages/page-dependencies.ts';

/** Facts about a file that decide, without reading it, whether a change affects it. */
export interface ListedFile {
  file: string;
  name: string;
  until: number;
  /** Hashes of its rows. If two rows have the same hash, a page may be dropped unnecessarily. */
  rows: Int32Array;
  bytes: number;
}

interface IndexEntry {
  listed: ListedFile;
  group: Group;
}

/** Files of pages with the same statements. */
interface Group {
  name: string;
  shapes: Shapes;
  pages: Set<IndexEntry>;
}

export const rowHash = (row: string): number => crc32(row) | 0;

/** Index of page files, and of which of them a change affects. */
export class PageIndex {
  /** Least recently used first. */
  private readonly pages = new Map<string, IndexEntry>();
  private readonly groups = new Map<string, Group>();
  private readonly byRow = new Map<number, IndexEntry[]>();
  private readonly maxBytes: number;
  private readonly onDrop: (file: string) => void;
  private bytes = 0;

  /** @param onDrop called with each file that leaves the index */
  constructor(maxBytes: number, onDrop: (file: string) => void) {
    this.maxBytes = maxBytes;
    this.onDrop = onDrop;
  }

  get(name: string): IndexEntry | undefined {
    return this.pages.get(name);
  }

  entries(): IndexEntry[] {
    return [...this.pages.values()];
  }

  /** Returns the files, grouped by their statements. */
  byStatements(): Group[] {
    return [...this.groups.values()];
  }

  /** Marks a file as most recently used. */
  use(entry: IndexEntry): void {
    this.pages.delete(entry.listed.name);
    this.pages.set(entry.listed.name, entry);
  }

  /** Adds a file, and drops the least recently used ones if the size limit is exceeded. */
  add(listed: ListedFile, shapes: Shapes): void {
    const groupName = shapesKeyOf(shapes);
    const group = this.groups.get(groupName) ?? { name: groupName, shapes, pages: new Set() };
    const entry = { listed, group };
    this.groups.set(groupName, group);
    group.pages.add(entry);
    for (const row of listed.rows) {
      const entriesOfRow = this.byRow.get(row);
      if (entriesOfRow) entriesOfRow.push(entry);
      else this.byRow.set(row, [entry]);
    }
    this.pages.set(listed.name, entry);
    this.bytes += listed.bytes;
    for (const oldest of this.pages.keys()) {
      if (this.bytes <= this.maxBytes) break;
      this.drop(oldest);
    }
  }

  drop(name: string): void {
    const entry = this.pages.get(name);
    if (!entry) return;
    const { listed, group } = entry;
    this.pages.delete(name);
    this.bytes -= listed.bytes;
    group.pages.delete(entry);
    if (group.pages.size === 0) this.groups.delete(group.name);
    for (const row of listed.rows) {
      const remaining = this.byRow.get(row)?.filter((other) => other !== entry) ?? [];
      if (remaining.length > 0) this.byRow.set(row, remaining);
      else this.byRow.delete(row);
    }
    this.onDrop(listed.file);
  }

  /** Drops the files that a change affects; all of them if the change is unknown. */
  invalidate(change: Change | null): void {
    for (const { shapes, pages } of [...this.groups.values()])
      if (change === null || affectsShapes(shapes, change)) for (const { listed } of [...pages]) this.drop(listed.name);
    if (change === null) return;
    for (const row of change.rows ?? [])
      for (const { listed, group } of [...(this.byRow.get(rowHash(`${change.table} ${row}`)) ?? [])])
        if (group.shapes.some(([shape]) => mayReadChange(shape, change))) this.drop(listed.name);
  }
}
