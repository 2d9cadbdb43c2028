import { and, eq, inArray } from 'drizzle-orm';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { setClaimState } from '#lib/catalog/authors/commands/owner.ts';
import { holdingClaimOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import { freezeDays, suspensionDays } from '#lib/community/limits.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { closeReview, openReview } from '#lib/governance/cases/commands/open.ts';
import { applyChangeOfOwner } from '#lib/governance/corrections/commands/backing.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { firstOf, hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { claims, disputes, reviews } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import type { Limit } from '#lib/platform/limits.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type ClaimEvent, type ClaimProof, type ClaimStage, claimsPerDay, disputeEvent, nextClaimStage } from '../model/claim.ts';
import { resumedNoticeEnd } from '../model/notice.ts';
import { isFreezing, mayFreeze, mayObject, overrulesClaim, repeatsDismissed, stopsClaim } from '../model/objections.ts';
import { publicFactsOf, ruleOf } from '../model/proof-methods.ts';
import { strengthOf } from '../model/proofs.ts';
import { claimSupportOf, earlierFreezes, openRivals, sharesDomain } from '../queries/disputes.ts';
import { noticeDaysOf } from '../queries/notice.ts';
import { type ClaimRow, enqueueNoticeEnd, storeClaimEvent } from './accept.ts';
import { activateProofs, storeObservation } from './evidence.ts';

export type DisputeRow = typeof disputes.$inferSelect;

/** Moves a claim to its next state if its state is unchanged, so that only one of two concurrent decisions succeeds. */
export async function advanceClaim(
  tx: Writer,
  claim: ClaimRow,
  event: ClaimEvent,
  accountId: string | null,
  changes: Partial<ClaimRow> = {},
): Promise<ClaimRow | null> {
  const state = nextClaimStage(claim.state as ClaimStage, event);
  if (!state) return null;
  const [isUnchanged, step] = [and(eq(claims.id, claim.id), eq(claims.state, claim.state)), { state, ...changes }];
  const [updatedClaim] = await tx.update(claims).set(step).where(isUnchanged).returning();
  if (updatedClaim) await storeClaimEvent(tx, updatedClaim, event, claim.state, accountId);
  return updatedClaim ?? null;
}

/**
 * Opens a dispute by a proof against somebody else's claim, if it is sufficient (lib/governance/claims/model/objections.ts). A claim under
 * notice then waits for a decision; an accepted one with weaker evidence is suspended; an accepted strong one stays, with its edits frozen.
 * All objections to one claim form one case with several parties. It needs two votes.
 * @returns the dispute's id, or null if the proof does not open one
 */
export async function disputeClaim(tx: Writer, actor: Actor, proof: ClaimProof): Promise<string | null> {
  const strength = strengthOf(proof);
  const holder = await holdingClaimOf(tx, proof.authorId);
  if (!holder || holder.accountId === actor.accountId) return null;
  // Locks the claim, to order this against a concurrent withdrawal or decision. Its notice may end at this moment.
  const claim = await lockClaim(tx, holder.id);
  const stage = claim?.state as ClaimStage;
  if (!claim || !holdingStages.includes(stage) || !mayObject(strength, stage)) return null;
  if (repeatsDismissed(strength, await selectEndedStrengths(tx, actor, claim.id))) return null;
  if (!(await withinLimit(tx, 'objection', actor.accountId, objectionsLimit))) return null;
  const at = now();
  const { by: kind } = proof;
  const facts = publicFactsOf(proof);
  const proofId = await storeObservation(tx, proof, proof);
  const support = await claimSupportOf(tx, claim);
  const { family } = ruleOf(kind);
  const isRest = stage === 'accepted' && (await sharesDomain(tx, claim, facts));
  const isFirst = !isRest && mayFreeze(family, await earlierFreezes(tx, claim.id));
  const mayMark = stage === 'suspended' || overrulesClaim(strength, support.strength) || isFirst;
  const marks = mayMark && stopsClaim(strength, stage, support, at);
  const isOpenDispute = and(eq(disputes.claimId, claim.id), eq(disputes.state, 'open'));
  const earliest = await firstOf(tx, disputes, isOpenDispute, disputes.openedAt, disputes.id);
  const id = newId();
  const questionId = earliest?.questionId ?? id;
  const ids = { id, questionId, authorId: proof.authorId, claimId: claim.id, accountId: actor.accountId, proofId };
  const row = { ...ids, kind, facts, marks, strength, state: 'open', openedAt: at };
  const [dispute] = await tx.insert(disputes).values(row).onConflictDoNothing().returning();
  if (!dispute) {
    if (strength === 'strong') await renewEarlierObjection(tx, actor, claim, proofId);
    return null;
  }
  const event = marks ? disputeEvent(stage, support.strength) : null;
  if (event) await advanceClaim(tx, claim, event, actor.accountId, event === 'object' ? { noticeEndsAt: null } : {});
  if (marks) await setClaimState(tx, proof.authorId, 'disputed');
  if (marks) await applyChangeOfOwner(tx, proof.authorId);
  const parties = [claim.accountId, actor.accountId];
  await openReview(tx, { kind: 'dispute', subjectId: questionId, authorId: proof.authorId, parties, votesNeeded: 2 });
  if (marks) await logDisputeOpened(tx, dispute);
  if (marks) await enqueueFreezeEnd(tx, dispute);
  if (strength === 'strong') await enqueueSuspensionEnd(tx, dispute);
  const notificationKind = event === 'object' ? 'claim_in_review' : marks ? 'claim_disputed' : 'claim_questioned';
  const notice = { author: proof.authorId, path: `/claim/${proof.authorId}` };
  // All objections to a claim form one case, so there is one notification.
  await notify(tx, { accountId: claim.accountId, kind: notificationKind, facts: notice, onceKey: `${notificationKind}:${questionId}` });
  await enqueueRefresh(tx);
  return dispute.id;
}

const objectionsLimit: Limit = { times: claimsPerDay, minutes: 24 * 60 };

const holdingStages: readonly ClaimStage[] = ['notice_period', 'in_review', 'accepted', 'suspended'];

/** Upper bound on withdrawn objections of an account to one claim: each can delay the claim's notice by a day. */
const maxWithdrawnObjections = 2;

/** Returns the strengths of the account's dismissed objections to a claim. Includes withdrawn ones once there are `maxWithdrawn`. */
async function selectEndedStrengths(tx: Writer, { accountId }: Actor, claimId: string): Promise<Strength[]> {
  const isOwn = and(eq(disputes.claimId, claimId), eq(disputes.accountId, accountId), inArray(disputes.state, ['dismissed', 'withdrawn']));
  const rows = await tx.select({ strength: disputes.strength, state: disputes.state }).from(disputes).where(isOwn);
  const withdrawn = rows.filter(({ state }) => state === 'withdrawn');
  const countedRows = withdrawn.length < maxWithdrawnObjections ? rows.filter(({ state }) => state === 'dismissed') : rows;
  return countedRows.map(({ strength }) => strength as Strength);
}

/** Logs that a dispute was opened. The account that raised it is secret. */
export const logDisputeOpened = (tx: Writer, { id, authorId, accountId, claimId }: DisputeRow): Promise<string> =>
  logEvent(tx, {
    authorId,
    kind: 'dispute_opened',
    facts: { dispute: id },
    secret: { accountId, facts: { account: accountId, claim: claimId } },
  });

/** Logs that a dispute has ended. A dispute that did not mark the record is logged only if it was upheld. */
export async function logDisputeClosed(tx: Writer, dispute: DisputeRow, upheld: boolean): Promise<void> {
  if (!dispute.marks && !upheld) return;
  if (!dispute.marks) await logDisputeOpened(tx, dispute);
  await logEvent(tx, { authorId: dispute.authorId, kind: 'dispute_closed', facts: { dispute: dispute.id, upheld } });
}

/** Ends a dispute. Returns null if it has already ended. The caller has locked the claim. */
export async function endDispute(tx: Writer, disputeId: string, state: 'upheld' | 'dismissed' | 'withdrawn'): Promise<DisputeRow | null> {
  const isOpenDispute = and(eq(disputes.id, disputeId), eq(disputes.state, 'open'));
  const [endedDispute] = await tx.update(disputes).set({ state, decidedAt: now() }).where(isOpenDispute).returning();
  return endedDispute ?? null;
}

/** Whether the claim itself is under review, independently of objections. */
export const isClaimUnderReview = (tx: Writer, claimId: string): Promise<boolean> =>
  hasRow(tx, reviews, and(eq(reviews.kind, 'claim'), eq(reviews.subjectId, claimId), eq(reviews.state, 'open')));

/** Enqueues the end of the freeze, or of the pause of a notice, that an objection has caused. */
const enqueueFreezeEnd = (tx: Writer, { id, openedAt }: DisputeRow): Promise<void> =>
  enqueue(tx, {
    ...{ kind: 'end-freeze', payload: { disputeId: id }, onceKey: `end-freeze:${id}` },
    runAt: addMs(openedAt, daysMs(freezeDays)),
  });

/** Enqueues the transfer of a record whose owner has shown no strong proof to the account that has. */
export const enqueueSuspensionEnd = (tx: Writer, { id, openedAt }: DisputeRow): Promise<void> =>
  enqueue(tx, {
    ...{ kind: 'end-suspension', payload: { disputeId: id }, onceKey: `end-suspension:${id}` },
    runAt: addMs(openedAt, daysMs(suspensionDays)),
  });

/**
 * Limits the freeze of an objection from before there were limits: it ends as many days after the objection as any other. Nobody loses a claim
 * by it: an owner without a strong proof against a strong one waits for a decision as before, or until the proof is shown again.
 */
export async function limitEarlierDispute(tx: Writer, dispute: DisputeRow): Promise<void> {
  if (dispute.marks) await enqueueFreezeEnd(tx, dispute);
}

/**
 * Begins the days of a suspension for an objection from before there were limits, because its strong proof was shown again. The owner is told.
 */
async function renewEarlierObjection(tx: Writer, actor: Actor, claim: ClaimRow, proofId: string): Promise<void> {
  const isOwn = and(eq(disputes.claimId, claim.id), eq(disputes.accountId, actor.accountId), eq(disputes.state, 'open'));
  const dispute = await firstOf(tx, disputes, isOwn);
  if (dispute?.strength !== 'strong' || !overrulesClaim('strong', (await claimSupportOf(tx, claim)).strength)) return;
  const { id, authorId, questionId } = dispute;
  await tx.update(disputes).set({ proofId }).where(eq(disputes.id, id));
  const runAt = addMs(now(), daysMs(suspensionDays));
  await enqueue(tx, { kind: 'end-suspension', payload: { disputeId: id }, onceKey: `end-suspension:${id}`, runAt });
  const facts = { author: authorId, path: `/claim/${authorId}` };
  await notify(tx, { accountId: claim.accountId, kind: 'claim_disputed', facts, onceKey: `claim_disputed:${questionId}:renewed` });
}

/** Ends the freeze of a record, or the pause of a notice, that no decision has ended. The objection stays open for reviewers. */
export async function endFreeze(tx: Writer, { disputeId }: { disputeId: string }): Promise<void> {
  const unlocked = await firstOf(tx, disputes, and(eq(disputes.id, disputeId), eq(disputes.state, 'open')));
  if (!unlocked?.marks) return;
  // The clock was set back: the job runs again at the end.
  if (isFreezing(unlocked, now())) return enqueueFreezeEnd(tx, unlocked);
  const claim = await lockClaim(tx, unlocked.claimId);
  const dispute = await firstOf(tx, disputes, and(eq(disputes.id, disputeId), eq(disputes.state, 'open')));
  if (!claim || !dispute) return;
  // Without a strong proof of its own, a claim does not continue against one that has it.
  if (dispute.strength === 'strong' && (await claimSupportOf(tx, claim)).strength !== 'strong') return;
  await resumeClaim(tx, claim, null);
  await enqueueRefresh(tx);
}

/**
 * Resumes a claim when no objection that still freezes it is left: its review or notice continues, or its owner gets the record back. A freeze
 * ends by time (`freezeDays`).
 */
export async function resumeClaim(tx: Writer, claim: ClaimRow, accountId: string | null): Promise<void> {
  const isMarking = and(eq(disputes.claimId, claim.id), eq(disputes.state, 'open'), eq(disputes.marks, true));
  if ((await rowsOf(tx, disputes, isMarking)).some((dispute) => isFreezing(dispute, now()))) return;
  if (claim.state === 'in_review' && (await isClaimUnderReview(tx, claim.id)))
    return void (await setClaimState(tx, claim.authorId, 'pending'));
  if (claim.state === 'in_review') {
    const noticeEndsAt = resumedNoticeEnd(claim.createdAt, now(), await noticeDaysOf(tx, claim.authorId));
    const resumedClaim = await advanceClaim(tx, claim, 'resume_notice', accountId, { noticeEndsAt });
    if (!resumedClaim) return;
    await setClaimState(tx, claim.authorId, 'pending');
    return enqueueNoticeEnd(tx, claim.id, noticeEndsAt);
  }
  if (claim.state === 'suspended' && !(await advanceClaim(tx, claim, 'restore', accountId))) return;
  if (!['suspended', 'accepted'].includes(claim.state)) return;
  await setClaimState(tx, claim.authorId, 'claimed');
  await applyChangeOfOwner(tx, claim.authorId);
  // Proofs that the owner has shown while the claim was suspended count from now.
  await activateProofs(tx, claim);
}

/** Withdraws an objection of the account. */
export async function withdrawDispute(
  tx: Writer,
  actor: Actor,
  { disputeId }: { disputeId: string },
): Promise<Outcome<{ authorId: string }, 'unknown_dispute' | 'dispute_closed'>> {
  const dispute = await firstOf(tx, disputes, and(eq(disputes.id, disputeId), eq(disputes.accountId, actor.accountId)));
  return dispute ? withdrawObjection(tx, dispute) : refused('unknown_dispute');
}

/** The same for an objection that the caller has read, on request of its account or on erasure. */
export async function withdrawObjection(tx: Writer, dispute: DisputeRow): Promise<Outcome<{ authorId: string }, 'dispute_closed'>> {
  const { id, accountId } = dispute;
  const claim = await lockClaim(tx, dispute.claimId);
  const ended = claim && (await endDispute(tx, id, 'withdrawn'));
  if (!claim || !ended) return refused('dispute_closed');
  await resumeClaim(tx, claim, accountId);
  if ((await openRivals(tx, dispute.questionId)).length === 0) await closeReview(tx, 'dispute', dispute.questionId);
  await logDisputeClosed(tx, ended, false);
  await enqueueRefresh(tx);
  return done({ authorId: dispute.authorId });
}

/** Locks a claim until the transaction ends, and returns it. */
export async function lockClaim(tx: Writer, claimId: string): Promise<ClaimRow | null> {
  const [claim] = await tx.update(claims).set({ id: claimId }).where(eq(claims.id, claimId)).returning();
  return claim ?? null;
}

/** Ends all open disputes about a claim that has ended, and returns them. */
export async function closeDisputes(tx: Writer, claimId: string, state: 'upheld' | 'dismissed'): Promise<DisputeRow[]> {
  const isOpenDispute = and(eq(disputes.claimId, claimId), eq(disputes.state, 'open'));
  const ended = await tx.update(disputes).set({ state, decidedAt: now() }).where(isOpenDispute).returning();
  for (const questionId of new Set(ended.map((each) => each.questionId))) await closeReview(tx, 'dispute', questionId);
  return ended;
}
