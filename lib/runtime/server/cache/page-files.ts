import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { Change } from '#lib/platform/db/changes.ts';
import type { Position } from '#lib/platform/db/store.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { makeFolder } from '#lib/platform/processes/make-folder.ts';
import { type PageReads, shapesOf } from '../pages/page-dependencies.ts';
import { changeTracker, noSuspects, type Tracked } from './change-tracker.ts';
import { type ListedFile, PageIndex } from './page-index.ts';

export interface StoredPage extends PageReads, Tracked {
  name: string;
  until: number;
  headers: OutgoingHttpHeaders;
  tag: string;
  body: Buffer;
  readsViewer: boolean;
  slots: ReadonlyMap<string, object>;
}

/** A file in the list. Its suspects refer to the statements of its group by index. */
type WrittenFile = Pick<ListedFile, 'file' | 'name' | 'until' | 'rows' | 'bytes'> & { suspects: number[] };

/** Files with the same statements, as written: a part of the list. */
interface WrittenGroup {
  shapes: string[];
  pages: WrittenFile[];
}

const listName = 'list';
/** Files in one part of the list: two milliseconds. Requests have their turn in between. */
const maxFilesInPart = 300;
/** Pause after a write error, since a full disk may have space again. */
const errorPauseMs = 60_000;
/** Pause between searches for files that depend on changed rows. */
const searchPauseMs = 250;

/**
 * Responses of the page cache in files, for more pages than memory holds and for the next start. The page cache reports each change.
 * Changes made while no process ran are queried at start. A missing or damaged file is a cache miss.
 */
export class PageFiles {
  private readonly index: PageIndex;
  private readonly folder: string;
  private pausedUntil = 0;
  private search: NodeJS.Timeout | null = null;
  /** Position of the list as last written; null if a file was added since. */
  private writtenAt: number | null = null;

  constructor(folder: string, maxBytes: number) {
    this.folder = folder;
    this.index = new PageIndex(maxBytes, (file) => void this.removeFile(file));
  }

  /**
   * Opens the files of an earlier process.
   * @param changesSince returns the changes committed since a position; null if unknown
   */
  open(changesSince: (position: Position) => readonly Change[] | null): void {
    try {
      makeFolder(this.folder, 0o700);
      this.readList(changesSince);
    } catch {
      this.index.clear();
    }
    this.sweep();
  }

  private readList(changesSince: (position: Position) => readonly Change[] | null): void {
    const [position, ...groups] = readParts(readFileSync(join(this.folder, listName))) as [Position, ...WrittenGroup[]];
    const changes = changesSince(position);
    if (changes === null) return;
    for (const { shapes: texts, pages } of groups) {
      const shapes = shapesOf(texts);
      changeTracker.register(shapes, []);
      for (const { suspects, ...listed } of pages) {
        const suspectShapes = suspects.length > 0 ? new Set(suspects.flatMap((index) => shapes[index] ?? [])) : noSuspects;
        this.index.add({ ...listed, shapes, checkedAt: changeTracker.number, suspects: suspectShapes });
      }
    }
    changeTracker.record(changes);
    this.index.dropChanged();
  }

  /** Removes files that are not in the list. */
  private sweep(): void {
    try {
      const listedFiles = new Set([listName, ...this.index.entries().map(({ file }) => file)]);
      for (const file of readdirSync(this.folder)) if (!listedFiles.has(file)) rmSync(join(this.folder, file), { force: true });
    } catch (error) {
      this.pause(error);
    }
  }

  /** Returns whether another page fits without the removal of one that was read. */
  hasRoom(): boolean {
    return this.index.isBelow(0.95);
  }

  has(name: string): boolean {
    return this.index.get(name) !== undefined;
  }

