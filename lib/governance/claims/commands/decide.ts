import { and, eq } from 'drizzle-orm';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { removeOwner, setClaimState } from '#lib/catalog/authors/commands/owner.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { withdrawSentFor } from '#lib/community/invitations/commands/respond.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { appealUntil } from '#lib/governance/cases/model/appeals.ts';
import { appealsOn } from '#lib/governance/cases/queries/appeals.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { disputes, proofs } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { mintProof } from '../model/claim.ts';
import { openRivals } from '../queries/disputes.ts';
import { applyCorrections, assignOwner, type ClaimRow } from './accept.ts';
import { endAttestationsAbout, endAttestationsFrom, lockWithAttestations } from './attestations.ts';
import { advance, closeDisputes, type DisputeRow, endDispute, isAsked, liftDoubt, lockClaim, logClosed } from './dispute.ts';
import { revokeProofs, shownIn } from './evidence.ts';
import { handOver } from './open.ts';

/**
 * What the review queue decides about claims. `reason` and `remedy` are words of the closed lists of lib/governance/cases/model/review-case.ts and are kept
 * with the claim; the person who decides, and whether they may, is the queue's affair. The review itself is closed by the caller.
 */
export interface Decided {
  reason: string;
  remedy: string | null;
  /** The account that decided; null where several did. */
  by?: string | null;
}

export type Closed = 'claim_closed' | 'dispute_closed' | 'already_claimed';

/** Decides on a claim that waits in review. Doubts about it end with it. */
export async function decideClaim(
  tx: Writer,
  { claimId, decision, reason, remedy, by = null }: Decided & { claimId: string; decision: 'approve' | 'reject' },
): Promise<Outcome<void, Closed>> {
  const claim = await lockClaim(tx, claimId);
  if (claim?.state !== 'in_review') return refused('claim_closed');
  const ended = await closeDisputes(tx, claimId, decision === 'approve' ? 'dismissed' : 'upheld');
  if (decision === 'approve') await accept(tx, claim, by);
  else await endFor(tx, claim, 'reject', { reason, remedy, by });
  for (const each of ended) await logClosed(tx, each, decision === 'reject');
  if (decision === 'reject') await notifyRecordFree(tx, claim, ended);
  await enqueueRefresh(tx);
  return done(undefined);
}

/**
 * Decides on the objections to a claim that are one question. Upheld, the claim ends, and the record goes to the rival whom the decision
 * favours, if what they showed still counts; dismissed, all of them end and the claim goes on as before.
 * @param favours the dispute of the rival who is right; null where none of them is, and left out where there is only one
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
  }: Decided & { questionId: string; decision: 'uphold' | 'dismiss'; favours?: string | null },
): Promise<Outcome<void, Closed>> {
  const [found] = await tx.select({ claimId: disputes.claimId }).from(disputes).where(eq(disputes.questionId, questionId)).limit(1);
  const claim = found && (await lockClaim(tx, found.claimId));
  const rivals = claim ? await openRivals(tx, questionId) : [];
  if (!claim || rivals.length === 0) return refused('dispute_closed');
  const only = favours === undefined && rivals.length === 1 ? rivals[0] : undefined;
  const right = decision === 'dismiss' ? null : (only ?? rivals.find(({ id }) => id === favours));
  const ended: DisputeRow[] = [];
  for (const { id } of rivals) {
    const isUpheld = decision === 'uphold' && (right === undefined || right?.id === id);
    const dispute = await endDispute(tx, id, isUpheld ? 'upheld' : 'dismissed');
    if (dispute) ended.push(dispute);
  }
  if (decision === 'dismiss') {
    const waits = claim.state === 'in_review' && ((await stillDoubted(tx, claim.id)) || (await isAsked(tx, claim.id)));
    if (claim.state === 'in_review' && !waits) await accept(tx, claim, by);
    else await liftDoubt(tx, claim, by);
    for (const each of ended) await logClosed(tx, each, false);
    for (const each of ended) await tell(tx, claim.authorId, each.accountId, 'dispute_dismissed', each.id, { reason, remedy });
    await enqueueRefresh(tx);
    return done(undefined);
  }
  const others = await closeDisputes(tx, claim.id, 'dismissed');
  const suspended = claim.state === 'accepted' ? await advance(tx, claim, 'suspend', by) : claim;
  if (suspended) await endFor(tx, suspended, suspended.state === 'suspended' ? 'revoke' : 'reject', { reason, remedy, by });
  for (const each of [...ended, ...others]) await logClosed(tx, each, each.state === 'upheld');
  if (!right || !(await handTo(tx, right)))
    await notifyRecordFree(
      tx,
      claim,
      ended.filter(({ state }) => state === 'upheld'),
    );
  await enqueueRefresh(tx);
  return done(undefined);
}

const stillDoubted = (tx: Writer, claimId: string): Promise<boolean> =>
  hasRow(tx, disputes, and(eq(disputes.claimId, claimId), eq(disputes.state, 'open')));

export async function accept(tx: Writer, claim: ClaimRow, by: string | null): Promise<Outcome<void, Closed>> {
  const accepted = await advance(tx, claim, 'approve', by, { decidedAt: now(), noticeEndsAt: null, reason: null, remedy: null });
  if (!accepted) return refused('claim_closed');
  await assignOwner(tx, accepted);
  return done(undefined);
}

/** Ends a claim by a decision: what it had shown no longer counts, and the record is as the sources have it. */
export async function endFor(
  tx: Writer,
  claim: ClaimRow,
  event: 'reject' | 'revoke',
  { reason, remedy, by = null }: Decided,
): Promise<void> {
  const ended = await advance(tx, claim, event, by, { reason, remedy, decidedAt: now(), noticeEndsAt: null });
  if (!ended) throw new Error(`A claim that is ${claim.state} cannot end by ${event}.`);
  await freeRecord(tx, claim, event === 'revoke');
  if (event === 'revoke') {
    await logEvent(tx, { authorId: claim.authorId, kind: 'claim_ended', facts: { claim: claim.id, because: 'revoked' } });
    await withdrawSentFor(tx, claim.accountId, claim.authorId);
  }
  // A claim that an appeal gave back may end once more.
  const once = `${claim.id}:${now().getTime()}`;
  await tell(tx, claim.authorId, claim.accountId, event === 'revoke' ? 'claim_revoked' : 'claim_rejected', once, { reason, remedy });
}

