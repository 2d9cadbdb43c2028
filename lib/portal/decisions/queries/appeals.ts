import { and, desc, eq, gt, inArray, ne } from 'drizzle-orm';
import {
  type AppealSide,
  type AppealState,
  type AppealView,
  appealRefusal,
  appealUntil,
  currentDecision,
  decisionIn,
  hasLost,
  type Step,
} from '#lib/governance/cases/model/appeals.ts';
import type { AppealOf } from '#lib/governance/cases/model/review-case.ts';
import { type Appeal, appealsOn } from '#lib/governance/cases/queries/appeals.ts';
import { hashedLinkCode } from '#lib/governance/identity/queries/visibility.ts';
import type { Subject } from '#lib/governance/reports/model/report.ts';
import { subjectNamed } from '#lib/governance/reports/queries.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, reviews } from '#lib/platform/db/schema/claims.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { sideOf } from './sides.ts';

type Review = typeof reviews.$inferSelect;
interface Asked {
  of: AppealOf;
  subjectId: string;
}

/** The part of an account in a decision. */
interface Part {
  side: AppealSide;
  authorId: string | null;
  /** What stands now. */
  step: Step;
  /** It went against the account. */
  isAgainst: boolean;
  /** What the account's side has asked. */
  own: Appeal | null;
  /** Who may not decide, and how many votes it took so far. */
  parties: string[];
  votesNeeded: number;
}

/** What an appeal is about. One that is older than the table of appeals is about a claim. */
export const appealOf = async (reader: Reader, subjectId: string): Promise<AppealOf> =>
  ((await appealsOn(reader, subjectId))[0]?.of as AppealOf | undefined) ?? 'claim';

/** The question that was decided on a thing, as people decided it; null where they have not. */
export async function decidedReview(reader: Reader, { of, subjectId }: Asked): Promise<Review | null> {
  const decided = and(eq(reviews.subjectId, subjectId), eq(reviews.kind, of), eq(reviews.state, 'decided'));
  const [review] = await reader.select().from(reviews).where(decided).orderBy(desc(reviews.decidedAt)).limit(1);
  return review ?? null;
}

/** What stands of a first decision after the appeals about it that were granted, or stood before one of them. */
export function stepIn(first: Review, filed: readonly Appeal[], before: Appeal | null = null): Step | null {
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

/** What an account has to do with a decision; null for the person who has nothing to, who cannot tell whether there is one. */
export async function partIn(reader: Reader, accountId: string, asked: Asked): Promise<Part | null> {
  const filed = await appealsOn(reader, asked.subjectId);
  if (asked.of === 'claim') return claimPart(reader, accountId, asked.subjectId, filed[0] ?? null);
  const first = await decidedReview(reader, asked);
  const side = first && (await sideOf(reader, accountId, first));
  const step = first && stepIn(first, filed);
  if (!side || !step) return null;
  const own = filed.find((each) => each.side === side) ?? null;
  const isAgainst = hasLost(side, step);
  if (!isAgainst && !own) return null;
  // Before the account's own appeal it was against it.
  const told = isAgainst ? step : (stepIn(first, filed, own) ?? step);
  const before = await reviewsOf(reader, filed);
  const parties = [first, ...before].flatMap((each) => each.parties);
  const votesNeeded = Math.max(first.votesNeeded, ...before.map((each) => each.votesNeeded));
  return { side, authorId: first.authorId, step: told, isAgainst, own, parties, votesNeeded };
}

async function reviewsOf(reader: Reader, filed: readonly Appeal[]): Promise<Review[]> {
  const ids = filed.flatMap(({ reviewId }) => reviewId ?? []);
  return ids.length === 0 ? [] : reader.select().from(reviews).where(inArray(reviews.id, ids));
}

async function claimPart(reader: Reader, accountId: string, subjectId: string, own: Appeal | null): Promise<Part | null> {
  const ended = inArray(claims.state, ['rejected', 'revoked', 'appealed', 'accepted']);
  const [claim] = await reader
    .select()
    .from(claims)
    .where(and(eq(claims.id, subjectId), eq(claims.accountId, accountId), ended));
  const { authorId, decidedAt, state, reason, remedy } = claim ?? {};
  if (!authorId || !decidedAt || (state === 'accepted' && !own)) return null;
  const step = { by: null, inFavour: false, reason: reason ?? '', remedy: remedy ?? '', at: decidedAt };
  const votesNeeded = reason === 'impersonation' ? 2 : 1;
  return { side: 'asker', authorId, step, isAgainst: state !== 'accepted', own, parties: [accountId], votesNeeded };
}

/** What a thing that was decided on is about, as everybody may see it. */
export async function aboutOf(reader: Reader, { of, subjectId }: Asked, authorId: string | null): Promise<AppealView['about']> {
  if (of === 'report') {
    const [row] = await reader.select({ kind: reports.subject, id: reports.subjectId }).from(reports).where(eq(reports.id, subjectId));
    const found = row && (await subjectNamed(reader, row.kind as Subject, row.id));
    return found ? { name: found.name, path: found.path } : null;
  }
  if (authorId === null) return null;
  const shown = and(eq(authors.id, authorId), ne(authors.visibility, 'suppressed'));
  const [author] = await reader.select({ name: authors.name, slug: authors.slug }).from(authors).where(shown);
  return author ? { name: author.name, path: `/authors/${author.slug}` } : null;
}

/** A decision as the account reads it whom it went against; null for anybody else. */
export async function appealView(reader: Reader, accountId: string, asked: Asked): Promise<AppealView | null> {
  const part = await partIn(reader, accountId, asked);
  if (!part) return null;
  const { step, own, isAgainst, authorId } = part;
  const { reason, remedy, at, inFavour } = step;
  return {
    ...asked,
    about: await aboutOf(reader, asked, authorId),
    decided: { decision: decisionIn(asked.of, inFavour), reason, remedy, at, byAppeal: step.by !== null },
    until: appealUntil(at),
    shut: own ? null : appealRefusal({ decidedAt: at, filed: false }, now()),
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

/** Why a request was turned down that a mailed link leads to; null where the link has run out or was used. */
export async function mailedAnswer(reader: Reader, request: string, code: string): Promise<{ reason: string; remedy: string } | null> {
  const usable = and(
    eq(visibilityRequests.id, request),
    eq(visibilityRequests.state, 'rejected'),
    eq(visibilityRequests.tokenHash, hashedLinkCode(code)),
    gt(visibilityRequests.expiresAt, now()),
  );
  const [row] = await reader.select({ id: visibilityRequests.id }).from(visibilityRequests).where(usable);
  const review = row && (await decidedReview(reader, { of: 'suppression', subjectId: row.id }));
  return review ? { reason: review.reason ?? '', remedy: review.remedy ?? '' } : null;
}
