import { connection } from 'next/server';
import { findRecordByUrl } from '#lib/catalog/authors/queries/find.ts';
import { findOwnRecord } from '#lib/catalog/ownership/queries/own-record.ts';
import { isLostByMerge, type OwnedRecord, ownedRecordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import type { OwnRecord } from '#lib/catalog/statements/model/statement.ts';
import type { QueuedQuestion } from '#lib/governance/identity/model/questions.ts';
import { isDecidedWhole, questionsAbout } from '#lib/governance/identity/queries/questions.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';

/** Loads the records that the viewer owns, by name; null without an account. */
export async function loadOwnRecords(): Promise<OwnedRecord[] | null> {
  await connection();
  const actor = await viewer();
  return actor && ownedRecordsOf(reader(), actor);
}

/**
 * Loads a record with its settings for its owner. Returns the slug for a redirect, with `isLost` if a merge has ended the viewer's ownership;
 * 'sign_in' without an account; and null for anybody who does not own it, whether it exists or not.
 */
export async function loadOwnRecord(
  slug: string,
): Promise<
  { record: OwnRecord; owned: OwnedRecord; questions: QueuedQuestion[] } | { redirect: string; isLost: boolean } | 'sign_in' | null
> {
  await connection();
  const actor = await viewer();
  if (!actor) return 'sign_in';
  const author = await findRecordByUrl(reader(), slug);
  if (author === null) return null;
  if ('redirect' in author) return { ...author, isLost: await isLostByMerge(reader(), actor, slug) };
  const record = await findOwnRecord(reader(), actor, author.id);
  const owned = record && (await ownedRecordsOf(reader(), actor)).find(({ id }) => id === record.id);
  if (!record || !owned) return null;
  const isAnswered = record.doubts.length > 0 && (await isDecidedWhole(reader(), author.key));
  return { record: isAnswered ? { ...record, doubts: [] } : record, owned, questions: await questionsAbout(reader(), author.key) };
}
