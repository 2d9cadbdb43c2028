import { asc, eq, or } from 'drizzle-orm';
import { blocksOf, invitationsOf, mutesOf } from '#lib/community/invitations/queries/lists.ts';
import { retainedBlocksOf } from '#lib/community/invitations/queries/retained-blocks.ts';
import { threadFile } from '#lib/community/invitations/queries/threads.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { collaborations, invitations, threadMembers, threads } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type FileContent, recordRefs } from './refs.ts';

const noLimit = 1_000_000;
const toPersonRef = ({ slug, name }: { slug: string; name: string }) => ({ name, path: slug ? `/authors/${slug}` : null });

/** Returns invitations as their pages show them to the account. */
export async function invitationsContent(reader: Reader, actor: Actor): FileContent<'invitations'> {
  const sent = await invitationsOf(reader, actor, 'sender', noLimit);
  const received = await invitationsOf(reader, actor, 'recipient', noLimit);
  return { invitations: [...sent, ...received].map((each) => ({ ...each, from: toPersonRef(each.from), to: toPersonRef(each.to) })) };
}

/** Returns threads in their own export format. The other side's state of a thread (read, muted, archived) is not disclosed. */
export async function threadsContent(reader: Reader, actor: Actor): FileContent<'threads'> {
  const rows = await reader
    .select({ own: threadMembers })
    .from(threadMembers)
    .innerJoin(threads, eq(threads.id, threadMembers.threadId))
    .where(eq(threadMembers.accountId, actor.accountId))
    .orderBy(asc(threads.openedAt), asc(threads.id));
  const files = [];
  for (const { own } of rows) {
    const file = await threadFile(reader, actor, own.threadId);
    if (file) files.push({ ...own, ...file });
  }
  return { threads: files };
}

/** Returns the collaborations proposed in the account's threads, including unconfirmed and ended ones. */
export async function collaborationsContent(reader: Reader, { accountId }: Actor): FileContent<'collaborations'> {
  const rows = await reader
    .select({ collaboration: collaborations, invitation: invitations })
    .from(collaborations)
    .innerJoin(threads, eq(threads.id, collaborations.threadId))
    .innerJoin(invitations, eq(invitations.id, threads.invitationId))
    .where(or(eq(invitations.senderId, accountId), eq(invitations.recipientId, accountId)))
    .orderBy(asc(collaborations.proposedAt));
  const records = rows.flatMap(({ invitation }) => [invitation.senderAuthorId, invitation.recipientAuthorId]);
  const refOf = await recordRefs(reader, accountId, records);
  return {
    collaborations: rows.map(({ collaboration, invitation: { senderId, senderAuthorId, recipientAuthorId } }) => ({
      ...collaboration,
      record: refOf(senderId === accountId ? senderAuthorId : recipientAuthorId),
      with: refOf(senderId === accountId ? recipientAuthorId : senderAuthorId),
      proposedBy: collaboration.proposedBy === accountId ? 'you' : 'others',
    })),
  };
}

/** Returns whom the account has blocked or muted; never who has blocked or muted the account. */
export async function boundariesContent(reader: Reader, actor: Actor): FileContent<'boundaries'> {
  return { blocked: await blocksOf(reader, actor), muted: await mutesOf(reader, actor), kept: await retainedBlocksOf(reader, actor) };
}
