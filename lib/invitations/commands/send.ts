import { eq } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import { daysMs, later } from '../../clock.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { authors } from '../../db/schema/authors.ts';
import { invitations } from '../../db/schema/invitations.ts';
import type { Writer } from '../../db/store.ts';
import { newId } from '../../id.ts';
import { enqueue } from '../../jobs/queue.ts';
import { notify } from '../../notifications/commands.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { firstRefusal, type InviteBecause, type InviteInput, invitationDays, inviteRefusal, pairOf, purposes } from '../model.ts';
import { inviteCase } from '../queries/conditions.ts';

/** Sends one invitation to the owner of a claimed record that is open to this purpose. */
export async function invite(tx: Writer, actor: Actor, input: InviteInput): Promise<Outcome<{ invitationId: string }, InviteBecause>> {
  const [asked] = await tx.select({ ownerId: authors.ownerId }).from(authors).where(eq(authors.id, input.recipientAuthorId));
  await lockAccounts(tx, [actor.accountId, asked?.ownerId ?? actor.accountId]);
  const { facts, recipient, senderAuthorId } = await inviteCase(tx, actor, input);
  const because = firstRefusal(inviteRefusal(facts));
  if (because) return refused(because);
  if (!recipient?.ownerId || !senderAuthorId) throw new Error('An invitation without two sides was let through.');
  const row = {
    id: newId(),
    senderId: actor.accountId,
    senderAuthorId,
    recipientId: recipient.ownerId,
    recipientAuthorId: recipient.id,
    purpose: input.purpose,
    message: input.message,
    state: 'sent',
    pair: pairOf(actor.accountId, recipient.ownerId),
    sentAt: facts.at,
    expiresAt: later(facts.at, daysMs(invitationDays)),
  };
  const [sent] = await tx.insert(invitations).values(row).onConflictDoNothing().returning();
  if (!sent) return refused('open_between_you');
  const [sender] = await tx.select({ name: authors.name }).from(authors).where(eq(authors.id, senderAuthorId));
  await notify(tx, {
    accountId: sent.recipientId,
    kind: 'invitation_received',
    facts: { name: sender?.name ?? '', purpose: purposes[input.purpose], path: `/invitations/${sent.id}` },
    onceKey: `invitation_received:${sent.id}`,
  });
  await enqueue(tx, {
    kind: 'expire-invitation',
    payload: { invitationId: sent.id },
    onceKey: `expire-invitation:${sent.id}`,
    runAt: sent.expiresAt,
  });
  return done({ invitationId: sent.id });
}

/** Takes the rows of both accounts, always in the same order, so that quotas counted next are not counted twice at once. */
async function lockAccounts(tx: Writer, ids: string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) {
    await tx.update(accounts).set({ id }).where(eq(accounts.id, id)).returning({ id: accounts.id });
  }
}
