import { Readable } from 'node:stream';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { type ArchiveView, archiveFileName } from './model/archive.ts';
import { archivesOf, readyArchive, streamArchive } from './queries/archives.ts';

/** Loads the archives of the viewer's account; null without an account. */
export async function loadArchives(): Promise<ArchiveView[] | null> {
  const actor = await viewer();
  return actor && archivesOf(reader(), actor);
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
