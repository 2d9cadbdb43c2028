import yauzl from 'yauzl';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { enqueueArchive } from '#lib/portal/exports/commands/enqueue-archive.ts';
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
