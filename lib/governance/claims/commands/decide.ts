import { and, eq } from 'drizzle-orm';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { removeOwner, setClaimState } from '#lib/catalog/authors/commands/owner.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { withdrawSentInvitations } from '#lib/community/invitations/commands/respond.ts';
import { closeThreadsOf } from '#lib/community/invitations/commands/threads.ts';
import { suspensionDays } from '#lib/community/limits.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { appealUntil } from '#lib/governance/cases/model/appeals.ts';
import { appealsOn } from '#lib/governance/cases/queries/appeals.ts';
import { applyChangeOfOwner } from '#lib/governance/corrections/commands/backing.ts';
import { addMs, dayOf, daysMs, now } from '#lib/platform/clock.ts';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { disputes, proofs } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type ClaimProof, mintProof } from '../model/claim.ts';
import { parseEvidence } from '../model/proof-methods.ts';
import { strengthOf } from '../model/proofs.ts';
import { claimSupportOf, openRivals } from '../queries/disputes.ts';
import { assignOwner, type ClaimRow } from './accept.ts';
import { endAttestationsAbout, endAttestationsFrom, lockWithAttestations } from './attestations.ts';
import {
  advanceClaim,
  closeDisputes,
  type DisputeRow,
  endDispute,
  enqueueSuspensionEnd,
  isClaimUnderReview,
  lockClaim,
  logDisputeClosed,
  resumeClaim,
} from './dispute.ts';
import { revokeProofs } from './evidence.ts';
import { openRivalClaim } from './open.ts';

/** Days after the end of a claim for which a name stays hidden that its owner hid without a strong proof. */
const hiddenAfterClaimDays = 30;

/**
 * The result of a review about claims. `reason` and `remedy` are keys of the closed lists in lib/community/decision-reasons.ts, and are
 * stored with the claim. The review module checks who may decide; the caller closes the review.
 */
export interface DecisionGrounds {
  reason: string;
  remedy: string | null;
  /** The account that decided; null if several did. */
  by?: string | null;
}

export type ClosedErrorCode = 'claim_closed' | 'dispute_closed' | 'already_claimed';

/** Decides a claim in review. Closes the open objections to it. */
export async function decideClaim(
  tx: Writer,
  { claimId, decision, reason, remedy, by = null }: DecisionGrounds & { claimId: string; decision: 'approve' | 'reject' },
): Promise<Outcome<void, ClosedErrorCode>> {
  const claim = await lockClaim(tx, claimId);
  if (claim?.state !== 'in_review') return refused('claim_closed');
  const endedDisputes = await closeDisputes(tx, claimId, decision === 'approve' ? 'dismissed' : 'upheld');
  if (decision === 'approve') await acceptClaim(tx, claim, by);
  else await endClaim(tx, claim, 'reject', { reason, remedy, by });
  for (const each of endedDisputes) await logDisputeClosed(tx, each, decision === 'reject');
  if (decision === 'reject') await notifyRecordClaimable(tx, claim, endedDisputes);
  await enqueueRefresh(tx);
  return done(undefined);
}

/**
 * Decides the objections to a claim that form one case. If they are upheld, the claim ends, and the record goes to the favoured rival if
 * their proof still counts. If they are dismissed, the claim continues.
 * @param favours the dispute of the rival who is right; null if none is, omitted if there is only one rival
 */
