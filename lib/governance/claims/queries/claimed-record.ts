import { findAnyRecord, findPublicRecord } from '#lib/catalog/authors/queries/find.ts';
import { isSuppressed } from '#lib/catalog/visibility/model.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { isProver } from './claims.ts';

/** The record that a form of a claim page is about. */
interface ClaimedRecord {
  /** The name itself if no record has it: then every proof ends as for an unknown record. */
  authorId: string;
  /** Whether the account may know that the record exists: it is public, or the account holds or has proved it. */
  isShown: boolean;
}

/** Finds the record of a claim page, by the name in its address or by its id. A hidden record is not told apart from a missing one. */
export async function findClaimedRecord(reader: Reader, actor: Actor, name: string): Promise<ClaimedRecord> {
  if (await findPublicRecord(reader, name)) return { authorId: name, isShown: true };
  const hidden = await findAnyRecord(reader, name);
  if (!hidden || !isSuppressed(hidden)) return { authorId: name, isShown: false };
  return { authorId: hidden.id, isShown: await isProver(reader, actor, hidden.id) };
}
