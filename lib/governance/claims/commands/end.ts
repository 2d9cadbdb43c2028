import { and, eq, inArray } from 'drizzle-orm';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { removeStatements } from '#lib/catalog/ownership/commands/edit-record.ts';
import { holdingClaimOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { withdrawSentInvitations } from '#lib/community/invitations/commands/respond.ts';
import { closeReview, openAppeal } from '#lib/governance/cases/commands/open.ts';
import { type AppealErrorCode, appealRefusal } from '#lib/governance/cases/model/appeals.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { isSuspended } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import { claimEvents, claims, proofs } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type ClaimEvent, type ClaimIdInput, claimStagesBefore, type EndErrorCode } from '../model/claim.ts';
import type { ClaimEvidence } from '../model/proof-methods.ts';
import { assignOwner, type ClaimRow, enqueueNoticeEnd, storeClaimEvent } from './accept.ts';
import { clearOwnership, type DecisionGrounds, endClaim, notifyRecordClaimable } from './decide.ts';
import { advanceClaim, closeDisputes, lockClaim, logDisputeClosed } from './dispute.ts';
import { storeObservation } from './evidence.ts';
import { setNoticeEnd } from './pause-notice.ts';

/** Accepts a claim whose public notice has passed without an objection. Otherwise changes nothing. */
export async function endClaimNotice(tx: Writer, { claimId }: { claimId: string }): Promise<void> {
  const claimBefore = await firstOf(tx, claims, and(eq(claims.id, claimId), eq(claims.state, 'notice_period')));
  if (!claimBefore?.noticeEndsAt) return;
  if (claimBefore.noticeEndsAt > now()) {
    // The clock was set back: the job runs again at the end of the notice.
    return enqueueNoticeEnd(tx, claimId, claimBefore.noticeEndsAt);
  }
  // An admin decides about the account first. Others may object until then.
  if (await isSuspended(tx, claimBefore.accountId)) return setNoticeEnd(tx, claimId, addMs(now(), daysMs(1)));
  const isUnderNotice = and(eq(claims.id, claimId), inArray(claims.state, claimStagesBefore('end_notice')));
  const [claim] = await tx.update(claims).set({ state: 'accepted', decidedAt: now() }).where(isUnderNotice).returning();
  if (!claim) return;
  await storeClaimEvent(tx, claim, 'end_notice', 'notice_period', null);
  await storeLegacyProof(tx, claim);
  await assignOwner(tx, claim);
}

/** Ends the public notice of the actor's own claim immediately, for a local demo (lib/portal/demo). */
export async function endOwnNotice(
  tx: Writer,
  actor: Actor,
  { claimId }: ClaimIdInput,
): Promise<Outcome<{ authorId: string }, EndErrorCode>> {
  if (!(await ownClaim(tx, actor, claimId))) return refused('unknown_claim');
  const isInNotice = and(eq(claims.id, claimId), eq(claims.state, 'notice_period'));
  const [claim] = await tx.update(claims).set({ noticeEndsAt: now() }).where(isInNotice).returning();
  if (!claim) return refused('claim_closed');
  await endClaimNotice(tx, { claimId });
  return done({ authorId: claim.authorId });
}

/**
 * Stores the proof of a claim from before proofs had rows of their own: for a fair claim the iD of its account, for a weak one its address.
 */
async function storeLegacyProof(tx: Writer, claim: ClaimRow): Promise<void> {
  const isObservedProof = and(eq(proofs.accountId, claim.accountId), eq(proofs.authorId, claim.authorId), eq(proofs.state, 'observed'));
  if (await hasRow(tx, proofs, isObservedProof)) return;
  const isOwn = and(eq(logins.userId, claim.accountId), eq(logins.provider, 'orcid'));
  const [login] = await tx.select({ orcid: logins.providerAccountId }).from(logins).where(isOwn);
  if (claim.strength !== 'weak' && !login) throw new Error('The iD that a claim rests on is no longer linked.');
  const evidence: ClaimEvidence =
    claim.strength === 'weak' || !login
      ? { by: 'email' }
      : { by: 'orcid', orcid: login.orcid, overlap: null, overlaps: [], registeredOn: null, ageDays: null };
  await storeObservation(tx, evidence, { accountId: claim.accountId, authorId: claim.authorId, proofId: null });
}

/** Returns a claim of the account in any state; undefined if it does not exist or belongs to another account. */
const ownClaim = (tx: Writer, actor: Actor, claimId: string): Promise<ClaimRow | undefined> =>
  firstOf(tx, claims, and(eq(claims.id, claimId), eq(claims.accountId, actor.accountId)));

/**
 * Releases a record, or withdraws a pending claim. The owner's statements and open invitations are removed; the data of the sources stays.
 */
export async function withdrawClaim(tx: Writer, actor: Actor, { claimId }: ClaimIdInput): Promise<Outcome<void, EndErrorCode>> {
  const claim = await ownClaim(tx, actor, claimId);
  return claim ? unassignOwner(tx, claim) : refused('unknown_claim');
}

/** The same for a claim that the caller has read, on request of its account or on erasure. */
export async function unassignOwner(tx: Writer, claimBefore: ClaimRow): Promise<Outcome<void, 'claim_closed'>> {
  const [claim] = await tx
    .update(claims)
    .set({ state: 'withdrawn', decidedAt: now(), noticeEndsAt: null })
    .where(and(eq(claims.id, claimBefore.id), eq(claims.state, claimBefore.state), inArray(claims.state, claimStagesBefore('withdraw'))))
    .returning();
  if (!claim) return refused('claim_closed');
  await storeClaimEvent(tx, claim, 'withdraw', claimBefore.state, claimBefore.accountId);
  const wasOwned = ['accepted', 'suspended'].includes(claimBefore.state);
  // Withdrawing a disputed claim upholds the objections.
  const endedDisputes = await closeDisputes(tx, claim.id, 'upheld');
  await closeReview(tx, 'claim', claim.id);
  await closeReview(tx, 'appeal', claim.id);
  if (claimBefore.state === 'appealed') return done(undefined);
  await clearOwnership(tx, claim, wasOwned, true);
  if (wasOwned) {
    // The owner released the record, so the statements must not return with another claim. After a decision they are kept for a possible
    // appeal.
    await removeStatements(tx, claim);
    await logEvent(tx, { authorId: claim.authorId, kind: 'claim_ended', facts: { claim: claim.id, because: 'given_back' } });
  }
  for (const each of endedDisputes) await logDisputeClosed(tx, each, true);
  await notifyRecordClaimable(tx, claim, endedDisputes);
  await withdrawSentInvitations(tx, claimBefore.accountId, claim.authorId);
  await enqueueRefresh(tx);
  return done(undefined);
}

/** Appeals against a rejected or revoked claim, once and within thirty days. Other reviewers decide. */
export async function appealClaim(
  tx: Writer,
  actor: Actor,
  { claimId, words = null }: { claimId: string; words?: string | null },
): Promise<Outcome<void, 'unknown_claim' | 'claim_closed' | AppealErrorCode>> {
  const claimBefore = await ownClaim(tx, actor, claimId);
  if (!claimBefore) return refused('unknown_claim');
  const isAppeal = and(eq(claimEvents.claimId, claimId), eq(claimEvents.event, 'appeal' satisfies ClaimEvent));
  if (await hasRow(tx, claimEvents, isAppeal)) return refused('claim_closed');
  if (claimBefore.decidedAt && appealRefusal({ decidedAt: claimBefore.decidedAt, filed: false }, now()))
    return refused('appeal_deadline_passed');
  const claim = await advanceClaim(tx, claimBefore, 'appeal', actor.accountId);
  if (!claim) return refused('claim_closed');
  return openAppeal(tx, {
    ...{ of: 'claim', subjectId: claim.id, side: 'asker', authorId: claim.authorId, accountId: actor.accountId, words },
    parties: [actor.accountId],
    votesNeeded: 2,
  });
}

/** Ends the claim of the current holder by a decision, and upholds all objections to it. */
export async function revokeHolder(tx: Writer, authorId: string, details: DecisionGrounds): Promise<void> {
  const holder = await holdingClaimOf(tx, authorId);
  const claim = holder && (await lockClaim(tx, holder.id));
  if (!claim) return;
  const endedDisputes = await closeDisputes(tx, claim.id, 'upheld');
  const claimInReview = claim.state === 'notice_period' ? await advanceClaim(tx, claim, 'object', null, { noticeEndsAt: null }) : claim;
  const claimToEnd =
    claimInReview?.state === 'accepted' ? await advanceClaim(tx, claimInReview, 'suspend', details.by ?? null) : claimInReview;
  if (claimToEnd) await endClaim(tx, claimToEnd, claimToEnd.state === 'suspended' ? 'revoke' : 'reject', details);
  for (const each of endedDisputes) await logDisputeClosed(tx, each, true);
  await notifyRecordClaimable(tx, claim, endedDisputes);
  await enqueueRefresh(tx);
}
