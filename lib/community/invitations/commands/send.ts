import { eq } from 'drizzle-orm';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import { invitationDays } from '#lib/community/limits.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { invitations } from '#lib/platform/db/schema/invitations.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { accountPairKey, type InviteInput } from '../model/invitation.ts';
import { firstRefusal, type InviteErrorCode, inviteRefusal } from '../model/invitation-policy.ts';
import { purposes } from '../model/purposes.ts';
import { boundaryOf } from '../queries/boundaries.ts';
import { inviteContext } from '../queries/invitation-policy.ts';
import { doWorksExist } from '../queries/work-refs.ts';
import { enqueueExpiry, expireOverdueInvitations } from './respond.ts';

/** Sends an invitation to the owner of a claimed record that is open to this purpose. */
export async function invite(
  tx: Writer,
  actor: Actor,
  input: InviteInput,
): Promise<Outcome<{ invitationId: string }, InviteErrorCode | 'unknown_work'>> {
  const [recipientRow] = await tx.select({ ownerId: authors.ownerId }).from(authors).where(eq(authors.id, input.recipientAuthorId));
  await lockAccountRows(tx, [actor.accountId, recipientRow?.ownerId ?? actor.accountId]);
  const { facts, recipient, senderAuthorId } = await inviteContext(tx, actor, input);
  const refusal = firstRefusal(inviteRefusal(facts));
  if (refusal) return refused(refusal.code, refusal.until);
  if (!recipient?.ownerId || !senderAuthorId) throw new Error('An invitation without two sides was let through.');
  const { purpose, message, expectedTime = null, link = null, workIds = [] } = input;
  if (!(await doWorksExist(tx, workIds))) return refused('unknown_work');
  await expireOverdueInvitations(tx, { pair: accountPairKey(actor.accountId, recipient.ownerId) });
  const [invitation] = await tx
    .insert(invitations)
    .values({
      ...{ id: newId(), senderId: actor.accountId, senderAuthorId, recipientId: recipient.ownerId, recipientAuthorId: recipient.id },
      ...{ purpose, message, expectedTime, link, workIds },
      state: 'sent',
      pair: accountPairKey(actor.accountId, recipient.ownerId),
      sentAt: facts.at,
      expiresAt: addMs(facts.at, daysMs(invitationDays)),
    })
    .onConflictDoNothing()
    .returning();
  if (!invitation) return refused('invitation_already_open');
  await notifyRecipient(tx, invitation);
  await enqueueExpiry(tx, invitation.id, invitation.expiresAt);
  return done({ invitationId: invitation.id });
}

/** Notifies the recipient, unless they have muted the sender. The invitation is on their page in any case. */
async function notifyRecipient(tx: Writer, invitation: typeof invitations.$inferSelect): Promise<void> {
  if (await boundaryOf(tx, invitation.recipientId, invitation.senderId)) return;
  await notify(tx, {
    accountId: invitation.recipientId,
    kind: 'invitation_received',
    facts: {
      author: invitation.senderAuthorId,
      purpose: purposes[invitation.purpose as keyof typeof purposes],
      path: `/invitations/${invitation.id}`,
    },
    onceKey: `invitation_received:${invitation.id}`,
  });
}
