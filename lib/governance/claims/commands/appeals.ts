import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { lockAuthors } from '#lib/catalog/authors/commands/lock.ts';
import { markAuthorsChanged } from '#lib/catalog/authors/commands/mark-changed.ts';
import { holdingClaimOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { isEventKind, parseEvent } from '#lib/catalog/trust/model/log.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { disputes, proofs } from '#lib/platform/db/schema/claims.ts';
import { evidenceEvents } from '#lib/platform/db/schema/trust.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { isProofKind, parseEvidence } from '../model/proof-methods.ts';
import { proofMethod, strengthOf } from '../model/proofs.ts';
import { proofProbes } from '../probes/method-probes.ts';
import type { ClaimRow } from './accept.ts';
import { acceptClaim, type ClosedErrorCode, type DecisionGrounds, decideDispute, notifyDecision } from './decide.ts';
import { advanceClaim, lockClaim, logDisputeOpened } from './dispute.ts';
import { revokeHolder } from './end.ts';

/**
 * Decides an appeal by the account of a rejected or revoked claim. If it is granted, the account becomes the owner: the current holder
 * loses the record, and the account's proofs count again.
 */
export async function decideAppeal(
  tx: Writer,
  { claimId, decision, reason, remedy, by = null }: DecisionGrounds & { claimId: string; decision: 'approve' | 'reject' },
): Promise<Outcome<void, ClosedErrorCode>> {
  const claim = await lockClaim(tx, claimId);
  if (claim?.state !== 'appealed') return refused('claim_closed');
  if (decision === 'reject') {
    await advanceClaim(tx, claim, 'reject', by, { reason, remedy, decidedAt: now() });
    await notifyDecision(tx, claim.authorId, claim.accountId, 'claim_rejected', `${claim.id}:appeal`, { reason, remedy });
    return done(undefined);
  }
  await revokeHolder(tx, claim.authorId, { reason, remedy: 'show_strong_proof', by });
  // Locks the record before checking for a holder, because of concurrent claims.
  const lockedRecords = await lockAuthors(tx, and(eq(authors.id, claim.authorId), isNull(authors.mergedInto)));
  if (lockedRecords.length > 0) await markAuthorsChanged(tx, [claim.authorId]);
  if (await holdingClaimOf(tx, claim.authorId)) return refused('already_claimed');
  await restoreProofs(tx, claim);
  const outcome = await acceptClaim(tx, claim, by);
  if (outcome.ok) await notifyDecision(tx, claim.authorId, claim.accountId, 'appeal_granted', claim.id, { reason, remedy });
  return outcome;
}

/**
 * Upholds a dismissed objection on appeal: the disputed claim ends, and the record goes to the objector if their proof is still valid.
 * Returns false and changes nothing if that claim has ended or they have objected again.
 */
export async function upholdOnAppeal(tx: Writer, questionId: string, accountId: string | null, details: DecisionGrounds): Promise<boolean> {
  const isDismissedDispute = and(eq(disputes.questionId, questionId), eq(disputes.state, 'dismissed'));
  const rows = await tx.select().from(disputes).where(isDismissedDispute).orderBy(disputes.openedAt, disputes.id);
  const dispute = rows.find((each) => each.accountId === accountId) ?? rows[0];
  const claim = dispute && (await lockClaim(tx, dispute.claimId));
  if (!claim || !['notice_period', 'in_review', 'accepted', 'suspended'].includes(claim.state)) return false;
  const isOpenAgain = and(eq(disputes.claimId, claim.id), eq(disputes.accountId, dispute.accountId), eq(disputes.state, 'open'));
  if (await hasRow(tx, disputes, isOpenAgain)) return false;
  const isStillDismissed = and(eq(disputes.id, dispute.id), eq(disputes.state, 'dismissed'));
  const [reopenedDispute] = await tx.update(disputes).set({ state: 'open', decidedAt: null }).where(isStillDismissed).returning();
  if (!reopenedDispute) return false;
  if (claim.state === 'notice_period') await advanceClaim(tx, claim, 'object', null, { noticeEndsAt: null });
  if (reopenedDispute.marks) await logDisputeOpened(tx, reopenedDispute);
  return (await decideDispute(tx, { questionId, decision: 'uphold', favours: reopenedDispute.id, ...details })).ok;
}

/** Restores the proofs of a revoked claim to observed, except those that have expired or that the account had withdrawn itself. */
async function restoreProofs(tx: Writer, { accountId, authorId }: ClaimRow): Promise<void> {
  const isOwn = and(eq(proofs.accountId, accountId), eq(proofs.authorId, authorId));
  const rows = await rowsOf(tx, proofs, and(isOwn, eq(proofs.state, 'revoked'), isNotNull(proofs.observedAt)));
  if (rows.length === 0) return;
  const events = await rowsOf(tx, evidenceEvents, and(eq(evidenceEvents.authorId, authorId), eq(evidenceEvents.kind, 'proof_revoked')));
  const withdrawnEventIds = new Set(
    events.map(parseEvent).flatMap((event) => (isEventKind(event, 'proof_revoked') ? [event.facts.about] : [])),
  );
  const current = await rowsOf(tx, proofs, and(isOwn, inArray(proofs.state, ['issued', 'observed', 'valid', 'stale'])));
  const currentProofs = new Set(current.map(({ kind, target }) => `${kind} ${target}`));
  for (const row of rows) {
    const { id, kind, target, expiresAt, eventId } = row;
    const proofKey = `${kind} ${target}`;
    // Skips a login that was unlinked, and that another account may have linked since.
    if (isProofKind(kind) && (await proofProbes[kind].isConnected?.(tx, accountId, target)) === false) continue;
    if (currentProofs.has(proofKey) || (expiresAt !== null && expiresAt <= now()) || withdrawnEventIds.has(eventId ?? '')) continue;
    currentProofs.add(proofKey);
    // A proof from an earlier method is reassessed by the current one.
    const evidence = parseEvidence(row);
    const assessment = evidence ? { strength: strengthOf(evidence), method: proofMethod } : {};
    const changes = { state: 'observed', ...assessment };
    await tx.update(proofs).set(changes).where(eq(proofs.id, id));
  }
}