  /** Writes a response and replaces the earlier one. */
  async storePage(page: StoredPage): Promise<void> {
    const { name, until, shapes, rows, checkedAt, suspects, ...rest } = page;
    this.index.drop(name);
    if (Date.now() < this.pausedUntil) return;
    const content = serializeWithChecksum({ ...rest, name, until });
    const file = randomBytes(9).toString('hex');
    const listed: ListedFile = { file, name, until, shapes, rows, checkedAt, suspects, bytes: content.length };
    this.index.add(listed);
    this.writtenAt = null;
    const path = join(this.folder, file);
    try {
      await writeFile(`${path}.part`, content, { mode: 0o600 });
      await rename(`${path}.part`, path);
    } catch (error) {
      this.pause(error);
      await mkdir(this.folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
      await this.removeFile(`${file}.part`);
      if (this.index.get(name) === listed) this.index.drop(name);
    }
    // The entry was dropped while its file was written.
    if (this.index.get(name) !== listed) await this.removeFile(file);
  }

  /** Reads a response; null if it does not exist or has expired. */
  async find(name: string): Promise<StoredPage | null> {
    const listed = this.index.get(name);
    if (!listed) return null;
    const page = listed.until < Date.now() ? null : await this.read(listed);
    // The file was dropped while it was read.
    if (this.index.get(name) !== listed) return null;
    if (page) this.index.use(listed);
    else this.index.drop(name);
    return page;
  }

  private async read({ file, name, shapes, rows, checkedAt, suspects }: ListedFile): Promise<StoredPage | null> {
    try {
      const page = deserializeChecked(await readFile(join(this.folder, file))) as Omit<StoredPage, keyof Tracked>;
      if (page.name !== name) return null;
      return { ...page, body: Buffer.from(page.body), reads: Buffer.from(page.reads), shapes, rows, checkedAt, suspects };
    } catch {
      return null;
    }
  }

  drop(name: string): void {
    this.index.drop(name);
  }

  /** Removes all files. */
  clear(): void {
    this.index.clear();
  }

  /** Removes the files that depend on changed rows, soon after a change. */
  followChanges(): void {
    this.search ??= setTimeout(() => {
      this.search = null;
      void this.index.dropChangedInTurns();
    }, searchPauseMs).unref();
  }

  /** Writes the list of all files, for the next start. */
  writeList(position: Position | null): void {
    for (const _ of this.listParts(position));
  }

  /** Does the same, and answers requests in between. */
  async writeListInTurns(position: Position | null): Promise<void> {
    await this.index.dropChangedInTurns();
    for (const _ of this.listParts(position)) await nextTurn();
  }

  /**
   * Writes the list, and yields after each part. All files were valid at its position: what changes meanwhile is compared again at the next
   * start, and a file that is removed meanwhile is missing then.
   */
  private *listParts(position: Position | null): Generator<void> {
    this.index.dropChanged();
    for (const { name, until } of this.index.entries()) if (until < Date.now()) this.index.drop(name);
    if (position === null || position.number === this.writtenAt || Date.now() < this.pausedUntil) return;
    this.writtenAt = position.number;
    const part = join(this.folder, `${listName}-${randomBytes(9).toString('hex')}.part`);
    try {
      const descriptor = openSync(part, 'w', 0o600);
      try {
        writeSync(descriptor, partOf(position));
        for (const [shapes, pages] of this.index.byStatements()) {
          for (let at = 0; at < pages.length; at += maxFilesInPart) {
            const written = pages.slice(at, at + maxFilesInPart).map((listed) => writtenFile(listed));
            writeSync(descriptor, partOf({ shapes: shapes.map(({ text }) => text), pages: written } satisfies WrittenGroup));
            yield;
          }
        }
      } finally {
        closeSync(descriptor);
      }
      renameSync(part, join(this.folder, listName));
    } catch (error) {
      this.writtenAt = null;
      this.pause(error);
      rmSync(part, { force: true });
    }
  }

  private removeFile(file: string): Promise<void> {
    return rm(join(this.folder, file), { force: true }).catch((error: unknown) => this.pause(error));
  }

  private pause(error: unknown): void {
    if (Date.now() >= this.pausedUntil) log.warn({ error: describeFault(error) }, 'pages are not stored in files for a minute');
    this.pausedUntil = Date.now() + errorPauseMs;
    // The cache releases its space on a full disk, since pages can be rendered again.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') this.clear();
  }
}

function writtenFile(listed: ListedFile): WrittenFile {
  changeTracker.update(listed);
  const { file, name, until, rows, bytes, suspects, shapes } = listed;
  return { file, name, until, rows, bytes, suspects: [...suspects].map((shape) => shapes.indexOf(shape)) };
}

/** Returns a part of a list, after its length. */
function partOf(value: unknown): Buffer {
  const content = serializeWithChecksum(value);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([length, content]);
}

/** @throws if a part is incomplete */
function readParts(written: Buffer): unknown[] {
  const parts: unknown[] = [];
  for (let at = 0; at < written.length; ) {
    const end = at + 4 + written.readUInt32LE(at);
    parts.push(deserializeChecked(written.subarray(at + 4, end)));
    at = end;
  }
  return parts;
}

/** Serializes a value with a checksum. */
function serializeWithChecksum(value: unknown): Buffer {
  const bytes = serialize(value);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(bytes));
  return Buffer.concat([checksum, bytes]);
}

/** @throws if the checksum does not match */
function deserializeChecked(written: Buffer): unknown {
  const bytes = written.subarray(4);
  if (written.length < 5 || written.readUInt32LE(0) !== crc32(bytes)) throw new Error('The file is broken.');
  return deserialize(bytes);
}
