import { and, asc, desc, eq, inArray, or } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import { authors } from '../../db/schema/authors.ts';
import { blocks, invitations, messages, threadMembers, threads } from '../../db/schema/invitations.ts';
import type { Reader } from '../../db/store.ts';
import type { BlockView, DeclineReason, InvitationState, InvitationView, Purpose, ThreadCard, ThreadView } from '../model.ts';
import { isBlocked } from './conditions.ts';

type Row = typeof invitations.$inferSelect;
type Name = { slug: string; name: string };

/** What stands for a record that has been taken out of sight since. */
const unnamed: Name = { slug: '', name: 'A researcher' };

async function namesOf(reader: Reader, ids: string[]): Promise<(id: string) => Name> {
  const rows = ids.length
    ? await reader
        .select({ id: authors.id, slug: authors.slug, name: authors.name, visibility: authors.visibility })
        .from(authors)
        .where(inArray(authors.id, [...new Set(ids)]))
    : [];
  const names = new Map(rows.filter(({ visibility }) => visibility !== 'suppressed').map(({ id, slug, name }) => [id, { slug, name }]));
  return (id) => names.get(id) ?? unnamed;
}

/** The accounts from which an account hears no more. */
async function shutOutBy(reader: Reader, actor: Actor): Promise<Set<string>> {
  const rows = await reader.select({ id: blocks.blockedId }).from(blocks).where(eq(blocks.accountId, actor.accountId));
  return new Set(rows.map(({ id }) => id));
}

const otherOf = (actor: Actor, { senderId, recipientId }: Row): string => (senderId === actor.accountId ? recipientId : senderId);

async function views(reader: Reader, actor: Actor, rows: { invitation: Row; threadId: string | null }[]): Promise<InvitationView[]> {
  const named = await namesOf(
    reader,
    rows.flatMap(({ invitation }) => [invitation.senderAuthorId, invitation.recipientAuthorId]),
  );
  const shutOut = await shutOutBy(reader, actor);
  return rows.map(({ invitation, threadId }) => ({
    id: invitation.id,
    role: invitation.senderId === actor.accountId ? 'sender' : 'recipient',
    state: invitation.state as InvitationState,
    purpose: invitation.purpose as Purpose,
    message: invitation.message,
    from: named(invitation.senderAuthorId),
    to: named(invitation.recipientAuthorId),
    sentAt: invitation.sentAt,
    seenAt: invitation.seenAt,
    decidedAt: invitation.decidedAt,
    expiresAt: invitation.expiresAt,
    declineReason: invitation.declineReason as DeclineReason | null,
    threadId,
    shut: shutOut.has(otherOf(actor, invitation)),
  }));
}

const isParty = (actor: Actor) => or(eq(invitations.senderId, actor.accountId), eq(invitations.recipientId, actor.accountId));

/** An invitation as one of its two sides sees it; null for anybody else. */
export async function invitationFor(reader: Reader, actor: Actor, invitationId: string): Promise<InvitationView | null> {
  const rows = await reader
    .select({ invitation: invitations, threadId: threads.id })
    .from(invitations)
    .leftJoin(threads, eq(threads.invitationId, invitations.id))
    .where(and(eq(invitations.id, invitationId), isParty(actor)))
    .limit(1);
  return (await views(reader, actor, rows))[0] ?? null;
}

/** Invitations that an account has sent or received, newest first. */
export async function invitationsOf(reader: Reader, actor: Actor, role: 'sender' | 'recipient', limit = 100): Promise<InvitationView[]> {
  const side = role === 'sender' ? invitations.senderId : invitations.recipientId;
  const rows = await reader
    .select({ invitation: invitations, threadId: threads.id })
    .from(invitations)
    .leftJoin(threads, eq(threads.invitationId, invitations.id))
    .where(eq(side, actor.accountId))
    .orderBy(desc(invitations.sentAt))
    .limit(limit);
  return views(reader, actor, rows);
}

/** The record that an invitation was sent to, for its recipient alone. */
export async function invitedRecord(reader: Reader, actor: Actor, invitationId: string): Promise<string | null> {
  const received = and(eq(invitations.id, invitationId), eq(invitations.recipientId, actor.accountId));
  const [row] = await reader.select({ authorId: invitations.recipientAuthorId }).from(invitations).where(received).limit(1);
  return row?.authorId ?? null;
}

