import { and, asc, desc, eq, gt, inArray, or } from 'drizzle-orm';
import type { Review } from '#lib/governance/cases/case-handlers.ts';
import type { CaseName } from '#lib/governance/cases/model/evidence.ts';
import {
  type Decision,
  minDecisionsForTimes,
  queueTimesDays,
  type Reviewer,
  type ReviewKind,
} from '#lib/governance/cases/model/review-case.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { cursorOf, parseCursor } from '#lib/platform/db/cursor.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { subjectHandlers } from '../case-handlers/subjects.ts';
import type { DecidedRow, QueuePage, QueueRow, QueueTimes } from '../model/views.ts';
import { conflictsOf } from './conflicts-of-interest.ts';
import { votesOfCloseVoters } from './distance.ts';

const rowsPerPage = 30;

const afterCursor = (cursor: string | null) => {
  const position = parseCursor(cursor);
  return position ? or(gt(reviews.openedAt, position.at), and(eq(reviews.openedAt, position.at), gt(reviews.id, position.id))) : undefined;
};

/**
 * Returns a page of the open reviews, oldest first, without those in which the viewer has a conflict of interest.
 * @param network seal of the network of the viewer's sign-in
 */
export async function queuePage(
  reader: Reader,
  reviewer: Reviewer,
  kind: ReviewKind | null,
  cursor: string | null,
  network: string | null = null,
): Promise<QueuePage> {
  const rows = await reader
    .select({ review: reviews, author: { name: authors.name, slug: authors.slug } })
    .from(reviews)
    .leftJoin(authors, eq(authors.id, reviews.authorId))
    .where(and(eq(reviews.state, 'open'), kind ? eq(reviews.kind, kind) : undefined, afterCursor(cursor)))
    .orderBy(asc(reviews.openedAt), asc(reviews.id))
    .limit(rowsPerPage + 1);
  const page = rows.slice(0, rowsPerPage);
  const last = page.at(-1);
  const cases = page.map(({ review }) => review);
  const conflicted = await conflictsOf(reader, reviewer.accountId, cases);
  const ids = cases.map(({ id }) => id);
  const votes = await votersOf(reader, ids);
  const close = await votesOfCloseVoters(reader, { accountId: reviewer.accountId, network }, ids);
  const names = await namesIn(reader, cases);
  const visibleRows = page.flatMap(({ review, author }): QueueRow[] => {
    if (conflicted.has(review.id)) return [];
    const voters = votes.get(review.id) ?? [];
    const voted = voters.includes(reviewer.accountId);
    const { id, openedAt } = review;
    const name = names.get(review.subjectId) ?? null;
    const tie = close.find(({ reviewId }) => reviewId === id)?.tie ?? null;
    return [{ id, kind: review.kind as ReviewKind, name, author, openedAt, votes: voters.length, voted, tie }];
  });
  return {
    rows: visibleRows,
    hiddenCount: conflicted.size,
    next: rows.length > rowsPerPage && last ? cursorOf({ at: last.review.openedAt, id: last.review.id }) : null,
  };
}

/** Returns names of cases by subject id, if the kind and the record do not identify them. */
async function namesIn(reader: Reader, cases: readonly Review[]): Promise<Map<string, CaseName>> {
  const names = new Map<string, CaseName>();
  for (const [kind, { namesOf }] of Object.entries(subjectHandlers)) {
    const ids = cases.flatMap((review) => (review.kind === kind ? review.subjectId : []));
    if (namesOf && ids.length > 0) for (const [id, name] of await namesOf(reader, ids)) names.set(id, name);
  }
  return names;
}

const maxDecided = 20;

/** Returns recently decided reviews, newest first, without those in which the viewer has a conflict of interest. */
export async function recentDecisions(reader: Reader, reviewer: Reviewer): Promise<DecidedRow[]> {
  const rows = await reader
    .select({ review: reviews, author: { name: authors.name, slug: authors.slug } })
    .from(reviews)
    .leftJoin(authors, eq(authors.id, reviews.authorId))
    .where(eq(reviews.state, 'decided'))
    .orderBy(desc(reviews.openedAt))
    .limit(maxDecided);
  const shownReviews = rows.map(({ review }) => review);
  const conflicted = await conflictsOf(reader, reviewer.accountId, shownReviews);
  return rows.flatMap(({ review: { id, kind, decision, decidedAt }, author }): DecidedRow[] =>
    conflicted.has(id) || !decision || !decidedAt
      ? []
      : [{ id, kind: kind as ReviewKind, author, decision: decision as Decision, decidedAt }],
  );
}

async function votersOf(reader: Reader, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .select({ reviewId: reviewVotes.reviewId, accountId: reviewVotes.accountId })
    .from(reviewVotes)
    .where(inArray(reviewVotes.reviewId, [...ids]));
  const votesByReview = Map.groupBy(rows, ({ reviewId }) => reviewId);
  return new Map([...votesByReview].map(([id, votes]) => [id, votes.map(({ accountId }) => accountId)]));
}

/** Upper bound on the decisions that one page reads; enough for a quarter on a busy instance. */
const maxTimes = 5000;

/**
 * Returns the median and 90th percentile (nearest rank) of waiting times in the last 90 days, in milliseconds; null if fewer than five
 * cases were decided.
 */
export async function queueTimes(reader: Reader): Promise<QueueTimes | null> {
  const rows = await reader
    .select({ openedAt: reviews.openedAt, decidedAt: reviews.decidedAt })
    .from(reviews)
    .where(eq(reviews.state, 'decided'))
    .orderBy(desc(reviews.openedAt))
    .limit(maxTimes);
  const since = addMs(now(), -daysMs(queueTimesDays));
  const waitsMs = rows
    .flatMap(({ openedAt, decidedAt }) => (decidedAt && decidedAt >= since ? [decidedAt.getTime() - openedAt.getTime()] : []))
    .sort((a, b) => a - b);
  const rank = (part: number): number => waitsMs[Math.ceil(part * waitsMs.length) - 1] ?? 0;
  return waitsMs.length < minDecisionsForTimes
    ? null
    : { decided: waitsMs.length, days: queueTimesDays, medianMs: rank(0.5), p90Ms: rank(0.9) };
}
