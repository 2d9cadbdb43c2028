import { asc, eq, or } from 'drizzle-orm';
import type { z } from 'zod';
import { blocksOf, invitationsOf, mutesOf } from '#lib/community/invitations/queries/lists.ts';
import { retainedOf } from '#lib/community/invitations/queries/retained-blocks.ts';
import { threadFile } from '#lib/community/invitations/queries/threads.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { collaborations, invitations, threadMembers, threads } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { iso, isoOrNull } from '../model/format.ts';
import type { boundariesFile, collaborationsFile, invitationsFile, threadsFile } from '../model/people-files.ts';
import { recordRefs } from './refs.ts';

const all = 1_000_000;
const named = ({ slug, name }: { slug: string; name: string }) => ({ name, path: slug ? `/authors/${slug}` : null });

/** Invitations as the page of each shows them to the account. */
export async function invitationsPart(reader: Reader, actor: Actor): Promise<z.infer<typeof invitationsFile>> {
  const sent = await invitationsOf(reader, actor, 'sender', all);
  const received = await invitationsOf(reader, actor, 'recipient', all);
  return {
    invitations: [...sent, ...received].map(({ id, role, state, purpose, message, expectedTime, link, workIds, ...rest }) => ({
      ...{ id, role, state, purpose, message, expectedTime, link, workIds },
      ...{ declineReason: rest.declineReason, threadId: rest.threadId },
      from: named(rest.from),
      to: named(rest.to),
      sentAt: iso(rest.sentAt),
      seenAt: isoOrNull(rest.seenAt),
      decidedAt: isoOrNull(rest.decidedAt),
      expiresAt: iso(rest.expiresAt),
    })),
  };
}

/** Threads as their own files have them; of where the other side stands with a thread nothing is told. */
export async function threadsPart(reader: Reader, actor: Actor): Promise<z.infer<typeof threadsFile>> {
  const rows = await reader
    .select({ own: threadMembers })
    .from(threadMembers)
    .innerJoin(threads, eq(threads.id, threadMembers.threadId))
    .where(eq(threadMembers.accountId, actor.accountId))
    .orderBy(asc(threads.openedAt), asc(threads.id));
  const files: z.infer<typeof threadsFile>['threads'] = [];
  for (const { own } of rows) {
    const file = await threadFile(reader, actor, own.threadId);
    if (!file) continue;
    files.push({
      ...file,
      readAt: isoOrNull(own.readAt),
      archivedAt: isoOrNull(own.archivedAt),
      mutedAt: isoOrNull(own.mutedAt),
      leftAt: isoOrNull(own.leftAt),
    });
  }
  return { threads: files };
}

/** What was said of working together, in the threads of the account: also what was not confirmed, or has ended. */
export async function collaborationsPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof collaborationsFile>> {
  const rows = await reader
    .select({ collaboration: collaborations, invitation: invitations })
    .from(collaborations)
    .innerJoin(threads, eq(threads.id, collaborations.threadId))
    .innerJoin(invitations, eq(invitations.id, threads.invitationId))
    .where(or(eq(invitations.senderId, accountId), eq(invitations.recipientId, accountId)))
    .orderBy(asc(collaborations.proposedAt));
  const refOf = await recordRefs(
    reader,
    accountId,
    rows.flatMap(({ invitation }) => [invitation.senderAuthorId, invitation.recipientAuthorId]),
  );
  return {
    collaborations: rows.map(({ collaboration, invitation }) => {
      const { id, threadId, state, proposedBy, proposedAt, decidedAt, endedAt } = collaboration;
      const sent = invitation.senderId === accountId;
      const [own, other] = [invitation.senderAuthorId, invitation.recipientAuthorId];
      return {
        ...{ id, threadId, state },
        record: refOf(sent ? own : other),
        with: refOf(sent ? other : own),
        proposedBy: proposedBy === accountId ? ('you' as const) : ('others' as const),
        proposedAt: iso(proposedAt),
        decidedAt: isoOrNull(decidedAt),
        endedAt: isoOrNull(endedAt),
      };
    }),
  };
}

/** Whom the account has blocked or muted; never who has done so to it. */
export async function boundariesPart(reader: Reader, actor: Actor): Promise<z.infer<typeof boundariesFile>> {
  const told = (said: Awaited<ReturnType<typeof blocksOf>>) =>
    said.map(({ invitationId, name, since }) => ({ invitationId, name, since: iso(since) }));
  const kept = (await retainedOf(reader, actor)).map(({ since, until, ...rest }) => ({ ...rest, since: iso(since), until: iso(until) }));
  return { blocked: told(await blocksOf(reader, actor)), muted: told(await mutesOf(reader, actor)), kept };
}