export async function decideDispute(
  tx: Writer,
  {
    questionId,
    decision,
    favours,
    reason,
    remedy,
    by = null,
  }: DecisionGrounds & { questionId: string; decision: 'uphold' | 'dismiss'; favours?: string | null },
): Promise<Outcome<void, ClosedErrorCode>> {
  const [anyDispute] = await tx.select({ claimId: disputes.claimId }).from(disputes).where(eq(disputes.questionId, questionId)).limit(1);
  const claim = anyDispute && (await lockClaim(tx, anyDispute.claimId));
  const rivals = claim ? await openRivals(tx, questionId) : [];
  if (!claim || rivals.length === 0) return refused('dispute_closed');
  const onlyRival = favours === undefined && rivals.length === 1 ? rivals[0] : undefined;
  const winner = decision === 'dismiss' ? null : (onlyRival ?? rivals.find(({ id }) => id === favours));
  const endedDisputes: DisputeRow[] = [];
  for (const { id } of rivals) {
    const isUpheld = decision === 'uphold' && (winner === undefined || winner?.id === id);
    const dispute = await endDispute(tx, id, isUpheld ? 'upheld' : 'dismissed');
    if (dispute) endedDisputes.push(dispute);
  }
  if (decision === 'dismiss') {
    const mustWait = claim.state === 'in_review' && ((await hasOpenDispute(tx, claim.id)) || (await isClaimUnderReview(tx, claim.id)));
    if (claim.state === 'in_review' && !mustWait) await acceptClaim(tx, claim, by);
    else await resumeClaim(tx, claim, by);
    for (const each of endedDisputes) await logDisputeClosed(tx, each, false);
    for (const each of endedDisputes)
      await notifyDecision(tx, claim.authorId, each.accountId, 'dispute_dismissed', each.id, { reason, remedy });
    await enqueueRefresh(tx);
    return done(undefined);
  }
  const otherDisputes = await closeDisputes(tx, claim.id, 'dismissed');
  const claimToEnd = claim.state === 'accepted' ? await advanceClaim(tx, claim, 'suspend', by) : claim;
  if (claimToEnd) await endClaim(tx, claimToEnd, claimToEnd.state === 'suspended' ? 'revoke' : 'reject', { reason, remedy, by });
  for (const each of [...endedDisputes, ...otherDisputes]) await logDisputeClosed(tx, each, each.state === 'upheld');
  const upheldDisputes = endedDisputes.filter(({ state }) => state === 'upheld');
  if (!winner || !(await assignToRival(tx, winner))) await notifyRecordClaimable(tx, claim, upheldDisputes);
  await enqueueRefresh(tx);
  return done(undefined);
}

const hasOpenDispute = (tx: Writer, claimId: string): Promise<boolean> =>
  hasRow(tx, disputes, and(eq(disputes.claimId, claimId), eq(disputes.state, 'open')));

export async function acceptClaim(tx: Writer, claim: ClaimRow, by: string | null): Promise<Outcome<void, ClosedErrorCode>> {
  const acceptedClaim = await advanceClaim(tx, claim, 'approve', by, { decidedAt: now(), noticeEndsAt: null, reason: null, remedy: null });
  if (!acceptedClaim) return refused('claim_closed');
  await assignOwner(tx, acceptedClaim);
  return done(undefined);
}

/** Ends a claim by a decision. After a revocation its proofs no longer count, and the record shows only what the sources state. */
export async function endClaim(
  tx: Writer,
  claim: ClaimRow,
  event: 'reject' | 'revoke',
  { reason, remedy, by = null }: DecisionGrounds,
): Promise<void> {
  const endedClaim = await advanceClaim(tx, claim, event, by, { reason, remedy, decidedAt: now(), noticeEndsAt: null });
  if (!endedClaim) throw new Error(`A claim that is ${claim.state} cannot end by ${event}.`);
  await clearOwnership(tx, claim, event === 'revoke');
  if (event === 'revoke') {
    await logEvent(tx, { authorId: claim.authorId, kind: 'claim_ended', facts: { claim: claim.id, because: 'revoked' } });
    await withdrawSentInvitations(tx, claim.accountId, claim.authorId);
    await closeThreadsOf(tx, claim.accountId, claim.authorId);
  }
  // A claim that was restored on appeal may end again.
  const onceId = `${claim.id}:${now().getTime()}`;
  await notifyDecision(tx, claim.authorId, claim.accountId, event === 'revoke' ? 'claim_revoked' : 'claim_rejected', onceId, {
    reason,
    remedy,
  });
}

/** Removes owner and claim state from a record. Proofs of a rejected claim are kept for a possible appeal. */
export async function clearOwnership(tx: Writer, claim: ClaimRow, wasOwned: boolean, revokes = wasOwned): Promise<void> {
  if (wasOwned) await lockWithAttestations(tx, claim);
  const revokedProofs = revokes ? await revokeProofs(tx, claim) : [];
  const { authorId } = claim;
  if (!wasOwned) return void (await setClaimState(tx, authorId, 'unclaimed'));
  const orcid = revokedProofs.some(({ facts }) => facts.addedToRecord === true);
  const authenticated = orcid || revokedProofs.some(({ facts }) => facts.authenticatedHere === true);
  await removeOwner(tx, authorId, { orcid, authenticated });
  await applyChangeOfOwner(tx, authorId);
  await endAttestationsAbout(tx, authorId);
  await endAttestationsFrom(tx, authorId, claim.accountId);
  // What an owner without a strong proof has hidden is shown again some time after, unless somebody decides.
  if (claim.strength !== 'strong')
    await enqueue(tx, {
      ...{ kind: 'return-visibility', payload: { authorId, accountId: claim.accountId }, onceKey: `return-visibility:${claim.id}` },
      runAt: addMs(now(), daysMs(hiddenAfterClaimDays)),
    });
  await enqueue(tx, { kind: 'forget-opinions', payload: { authorId }, onceKey: `forget-opinions:${authorId}` });
}

