import { and, asc, desc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import { notify, readNotificationsAt } from '#lib/community/notifications/commands/notify.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, minutesMs, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { invitations, messages, threadMembers, threads } from '#lib/platform/db/schema/invitations.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { messageRateLimit, type ThreadReadInput } from '../model/threads.ts';
import { threadRowOf } from '../queries/threads.ts';
import { doWorksExist } from '../queries/work-refs.ts';

type MessageErrorCode = 'unknown_thread' | 'thread_closed' | 'too_many_messages' | 'unknown_work';

/** Posts a message to a thread. For accounts other than its members the thread does not exist. */
export async function postMessage(
  tx: Writer,
  actor: Actor,
  { threadId, body, workIds = [] }: { threadId: string; body: string; workIds?: string[] },
): Promise<Outcome<{ messageId: string }, MessageErrorCode>> {
  const threadBeforeLock = await threadRowOf(tx, actor, threadId);
  if (!threadBeforeLock) return refused('unknown_thread');
  // The lock makes a completed block or leave visible here.
  await lockAccountRows(tx, [actor.accountId, threadBeforeLock.otherId]);
  const thread = await threadRowOf(tx, actor, threadId);
  if (!thread || thread.closed) return refused('thread_closed');
  const duplicateId = await findDuplicate(tx, actor, { threadId, body, workIds });
  if (duplicateId) return done({ messageId: duplicateId });
  const postLimitEnd = await selectPostLimitEnd(tx, actor, threadId);
  if (postLimitEnd) return refused('too_many_messages', postLimitEnd);
  if (!(await doWorksExist(tx, workIds))) return refused('unknown_work');
  const at = now();
  const message = { id: newId(), threadId, accountId: actor.accountId, body, workIds, sentAt: at };
  await tx.insert(messages).values(message);
  await tx.update(threads).set({ lastMessageAt: at }).where(eq(threads.id, threadId));
  await tx.update(threadMembers).set({ readAt: at }).where(isOwnMembership(actor, threadId));
  // A new message returns an archived thread to the inbox, unless it is muted.
  const isUnmutedOther = and(
    eq(threadMembers.threadId, threadId),
    eq(threadMembers.accountId, thread.otherId),
    isNull(threadMembers.mutedAt),
  );
  await tx.update(threadMembers).set({ archivedAt: null }).where(isUnmutedOther);
  if (!thread.otherGetsNoNotifications) {
    await notify(tx, {
      accountId: thread.otherId,
      kind: 'message_received',
      facts: { author: thread.ownAuthorId, path: `/threads/${threadId}` },
      // One notification until the thread is read again, however many messages arrive.
      onceKey: `message_received:${threadId}:${thread.otherReadAt?.getTime() ?? 0}`,
    });
  }
  return done({ messageId: message.id });
}

const duplicateWindowMs = minutesMs(1);

/**
 * Returns the id of the newest message of a thread if the account has posted the same text within the last minute: its form was submitted
 * twice.
 */
async function findDuplicate(
  tx: Writer,
  actor: Actor,
  message: { threadId: string; body: string; workIds: string[] },
): Promise<string | null> {
  const isOfThread = eq(messages.threadId, message.threadId);
  const [latestMessage] = await tx.select().from(messages).where(isOfThread).orderBy(desc(messages.sentAt), desc(messages.id)).limit(1);
  const isSame =
    latestMessage?.accountId === actor.accountId &&
    latestMessage.body === message.body &&
    String(latestMessage.workIds) === String(message.workIds);
  return isSame && now().getTime() - latestMessage.sentAt.getTime() < duplicateWindowMs ? latestMessage.id : null;
}

/** Returns when the account can post to the thread again, or null if it can now. */
async function selectPostLimitEnd(tx: Writer, actor: Actor, threadId: string): Promise<Date | null> {
  const windowMs = minutesMs(messageRateLimit.minutes);
  const isOwnRecent = and(
    eq(messages.threadId, threadId),
    eq(messages.accountId, actor.accountId),
    gt(messages.sentAt, addMs(now(), -windowMs)),
  );
  const recentMessages = await tx.select({ at: messages.sentAt }).from(messages).where(isOwnRecent).orderBy(asc(messages.sentAt));
  const oldest = recentMessages.at(-messageRateLimit.times);
  return oldest && recentMessages.length >= messageRateLimit.times ? addMs(oldest.at, windowMs) : null;
}

const isOwnMembership = (actor: Actor, threadId: string) =>
  and(eq(threadMembers.threadId, threadId), eq(threadMembers.accountId, actor.accountId));

/**
 * Marks a thread as read by a member who has seen its messages up to a moment. The time of a first reading stays.
 * @returns false if there are later messages, and nothing is marked
 */
export async function markThreadRead(tx: Writer, actor: Actor, threadId: string, seenUntil: Date): Promise<boolean> {
  const isLater = and(eq(messages.threadId, threadId), gt(messages.sentAt, seenUntil));
  if (await hasRow(tx, messages, isLater)) return false;
  const isUnread = or(isNull(threadMembers.readAt), lt(threadMembers.readAt, seenUntil));
  await tx
    .update(threadMembers)
    .set({ readAt: now() })
    .where(and(isOwnMembership(actor, threadId), isUnread));
  return true;
}

/** Marks a thread as read without opening it, with its notification, or its last message as unread again. */
export async function changeThreadRead(
  tx: Writer,
  actor: Actor,
  { threadId, until, want }: ThreadReadInput,
): Promise<Outcome<void, 'unknown_thread' | 'newer_message'>> {
  const [thread] = await tx
    .select({ openedAt: threads.openedAt, lastMessageAt: threads.lastMessageAt })
    .from(threads)
    .innerJoin(threadMembers, eq(threadMembers.threadId, threads.id))
    .where(isOwnMembership(actor, threadId));
  if (!thread) return refused('unknown_thread');
  if (want === 'off') return updateMembership(tx, actor, threadId, { readAt: addMs(thread.lastMessageAt ?? thread.openedAt, -1) });
  if (!(await markThreadRead(tx, actor, threadId, until))) return refused('newer_message');
  await readNotificationsAt(tx, actor.accountId, `/threads/${threadId}`);
  return done(undefined);
}

type MembershipOutcome = Outcome<void, 'unknown_thread'>;

async function updateMembership(
  tx: Writer,
  actor: Actor,
  threadId: string,
  changes: Partial<typeof threadMembers.$inferInsert>,
): Promise<MembershipOutcome> {
  const [row] = await tx.update(threadMembers).set(changes).where(isOwnMembership(actor, threadId)).returning();
  return row ? done(undefined) : refused('unknown_thread');
}

interface ThreadInput {
  threadId: string;
}

/** Archives a thread until its next message. */
export const archiveThread = (tx: Writer, actor: Actor, { threadId }: ThreadInput): Promise<MembershipOutcome> =>
  updateMembership(tx, actor, threadId, { archivedAt: now() });
export const unarchiveThread = (tx: Writer, actor: Actor, { threadId }: ThreadInput): Promise<MembershipOutcome> =>
  updateMembership(tx, actor, threadId, { archivedAt: null });

/** Mutes notifications of a thread, which stays readable. */
export const muteThread = (tx: Writer, actor: Actor, { threadId }: ThreadInput): Promise<MembershipOutcome> =>
  updateMembership(tx, actor, threadId, { mutedAt: now() });
export const unmuteThread = (tx: Writer, actor: Actor, { threadId }: ThreadInput): Promise<MembershipOutcome> =>
  updateMembership(tx, actor, threadId, { mutedAt: null });

/** Leaves a thread permanently. Neither member can post any more; both keep the messages. Idempotent. */
export async function leaveThread(tx: Writer, actor: Actor, { threadId }: ThreadInput): Promise<MembershipOutcome> {
  const thread = await threadRowOf(tx, actor, threadId);
  if (!thread) return refused('unknown_thread');
  await lockAccountRows(tx, [actor.accountId, thread.otherId]);
  const isStillMember = and(isOwnMembership(actor, threadId), isNull(threadMembers.leftAt));
  await tx.update(threadMembers).set({ leftAt: now() }).where(isStillMember);
  return done(undefined);
}

/**
 * Closes the threads that an account has as the owner of a record, because somebody else has proved that the record is theirs. Both members
 * keep the messages, and the new owner reads none.
 */
export async function closeThreadsOf(tx: Writer, accountId: string, authorId: string): Promise<void> {
  const { id, senderId, senderAuthorId, recipientId, recipientAuthorId } = invitations;
  const isAsOwner = or(
    and(eq(senderId, accountId), eq(senderAuthorId, authorId)),
    and(eq(recipientId, accountId), eq(recipientAuthorId, authorId)),
  );
  const asOwner = tx.select({ id: threads.id }).from(threads).innerJoin(invitations, eq(id, threads.invitationId)).where(isAsOwner);
  const isOpen = and(eq(threadMembers.accountId, accountId), isNull(threadMembers.leftAt), inArray(threadMembers.threadId, asOwner));
  await tx.update(threadMembers).set({ leftAt: now() }).where(isOpen);
}
