import { and, eq, gt, inArray, lte, or } from 'drizzle-orm';
import type { Owner } from '#lib/catalog/ownership/model.ts';
import { notify, readNotificationsAt } from '#lib/community/notifications/commands/notify.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { invitations, threadMembers, threads } from '#lib/platform/db/schema/invitations.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import {
  type InvitationEvent,
  type InvitationIdInput,
  type InvitationState,
  invitationTransitions,
  isInvitationOpen,
} from '../model/invitation.ts';
import { type DeclineReason, declineReasons } from '../model/purposes.ts';

type Row = typeof invitations.$inferSelect;
type RespondErrorCode = 'unknown_invitation' | 'not_yours_to_answer' | 'invitation_closed';
type RespondOutcome = Outcome<void, RespondErrorCode>;

/**
 * Moves an invitation to its next state by a conditional update. Only the party that may trigger the event can. A lost race and a late
 * answer return the same code; third parties learn nothing.
 */
async function advance(
  tx: Writer,
  invitationId: string,
  event: InvitationEvent,
  accountId: string | null,
  changes: Partial<Row> = {},
): Promise<Outcome<Row, RespondErrorCode>> {
  const { from, to, by } = invitationTransitions[event];
  const at = now();
  const accountColumn = by === 'sender' ? invitations.senderId : invitations.recipientId;
  const [row] = await tx
    .update(invitations)
    .set({ state: to, ...(event === 'see' ? { seenAt: at } : { decidedAt: at }), ...changes })
    .where(
      and(
        eq(invitations.id, invitationId),
        inArray(invitations.state, [...from]),
        accountId === null ? lte(invitations.expiresAt, at) : and(eq(accountColumn, accountId), gt(invitations.expiresAt, at)),
      ),
    )
    .returning();
  return row ? done(row) : refused(await errorCodeFor(tx, invitationId, accountId, accountColumn));
}

async function errorCodeFor(
  tx: Writer,
  invitationId: string,
  accountId: string | null,
  accountColumn: typeof invitations.senderId | typeof invitations.recipientId,
): Promise<RespondErrorCode> {
  const isOwn = or(eq(invitations.senderId, accountId ?? ''), eq(invitations.recipientId, accountId ?? ''));
  const row = await firstOf(tx, invitations, and(eq(invitations.id, invitationId), accountId === null ? undefined : isOwn));
  if (!row) return 'unknown_invitation';
  const allowedAccountId = accountColumn === invitations.senderId ? row.senderId : row.recipientId;
  return accountId === null || allowedAccountId === accountId ? 'invitation_closed' : 'not_yours_to_answer';
}

/** Notifies the sender of what has become of their invitation. */
async function notifySender(
  tx: Writer,
  { id, senderId, recipientAuthorId }: Row,
  kind: 'invitation_accepted' | 'invitation_declined' | 'invitation_expired',
  more: { path?: string; reason?: string } = {},
): Promise<void> {
  const facts = { author: recipientAuthorId, path: `/invitations/${id}`, ...more };
  await notify(tx, { accountId: senderId, kind, facts, onceKey: `${kind}:${id}` });
}

/** Marks an invitation as seen by its recipient. Idempotent. */
export async function markInvitationSeen(tx: Writer, actor: Actor, { invitationId }: InvitationIdInput): Promise<RespondOutcome> {
  const result = await advance(tx, invitationId, 'see', actor.accountId);
  return result.ok || result.code === 'invitation_closed' ? done(undefined) : result;
}

/** Accepts an invitation as the owner of the invited record, and opens a thread between the two parties. */
export async function acceptInvitation(
  tx: Writer,
  owner: Owner,
  { invitationId }: { invitationId: string },
): Promise<Outcome<{ threadId: string }, RespondErrorCode | 'record_released' | 'sender_released_record'>> {
  const invitation = await firstOf(tx, invitations, and(eq(invitations.id, invitationId), eq(invitations.recipientId, owner.accountId)));
  if (invitation && invitation.recipientAuthorId !== owner.authorId) return refused('record_released');
  // The sender has released their record since: the recipient could no longer see who writes.
  if (invitation && isInvitationOpen(invitation.state as InvitationState) && !(await isSenderStillOwner(tx, invitation)))
    return refused('sender_released_record');
  const result = await advance(tx, invitationId, 'accept', owner.accountId);
  if (!result.ok) return result;
  const { senderId, recipientId, decidedAt } = result.value;
  await readNotificationsAt(tx, recipientId, `/invitations/${invitationId}`);
  const at = decidedAt ?? now();
  const threadId = newId();
  await tx.insert(threads).values({ id: threadId, invitationId, openedAt: at });
  await tx.insert(threadMembers).values([
    { threadId, accountId: senderId },
    { threadId, accountId: recipientId, readAt: at },
  ]);
  await notifySender(tx, result.value, 'invitation_accepted', { path: `/threads/${threadId}` });
  return done({ threadId });
}

