import { and, desc, eq, inArray } from 'drizzle-orm';
import { notSuppressed } from '#lib/catalog/visibility/queries.ts';
import type { AppealPart, Review } from '#lib/governance/cases/case-handlers.ts';
import {
  type AppealSide,
  type AppealState,
  type AppealView,
  appealRefusal,
  appealUntil,
  currentDecision,
  type DecisionStep,
  hasLost,
} from '#lib/governance/cases/model/appeals.ts';
import type { AppealOf } from '#lib/governance/cases/model/review-case.ts';
import { type Appeal, appealsOn } from '#lib/governance/cases/queries/appeals.ts';
import { matchesAppealLink } from '#lib/governance/identity/queries/visibility.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reviews } from '#lib/platform/db/schema/claims.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { subjectHandlers } from '../case-handlers/subjects.ts';

interface DecisionSubject {
  of: AppealOf;
  subjectId: string;
}

/** Returns the kind of decision that an appeal is against. Appeals older than the table of appeals are against claim decisions. */
export const appealOf = async (reader: Reader, subjectId: string): Promise<AppealOf> =>
  ((await appealsOn(reader, subjectId))[0]?.of as AppealOf | undefined) ?? 'claim';

/** Returns the decided review of a subject; null if people have not decided on it. */
export async function decidedReviewOf(reader: Reader, { of, subjectId }: DecisionSubject): Promise<Review | null> {
  const isDecided = and(eq(reviews.subjectId, subjectId), eq(reviews.kind, of), eq(reviews.state, 'decided'));
  const [review] = await reader.select().from(reviews).where(isDecided).orderBy(desc(reviews.decidedAt)).limit(1);
  return review ?? null;
}

/** Returns the decision in force after the granted appeals, or the decision in force before a given appeal. */
export function decisionInForce(first: Review, filed: readonly Appeal[], before: Appeal | null = null): DecisionStep | null {
  if (!first.decision || !first.decidedAt) return null;
  const { reason, remedy, decidedAt } = first;
  const inFavour = first.decision === 'uphold' || first.decision === 'approve';
  const granted = filed.flatMap(({ side, state, decidedAt: at, ...why }) =>
    state === 'granted' && at && (!before || (side !== before.side && at <= before.filedAt))
      ? [{ by: side as AppealSide, at, reason: why.reason ?? '', remedy: why.remedy ?? '' }]
      : [],
  );
  return currentDecision({ by: null, inFavour, reason: reason ?? '', remedy: remedy ?? '', at: decidedAt }, granted);
}

/** Returns an account's part in a decision. Null if it has none, so that it cannot learn whether a decision exists. */
export async function appealPartOf(reader: Reader, accountId: string, subject: DecisionSubject): Promise<AppealPart | null> {
  const filed = await appealsOn(reader, subject.subjectId);
  const { partOf } = subjectHandlers[subject.of].appeal;
  if (partOf) return partOf(reader, accountId, subject.subjectId, filed[0] ?? null);
  const first = await decidedReviewOf(reader, subject);
  const side = first && (await appealSideOf(reader, accountId, first));
  const step = first && decisionInForce(first, filed);
  if (!side || !step) return null;
  const ownAppeal = filed.find((each) => each.side === side) ?? null;
  const isAgainst = hasLost(side, step);
  if (!isAgainst && !ownAppeal) return null;
  // The decision in force is no longer against the account: show the decision that its own appeal was against.
  const shownStep = isAgainst ? step : (decisionInForce(first, filed, ownAppeal) ?? step);
  const appealReviews = await reviewsOf(reader, filed);
  const parties = [first, ...appealReviews].flatMap((each) => each.parties);
  const votesNeeded = Math.max(first.votesNeeded, ...appealReviews.map((each) => each.votesNeeded));
  return { side, authorId: first.authorId, step: shownStep, isAgainst, own: ownAppeal, parties, votesNeeded };
}

async function reviewsOf(reader: Reader, filed: readonly Appeal[]): Promise<Review[]> {
  const ids = filed.flatMap(({ reviewId }) => reviewId ?? []);
  return ids.length === 0 ? [] : reader.select().from(reviews).where(inArray(reviews.id, ids));
}

/** Returns the side of an account in a decision; null if it is not a party. */
export async function appealSideOf(reader: Reader, accountId: string, review: Review): Promise<AppealSide | null> {
  const { askedBy, appeal } = subjectHandlers[review.kind as AppealOf];
  if ((await askedBy(reader, review.subjectId)).includes(accountId)) return 'asker';
  return (await appeal.isOther?.(reader, accountId, review)) ? 'other' : null;
}

/** Returns the public name and path of what was decided on. */
export async function subjectOfDecision(
  reader: Reader,
  { of, subjectId }: DecisionSubject,
  authorId: string | null,
): Promise<AppealView['about']> {
  const { subjectOfDecision: namedBy } = subjectHandlers[of].appeal;
  if (namedBy) return namedBy(reader, subjectId);
  if (authorId === null) return null;
  const isShown = and(eq(authors.id, authorId), notSuppressed());
  const [author] = await reader.select({ name: authors.name, slug: authors.slug }).from(authors).where(isShown);
  return author ? { name: author.name, path: `/authors/${author.slug}` } : null;
}

/** Returns a decision for the account it went against; null for anybody else. */
export async function appealView(reader: Reader, accountId: string, subject: DecisionSubject): Promise<AppealView | null> {
  const part = await appealPartOf(reader, accountId, subject);
  if (!part) return null;
  const { decisions } = subjectHandlers[subject.of];
  const { step, own, isAgainst, authorId } = part;
  const { reason, remedy, at, inFavour } = step;
  return {
    ...subject,
    about: await subjectOfDecision(reader, subject, authorId),
    decided: { decision: decisions[inFavour ? 0 : 1], reason, remedy, at, byAppeal: step.by !== null },
    until: appealUntil(at),
    refusal: own ? null : appealRefusal({ decidedAt: at, filed: false }, now()),
    final: isAgainst && own !== null && own.state !== 'open',
    appeal: own && {
      state: own.state as AppealState,
      filedAt: own.filedAt,
      decidedAt: own.decidedAt,
      reason: own.reason,
      remedy: own.remedy,
    },
  };
}

/** Returns why a request was rejected, for a mailed link; null if the link has expired or was used. */
export async function mailedAnswer(reader: Reader, request: string, code: string): Promise<{ reason: string; remedy: string } | null> {
  const [row] = await reader.select({ id: visibilityRequests.id }).from(visibilityRequests).where(matchesAppealLink({ request, code }));
  const review = row && (await decidedReviewOf(reader, { of: 'suppression', subjectId: row.id }));
  return review ? { reason: review.reason ?? '', remedy: review.remedy ?? '' } : null;
}
