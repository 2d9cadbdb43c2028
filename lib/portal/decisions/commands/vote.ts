import { and, asc, eq } from 'drizzle-orm';
import type { CaseHandler, Review } from '#lib/governance/cases/case-handlers.ts';
import { addVote, decideReview, enqueueReviewNotifications, lockReview, setVotesNeeded } from '#lib/governance/cases/commands/open.ts';
import type { CaseErrorCode, Decision, Reviewer } from '#lib/governance/cases/model/review-case.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { isAppeal } from '../case-handlers/appeal.ts';
import { choicesOf, handlerOf, subjectHandlerOf } from '../case-handlers/registry.ts';
import { isOfferedVote, type VoteInput } from '../model/choices.ts';
import { decisionOf, type Vote, votesRequired } from '../model/quorum.ts';
import { conflictsOf } from '../queries/conflicts-of-interest.ts';
import { votesOfCloseVoters } from '../queries/distance.ts';
import { evidenceVersion } from '../queries/evidence.ts';
import { quorumFactsOf } from '../queries/quorum.ts';
import { reviewerOf } from '../queries/reviewers.ts';

/**
 * Records the vote of a reviewer. If the quorum is reached, the decision is carried out in the same transaction. Cases with a conflict of
 * interest are reported as unknown; non-reviewers get the same refusal for every case. A vote is refused if a person close to the voter
 * voted for the same decision, since the two votes do not count as independent.
 */
export async function voteOn(tx: Writer, actor: Actor, input: VoteInput): Promise<Outcome<{ decided: boolean }, CaseErrorCode>> {
  const reviewer = await reviewerOf(tx, actor);
  if (!reviewer) return refused('not_a_reviewer');
  const refusal = passkeyRefusal(actor);
  if (refusal) return refused(refusal);
  const [unlocked] = await tx.select().from(reviews).where(eq(reviews.id, input.reviewId)).limit(1);
  if (!unlocked || (await conflictsOf(tx, reviewer.accountId, [unlocked])).size > 0) return refused('unknown_review');
  if (!isOfferedVote(await choicesOf(tx, unlocked), input)) return refused('invalid');
  const subject = await subjectHandlerOf(tx, unlocked);
  // The subject is locked before the review: commands that end a claim or a report take both locks in this order.
  await subject.lock(tx, unlocked.subjectId);
  const review = await lockReview(tx, unlocked.id);
  if (!review) return refused('review_decided');
  const isMergedSince = isAppeal(review) && input.decision === 'approve' && (await isMerged(tx, subject, review));
  if (isMergedSince) return refused('record_merged');
  if (await hasVoted(tx, reviewer, review)) return refused('already_voted');
  const closeVote = (await votesOfCloseVoters(tx, actor, [review.id])).find(({ decision }) => decision === input.decision);
  if (closeVote) return refused(`reviewer_too_close_${closeVote.tie}`);
  const favours = await favouredBy(tx, review, input);
  if (!favours.ok) return favours;
  const { sides = [] } = await subject.evidence(tx, review.subjectId);
  if (input.evidence !== undefined && input.evidence !== evidenceVersion(sides)) return refused('evidence_changed');
  await storeVote(tx, actor, reviewer, review, { ...input, favours: favours.value });
  const votes = await votesOn(tx, review);
  const quorumFacts = await quorumFactsOf(tx, review);
  const outcome = decisionOf(quorumFacts, votes);
  if (outcome) await applyDecision(tx, reviewer, review, outcome, votes.length);
  else {
    await setVotesNeeded(tx, review.id, votesRequired(quorumFacts, votes));
    await enqueueReviewNotifications(tx, review.id);
  }
  return done({ decided: outcome !== null });
}

/** Returns whether the record has since been merged into another. If so, an appeal about its ownership cannot be granted. */
async function isMerged(tx: Writer, { isAboutOwner }: CaseHandler, { authorId }: Review): Promise<boolean> {
  if (authorId === null || !isAboutOwner) return false;
  const [author] = await tx.select({ mergedInto: authors.mergedInto }).from(authors).where(eq(authors.id, authorId));
  return author !== undefined && author.mergedInto !== null;
}

/** Called under the lock of the review, so that concurrent votes of one person are detected. */
async function hasVoted(tx: Writer, { accountId }: Reviewer, { id }: Review): Promise<boolean> {
  const isOwnVote = and(eq(reviewVotes.reviewId, id), eq(reviewVotes.accountId, accountId));
  return hasRow(tx, reviewVotes, isOwnVote);
}

/**
 * Returns the dispute of the rival whom a vote favours, or null. A vote for the only rival stores that rival, so that the vote does not
 * count for rivals who come later. Refused if the rivals have changed since the voter loaded the page.
 */
async function favouredBy(
  tx: Writer,
  { kind, subjectId }: Review,
  { decision, favours }: VoteInput,
): Promise<Outcome<string | null, 'rivals_changed'>> {
  const rivals = decision === 'uphold' && favours !== '' && (await handlerOf({ kind }).rivals?.(tx, subjectId));
  if (!rivals) return done(null);
  const favoured = favours === undefined && rivals.length === 1 ? rivals[0] : rivals.find(({ id }) => id === favours);
  return favoured ? done(favoured.id) : refused('rivals_changed');
}

type StoredVote = Omit<VoteInput, 'favours' | 'evidence'> & { favours: string | null };

async function storeVote(tx: Writer, { network }: Actor, { accountId, role }: Reviewer, review: Review, input: StoredVote): Promise<void> {
  const { decision, favours, reason, remedy, note } = input;
  const at = now();
  const vote = { reviewId: review.id, accountId, decision, favours, reason, remedy, note: note || null, at, network };
  await addVote(tx, vote);
  const facts = { review: review.id, role, decision, reason, remedy };
  await writeAuditEntry(tx, { accountId, action: 'review.voted', subject: review.kind, subjectId: review.subjectId, facts }, 'review_act');
}

async function votesOn(tx: Writer, review: Review): Promise<Vote[]> {
  const rows = await rowsOf(tx, reviewVotes, eq(reviewVotes.reviewId, review.id), asc(reviewVotes.at), asc(reviewVotes.accountId));
  return rows.map(({ decision, reason, remedy, favours }) => ({ decision: decision as Decision, reason, remedy, favours }));
}

async function applyDecision(tx: Writer, { accountId }: Reviewer, review: Review, outcome: Vote, votes: number): Promise<void> {
  const { decision, reason, remedy, favours = null } = outcome;
  await decideReview(tx, review.id, outcome);
  const facts = { review: review.id, decision, reason, remedy, votes };
  await writeAuditEntry(
    tx,
    { accountId, action: 'review.decided', subject: review.kind, subjectId: review.subjectId, facts },
    'review_act',
  );
  const inFavour = decision === 'uphold' || decision === 'approve';
  await handlerOf(review).decide(tx, { review, inFavour, reason, remedy, favours, by: votes > 1 ? null : accountId });
}
