import { and, eq, inArray, or } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { isFullyVisible } from '#lib/catalog/visibility/model.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { collaborations, invitations, threads } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Collaborator } from '../model/threads.ts';

type OwnedRecord = Pick<AuthorRow, 'id' | 'slug' | 'name' | 'sortName' | 'ownerId' | 'claimState' | 'visibility' | 'mergedInto'>;

const isOwnedBy = (record: OwnedRecord | undefined, accountId: string): boolean =>
  record !== undefined && record.claimState === 'claimed' && record.ownerId === accountId && record.mergedInto === null;

const maxCollaborators = 50;

/**
 * Returns the confirmed collaborators of a record's owner, by name. A collaboration counts only while both still own the records for which
 * they declared it: it does not follow a record that is released or changes its owner.
 */
export async function collaboratorsOf(reader: Reader, authorId: string): Promise<Collaborator[]> {
  const isOwn = or(eq(collaborations.fromAuthorId, authorId), eq(collaborations.toAuthorId, authorId));
  const rows = await reader
    .select({ collaboration: collaborations, invitation: invitations })
    .from(collaborations)
    .innerJoin(threads, eq(threads.id, collaborations.threadId))
    .innerJoin(invitations, eq(invitations.id, threads.invitationId))
    .where(and(isOwn, eq(collaborations.state, 'confirmed')))
    .limit(maxCollaborators);
  if (rows.length === 0) return [];
  const recordIds = rows.flatMap(({ invitation }) => [invitation.senderAuthorId, invitation.recipientAuthorId]);
  const records = await recordsOf(reader, recordIds);
  const collaborators = rows.flatMap(({ collaboration, invitation }) => {
    const [from, to] = [records.get(invitation.senderAuthorId), records.get(invitation.recipientAuthorId)];
    if (!isOwnedBy(from, invitation.senderId) || !isOwnedBy(to, invitation.recipientId)) return [];
    const other = invitation.senderAuthorId === authorId ? to : from;
    return other && isFullyVisible(other) ? [{ ...other, since: collaboration.decidedAt ?? collaboration.proposedAt }] : [];
  });
  return collaborators
    .sort((a, b) => (a.sortName < b.sortName ? -1 : a.sortName > b.sortName ? 1 : 0))
    .map(({ slug, name, since }) => ({ slug, name, since }));
}

async function recordsOf(reader: Reader, ids: string[]): Promise<Map<string, OwnedRecord>> {
  const columns = columnsOf(authors, 'id', 'slug', 'name', 'sortName', 'ownerId', 'claimState', 'visibility', 'mergedInto');
  const isMentioned = inArray(authors.id, [...new Set(ids)]);
  const rows = await reader.select(columns).from(authors).where(isMentioned);
  return new Map(rows.map((row) => [row.id, row]));
}
