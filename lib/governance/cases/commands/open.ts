import { and, eq, inArray } from 'drizzle-orm';
import { audit } from '#lib/platform/audit/roles.ts';
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
  /** The id of the claim, dispute, report, identity change or request. */
  subjectId: string;
  /** The record that it is about, where it is about one. */
  authorId: string | null;
  /** The accounts that it is about: they may neither read nor decide it. Owners of the record are left out without being named here. */
  parties: readonly string[];
  /** 2 where two votes are needed whatever the decision; some questions and decisions need two anyhow (lib/portal/decisions/model/quorum.ts). */
  votesNeeded?: 1 | 2;
}

const openOne = (kind: ReviewKind, subjectId: string) =>
  and(eq(reviews.kind, kind), eq(reviews.subjectId, subjectId), eq(reviews.state, 'open'));

/**
 * Puts a question to the people who decide. One is open for a subject at a time: asking again adds the parties to the open one.
 * Rows are locked in one order, so that nobody waits for each other: the subject's row, then the review's.
 * @returns the id of the review
 */
export async function openReview(tx: Writer, { kind, subjectId, authorId, parties, votesNeeded = 1 }: NewReview): Promise<string> {
  const row = { id: newId(), kind, subjectId, authorId, parties: [...new Set(parties)], votesNeeded, state: 'open', openedAt: now() };
  const [opened] = await tx.insert(reviews).values(row).onConflictDoNothing().returning({ id: reviews.id });
  if (opened) {
    await enqueue(tx, { kind: 'notify-reviewers', payload: {}, onceKey: 'notify-reviewers' });
    return opened.id;
  }
  // Locks the open one: somebody else may become a party of it at the same moment.
  const [open] = await tx.update(reviews).set({ state: 'open' }).where(openOne(kind, subjectId)).returning();
  if (!open) throw new Error('The review was decided at the same moment: ask again.');
  const all = [...new Set([...open.parties, ...parties])];
  if (all.length > open.parties.length) await tx.update(reviews).set({ parties: all }).where(eq(reviews.id, open.id));
  return open.id;
}

/** Forgets the networks of the voters of a review: they are compared while it is open alone. */
async function forgetNetworks(tx: Writer, reviewId: string): Promise<void> {
  await tx.update(reviewVotes).set({ network: null }).where(eq(reviewVotes.reviewId, reviewId));
}

/** Takes an open question back, because nothing is left to decide (a withdrawn claim). Does nothing where none is open. */
export async function closeReview(tx: Writer, kind: ReviewKind, subjectId: string): Promise<void> {
  const closed = await tx.update(reviews).set({ state: 'moot', decidedAt: now() }).where(openOne(kind, subjectId)).returning();
  for (const { id } of closed) await forgetNetworks(tx, id);
  if (kind !== 'appeal') return;
  const open = and(eq(appeals.subjectId, subjectId), eq(appeals.state, 'open'));
  await tx.update(appeals).set({ state: 'moot', decidedAt: now() }).where(open);
}

type Review = typeof reviews.$inferSelect;
type Vote = typeof reviewVotes.$inferInsert;

/** Locks an open review until the transaction ends, so that of two votes at once the second counts the first. Null where it is decided. */
export async function lockReview(tx: Writer, reviewId: string): Promise<Review | null> {
  const open = and(eq(reviews.id, reviewId), eq(reviews.state, 'open'));
  const [review] = await tx.update(reviews).set({ state: 'open' }).where(open).returning();
  return review ?? null;
}

/** Keeps a vote. The caller holds the review. */
export async function addVote(tx: Writer, vote: Vote): Promise<void> {
  await tx.insert(reviewVotes).values(vote);
}

/** Removes the votes of an account on open reviews. @returns how many */
export async function withdrawVotes(tx: Writer, accountId: string): Promise<number> {
  const open = tx.select({ id: reviews.id }).from(reviews).where(eq(reviews.state, 'open'));
  const theirs = and(eq(reviewVotes.accountId, accountId), inArray(reviewVotes.reviewId, open));
  return (await tx.delete(reviewVotes).where(theirs).returning({ id: reviewVotes.reviewId })).length;
}

/** Sets how many votes a review takes. */
export async function setVotesNeeded(tx: Writer, reviewId: string, votesNeeded: number): Promise<void> {
  await tx.update(reviews).set({ votesNeeded }).where(eq(reviews.id, reviewId));
}

interface CaseDecision {
  decision: string;
  reason: string;
  remedy: string | null;
}

/** Ends a review with what its votes decided. */
export async function decideReview(tx: Writer, reviewId: string, { decision, reason, remedy }: CaseDecision): Promise<void> {
  await tx.update(reviews).set({ state: 'decided', decidedAt: now(), decision, reason, remedy }).where(eq(reviews.id, reviewId));
  await forgetNetworks(tx, reviewId);
}

/** Ends the open appeals about a subject. */
export async function decideAppeals(
  tx: Writer,
  subjectId: string,
  decided: { state: AppealState; reason: string; remedy: string | null },
): Promise<void> {
  const open = and(eq(appeals.subjectId, subjectId), eq(appeals.state, 'open'));
  await tx
    .update(appeals)
    .set({ ...decided, decidedAt: now() })
    .where(open);
}

interface NewAppeal {
  of: AppealOf;
  /** What was decided on. Its row is locked by the caller. */
  subjectId: string;
  side: AppealSide;
  authorId: string | null;
  /** Null for somebody without an account, who came by a mailed link. */
  accountId: string | null;
  words: string | null;
  parties: readonly string[];
  /** As many as the first decision took. */
  votesNeeded: number;
}

/** A subject that is closed has closed its review too: to meet one here is a fault. */
export function expectOpen(outcome: Outcome<void, string>): void {
  if (!outcome.ok) throw new Error(`What an open review was about is closed: ${outcome.code}.`);
}

/** Puts a decision to other people, once for each side: anyone who asks a second time hears so. Whether it may be asked is the caller's to know. */
export async function openAppeal(
  tx: Writer,
  { of, subjectId, side, authorId, accountId, words, parties, votesNeeded }: NewAppeal,
): Promise<Outcome<void, 'appeal_filed'>> {
  const row = { subjectId, side, of, accountId, words: words || null, state: 'open', filedAt: now() };
  const [filed] = await tx.insert(appeals).values(row).onConflictDoNothing().returning({ id: appeals.subjectId });
  if (!filed) return refused('appeal_filed');
  const reviewId = await openReview(tx, {
    kind: 'appeal',
    subjectId,
    authorId,
    parties,
    votesNeeded: votesNeeded > 1 ? 2 : 1,
  });
  await tx
    .update(appeals)
    .set({ reviewId })
    .where(and(eq(appeals.subjectId, subjectId), eq(appeals.side, side)));
  await audit(tx, { accountId, action: 'appeal.filed', subject: of, subjectId });
  return done(undefined);
}
