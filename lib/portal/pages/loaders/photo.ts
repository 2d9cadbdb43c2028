import { connection } from 'next/server';
import { findAuthor, findPublicRecord } from '#lib/catalog/authors/queries/find.ts';
import { admitPhotoUpload, setPhoto } from '#lib/catalog/ownership/commands/edit-photo.ts';
import { encodePhoto } from '#lib/catalog/ownership/commands/encode-photo.ts';
import { maxPhotoBytes } from '#lib/catalog/ownership/model.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { isListed } from '#lib/catalog/statements/model/statement.ts';
import { photoOf } from '#lib/catalog/statements/queries/photo.ts';
import { transactAs } from '#lib/platform/auth/transact-as.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { isFromThisSite } from '#lib/platform/http/csrf.ts';
import { movedResponse, noFileResponse, publicFileResponse } from '#lib/platform/http/file-responses.ts';
import { refused } from '#lib/platform/outcome.ts';

/** Returns the photo of a record, or 404 if there is none. */
export async function servePhoto(request: Request, slug: string): Promise<Response> {
  await connection();
  const result = await findAuthor(reader(), slug);
  if (result.kind === 'missing') return noFileResponse();
  if (result.kind === 'moved') return movedResponse(`/authors/${result.slug}/photo.jpg`);
  const jpeg = await photoOf(reader(), result.author);
  if (!jpeg) return noFileResponse();
  const headers = new Headers({ 'Content-Type': 'image/jpeg' });
  if (!isListed(result.author)) headers.set('X-Robots-Tag', 'noindex');
  return publicFileResponse(request, Uint8Array.from(jpeg), headers);
}

/**
 * Receives an uploaded photo and returns the path to redirect to. The account and its permission are checked before any byte of the file is
 * read. A plain form is used because Next.js reads the body before a server action runs.
 */
export async function receivePhoto(request: Request, slug: string): Promise<string> {
  let pagePath = `/me/records/${encodeURIComponent(slug)}`;
  const problemPath = (code: string): string => `${pagePath}/picture?problem=${code}`;
  if (!isFromThisSite(request.headers, env().PUBLIC_URL)) return problemPath('photo_unreadable');
  const actor = await viewer();
  if (!actor) return `/sign-in?problem=not_signed_in&next=${encodeURIComponent(`${pagePath}/picture`)}`;
  // A merged or renamed record leads to the current one, so that the chosen file is not lost.
  const author = await findPublicRecord(reader(), slug);
  if (!author) return pagePath;
  const { id: authorId } = author;
  pagePath = `/me/records/${author.slug}`;
  if (Number(request.headers.get('content-length') ?? 0) > maxPhotoBytes) return problemPath('photo_too_large');
  const permission = await transactAs(actor, (tx) => admitPhotoUpload(tx, actor, { authorId }));
  if (!permission.ok) {
    // The page of the record at the original URL states whether a merge has ended the ownership.
    const isNotOwned = permission.code === 'not_your_record' || permission.code === 'profile_merged';
    return isNotOwned ? `/me/records/${encodeURIComponent(slug)}` : problemPath(permission.code);
  }
  const form = await request.formData().catch(() => null);
  const file = form?.get('photo');
  if (!(file instanceof File) || file.size === 0) return problemPath('photo_missing');
  const jpeg = await encodePhoto(Buffer.from(await file.arrayBuffer()), actor.accountId);
  if (!jpeg.ok) return problemPath(jpeg.code);
  const outcome = await transactAs(actor, async (tx) => {
    const owner = await proveOwnership(tx, actor, authorId);
    return owner ? setPhoto(tx, owner, jpeg.value) : refused('not_your_record');
  });
  return outcome.ok ? `${pagePath}/picture?saved=picture` : problemPath(outcome.code);
}
