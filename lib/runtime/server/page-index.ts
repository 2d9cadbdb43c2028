import { crc32 } from 'node:zlib';
import type { Change } from '#lib/platform/db/changes.ts';
import { mayRead } from '#lib/platform/db/dependencies.ts';
import { concernsShapes, nameOf, type Shapes } from './page-dependencies.ts';

/** Facts about a file that decide, without reading it, whether a change affects it. */
export interface Listed {
  file: string;
  name: string;
  until: number;
  /** Hashes of its rows. If two rows have the same hash, a page may be dropped unnecessarily. */
  rows: Int32Array;
  bytes: number;
}

interface Kept {
  listed: Listed;
  group: Group;
}

/** Files of pages with the same statements. */
interface Group {
  name: string;
  shapes: Shapes;
  pages: Set<Kept>;
}

export const rowHash = (row: string): number => crc32(row) | 0;

/** Index of page files, and of which of them a change affects. */
export class PageIndex {
  /** Least recently used first. */
  private readonly pages = new Map<string, Kept>();
  private readonly groups = new Map<string, Group>();
  private readonly byRow = new Map<number, Kept[]>();
  private readonly maxBytes: number;
  private readonly dropped: (file: string) => void;
  private bytes = 0;

  /** @param dropped called with each file that leaves the index */
  constructor(maxBytes: number, dropped: (file: string) => void) {
    this.maxBytes = maxBytes;
    this.dropped = dropped;
  }

  get(name: string): Kept | undefined {
    return this.pages.get(name);
  }

  entries(): Kept[] {
    return [...this.pages.values()];
  }

  /** Returns the files, grouped by their statements. */
  byStatements(): Group[] {
    return [...this.groups.values()];
  }

  /** Marks a file as most recently used. */
  use(kept: Kept): void {
    this.pages.delete(kept.listed.name);
    this.pages.set(kept.listed.name, kept);
  }

  /** Adds a file, and drops the least recently used ones if the size limit is exceeded. */
  add(listed: Listed, shapes: Shapes): void {
    const groupName = nameOf(shapes);
    const group = this.groups.get(groupName) ?? { name: groupName, shapes, pages: new Set() };
    const kept = { listed, group };
    this.groups.set(groupName, group);
    group.pages.add(kept);
    for (const row of listed.rows) {
      const those = this.byRow.get(row);
      if (those) those.push(kept);
      else this.byRow.set(row, [kept]);
    }
    this.pages.set(listed.name, kept);
    this.bytes += listed.bytes;
    for (const oldest of this.pages.keys()) {
      if (this.bytes <= this.maxBytes) break;
      this.drop(oldest);
    }
  }

  drop(name: string): void {
    const found = this.pages.get(name);
    if (!found) return;
    const { listed, group } = found;
    this.pages.delete(name);
    this.bytes -= listed.bytes;
    group.pages.delete(found);
    if (group.pages.size === 0) this.groups.delete(group.name);
    for (const row of listed.rows) {
      const others = this.byRow.get(row)?.filter((kept) => kept !== found) ?? [];
      if (others.length > 0) this.byRow.set(row, others);
      else this.byRow.delete(row);
    }
    this.dropped(listed.file);
  }

  /** Drops the files that a change affects; all of them if the change is unknown. */
  invalidate(change: Change | null): void {
    for (const { shapes, pages } of [...this.groups.values()])
      if (change === null || concernsShapes(shapes, change)) for (const { listed } of [...pages]) this.drop(listed.name);
    if (change === null) return;
    for (const row of change.rows ?? [])
      for (const { listed, group } of [...(this.byRow.get(rowHash(`${change.table} ${row}`)) ?? [])])
        if (group.shapes.some(([shape]) => mayRead(shape, change))) this.drop(listed.name);
  }
}
