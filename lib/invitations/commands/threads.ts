import { and, eq, ne } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import { type Limit, withinLimit } from '../../auth/limits.ts';
import { now } from '../../clock.ts';
import { invitations, messages, threadMembers, threads } from '../../db/schema/invitations.ts';
import type { Writer } from '../../db/store.ts';
import { newId } from '../../id.ts';
import { notify } from '../../notifications/commands.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { threadFor } from '../queries/lists.ts';

const messagesAtOnce: Limit = { times: 30, minutes: 10 };

/** Writes into a thread. Members only: to anybody else there is no such thread. */
export async function postMessage(
  tx: Writer,
  actor: Actor,
  { threadId, body }: { threadId: string; body: string },
): Promise<Outcome<{ messageId: string }, 'unknown_thread' | 'thread_closed' | 'too_many_messages'>> {
  const thread = await threadFor(tx, actor, threadId, 1);
  if (!thread) return refused('unknown_thread');
  if (thread.closed) return refused('thread_closed');
  if (!(await withinLimit(tx, 'message', actor.accountId, messagesAtOnce))) return refused('too_many_messages');
  const members = await tx.select().from(threadMembers).where(eq(threadMembers.threadId, threadId));
  const others = members.filter(({ accountId }) => accountId !== actor.accountId);
  const at = now();
  const message = { id: newId(), threadId, accountId: actor.accountId, body, sentAt: at };
  await tx.insert(messages).values(message);
  await tx.update(threads).set({ lastMessageAt: at }).where(eq(threads.id, threadId));
  await markRead(tx, actor, threadId);
  for (const { accountId, readAt } of others) {
    await notify(tx, {
      accountId,
      kind: 'message_received',
      facts: { name: thread.me.name, path: `/threads/${threadId}` },
      // One notice until the thread is read again, however many messages there are.
      onceKey: `message_received:${threadId}:${readAt?.getTime() ?? 0}`,
    });
  }
  return done({ messageId: message.id });
}

/** The member has read the thread up to now. */
export async function markRead(tx: Writer, actor: Actor, threadId: string): Promise<void> {
  const mine = and(eq(threadMembers.threadId, threadId), eq(threadMembers.accountId, actor.accountId));
  await tx.update(threadMembers).set({ readAt: now() }).where(mine);
}

/** The other side of an invitation that the account is a side of. */
export async function otherSide(tx: Writer, actor: Actor, invitationId: string): Promise<string | null> {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, invitationId), ne(invitations.senderId, invitations.recipientId)));
  if (row?.senderId === actor.accountId) return row.recipientId;
  return row?.recipientId === actor.accountId ? row.senderId : null;
}
