import { type NotOwned, proveOwnership, refuseOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import type { PowerErrorCode } from '#lib/catalog/powers/model.ts';
import { powerRefusalOf } from '#lib/catalog/powers/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type Owner, photoLimit } from '../model.ts';
import { lockRecordOfOwner, type OwnerRefusal, refreshStatedRecord, storeStatement } from './edit-record.ts';

/** Checks that the owner may upload a photo, and counts the upload against the limit before any byte is read. */
export async function admitPhotoUpload(
  tx: Writer,
  actor: Actor,
  { authorId }: { authorId: string },
): Promise<Outcome<void, NotOwned | PowerErrorCode | 'too_many_photos'>> {
  if (!(await proveOwnership(tx, actor, authorId))) return refuseOwnership(tx, actor, authorId);
  const code = await powerRefusalOf(tx, authorId, 'photo');
  if (code) return refused(code);
  return (await withinLimit(tx, 'photo', actor.accountId, photoLimit)) ? done(undefined) : refused('too_many_photos');
}

/** Sets or removes the photo of a record. @param jpeg the base64 output of `encodePhoto`, or null */
export async function setPhoto(tx: Writer, owner: Owner, jpeg: string | null): Promise<Outcome<void, OwnerRefusal>> {
  const locked = await lockRecordOfOwner(tx, owner, jpeg === null ? 'state' : 'photo');
  if (!locked.ok) return locked;
  await storeStatement(tx, owner, 'photo', jpeg);
  await refreshStatedRecord(tx, owner);
  return done(undefined);
}