const isMember = (actor: Actor, threadId: string) =>
  and(eq(threadMembers.threadId, threadId), eq(threadMembers.accountId, actor.accountId));

/** A thread as a member reads it; null for anybody else. */
export async function threadFor(reader: Reader, actor: Actor, threadId: string, limit = 500): Promise<ThreadView | null> {
  const [found] = await reader
    .select({ invitation: invitations, openedAt: threads.openedAt })
    .from(threadMembers)
    .innerJoin(threads, eq(threads.id, threadMembers.threadId))
    .innerJoin(invitations, eq(invitations.id, threads.invitationId))
    .where(isMember(actor, threadId))
    .limit(1);
  if (!found) return null;
  const { invitation } = found;
  const named = await namesOf(reader, [invitation.senderAuthorId, invitation.recipientAuthorId]);
  const sent = invitation.senderId === actor.accountId;
  const rows = await reader
    .select()
    .from(messages)
    .where(eq(messages.threadId, threadId))
    .orderBy(desc(messages.sentAt), desc(messages.id))
    .limit(limit);
  const first = { id: invitation.id, mine: sent, body: invitation.message, at: invitation.sentAt };
  const rest = rows.reverse().map(({ id, accountId, body, sentAt }) => ({ id, mine: accountId === actor.accountId, body, at: sentAt }));
  return {
    id: threadId,
    invitationId: invitation.id,
    closed: await isBlocked(reader, invitation.senderId, invitation.recipientId),
    shut: (await shutOutBy(reader, actor)).has(otherOf(actor, invitation)),
    purpose: invitation.purpose as Purpose,
    with: named(sent ? invitation.recipientAuthorId : invitation.senderAuthorId),
    me: named(sent ? invitation.senderAuthorId : invitation.recipientAuthorId),
    messages: rows.length < limit ? [first, ...rest] : rest,
  };
}

/** The threads of an account, the latest first. */
export async function threadsOf(reader: Reader, actor: Actor, limit = 100): Promise<ThreadCard[]> {
  const rows = await reader
    .select({ thread: threads, invitation: invitations, readAt: threadMembers.readAt })
    .from(threadMembers)
    .innerJoin(threads, eq(threads.id, threadMembers.threadId))
    .innerJoin(invitations, eq(invitations.id, threads.invitationId))
    .where(eq(threadMembers.accountId, actor.accountId))
    .orderBy(desc(threads.openedAt))
    .limit(limit);
  const other = (row: Row) => (row.senderId === actor.accountId ? row.recipientAuthorId : row.senderAuthorId);
  const named = await namesOf(
    reader,
    rows.map(({ invitation }) => other(invitation)),
  );
  return rows
    .map(({ thread, invitation, readAt }) => {
      const lastAt = thread.lastMessageAt ?? thread.openedAt;
      return { id: thread.id, with: named(other(invitation)), lastAt, unread: readAt === null || readAt < lastAt };
    })
    .sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime());
}

/** The people whom an account has blocked, by the records that they wrote for. */
export async function blocksOf(reader: Reader, actor: Actor): Promise<BlockView[]> {
  const rows = await reader
    .select({ blockedId: blocks.blockedId, since: blocks.since, invitation: invitations })
    .from(blocks)
    .innerJoin(
      invitations,
      or(
        and(eq(invitations.senderId, blocks.blockedId), eq(invitations.recipientId, blocks.accountId)),
        and(eq(invitations.recipientId, blocks.blockedId), eq(invitations.senderId, blocks.accountId)),
      ),
    )
    .where(eq(blocks.accountId, actor.accountId))
    .orderBy(asc(invitations.sentAt));
  const latest = new Map(rows.map((row) => [row.blockedId, row]));
  const author = ({ invitation, blockedId }: (typeof rows)[number]) =>
    invitation.senderId === blockedId ? invitation.senderAuthorId : invitation.recipientAuthorId;
  const named = await namesOf(reader, [...latest.values()].map(author));
  return [...latest.values()].map((row) => ({ invitationId: row.invitation.id, name: named(author(row)).name, since: row.since }));
}
