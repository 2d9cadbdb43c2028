import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { later, minutesMs, now } from '#lib/platform/clock.ts';
import { messages, threadMembers, threads } from '#lib/platform/db/schema/invitations.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { messagesAtOnce } from '../model/threads.ts';
import { threadOf } from '../queries/threads.ts';
import { doWorksExist } from '../queries/work-refs.ts';

type MessageErrorCode = 'unknown_thread' | 'thread_closed' | 'too_many_messages' | 'unknown_work';

/** Posts a message to a thread. For accounts other than its members the thread does not exist. */
export async function postMessage(
  tx: Writer,
  actor: Actor,
  { threadId, body, workIds = [] }: { threadId: string; body: string; workIds?: string[] },
): Promise<Outcome<{ messageId: string }, MessageErrorCode>> {
  const found = await threadOf(tx, actor, threadId);
  if (!found) return refused('unknown_thread');
  // The lock makes a completed block or leave visible here.
  await lockAccountRows(tx, [actor.accountId, found.otherId]);
  const thread = await threadOf(tx, actor, threadId);
  if (!thread || thread.closed) return refused('thread_closed');
  const repeated = await justPosted(tx, actor, { threadId, body, workIds });
  if (repeated) return done({ messageId: repeated });
  const full = await fullUntil(tx, actor, threadId);
  if (full) return refused('too_many_messages', full);
  if (!(await doWorksExist(tx, workIds))) return refused('unknown_work');
  const at = now();
  const message = { id: newId(), threadId, accountId: actor.accountId, body, workIds, sentAt: at };
  await tx.insert(messages).values(message);
  await tx.update(threads).set({ lastMessageAt: at }).where(eq(threads.id, threadId));
  await markRead(tx, actor, threadId);
  // A new message returns an archived thread to the inbox, unless it is muted.
  const waiting = and(eq(threadMembers.threadId, threadId), eq(threadMembers.accountId, thread.otherId), isNull(threadMembers.mutedAt));
  await tx.update(threadMembers).set({ archivedAt: null }).where(waiting);
  if (!thread.otherHearsNothing) {
    await notify(tx, {
      accountId: thread.otherId,
      kind: 'message_received',
      facts: { name: thread.ownName, path: `/threads/${threadId}` },
      // One notification until the thread is read again, however many messages arrive.
      onceKey: `message_received:${threadId}:${thread.otherReadAt?.getTime() ?? 0}`,
    });
  }
  return done({ messageId: message.id });
}

const sentTwiceWithinMs = minutesMs(1);

/**
 * Returns the id of the newest message of a thread if the account has posted the same text within the last minute: its form was submitted
 * twice.
 */
async function justPosted(tx: Writer, actor: Actor, asked: { threadId: string; body: string; workIds: string[] }): Promise<string | null> {
  const here = eq(messages.threadId, asked.threadId);
  const [last] = await tx.select().from(messages).where(here).orderBy(desc(messages.sentAt), desc(messages.id)).limit(1);
  const isSame = last?.accountId === actor.accountId && last.body === asked.body && String(last.workIds) === String(asked.workIds);
  return isSame && now().getTime() - last.sentAt.getTime() < sentTwiceWithinMs ? last.id : null;
}

/** Returns when the account can post to the thread again, or null if it can now. */
async function fullUntil(tx: Writer, actor: Actor, threadId: string): Promise<Date | null> {
  const window = minutesMs(messagesAtOnce.minutes);
  const own = and(eq(messages.threadId, threadId), eq(messages.accountId, actor.accountId), gt(messages.sentAt, later(now(), -window)));
  const recent = await tx.select({ at: messages.sentAt }).from(messages).where(own).orderBy(asc(messages.sentAt));
  const oldest = recent.at(-messagesAtOnce.times);
  return oldest && recent.length >= messagesAtOnce.times ? later(oldest.at, window) : null;
}

const ownPlace = (actor: Actor, threadId: string) =>
  and(eq(threadMembers.threadId, threadId), eq(threadMembers.accountId, actor.accountId));

/** Marks the thread as read by a member up to now. */
export async function markRead(tx: Writer, actor: Actor, threadId: string): Promise<void> {
  await tx.update(threadMembers).set({ readAt: now() }).where(ownPlace(actor, threadId));
}

type Placed = Outcome<void, 'unknown_thread'>;

async function place(tx: Writer, actor: Actor, threadId: string, set: Partial<typeof threadMembers.$inferInsert>): Promise<Placed> {
  const [placed] = await tx.update(threadMembers).set(set).where(ownPlace(actor, threadId)).returning();
  return placed ? done(undefined) : refused('unknown_thread');
}

interface Which {
  threadId: string;
}

/** Archives a thread until its next message. */
export const archiveThread = (tx: Writer, actor: Actor, { threadId }: Which): Promise<Placed> =>
  place(tx, actor, threadId, { archivedAt: now() });
export const unarchiveThread = (tx: Writer, actor: Actor, { threadId }: Which): Promise<Placed> =>
  place(tx, actor, threadId, { archivedAt: null });

/** Mutes notifications of a thread, which stays readable. */
export const muteThread = (tx: Writer, actor: Actor, { threadId }: Which): Promise<Placed> =>
  place(tx, actor, threadId, { mutedAt: now() });
export const unmuteThread = (tx: Writer, actor: Actor, { threadId }: Which): Promise<Placed> =>
  place(tx, actor, threadId, { mutedAt: null });

/** Leaves a thread permanently. Neither member can post any more; both keep the messages. Idempotent. */
export async function leaveThread(tx: Writer, actor: Actor, { threadId }: Which): Promise<Placed> {
  const found = await threadOf(tx, actor, threadId);
  if (!found) return refused('unknown_thread');
  await lockAccountRows(tx, [actor.accountId, found.otherId]);
  const still = and(ownPlace(actor, threadId), isNull(threadMembers.leftAt));
  await tx.update(threadMembers).set({ leftAt: now() }).where(still);
  return done(undefined);
}
