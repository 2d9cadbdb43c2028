import { crc32 } from 'node:zlib';
import type { Change } from '#lib/platform/db/changes.ts';
import { mayRead } from '#lib/platform/db/dependencies.ts';
import { concernsShapes, nameOf, type Shapes } from './page-dependencies.ts';

/** What is known of a file without reading it: enough to tell whether a change concerns it. */
export interface Listed {
  file: string;
  name: string;
  until: number;
  /** The hashes of its rows. Where two rows have one hash, a page may be dropped that need not be. */
  rows: Int32Array;
  bytes: number;
}

interface Kept {
  listed: Listed;
  group: Group;
}

/** Files of pages that were made by the same statements. */
interface Group {
  name: string;
  shapes: Shapes;
  pages: Set<Kept>;
}

export const rowHash = (row: string): number => crc32(row) | 0;

/** Which files of pages there are, and which of them a change concerns. */
export class PageIndex {
  /** The last used comes last. */
  private readonly pages = new Map<string, Kept>();
  private readonly groups = new Map<string, Group>();
  private readonly byRow = new Map<number, Kept[]>();
  private readonly maxBytes: number;
  private readonly dropped: (file: string) => void;
  private bytes = 0;

  /** @param dropped is told of each file that is in the index no longer */
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

  /** The files, together with those of pages that were made by the same statements. */
  byStatements(): Group[] {
    return [...this.groups.values()];
  }

  /** Notes that a file was used. */
  use(kept: Kept): void {
    this.pages.delete(kept.listed.name);
    this.pages.set(kept.listed.name, kept);
  }

  /** Adds a file, and drops the oldest where there are too many. */
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

  /** Drops what a change concerns; everything where it is not known what has changed. */
  invalidate(change: Change | null): void {
    for (const { shapes, pages } of [...this.groups.values()])
      if (change === null || concernsShapes(shapes, change)) for (const { listed } of [...pages]) this.drop(listed.name);
    if (change === null) return;
    for (const row of change.rows ?? [])
      for (const { listed, group } of [...(this.byRow.get(rowHash(`${change.table} ${row}`)) ?? [])])
        if (group.shapes.some(([shape]) => mayRead(shape, change))) this.drop(listed.name);
  }
}
