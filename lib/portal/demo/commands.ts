import { recordSlug } from '#lib/catalog/authors/queries/find.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { setAvailability } from '#lib/community/invitations/commands/boundaries.ts';
import { invite } from '#lib/community/invitations/commands/send.ts';
import { endOwnNotice } from '#lib/governance/claims/commands/end.ts';
import type { ClaimIdInput, EndErrorCode } from '#lib/governance/claims/model/claim.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { actorById } from '#lib/platform/auth/actor-by-id.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome } from '#lib/platform/outcome.ts';
import { demoInvitation, demoPeople } from './model.ts';

/**
 * Ends the public notice of the actor's own claim. Then it opens the profile to invitations about datasets, and lets Tomás send one, so
 * that visitors can try to answer it. If the ordinary rules refuse the invitation, none is sent.
 */
export async function endNoticeForDemo(
  tx: Writer,
  actor: Actor,
  { claimId }: ClaimIdInput,
): Promise<Outcome<{ slug: string }, EndErrorCode>> {
  const ended = await endOwnNotice(tx, actor, { claimId });
  if (!ended.ok) return ended;
  const { authorId } = ended.value;
  const owner = await proveOwnership(tx, actor, authorId);
  if (owner) {
    const { purpose, message } = demoInvitation;
    await setAvailability(tx, owner, { open: true, purposes: [purpose] });
    const tomas = await actorById(tx, demoPeople.tomas.accountId);
    if (tomas) await invite(tx, tomas, { recipientAuthorId: authorId, purpose, message });
  }
  return done({ slug: await recordSlug(tx, authorId) });
}
