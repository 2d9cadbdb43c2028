import { and, eq, inArray } from 'drizzle-orm';
import { setByOwner } from '#lib/catalog/authors/commands/owner.ts';
import type { Owner } from '#lib/catalog/ownership/model.ts';
import type { PowerErrorCode } from '#lib/catalog/powers/model.ts';
import { refuseToOwner } from '#lib/catalog/powers/queries.ts';
import { listedRecord } from '#lib/catalog/visibility/queries.ts';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { blocks, invitations } from '#lib/platform/db/schema/invitations.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { Availability } from '../model/availability.ts';
import { accountPairKey } from '../model/invitation.ts';
import { listingEnd } from '../model/listing.ts';
import { findOtherParty } from '../queries/lists.ts';
import { declineProposedCollaborations } from './collaborations.ts';
import { declineInvitation, withdrawInvitation } from './respond.ts';

type AvailabilitySettings = Pick<Availability, 'open' | 'purposes' | 'note' | 'from' | 'monthly' | 'list'>;

/**
 * Sets whether the record's owner is open to invitations, for which purposes and from whom. The record's page shows it only after the owner
 * has set it.
 */
export async function setAvailability(
  tx: Writer,
  owner: Owner,
  settings: AvailabilitySettings,
): Promise<Outcome<void, 'not_your_record' | PowerErrorCode>> {
  const code = await refuseToOwner(tx, owner, 'arrange');
  if (code) return refused(code);
  const { open, purposes, note, from, monthly, list } = settings;
  const details = { ...(note && { note }), ...(from && from !== 'anybody' && { from }), ...(monthly && { monthly }) };
  const availability = { open, purposes: open ? purposes : [], ...(open ? details : {}), since: now().toISOString() };
  const listedUntil = open && list ? listingEnd(now()) : null;
  return (await setByOwner(tx, owner, { availability, listedUntil })) ? done(undefined) : refused('not_your_record');
}

/** Sets what an owner is open to, unless they are open to something already. */
export async function setFirstPurposes(
  tx: Writer,
  owner: Owner,
  { purposes }: Pick<Availability, 'purposes'>,
): Promise<Outcome<void, 'not_your_record' | PowerErrorCode>> {
  const [record] = await tx.select({ availability: authors.availability }).from(authors).where(eq(authors.id, owner.authorId));
  return record?.availability?.open ? done(undefined) : setAvailability(tx, owner, { open: true, purposes });
}

/** Lists an owner who is open to invitations under "Open to collaborate", for another term, or ends the listing. */
export async function setListing(
  tx: Writer,
  owner: Owner,
  { want }: { want: 'on' | 'off' },
): Promise<Outcome<void, 'not_your_record' | 'listing_needs_purposes' | 'listing_needs_visibility' | PowerErrorCode>> {
  const code = await refuseToOwner(tx, owner, 'arrange');
  if (code) return refused(code);
  const isThis = eq(authors.id, owner.authorId);
  const [record] = await tx.select({ availability: authors.availability }).from(authors).where(isThis);
  if (want === 'on' && !record?.availability?.open) return refused('listing_needs_purposes');
  if (want === 'on' && !(await hasRow(tx, authors, and(isThis, listedRecord())))) return refused('listing_needs_visibility');
  const listedUntil = want === 'on' ? listingEnd(now()) : null;
  return (await setByOwner(tx, owner, { listedUntil })) ? done(undefined) : refused('not_your_record');
}

type BoundaryOutcome = Outcome<void, 'unknown_invitation'>;

/**
 * Blocks the other party of an invitation without notifying them. Open items between the two end as they could without a block: received
 * invitations are declined, sent ones are withdrawn, and one-sided collaboration proposals lapse.
 */
export async function blockOtherParty(tx: Writer, actor: Actor, { invitationId }: { invitationId: string }): Promise<BoundaryOutcome> {
  const blockedId = await findOtherParty(tx, actor, invitationId);
  if (!blockedId) return refused('unknown_invitation');
  // The lock orders this against a concurrent invitation or message between the two: it either completes before the block or is refused.
  await lockAccountRows(tx, [actor.accountId, blockedId]);
  await tx
    .insert(blocks)
    .values({ accountId: actor.accountId, blockedId, kind: 'block', since: now() })
    .onConflictDoUpdate({ target: [blocks.accountId, blocks.blockedId], set: { kind: 'block' } });
  const isOpenBetween = and(eq(invitations.pair, accountPairKey(actor.accountId, blockedId)), inArray(invitations.state, ['sent', 'seen']));
  for (const invitation of await tx.select().from(invitations).where(isOpenBetween)) {
    if (invitation.senderId === actor.accountId) await withdrawInvitation(tx, actor, { invitationId: invitation.id });
    else await declineInvitation(tx, actor, { invitationId: invitation.id, reason: null });
  }
  await declineProposedCollaborations(tx, actor.accountId, blockedId);
  return done(undefined);
}

/** Removes a block. */
export const unblockOtherParty = (tx: Writer, actor: Actor, input: { invitationId: string }): Promise<BoundaryOutcome> =>
  removeBoundary(tx, actor, input, 'block');

/**
 * Mutes the other party of an invitation without notifying them. Their messages still arrive, but without notifications. An existing block
 * is not changed.
 */
export async function muteOtherParty(tx: Writer, actor: Actor, { invitationId }: { invitationId: string }): Promise<BoundaryOutcome> {
  const blockedId = await findOtherParty(tx, actor, invitationId);
  if (!blockedId) return refused('unknown_invitation');
  await tx.insert(blocks).values({ accountId: actor.accountId, blockedId, kind: 'mute', since: now() }).onConflictDoNothing();
  return done(undefined);
}

export const unmuteOtherParty = (tx: Writer, actor: Actor, input: { invitationId: string }): Promise<BoundaryOutcome> =>
  removeBoundary(tx, actor, input, 'mute');

async function removeBoundary(
  tx: Writer,
  actor: Actor,
  { invitationId }: { invitationId: string },
  kind: 'block' | 'mute',
): Promise<BoundaryOutcome> {
  const otherId = await findOtherParty(tx, actor, invitationId);
  if (!otherId) return refused('unknown_invitation');
  await tx.delete(blocks).where(and(eq(blocks.accountId, actor.accountId), eq(blocks.blockedId, otherId), eq(blocks.kind, kind)));
  return done(undefined);
}
