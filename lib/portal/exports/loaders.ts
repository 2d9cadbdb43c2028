import { Readable } from 'node:stream';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader, transact } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { isFromThisSite } from '#lib/platform/http/csrf.ts';
import { encodePhotos } from './commands/encode-photos.ts';
import { countUpload, storeUpload } from './commands/import-archive.ts';
import { readArchiveInThread } from './commands/read-archive.ts';
import { type ArchiveImportView, type ArchiveView, archiveFileName } from './model/archive.ts';
import type { Preview } from './model/preview.ts';
import { maxUploadBytes } from './model/upload-limits.ts';
import { archiveImportsOf, previewOf } from './queries/archive-imports.ts';
import { archivesOf, readyArchive, streamArchive } from './queries/archives.ts';

/** Loads the archives and uploads of the viewer's account; null without an account. */
export async function loadOwnData(): Promise<{ archives: ArchiveView[]; imports: ArchiveImportView[] } | null> {
  const actor = await viewer();
  return actor && { archives: await archivesOf(reader(), actor), imports: await archiveImportsOf(reader(), actor) };
}

/**
 * Streams an archive to its owner; null for anybody else and after it has expired. Each download reads the parts from the database again.
 */
export async function loadArchive(id: string): Promise<Response | null> {
  const actor = await viewer();
  const archive = actor && (await readyArchive(reader(), actor, id));
  if (!archive) return null;
  const body = Readable.toWeb(Readable.from(streamArchive(reader(), archive))) as ReadableStream<Uint8Array>;
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

/** Loads an archive that the viewer has uploaded: a preview of its changes, or the result of the import. */
export async function loadArchiveImport(id: string): Promise<{ preview: Preview } | { taken: ArchiveImportView } | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const preview = await previewOf(reader(), actor, id);
  if (preview) return { preview };
  const taken = (await archiveImportsOf(reader(), actor)).find((each) => each.id === id && each.takenAt !== null);
  return taken ? { taken } : null;
}

const pagePath = '/me/data';
const problemPath = (code: string): string => `${pagePath}?problem=${code}#import`;

/**
 * Receives an uploaded archive and returns the path to redirect to: a preview of its changes, or the reason for a refusal. The account and
 * its limits are checked before any byte of the file is read. A plain form is used because Next.js reads the body before a server action
 * runs.
 */
export async function receiveArchive(request: Request): Promise<string> {
  if (!isFromThisSite(request.headers, env().PUBLIC_URL)) return problemPath('archive_cross_site');
  const actor = await viewer();
  if (!actor) return `/sign-in?problem=not_signed_in&next=${encodeURIComponent(pagePath)}`;
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes) return problemPath('archive_too_large');
  const permission = await transact((tx) => countUpload(tx, actor));
  if (!permission.ok) return problemPath(permission.code);
  const form = await request.formData().catch(() => null);
  const file = form?.get('archive');
  if (!(file instanceof File) || file.size === 0) return problemPath('archive_missing');
  const archive = await readArchiveInThread(Buffer.from(await file.arrayBuffer()), { account: actor.accountId });
  if (!archive.ok) return problemPath(archive.code);
  const encoded = await encodePhotos(archive.value, actor.accountId);
  const { id } = await transact((tx) => storeUpload(tx, actor, encoded));
  return `${pagePath}/imports/${id}`;
}