/** Leaves a record as the sources have it. What was shown for a rejected claim stays, should it be appealed. */
export async function freeRecord(tx: Writer, claim: ClaimRow, wasOwned: boolean, revokes = wasOwned): Promise<void> {
  if (wasOwned) await lockWithAttestations(tx, claim);
  const shown = revokes ? await revokeProofs(tx, claim) : [];
  const { authorId } = claim;
  if (!wasOwned) return void (await setClaimState(tx, authorId, 'unclaimed'));
  const orcid = shown.some(({ facts }) => facts.addedToRecord === true);
  const authenticated = orcid || shown.some(({ facts }) => facts.authenticatedHere === true);
  await removeOwner(tx, authorId, { orcid, authenticated });
  await applyCorrections(tx, authorId);
  await endAttestationsAbout(tx, authorId);
  await endAttestationsFrom(tx, authorId, claim.accountId);
  await enqueue(tx, { kind: 'forget-opinions', payload: { authorId }, onceKey: `forget-opinions:${authorId}` });
}

/** Gives the record to the person who was right, by the proof that they have shown. False where that has expired or been withdrawn. */
async function handTo(tx: Writer, dispute: DisputeRow): Promise<boolean> {
  if (dispute.proofId === null) return false;
  const row = await firstOf(tx, proofs, and(eq(proofs.id, dispute.proofId), eq(proofs.state, 'observed')));
  const shown = row && shownIn(row);
  if (!shown || (row.expiresAt !== null && row.expiresAt <= now())) return false;
  return handOver(tx, mintProof(shown, dispute.accountId, dispute.authorId, row.id));
}

/** Anyone who doubted the claim was told to wait: now the record is free. */
export async function notifyRecordFree(tx: Writer, claim: ClaimRow, ended: readonly DisputeRow[]): Promise<void> {
  for (const { accountId } of ended) await tell(tx, claim.authorId, accountId, 'record_available', claim.id);
}

/** Until when the person who lost can appeal the decision: once for a claim, and once for an objection. */
async function appealDeadline(tx: Writer, kind: string, once: string): Promise<Record<string, string>> {
  if (kind === 'appeal_granted' || kind === 'record_available') return {};
  const [subjectId = ''] = once.split(':');
  const isOver = kind !== 'dispute_dismissed' && (await appealsOn(tx, subjectId)).length > 0;
  return isOver ? { final: 'yes' } : { until: dayOf(appealUntil(now())) };
}

export async function tell(
  tx: Writer,
  authorId: string,
  accountId: string,
  kind: 'claim_rejected' | 'claim_revoked' | 'dispute_dismissed' | 'appeal_granted' | 'record_available',
  once: string,
  why?: Pick<Decided, 'reason' | 'remedy'>,
): Promise<void> {
  const [author] = await tx.select({ name: authors.name, slug: authors.slug }).from(authors).where(eq(authors.id, authorId));
  if (!author) return;
  const facts = {
    ...{ name: author.name, path: `/claim/${author.slug}` },
    ...(why && { reason: why.reason, remedy: why.remedy ?? '', ...(await appealDeadline(tx, kind, once)) }),
  };
  await notify(tx, { accountId, kind, facts, onceKey: `${kind}:${once}` });
}
