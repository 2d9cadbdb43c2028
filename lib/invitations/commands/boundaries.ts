import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import type { Owner } from '../../claims/model.ts';
import { now } from '../../clock.ts';
import { authors } from '../../db/schema/authors.ts';
import { blocks } from '../../db/schema/invitations.ts';
import type { Writer } from '../../db/store.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import type { Availability } from '../model.ts';
import { declineInvitation } from './answer.ts';
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

/** Hears no more from the other side of an invitation. They are not told; what is open from them is declined. */
export async function blockOtherSide(
  tx: Writer,
  actor: Actor,
  { invitationId }: { invitationId: string },
): Promise<Outcome<void, 'unknown_invitation'>> {
  const blockedId = await otherSide(tx, actor, invitationId);
  if (!blockedId) return refused('unknown_invitation');
  await tx.insert(blocks).values({ accountId: actor.accountId, blockedId, since: now() }).onConflictDoNothing();
  await declineInvitation(tx, actor, { invitationId, reason: null });
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
