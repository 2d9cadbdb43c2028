import { recordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { inviteRefusal } from '../model/invitation-policy.ts';
import { type InviteCase, inviteCase } from './invitation-policy.ts';

/** So many records of one account are tried before the first is taken. */
const maxTried = 8;

/** What an invitation is decided from, for the first of the reader's records from which nothing stands in the way; for their first where something always does. */
export async function bestCase(reader: Reader, actor: Actor | null, recipientAuthorId: string): Promise<InviteCase> {
  const own = actor ? await recordsOf(reader, actor) : [];
  const first = await inviteCase(reader, actor, { recipientAuthorId });
  if (own.length < 2 || isFree(first)) return first;
  for (const { id } of own.slice(1, maxTried)) {
    const tried = await inviteCase(reader, actor, { recipientAuthorId, senderAuthorId: id });
    if (isFree(tried)) return tried;
  }
  return first;
}

function isFree({ facts }: InviteCase): boolean {
  const { theirs, yours } = inviteRefusal(facts);
  return theirs.length + yours.length === 0;
}