/**
 * Transfers a record to an account with a strong proof, without a vote, because its owner or claimant has shown none in the time that they
 * had, also if the claim waits for reviewers itself. Several rivals with strong proofs wait for reviewers.
 */
export async function endSuspension(tx: Writer, { disputeId }: { disputeId: string }): Promise<void> {
  const dispute = await firstOf(tx, disputes, and(eq(disputes.id, disputeId), eq(disputes.state, 'open')));
  // The clock was set back: the job runs again at the end.
  if (dispute && addMs(dispute.openedAt, daysMs(suspensionDays)) > now()) return enqueueSuspensionEnd(tx, dispute);
  const claim = dispute && (await lockClaim(tx, dispute.claimId));
  if (!claim || !['suspended', 'in_review'].includes(claim.state)) return;
  const strongRivals = (await openRivals(tx, dispute.questionId)).filter(({ strength }) => strength === 'strong');
  const [rival] = strongRivals;
  if (strongRivals.length !== 1 || rival?.id !== disputeId) return;
  const proof = await proofOf(tx, rival);
  // A later method may have made it fair.
  if ((await claimSupportOf(tx, claim)).strength === 'strong' || !proof || strengthOf(proof) !== 'strong') return;
  const grounds = { reason: 'rival_proof', remedy: 'show_strong_proof' };
  const outcome = await decideDispute(tx, { questionId: dispute.questionId, decision: 'uphold', favours: disputeId, ...grounds });
  if (!outcome.ok) return;
  await closeReview(tx, 'dispute', dispute.questionId);
  // The claim itself may have waited for reviewers.
  await closeReview(tx, 'claim', claim.id);
}

/** Assigns the record to the successful rival, by their stored proof. False if it has expired or been withdrawn. */
async function assignToRival(tx: Writer, dispute: DisputeRow): Promise<boolean> {
  const proof = await proofOf(tx, dispute);
  return proof !== null && openRivalClaim(tx, proof);
}

/** Returns the stored proof of a rival, if it still counts. */
async function proofOf(tx: Writer, { proofId, accountId, authorId }: DisputeRow): Promise<ClaimProof | null> {
  const row = proofId === null ? undefined : await firstOf(tx, proofs, and(eq(proofs.id, proofId), eq(proofs.state, 'observed')));
  const evidence = row && parseEvidence(row);
  if (!evidence || (row.expiresAt !== null && row.expiresAt <= now())) return null;
  return mintProof(evidence, accountId, authorId, row.id);
}

/** Notifies the objectors that the record can be claimed. */
export async function notifyRecordClaimable(tx: Writer, claim: ClaimRow, endedDisputes: readonly DisputeRow[]): Promise<void> {
  for (const { accountId } of endedDisputes) await notifyDecision(tx, claim.authorId, accountId, 'record_available', claim.id);
}

/** Returns until when the losing person can appeal. A claim and an objection can each be appealed once. */
async function appealDeadline(tx: Writer, kind: string, onceId: string): Promise<Record<string, string>> {
  if (kind === 'appeal_granted' || kind === 'record_available') return {};
  const [subjectId = ''] = onceId.split(':');
  const isOver = kind !== 'dispute_dismissed' && (await appealsOn(tx, subjectId)).length > 0;
  return isOver ? { final: 'yes' } : { until: dayOf(appealUntil(now())) };
}

export async function notifyDecision(
  tx: Writer,
  authorId: string,
  accountId: string,
  kind: 'claim_rejected' | 'claim_revoked' | 'dispute_dismissed' | 'appeal_granted' | 'record_available',
  onceId: string,
  details?: Pick<DecisionGrounds, 'reason' | 'remedy'>,
): Promise<void> {
  const facts = {
    ...{ author: authorId, path: `/claim/${authorId}` },
    ...(details && { reason: details.reason, remedy: details.remedy ?? '', ...(await appealDeadline(tx, kind, onceId)) }),
  };
  await notify(tx, { accountId, kind, facts, onceKey: `${kind}:${onceId}` });
}
