import { and, eq, inArray } from 'drizzle-orm';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import { now } from '#lib/platform/clock.ts';
import { appeals, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { AppealSide, AppealState } from '../model/appeals.ts';
import type { AppealOf, ReviewKind } from '../model/review-case.ts';

interface NewReview {
  kind: ReviewKind;
  /** The id of the claim, dispute, report, correction, identity change or request. */
  subjectId: string;
  /** The record that the case concerns, if any. */
  authorId: string | null;
  /**
   * The accounts that the case concerns: they may neither read nor decide it. Owners of the record are excluded without being listed here.
   */
  parties: readonly string[];
  /** 2 if the case always needs two votes. Some questions and decisions need two in any case (lib/portal/decisions/model/quorum.ts). */
  votesNeeded?: 1 | 2;
}

const isOpenCase = (kind: ReviewKind, subjectId: string) =>
  and(eq(reviews.kind, kind), eq(reviews.subjectId, subjectId), eq(reviews.state, 'open'));

/**
 * Enqueues the notification of reviewers about a case. The once key is that of the case: a job of another case may have read the open cases
 * before this one is committed, and other transactions would wait for a shared key.
 */
export const enqueueReviewNotifications = (tx: Writer, reviewId: string): Promise<void> =>
  enqueue(tx, { kind: 'notify-reviewers', payload: {}, onceKey: `notify-reviewers:${reviewId}` });

/**
 * Opens a review case. A subject has one open case at a time; opening it again adds the parties to it. To prevent deadlocks, rows are
 * locked in one order: the subject's row, then the review's.
 * @returns the id of the review
 */
export async function openReview(tx: Writer, { kind, subjectId, authorId, parties, votesNeeded = 1 }: NewReview): Promise<string> {
  const row = { id: newId(), kind, subjectId, authorId, parties: [...new Set(parties)], votesNeeded, state: 'open', openedAt: now() };
  const [insertedReview] = await tx.insert(reviews).values(row).onConflictDoNothing().returning({ id: reviews.id });
  if (insertedReview) {
    await enqueueReviewNotifications(tx, insertedReview.id);
    return insertedReview.id;
  }
  // Locks the open review, because a concurrent call may add a party too.
  const [existing] = await tx.update(reviews).set({ state: 'open' }).where(isOpenCase(kind, subjectId)).returning();
  if (!existing) throw new Error('The review was decided at the same moment: ask again.');
  const allParties = [...new Set([...existing.parties, ...parties])];
  if (allParties.length > existing.parties.length) await tx.update(reviews).set({ parties: allParties }).where(eq(reviews.id, existing.id));
  return existing.id;
}

/**
 * Deletes the networks of the voters, which are compared only while a review is open. Reviewers need not be notified of it any more. The
 * job has no once key: other transactions that close reviews would wait for it, and deadlock with those that have written to the log.
 */
async function afterClosing(tx: Writer, reviewId: string): Promise<void> {
  await tx.update(reviewVotes).set({ network: null }).where(eq(reviewVotes.reviewId, reviewId));
  await enqueue(tx, { kind: 'end-review-notifications', payload: {} });
}

/**
 * Closes an open review without a decision because nothing is left to decide, for example after a claim is withdrawn. Does nothing if none
 * is open.
 */
export async function closeReview(tx: Writer, kind: ReviewKind, subjectId: string): Promise<void> {
  const closedRows = await tx.update(reviews).set({ state: 'moot', decidedAt: now() }).where(isOpenCase(kind, subjectId)).returning();
  for (const { id } of closedRows) await afterClosing(tx, id);
  if (kind !== 'appeal') return;
  const isOpenAppeal = and(eq(appeals.subjectId, subjectId), eq(appeals.state, 'open'));
  await tx.update(appeals).set({ state: 'moot', decidedAt: now() }).where(isOpenAppeal);
}

type Review = typeof reviews.$inferSelect;
type Vote = typeof reviewVotes.$inferInsert;

/** Locks an open review until the transaction ends, so that the second of two concurrent votes counts the first. Null if it is decided. */
export async function lockReview(tx: Writer, reviewId: string): Promise<Review | null> {
  const isOpenReview = and(eq(reviews.id, reviewId), eq(reviews.state, 'open'));
  const [review] = await tx.update(reviews).set({ state: 'open' }).where(isOpenReview).returning();
  return review ?? null;
}

/** Stores a vote. The caller has locked the review. */
export async function addVote(tx: Writer, vote: Vote): Promise<void> {
  await tx.insert(reviewVotes).values(vote);
}

/** Deletes the votes of an account on open reviews. @returns how many */
export async function withdrawVotes(tx: Writer, accountId: string): Promise<number> {
  const openReviewIds = tx.select({ id: reviews.id }).from(reviews).where(eq(reviews.state, 'open'));
  const isOwn = and(eq(reviewVotes.accountId, accountId), inArray(reviewVotes.reviewId, openReviewIds));
  return (await tx.delete(reviewVotes).where(isOwn).returning({ id: reviewVotes.reviewId })).length;
}

export async function setVotesNeeded(tx: Writer, reviewId: string, votesNeeded: number): Promise<void> {
  await tx.update(reviews).set({ votesNeeded }).where(eq(reviews.id, reviewId));
}

interface CaseDecision {
  decision: string;
  reason: string;
  remedy: string | null;
}

/** Closes a review with the result of its votes. */
export async function decideReview(tx: Writer, reviewId: string, { decision, reason, remedy }: CaseDecision): Promise<void> {
  await tx.update(reviews).set({ state: 'decided', decidedAt: now(), decision, reason, remedy }).where(eq(reviews.id, reviewId));
  await afterClosing(tx, reviewId);
}

/** Closes the open appeals about a subject. */
export async function decideAppeals(
  tx: Writer,
  subjectId: string,
  decision: { state: AppealState; reason: string; remedy: string | null },
): Promise<void> {
  const isOpenAppeal = and(eq(appeals.subjectId, subjectId), eq(appeals.state, 'open'));
  const decided = { ...decision, decidedAt: now() };
  await tx.update(appeals).set(decided).where(isOpenAppeal);
}

interface NewAppeal {
  of: AppealOf;
  /** The subject of the decision. The caller has locked its row. */
  subjectId: string;
  side: AppealSide;
  authorId: string | null;
  /** Null for a person without an account, who used a mailed link. */
  accountId: string | null;
  words: string | null;
  parties: readonly string[];
  /** The quorum of the first decision. */
  votesNeeded: number;
}

/** Throws if the subject of an open review is closed: closing a subject also closes its review. */
export function assertStillOpen(outcome: Outcome<void, string>): void {
  if (!outcome.ok) throw new Error(`What an open review was about is closed: ${outcome.code}.`);
}

/**
 * Files an appeal for other reviewers to decide, once for each side; a second attempt is refused. The caller has checked that the decision
 * can be appealed.
 */
export async function openAppeal(
  tx: Writer,
  { of, subjectId, side, authorId, accountId, words, parties, votesNeeded }: NewAppeal,
): Promise<Outcome<void, 'appeal_filed'>> {
  const row = { subjectId, side, of, accountId, words: words || null, state: 'open', filedAt: now() };
  const [filed] = await tx.insert(appeals).values(row).onConflictDoNothing().returning({ id: appeals.subjectId });
  if (!filed) return refused('appeal_filed');
  const reviewId = await openReview(tx, { kind: 'appeal', subjectId, authorId, parties, votesNeeded: votesNeeded > 1 ? 2 : 1 });
  const isFiledAppeal = and(eq(appeals.subjectId, subjectId), eq(appeals.side, side));
  await tx.update(appeals).set({ reviewId }).where(isFiledAppeal);
  await writeAuditEntry(tx, { accountId, action: 'appeal.filed', subject: of, subjectId });
  return done(undefined);
}
