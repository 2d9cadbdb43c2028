import { and, asc, count, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import { columnsOf, firstOf } from '#lib/platform/db/rows.ts';
import { collaborations, invitations, messages, threadMembers, threads } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { accountPairKey } from '../model/invitation.ts';
import { parseMessage } from '../model/markdown.ts';
import { type Purpose, purposes } from '../model/purposes.ts';
import {
  type CollaborationView,
  firstLineOf,
  type MessageView,
  type ThreadCard,
  type ThreadFile,
  type ThreadView,
} from '../model/threads.ts';
import { blocksBetween, boundaryOf } from './boundaries.ts';
import { isReported } from './lists.ts';
import { recordNameLookup } from './names.ts';
import { workRefs } from './work-refs.ts';

type Invitation = typeof invitations.$inferSelect;
type Member = typeof threadMembers.$inferSelect;

/** A thread with what the commands need, for one of its members. */
export interface ThreadRow {
  id: string;
  openedAt: Date;
  invitation: Invitation;
  own: Member;
  /** Whether nobody can post: there is a block in either direction, or a member has left. */
  closed: boolean;
  otherId: string;
  otherReadAt: Date | null;
  /** Whether the other member gets no notifications: they have muted the thread or the person, or left. */
  otherGetsNoNotifications: boolean;
  ownAuthorId: string;
}

/** Returns a thread for one of its members; null for others. */
export async function threadRowOf(reader: Reader, actor: Actor, threadId: string): Promise<ThreadRow | null> {
  const [row] = await reader
    .select({ invitation: invitations, openedAt: threads.openedAt })
    .from(threadMembers)
    .innerJoin(threads, eq(threads.id, threadMembers.threadId))
    .innerJoin(invitations, eq(invitations.id, threads.invitationId))
    .where(and(eq(threadMembers.threadId, threadId), eq(threadMembers.accountId, actor.accountId)))
    .limit(1);
  if (!row) return null;
  const members = await reader.select().from(threadMembers).where(eq(threadMembers.threadId, threadId));
  const own = members.find(({ accountId }) => accountId === actor.accountId);
  const other = members.find(({ accountId }) => accountId !== actor.accountId);
  if (!own || !other) return null;
  const { invitation, openedAt } = row;
  const blocking = await blocksBetween(reader, actor.accountId, other.accountId);
  const ownAuthorId = invitation.senderId === actor.accountId ? invitation.senderAuthorId : invitation.recipientAuthorId;
  return {
    id: threadId,
    openedAt,
    invitation,
    own,
    closed: blocking.byYou || blocking.byThem || own.leftAt !== null || other.leftAt !== null,
    otherId: other.accountId,
    otherReadAt: other.readAt,
    otherGetsNoNotifications:
      other.mutedAt !== null || other.leftAt !== null || (await boundaryOf(reader, other.accountId, actor.accountId)) !== null,
    ownAuthorId,
  };
}

type Message = typeof messages.$inferSelect;

/** Returns a page of messages in ascending order: the latest `limit` before a cursor. */
async function selectPage(
  reader: Reader,
  threadId: string,
  before: string | null,
  limit: number,
): Promise<{ rows: Message[]; more: boolean }> {
  const [at, id] = /^(\d{1,15})-([0-9a-z]{1,40})$/.exec(before ?? '')?.slice(1) ?? [];
  const moment = at ? new Date(Number(at)) : null;
  const isEarlier = moment && id ? or(lt(messages.sentAt, moment), and(eq(messages.sentAt, moment), lt(messages.id, id))) : undefined;
  const rows = await reader
    .select()
    .from(messages)
    .where(and(eq(messages.threadId, threadId), isEarlier))
    .orderBy(desc(messages.sentAt), desc(messages.id))
    .limit(limit + 1);
  return { rows: rows.slice(0, limit).reverse(), more: rows.length > limit };
}

/** Returns the invitation as the first message of its thread. */
const openingMessage = ({ id, senderId, message, workIds, sentAt }: Invitation): Omit<Message, 'threadId'> => ({
  id,
  accountId: senderId,
  body: message,
  workIds,
  sentAt,
});

const otherAuthorIdOf = ({ senderId, senderAuthorId, recipientAuthorId }: Invitation, { accountId }: Actor): string =>
  senderId === accountId ? recipientAuthorId : senderAuthorId;

/** Returns a thread as a member sees it; null for others. `before` is the cursor of earlier messages. */
export async function threadViewOf(
  reader: Reader,
  actor: Actor,
  threadId: string,
  { before = null, limit = 200 }: { before?: string | null; limit?: number } = {},
): Promise<ThreadView | null> {
  const thread = await threadRowOf(reader, actor, threadId);
  if (!thread) return null;
  const { invitation, own } = thread;
  const otherAuthorId = otherAuthorIdOf(invitation, actor);
  const nameOf = await recordNameLookup(reader, [otherAuthorId]);
  const { rows, more } = await selectPage(reader, threadId, before, limit);
  const [earliestMessage] = rows;
  const boundary = await boundaryOf(reader, actor.accountId, thread.otherId);
  const shown = await toMessageViews(reader, actor, more ? rows : [openingMessage(invitation), ...rows]);
  const { otherReadAt } = thread;
  return {
    id: threadId,
    invitationId: invitation.id,
    closed: thread.closed,
    erased: thread.otherId === erasedAccount,
    blocked: boundary === 'block',
    left: own.leftAt !== null,
    archived: own.archivedAt !== null,
    muted: own.mutedAt !== null,
    personMuted: boundary === 'mute',
    reported: await isReported(reader, actor, invitation.id),
    purpose: invitation.purpose as Purpose,
    with: nameOf(otherAuthorId),
    messages: shown,
    before: more && earliestMessage ? `${earliestMessage.sentAt.getTime()}-${earliestMessage.id}` : null,
    lastReadId: shown.findLast(({ mine, at }) => mine && otherReadAt !== null && at <= otherReadAt)?.id ?? null,
    collaboration: await collaborationOf(reader, actor, invitation),
  };
}

/**
 * Returns a value that changes with each message of a thread, and when the other member has read the last one; null for non-members. It
 * does not reveal when they opened the thread, nor a block or leave, so that nobody learns which of the two closed it.
 */
export async function threadState(reader: Reader, { accountId }: Actor, threadId: string): Promise<string | null> {
  const members = await reader
    .select({ accountId: threadMembers.accountId, readAt: threadMembers.readAt, lastMessageAt: threads.lastMessageAt })
    .from(threadMembers)
    .innerJoin(threads, eq(threads.id, threadMembers.threadId))
    .where(eq(threadMembers.threadId, threadId));
  const other = members.find((member) => member.accountId !== accountId);
  if (!other || !members.some((member) => member.accountId === accountId)) return null;
  const lastAt = other.lastMessageAt?.getTime() ?? 0;
  return `${lastAt}-${(other.readAt?.getTime() ?? 0) < lastAt ? 'unread' : 'read'}`;
}

async function toMessageViews(reader: Reader, actor: Actor, rows: Omit<Message, 'threadId'>[]): Promise<MessageView[]> {
  const ids = rows.flatMap(({ workIds }) => workIds);
  const works = await workRefs(reader, ids);
  return rows.map(({ id, accountId, body, workIds, sentAt }) => ({
    id,
    mine: accountId === actor.accountId,
    body,
    text: parseMessage(body),
    works: workIds.flatMap((each) => works.get(each) ?? []),
    at: sentAt,
  }));
}

/** Returns the ids of all threads between the two accounts of an invitation, as a subquery. */
export const threadsBetween = (reader: Reader, { pair }: Pick<Invitation, 'pair'>) =>
  reader
    .select({ id: threads.id })
    .from(invitations)
    .innerJoin(threads, eq(threads.invitationId, invitations.id))
    .where(eq(invitations.pair, pair));

/** Returns the collaboration of the members of a thread. Excludes collaborations that other owners of the same records declared. */
async function collaborationOf(reader: Reader, actor: Actor, invitation: Invitation): Promise<CollaborationView> {
  const { senderAuthorId, recipientAuthorId } = invitation;
  const row = await firstOf(
    reader,
    collaborations,
    and(
      eq(collaborations.pair, accountPairKey(senderAuthorId, recipientAuthorId)),
      inArray(collaborations.threadId, threadsBetween(reader, invitation)),
      or(eq(collaborations.state, 'proposed'), eq(collaborations.state, 'confirmed')),
    ),
  );
  if (!row) return { state: 'none', since: null };
  if (row.state === 'confirmed') return { state: 'confirmed', since: row.decidedAt };
  return { state: row.proposedBy === actor.accountId ? 'asked_by_you' : 'asked_by_them', since: null };
}

const maxThreads = 100;

/** Sorts archived and left threads last. */
const asideOrder = sql`case when ${threadMembers.archivedAt} is null and ${threadMembers.leftAt} is null then 0 else 1 end`;
const lastAt = sql`coalesce(${threads.lastMessageAt}, ${threads.openedAt})`;

/** Returns the threads of an account, by latest message. */
export async function threadsOf(reader: Reader, actor: Actor): Promise<ThreadCard[]> {
  // Two messages of one moment give a thread two rows.
  const rows = [
    ...new Map((await reader.prepared(threadsQuery, { accountId: actor.accountId })).map((row) => [row.thread.id, row])).values(),
  ];
  const ids = rows.map(({ invitation }) => otherAuthorIdOf(invitation, actor));
  const nameOf = await recordNameLookup(reader, ids);
  return rows.map(({ thread, invitation, last, own: { readAt, archivedAt, mutedAt, leftAt } }) => {
    const latest = thread.lastMessageAt ?? thread.openedAt;
    const isArchivedOrLeft = archivedAt !== null || leftAt !== null;
    const { accountId, body } = last ?? { accountId: invitation.senderId, body: invitation.message };
    return {
      id: thread.id,
      with: nameOf(otherAuthorIdOf(invitation, actor)),
      purpose: invitation.purpose as Purpose,
      lastLine: { mine: accountId === actor.accountId, text: firstLineOf(body) },
      lastAt: latest,
      unread: !isArchivedOrLeft && mutedAt === null && (readAt === null || readAt < latest),
      isArchivedOrLeft,
    };
  });
}

const threadsQuery = (reader: Reader) =>
  reader
    .select({ thread: threads, invitation: invitations, own: threadMembers, last: columnsOf(messages, 'accountId', 'body') })
    .from(threadMembers)
    .innerJoin(threads, eq(threads.id, threadMembers.threadId))
    .innerJoin(invitations, eq(invitations.id, threads.invitationId))
    .leftJoin(messages, and(eq(messages.threadId, threads.id), eq(messages.sentAt, threads.lastMessageAt)))
    .where(eq(threadMembers.accountId, sql.placeholder('accountId')))
    .orderBy(asideOrder, desc(lastAt), desc(threads.id))
    .limit(maxThreads)
    .prepare();

/** Returns the number of threads with unread messages. */
export async function unreadThreadsCount(reader: Reader, actor: Actor): Promise<number> {
  const [row] = await reader.prepared(unreadThreadsQuery, { accountId: actor.accountId });
  return row?.unread ?? 0;
}

const unreadThreadsQuery = (reader: Reader) =>
  reader
    .select({ unread: count() })
    .from(threadMembers)
    .innerJoin(threads, eq(threads.id, threadMembers.threadId))
    .where(
      and(
        eq(threadMembers.accountId, sql.placeholder('accountId')),
        isNull(threadMembers.archivedAt),
        isNull(threadMembers.leftAt),
        isNull(threadMembers.mutedAt),
        or(isNull(threadMembers.readAt), lt(threadMembers.readAt, lastAt)),
      ),
    )
    .prepare();

/** Returns the export of a whole thread for one of its members; null for others. */
export async function threadFile(reader: Reader, actor: Actor, threadId: string): Promise<ThreadFile | null> {
  const thread = await threadRowOf(reader, actor, threadId);
  if (!thread) return null;
  const { invitation, openedAt } = thread;
  const rows = await reader.select().from(messages).where(eq(messages.threadId, threadId)).orderBy(asc(messages.sentAt), asc(messages.id));
  const nameOf = await recordNameLookup(reader, [invitation.senderAuthorId, invitation.recipientAuthorId]);
  const memberOf = (authorId: string) => {
    const { name, slug } = nameOf(authorId);
    return { name, path: slug ? `/authors/${slug}` : null };
  };
  const [from, to] = [memberOf(invitation.senderAuthorId), memberOf(invitation.recipientAuthorId)];
  const isSender = invitation.senderId === actor.accountId;
  const views = await toMessageViews(reader, actor, [openingMessage(invitation), ...rows]);
  return {
    kind: 'peergraph-thread',
    version: 1,
    id: threadId,
    purpose: purposes[invitation.purpose as Purpose],
    opened: openedAt.toISOString(),
    you: isSender ? from : to,
    other: isSender ? to : from,
    messages: views.map(({ id, mine, body, at, works }) => ({
      id,
      by: (mine === isSender ? from : to).name,
      mine,
      at: at.toISOString(),
      markdown: body,
      works: works.map(({ id: workId, title }) => ({ title, path: `/works/${workId}` })),
    })),
  };
}
