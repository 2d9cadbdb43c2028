import { Readable } from 'node:stream';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader, transact } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { isFromThisSite } from '#lib/platform/http.ts';
import { encodePhotos } from './commands/encode-photos.ts';
import { mayRead, storeUpload } from './commands/import-archive.ts';
import { readArchiveInThread } from './commands/read-archive.ts';
import { type ArchiveView, archiveFileName, type SentInView } from './model/archive.ts';
import type { Preview } from './model/preview.ts';
import { maxUploadBytes } from './model/upload-limits.ts';
import { archivesOf, partsOf, readyArchive } from './queries/copies.ts';
import { previewOf, sentInOf } from './queries/sent-in.ts';

/** The copies of the reader's own account, and those that they have sent in; null without an account. */
export async function loadOwnData(): Promise<{ copies: ArchiveView[]; sentIn: SentInView[] } | null> {
  const actor = await viewer();
  return actor && { copies: await archivesOf(reader(), actor), sentIn: await sentInOf(reader(), actor) };
}

/** A copy for its owner, read again for every download, part by part; null for anybody else and once it has gone. */
export async function loadArchive(id: string): Promise<Response | null> {
  const actor = await viewer();
  const copy = actor && (await readyArchive(reader(), actor, id));
  if (!copy) return null;
  const body = Readable.toWeb(Readable.from(partsOf(reader(), copy))) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Length': `${copy.bytes}`,
      'Content-Disposition': `attachment; filename="${archiveFileName(env().PUBLIC_URL, copy.readyAt)}"`,
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  });
}

/** A copy that the reader has sent in: what it would change, or what was taken in of it. */
export async function loadSentIn(id: string): Promise<{ preview: Preview } | { taken: SentInView } | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const preview = await previewOf(reader(), actor, id);
  if (preview) return { preview };
  const taken = (await sentInOf(reader(), actor)).find((each) => each.id === id && each.takenAt !== null);
  return taken ? { taken } : null;
}

const page = '/me/data';
const problem = (code: string): string => `${page}?problem=${code}#take-in`;

/**
 * Receives a copy that somebody sends in, and answers where to lead them: to what it would change, or to why it cannot be read. Who is
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
  const file = form?.get('copy');
  if (!(file instanceof File) || file.size === 0) return problem('archive_missing');
  const copy = await readArchiveInThread(Buffer.from(await file.arrayBuffer()), { account: actor.accountId });
  if (!copy.ok) return problem(copy.code);
  const made = await encodePhotos(copy.value, actor.accountId);
  const { id } = await transact((tx) => storeUpload(tx, actor, made));
  return `${page}/in/${id}`;
}
