import yauzl from 'yauzl';
import yazl from 'yazl';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { encodePhotos } from '#lib/portal/exports/commands/encode-photos.ts';
import { enqueueArchive } from '#lib/portal/exports/commands/enqueue-archive.ts';
import { importArchive, storeUpload } from '#lib/portal/exports/commands/import-archive.ts';
import { readArchive } from '#lib/portal/exports/model/archive-reader.ts';
import { type ImportPart, importPartIds } from '#lib/portal/exports/model/portable.ts';
import { previewOf } from '#lib/portal/exports/queries/archive-imports.ts';
import { readyArchive, streamArchive } from '#lib/portal/exports/queries/archives.ts';
import { runJobs } from './fixtures.ts';

/** Requests an archive, waits for it, and downloads it. */
export async function createArchive(store: Store, actor: Actor): Promise<Buffer> {
  const requested = await store.transact((tx) => enqueueArchive(tx, actor));
  if (!requested.ok) throw new Error(requested.code);
  await runJobs(store);
  return downloadArchive(store, actor, requested.value.id);
}

export async function downloadArchive(store: Store, actor: Actor, id: string): Promise<Buffer> {
  const archive = await readyArchive(store.reader, actor, id);
  if (!archive) throw new Error('The copy is not there.');
  return Buffer.concat(await Array.fromAsync(streamArchive(store.reader, archive)));
}

/** Returns the files of a ZIP as text, by path. */
export async function readZip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) chunks.push(chunk);
    files.set(entry.fileName, Buffer.concat(chunks).toString('utf8'));
  }
  return files;
}

export const parseJsonFile = <Content>(files: Map<string, string>, name: string): Content =>
  JSON.parse(files.get(name) ?? 'null') as Content;

export async function createZip(files: Iterable<[path: string, text: string | Buffer]>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [path, text] of files) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as unknown as AsyncIterable<Buffer>));
}

/** Uploads an archive. @returns the preview */
export async function uploadArchive(store: Store, actor: Actor, bytes: Buffer) {
  const archive = await readArchive(bytes);
  if (!archive.ok) throw new Error(archive.code);
  const encoded = await encodePhotos(archive.value);
  const { id } = await store.transact((tx) => storeUpload(tx, actor, encoded));
  const preview = await previewOf(store.reader, actor, id);
  if (!preview) throw new Error('Nothing is shown.');
  return preview;
}

/** Uploads an archive and imports the selected parts, by default all. @returns the number of imported items, by kind */
export async function importFromArchive(
  store: Store,
  actor: Actor,
  bytes: Buffer,
  of: readonly ImportPart[] = importPartIds,
): Promise<Record<string, number>> {
  const { id } = await uploadArchive(store, actor, bytes);
  const taken = await store.transact((tx) => importArchive(tx, actor, { id, of }));
  if (!taken.ok) throw new Error(taken.code);
  return taken.value;
}
