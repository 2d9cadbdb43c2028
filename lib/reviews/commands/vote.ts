import { and, asc, eq, inArray } from 'drizzle-orm';
import { audit } from '../../accounts/commands/roles.ts';
import type { Actor } from '../../auth/actor.ts';
import { now } from '../../clock.ts';
import { authors } from '../../db/schema/authors.ts';
import { claims, disputes, reviews, reviewVotes } from '../../db/schema/claims.ts';
import { identityChanges, visibilityRequests } from '../../db/schema/identity.ts';
import { reports } from '../../db/schema/reports.ts';
import type { Writer } from '../../db/store.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { isReportKind } from '../../reports/model.ts';
import { decided, eyesNeeded, type Vote } from '../model/ballots.ts';
import {
  choicesFor,
  type Decision,
  fits,
  type ReviewBecause,
  type Reviewer,
  type ReviewKind,
  type Variant,
  type VoteInput,
} from '../model.ts';
import { concernsOf } from '../queries/concerns.ts';
import { reviewerOf } from '../queries/reviewers.ts';
import { carryOut, isMergedAway } from './carry-out.ts';

type Review = typeof reviews.$inferSelect;

/**
 * One reviewer's vote. Where it is enough, the decision is carried out in the same transaction; else it waits for others. What the
 * voter may not decide is told as if it were not there; so is everything, to somebody who is no reviewer (any more).
 */
export async function voteOn(tx: Writer, actor: Actor, input: VoteInput): Promise<Outcome<{ decided: boolean }, ReviewBecause>> {
  const reviewer = await reviewerOf(tx, actor);
  if (!reviewer) return refused('not_a_reviewer');
  const [found] = await tx.select().from(reviews).where(eq(reviews.id, input.reviewId)).limit(1);
  if (!found || (await concernsOf(tx, reviewer.accountId, [found])).size > 0) return refused('unknown_review');
  if (!fits(choicesFor(found.kind as ReviewKind, await variantOf(tx, found)), input)) return refused('invalid');
  await lockSubject(tx, found);
  // Locks the review, so that of two votes at once the second counts the first; a decided one no longer answers.
  const [review] = await tx
    .update(reviews)
    .set({ state: 'open' })
    .where(and(eq(reviews.id, found.id), eq(reviews.state, 'open')))
    .returning();
  if (!review) return refused('review_decided');
  const isGone = review.kind === 'appeal' && input.decision === 'approve' && (await isMergedAway(tx, review.subjectId));
  if (isGone) return refused('record_merged');
  if (!(await keepVote(tx, reviewer, review, input))) return refused('already_voted');
  const votes = await votesOn(tx, review);
  const stakes = { kind: review.kind as ReviewKind, votesNeeded: review.votesNeeded, claimed: await isClaimed(tx, review) };
  const outcome = decided(stakes, votes);
  if (outcome) await settle(tx, reviewer, review, outcome, votes.length);
  else
    await tx
      .update(reviews)
      .set({ votesNeeded: eyesNeeded(stakes, votes) })
      .where(eq(reviews.id, review.id));
  return done({ decided: outcome !== null });
}

/** The row of what is decided on is locked before the review's: commands that end a claim or a report take the same two, in this order. */
async function lockSubject(tx: Writer, { kind, subjectId }: Review): Promise<void> {
  const [dispute] = kind === 'dispute' ? await tx.select().from(disputes).where(eq(disputes.id, subjectId)) : [];
  const claimId = dispute?.claimId ?? (kind === 'claim' || kind === 'appeal' ? subjectId : null);
  if (claimId) await tx.update(claims).set({ id: claimId }).where(eq(claims.id, claimId));
  if (dispute) await tx.update(disputes).set({ id: subjectId }).where(eq(disputes.id, subjectId));
  if (kind === 'report') await tx.update(reports).set({ id: subjectId }).where(eq(reports.id, subjectId));
  if (kind === 'merge') await tx.update(identityChanges).set({ id: subjectId }).where(eq(identityChanges.id, subjectId));
  if (kind === 'suppression') await tx.update(visibilityRequests).set({ id: subjectId }).where(eq(visibilityRequests.id, subjectId));
}

async function variantOf(tx: Writer, { kind, subjectId }: Review): Promise<Variant> {
  if (kind === 'merge') {
    const [change] = await tx.select({ kind: identityChanges.kind }).from(identityChanges).where(eq(identityChanges.id, subjectId));
    return change?.kind === 'split' ? 'split' : null;
  }
  if (kind !== 'report') return null;
  const [report] = await tx.select({ kind: reports.kind }).from(reports).where(eq(reports.id, subjectId));
  return isReportKind(report?.kind) ? report.kind : null;
}

async function keepVote(tx: Writer, { accountId, role }: Reviewer, review: Review, input: VoteInput): Promise<boolean> {
  const { decision, reason, remedy, note } = input;
  const at = now();
  const vote = { reviewId: review.id, accountId, decision, reason, remedy, note: note || null, at };
  const [kept] = await tx.insert(reviewVotes).values(vote).onConflictDoNothing().returning({ id: reviewVotes.reviewId });
  if (!kept) return false;
  const facts = { review: review.id, role, decision, reason, remedy };
  await audit(tx, { accountId, action: 'review.voted', subject: review.kind, subjectId: review.subjectId, facts });
  return true;
}

async function votesOn(tx: Writer, review: Review): Promise<Vote[]> {
  const rows = await tx
    .select()
    .from(reviewVotes)
    .where(eq(reviewVotes.reviewId, review.id))
    .orderBy(asc(reviewVotes.at), asc(reviewVotes.accountId));
  return rows.map(({ decision, reason, remedy }) => ({ decision: decision as Decision, reason, remedy }));
}

/** Whether a record that the question is about has an owner: of a merge either of the two. */
async function isClaimed(tx: Writer, review: Review): Promise<boolean> {
  const ids = review.authorId ? [review.authorId] : [];
  if (review.kind === 'merge') {
    const [change] = await tx
      .select({ one: identityChanges.authorId, other: identityChanges.otherId })
      .from(identityChanges)
      .where(eq(identityChanges.id, review.subjectId));
    if (change) ids.push(change.one, ...(change.other ? [change.other] : []));
  }
  if (ids.length === 0) return false;
  const rows = await tx.select({ ownerId: authors.ownerId }).from(authors).where(inArray(authors.id, ids));
  return rows.some(({ ownerId }) => ownerId !== null);
}

async function settle(tx: Writer, { accountId }: Reviewer, review: Review, outcome: Vote, votes: number): Promise<void> {
  const at = now();
  const { decision, reason, remedy } = outcome;
  await tx.update(reviews).set({ state: 'decided', decidedAt: at, decision, reason, remedy }).where(eq(reviews.id, review.id));
  const facts = { review: review.id, decision, reason, remedy, votes };
  await audit(tx, { accountId, action: 'review.decided', subject: review.kind, subjectId: review.subjectId, facts });
  await carryOut(tx, { ...outcome, review, by: votes > 1 ? null : accountId });
}