async function isSenderStillOwner(tx: Writer, { senderId, senderAuthorId }: Row): Promise<boolean> {
  const isOwnedBySender = and(eq(authors.id, senderAuthorId), eq(authors.ownerId, senderId), eq(authors.claimState, 'claimed'));
  return hasRow(tx, authors, isOwnedBySender);
}

/** Declines an invitation, with an optional reason from a list. */
export async function declineInvitation(
  tx: Writer,
  actor: Actor,
  { invitationId, reason }: { invitationId: string; reason: DeclineReason | null },
): Promise<RespondOutcome> {
  const result = await advance(tx, invitationId, 'decline', actor.accountId, { declineReason: reason });
  if (!result.ok) return result;
  await readNotificationsAt(tx, actor.accountId, `/invitations/${invitationId}`);
  await notifySender(tx, result.value, 'invitation_declined', reason ? { reason: declineReasons[reason] } : {});
  return done(undefined);
}

/** Withdraws an invitation as its sender. */
export async function withdrawInvitation(tx: Writer, actor: Actor, { invitationId }: InvitationIdInput): Promise<RespondOutcome> {
  const result = await advance(tx, invitationId, 'withdraw', actor.accountId);
  return result.ok ? done(undefined) : result;
}

/** Withdraws all open invitations that an account has sent: for a record that it releases, or for any, because it is suspended. */
export async function withdrawSentInvitations(tx: Writer, accountId: string, authorId?: string): Promise<void> {
  const { from, to } = invitationTransitions.withdraw;
  const isFor = authorId === undefined ? undefined : eq(invitations.senderAuthorId, authorId);
  const isSentFor = and(eq(invitations.senderId, accountId), isFor);
  const isOpenSent = and(isSentFor, inArray(invitations.state, [...from]));
  await tx.update(invitations).set({ state: to, decidedAt: now() }).where(isOpenSent);
}

/** Expires overdue invitations between two accounts that the worker has not processed yet, so that they do not block a new one. */
export async function expireOverdueInvitations(tx: Writer, { pair }: { pair: string }): Promise<void> {
  const isOverdue = and(inArray(invitations.state, [...invitationTransitions.expire.from]), lte(invitations.expiresAt, now()));
  const isOverdueBetween = and(eq(invitations.pair, pair), isOverdue);
  const rows = await tx.select({ id: invitations.id }).from(invitations).where(isOverdueBetween);
  for (const { id } of rows) await expireInvitation(tx, { invitationId: id });
}

/** Expires an unanswered invitation, as the system. */
export async function expireInvitation(tx: Writer, { invitationId }: { invitationId: string }): Promise<void> {
  const result = await advance(tx, invitationId, 'expire', null);
  if (result.ok) return notifySender(tx, result.value, 'invitation_expired');
  const isNotYetDue = and(eq(invitations.id, invitationId), inArray(invitations.state, ['sent', 'seen']), gt(invitations.expiresAt, now()));
  const [openInvitation] = await tx.select({ runAt: invitations.expiresAt }).from(invitations).where(isNotYetDue);
  // The clock was set back: the job runs again at the expiry.
  if (openInvitation) await enqueueExpiry(tx, invitationId, openInvitation.runAt);
}

/** Enqueues the expiry of an invitation. */
export const enqueueExpiry = (tx: Writer, invitationId: string, runAt: Date): Promise<void> =>
  enqueue(tx, { kind: 'expire-invitation', payload: { invitationId }, onceKey: `expire-invitation:${invitationId}`, runAt });
