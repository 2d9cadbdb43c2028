import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm';
import { readerVersion, type SourceId } from '#lib/catalog/sources/model.ts';
import type { InputFile } from '#lib/catalog/sources/reading.ts';
import { now } from '#lib/platform/clock.ts';
import { columnsOf, keysOf } from '#lib/platform/db/rows.ts';
import { storedInputParts, storedInputs } from '#lib/platform/db/schema/imports.ts';
import { workSources } from '#lib/platform/db/schema/works.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Bytes of a file that are compressed together. */
const partBytes = 1024 * 1024;
/** The fastest level: the records are read far more often than their files. */
const level = 1;
/** Files up to this size are written in the transaction of their first works. */
const maxQueuedBytes = 16 * 1024 * 1024;

interface QueuedInput {
  file: InputFile;
  contentHash: string;
  parts: Buffer[];
}

/** Stores the files of a run, each before the records that were read from it. */
export class StoredInputs {
  private readonly source: SourceId;
  private readonly files: ReadonlyMap<string, InputFile>;
  private readonly keys = new Map<string, number>();
  private queue: QueuedInput[] = [];
  private queuedBytes = 0;
  private readonly buffer = Buffer.allocUnsafeSlow(partBytes);

  constructor(source: SourceId, files: readonly InputFile[]) {
    this.source = source;
    this.files = new Map(files.map((file) => [file.name, file]));
  }

  /** Reads a file of the run that is not stored yet. What is no file, such as a pipe, is not stored. */
  async begin(store: Store, name: string): Promise<void> {
    const file = this.files.get(name);
    if (!file || this.keys.has(name) || this.queue.some((queued) => queued.file === file)) return;
    if (!(await stat(file.path)).isFile()) return;
    const contentHash = await this.hashOf(file.path);
    const isSame = and(eq(storedInputs.source, this.source), eq(storedInputs.contentHash, contentHash));
    const [known] = await store.reader.select({ key: storedInputs.key }).from(storedInputs).where(isSame);
    const key = known && (await store.transact((tx) => this.renameInput(tx, file, known.key)));
    if (key !== undefined) {
      this.keys.set(name, key);
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of this.partsOf(file.path)) parts.push(await deflate(part, { level }));
    this.queue.push({ file, contentHash, parts });
    this.queuedBytes += file.bytes;
    if (this.queuedBytes > maxQueuedBytes) await store.transact((tx) => this.write(tx));
  }

  private async hashOf(path: string): Promise<string> {
    const hash = createHash('sha256');
    for await (const part of this.partsOf(path)) hash.update(part);
    return hash.digest('base64url');
  }

  /** Yields the bytes of a file. A part is valid until the next one: a buffer for each would make the garbage collector run all the time. */
  private async *partsOf(path: string): AsyncGenerator<Buffer> {
    const file = await open(path);
    try {
      for (;;) {
        const { bytesRead } = await file.read(this.buffer, 0, partBytes, null);
        if (bytesRead === 0) return;
        yield this.buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }

  private async renameInput(tx: Writer, { path, name }: InputFile, key: number): Promise<number> {
    await tx.update(storedInputs).set({ path, name, readerVersion }).where(eq(storedInputs.key, key));
    return key;
  }

  /** Writes the files that were read since. Returns the key of each file by name. */
  async write(tx: Writer): Promise<ReadonlyMap<string, number>> {
    for (const { file, contentHash, parts } of this.queue) {
      const { path, name, bytes } = file;
      const row = { source: this.source, path, name, contentHash, bytes, readerVersion, storedAt: now() };
      const [{ key = 0 } = {}] = await tx.insert(storedInputs).values(row).returning({ key: storedInputs.key });
      for (const [part, content] of parts.entries()) await tx.insert(storedInputParts).values({ inputKey: key, part, content });
      this.keys.set(name, key);
    }
    this.queue = [];
    this.queuedBytes = 0;
    return this.keys;
  }
}

/** Links records to the stored file that they were read from. */
export async function linkInputs(tx: Writer, source: SourceId, inputKeys: ReadonlyMap<string, number>): Promise<void> {
  for (const [key, entries] of Map.groupBy(inputKeys, ([, key]) => key)) {
    const ids = entries.map(([recordId]) => recordId);
    const isOther = sql`${workSources.inputKey} is null or ${workSources.inputKey} <> ${key}`;
    for (let start = 0; start < ids.length; start += 1000)
      await tx
        .update(workSources)
        .set({ inputKey: key })
        .where(and(eq(workSources.source, source), inArray(workSources.recordId, ids.slice(start, start + 1000)), sql`(${isOther})`));
  }
}

/** Deletes the stored files of a source from which no record is any more. */
export async function removeUnusedInputs(tx: Writer, source: SourceId): Promise<void> {
  const usedBy = tx.select({ key: workSources.inputKey }).from(workSources).where(eq(workSources.inputKey, storedInputs.key));
  const removed = await tx
    .delete(storedInputs)
    .where(and(eq(storedInputs.source, source), notExists(usedBy)))
    .returning({ key: storedInputs.key });
  if (removed.length > 0) await tx.delete(storedInputParts).where(inArray(storedInputParts.inputKey, keysOf(removed)));
}

/** A stored file, with the version of its last reader. */
export type StoredInput = Pick<typeof storedInputs.$inferSelect, 'key' | 'name' | 'path' | 'bytes' | 'readerVersion'>;

/** Returns the stored files of a source, in the order of their arrival. */
export const selectStoredInputs = (reader: Reader, source: SourceId): Promise<StoredInput[]> =>
  reader
    .select(columnsOf(storedInputs, 'key', 'name', 'path', 'bytes', 'readerVersion'))
    .from(storedInputs)
    .where(eq(storedInputs.source, source))
    .orderBy(asc(storedInputs.key));

/** Yields the content of a stored file. */
export async function* contentOf(reader: Reader, inputKey: number): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const isPart = and(eq(storedInputParts.inputKey, inputKey), eq(storedInputParts.part, part));
    const [row] = await reader.select({ content: storedInputParts.content }).from(storedInputParts).where(isPart);
    if (!row) return;
    yield await inflate(row.content);
  }
}
