import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import type { Owner } from '../../claims/model.ts';
import { now } from '../../clock.ts';
import { authors } from '../../db/schema/authors.ts';
import { blocks, invitations } from '../../db/schema/invitations.ts';
import type { Writer } from '../../db/store.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { type Availability, pairOf } from '../model.ts';
import { declineInvitation, withdrawInvitation } from './answer.ts';
import { otherSide } from './threads.ts';

/** Says on the record's page whether its owner is open to invitations, and for what. Only the owner's own act shows it. */
export async function setAvailability(
  tx: Writer,
  owner: Owner,
  { open, purposes, note }: Pick<Availability, 'open' | 'purposes' | 'note'>,
): Promise<Outcome<void, 'not_your_record'>> {
  const at = now();
  const availability = { open, purposes: open ? purposes : [], ...(note && open ? { note } : {}), since: at.toISOString() };
  const [updated] = await tx
    .update(authors)
    .set({ availability, revision: sql`${authors.revision} + 1`, updatedAt: at })
    .where(and(eq(authors.id, owner.authorId), eq(authors.ownerId, owner.accountId), eq(authors.claimState, 'claimed')))
    .returning({ id: authors.id });
  return updated ? done(undefined) : refused('not_your_record');
}

/**
 * Hears no more from the other side of an invitation. They are not told; what is open between the two ends as it could have
 * ended without this: what they sent is declined, one's own is taken back.
 */
export async function blockOtherSide(
  tx: Writer,
  actor: Actor,
  { invitationId }: { invitationId: string },
): Promise<Outcome<void, 'unknown_invitation'>> {
  const blockedId = await otherSide(tx, actor, invitationId);
  if (!blockedId) return refused('unknown_invitation');
  await tx.insert(blocks).values({ accountId: actor.accountId, blockedId, since: now() }).onConflictDoNothing();
  const between = and(eq(invitations.pair, pairOf(actor.accountId, blockedId)), inArray(invitations.state, ['sent', 'seen']));
  for (const open of await tx.select().from(invitations).where(between)) {
    if (open.senderId === actor.accountId) await withdrawInvitation(tx, actor, { invitationId: open.id });
    else await declineInvitation(tx, actor, { invitationId: open.id, reason: null });
  }
  return done(undefined);
}

/** Takes a block back. */
export async function unblockOtherSide(
  tx: Writer,
  actor: Actor,
  { invitationId }: { invitationId: string },
): Promise<Outcome<void, 'unknown_invitation'>> {
  const blockedId = await otherSide(tx, actor, invitationId);
  if (!blockedId) return refused('unknown_invitation');
  await tx.delete(blocks).where(and(eq(blocks.accountId, actor.accountId), eq(blocks.blockedId, blockedId)));
  return done(undefined);
}
