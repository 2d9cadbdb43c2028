import { Readable } from 'node:stream';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader, transact } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { isFromThisSite } from '#lib/platform/http/csrf.ts';
import { encodePhotos } from './commands/encode-photos.ts';
import { mayRead, storeUpload } from './commands/import-archive.ts';
import { readArchiveInThread } from './commands/read-archive.ts';
import { type ArchiveImportView, type ArchiveView, archiveFileName } from './model/archive.ts';
import type { Preview } from './model/preview.ts';
import { maxUploadBytes } from './model/upload-limits.ts';
import { archiveImportsOf, previewOf } from './queries/archive-imports.ts';
import { archivesOf, partsOf, readyArchive } from './queries/archives.ts';

/** The archives of the reader's own account, and those that they have uploaded; null without an account. */
export async function loadOwnData(): Promise<{ archives: ArchiveView[]; imports: ArchiveImportView[] } | null> {
  const actor = await viewer();
  return actor && { archives: await archivesOf(reader(), actor), imports: await archiveImportsOf(reader(), actor) };
}

/** An archive for its owner, read again for every download, part by part; null for anybody else and once it has gone. */
export async function loadArchive(id: string): Promise<Response | null> {
  const actor = await viewer();
  const archive = actor && (await readyArchive(reader(), actor, id));
  if (!archive) return null;
  const body = Readable.toWeb(Readable.from(partsOf(reader(), archive))) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Length': `${archive.bytes}`,
      'Content-Disposition': `attachment; filename="${archiveFileName(env().PUBLIC_URL, archive.readyAt)}"`,
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  });
}

/** An archive that the reader has uploaded: what it would change, or what was imported of it. */
export async function loadArchiveImport(id: string): Promise<{ preview: Preview } | { taken: ArchiveImportView } | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const preview = await previewOf(reader(), actor, id);
  if (preview) return { preview };
  const taken = (await archiveImportsOf(reader(), actor)).find((each) => each.id === id && each.takenAt !== null);
  return taken ? { taken } : null;
}

const page = '/me/data';
const problem = (code: string): string => `${page}?problem=${code}#import`;

/**
 * Receives an uploaded archive, and answers where to lead them: to what it would change, or to why it cannot be read. Who is
 * there and whether they may is asked before a byte of the file is read. It is a plain form, for a server action would be read first.
 */
export async function receiveArchive(request: Request): Promise<string> {
  if (!isFromThisSite(request.headers, env().PUBLIC_URL)) return problem('archive_cross_site');
  const actor = await viewer();
  if (!actor) return `/sign-in?problem=not_signed_in&next=${encodeURIComponent(page)}`;
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes) return problem('archive_too_large');
  const may = await transact((tx) => mayRead(tx, actor));
  if (!may.ok) return problem(may.code);
  const form = await request.formData().catch(() => null);
  const file = form?.get('archive');
  if (!(file instanceof File) || file.size === 0) return problem('archive_missing');
  const archive = await readArchiveInThread(Buffer.from(await file.arrayBuffer()), { account: actor.accountId });
  if (!archive.ok) return problem(archive.code);
  const made = await encodePhotos(archive.value, actor.accountId);
  const { id } = await transact((tx) => storeUpload(tx, actor, made));
  return `${page}/imports/${id}`;
}
