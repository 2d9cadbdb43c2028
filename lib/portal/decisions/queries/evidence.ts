import { hash } from 'node:crypto';
import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm';
import { findAnyRecord } from '#lib/catalog/authors/queries/find.ts';
import { isFrozen } from '#lib/catalog/trust/queries/log.ts';
import type { CaseHandler, Review } from '#lib/governance/cases/case-handlers.ts';
import type { CaseSide } from '#lib/governance/cases/model/evidence.ts';
import type { Decision, Reviewer, ReviewKind } from '#lib/governance/cases/model/review-case.ts';
import { appealsOn } from '#lib/governance/cases/queries/appeals.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { isAppeal } from '../case-handlers/appeal.ts';
import { choicesOf, handlerOf, subjectHandlerOf } from '../case-handlers/registry.ts';
import type { ReviewView } from '../model/views.ts';
import { appealOf, decidedReviewOf, decisionInForce } from './appeals.ts';
import { conflictsOf, isCloseTo } from './conflicts-of-interest.ts';
import { votesOfCloseVoters } from './distance.ts';
import { quorumFactsOf } from './quorum.ts';
import { recordsForReview } from './records.ts';

/**
 * Returns a case with the evidence of all sides for a reviewer. Null if it does not exist or the reviewer has a conflict of interest. It
 * contains no private data: no addresses, and no account names except those of the reviewers who voted.
 * @param network seal of the network of the viewer's sign-in
 */
export async function reviewFor(
  reader: Reader,
  reviewer: Reviewer,
  reviewId: string,
  network: string | null = null,
): Promise<ReviewView | null> {
  const [review] = await reader.select().from(reviews).where(eq(reviews.id, reviewId)).limit(1);
  if (!review || (await conflictsOf(reader, reviewer.accountId, [review])).size > 0) return null;
  const handler = handlerOf(review);
  const subject = await subjectHandlerOf(reader, review);
  const {
    otherRecordIds = [],
    sides = [],
    submission = null,
    reported = [],
    request = [],
  } = await subject.evidence(reader, review.subjectId);
  const recordIds = [...(review.authorId ? [review.authorId] : []), ...otherRecordIds];
  return {
    id: review.id,
    kind: review.kind as ReviewKind,
    choices: await choicesOf(reader, review),
    rivals: handler.rivals ? sides.filter(({ role, state }) => role === 'objector' && state === 'open').map(({ id }) => id) : [],
    quorumFacts: await quorumFactsOf(reader, review),
    isAboutName: subject.isAboutName ?? false,
    appeal: isAppeal(review) ? await appealIn(reader, review, subject) : null,
    openedAt: review.openedAt,
    state: review.state as ReviewView['state'],
    decided:
      review.decision && review.decidedAt
        ? { decision: review.decision as Decision, reason: review.reason ?? '', remedy: review.remedy, at: review.decidedAt }
        : null,
    records: await recordsForReview(reader, recordIds, { withGroups: !kindsOfFacts.has(review.kind as ReviewKind) }),
    earlier: await earlierDecisions(reader, reviewer, review.id, recordIds),
    sides,
    evidenceVersion: evidenceVersion(sides),
    submission,
    reported,
    request,
    mayLift: await liftableRecord(reader, reviewer, review.authorId && ((await findAnyRecord(reader, review.authorId))?.id ?? null)),
    close: await votesOfCloseVoters(reader, { accountId: reviewer.accountId, network }, review.state === 'open' ? [review.id] : []),
    votes: await votesOn(reader, reviewer, review.id),
  };
}

/** Cases about a fact, not about who a person is. */
const kindsOfFacts: ReadonlySet<ReviewKind> = new Set(['correction', 'record_correction', 'suppression']);
const maxEarlier = 10;

/** Returns the earlier decisions about some records that the reviewer may see, newest first. */
async function earlierDecisions(
  reader: Reader,
  { accountId }: Reviewer,
  reviewId: string,
  recordIds: readonly string[],
): Promise<ReviewView['earlier']> {
  if (recordIds.length === 0) return [];
  const rows = await reader
    .select({ review: reviews, author: columnsOf(authors, 'name', 'slug') })
    .from(reviews)
    .innerJoin(authors, eq(authors.id, reviews.authorId))
    .where(and(inArray(reviews.authorId, [...recordIds]), eq(reviews.state, 'decided'), ne(reviews.id, reviewId)))
    .orderBy(desc(reviews.decidedAt))
    .limit(maxEarlier);
  const conflicted = await conflictsOf(
    reader,
    accountId,
    rows.map(({ review }) => review),
  );
  return rows.flatMap(({ review: { id, kind, decision, decidedAt, reason }, author }) =>
    conflicted.has(id) || !decision || !decidedAt
      ? []
      : [{ id, kind: kind as ReviewKind, author, decision: decision as Decision, decidedAt, reason: reason ?? '' }],
  );
}

/** Identifies the evidence of a case: it changes when a side, its proofs or their state change. Their order does not count. */
export const evidenceVersion = (sides: readonly CaseSide[]): string => {
  const states = sides.map(({ id, state, strength, proofs }) =>
    [id, state, strength, ...proofs.map((proof) => [proof.id, proof.state, proof.strength].join()).sort()].join(' '),
  );
  return hash('sha256', JSON.stringify(states.sort()), 'base64url').slice(0, 16);
};

/** Returns the record id if the record is frozen and the viewer may lift the freeze. */
async function liftableRecord(reader: Reader, { role, accountId }: Reviewer, authorId: string | null): Promise<string | null> {
  if (role !== 'admin' || authorId === null || !(await isFrozen(reader, authorId))) return null;
  return (await isCloseTo(reader, accountId, authorId)) ? null : authorId;
}

/** Returns the text of an appeal and the decision that it is against. */
async function appealIn(reader: Reader, { id, subjectId }: Review, { decisions }: CaseHandler): Promise<ReviewView['appeal']> {
  const appeals = await appealsOn(reader, subjectId);
  const filed = appeals.find(({ reviewId }) => reviewId === id) ?? null;
  const of = await appealOf(reader, subjectId);
  const first = await decidedReviewOf(reader, { of, subjectId });
  const step = first && decisionInForce(first, appeals, filed);
  return {
    of,
    words: filed?.words ?? null,
    earlier: appeals.find(({ filedAt }) => filed && filedAt < filed.filedAt)?.words ?? null,
    against: step && {
      decision: decisions[step.inFavour ? 0 : 1],
      reason: step.reason,
      remedy: step.remedy,
      at: step.at,
      byAppeal: step.by !== null,
    },
  };
}

async function votesOn(reader: Reader, reviewer: Reviewer, reviewId: string): Promise<ReviewView['votes']> {
  const rows = await reader
    .select({ vote: reviewVotes, name: accounts.name })
    .from(reviewVotes)
    .leftJoin(accounts, eq(accounts.id, reviewVotes.accountId))
    .where(eq(reviewVotes.reviewId, reviewId))
    .orderBy(asc(reviewVotes.at));
  return rows.map(({ vote: { accountId, decision, reason, remedy, note, at }, name }) => {
    const own = accountId === reviewer.accountId;
    return { by: own ? 'You' : (name ?? 'A reviewer'), own, decision: decision as Decision, reason, remedy, note, at };
  });
}
