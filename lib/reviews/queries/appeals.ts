import { and, desc, eq, gt, inArray, ne } from 'drizzle-orm';
import { now } from '../../clock.ts';
import { authors } from '../../db/schema/authors.ts';
import { appeals, claims, disputes, reviews } from '../../db/schema/claims.ts';
import { identityChanges, visibilityRequests } from '../../db/schema/identity.ts';
import { reports } from '../../db/schema/reports.ts';
import type { Reader } from '../../db/store.ts';
import { hashedLinkCode } from '../../identity/queries/visibility.ts';
import type { Subject } from '../../reports/model.ts';
import { subjectNamed } from '../../reports/queries.ts';
import { type AppealState, type AppealView, appealRefusal, appealUntil } from '../model/appeals.ts';
import type { AppealOf, Decision } from '../model.ts';

type Review = typeof reviews.$inferSelect;

/** A decision that went against an account. */
export interface Against {
  of: AppealOf;
  subjectId: string;
  authorId: string | null;
  decision: Decision;
  reason: string;
  remedy: string;
  at: Date;
  parties: string[];
  votesNeeded: number;
}

interface Asked {
  of: AppealOf;
  subjectId: string;
}

export const appealOn = async (reader: Reader, subjectId: string): Promise<typeof appeals.$inferSelect | null> =>
  (await reader.select().from(appeals).where(eq(appeals.subjectId, subjectId)).limit(1))[0] ?? null;

/** What an appeal is about. One that is older than the table of appeals is about a claim. */
export const appealOf = async (reader: Reader, subjectId: string): Promise<AppealOf> =>
  ((await appealOn(reader, subjectId))?.of as AppealOf | undefined) ?? 'claim';

/** The question that was decided on a thing, as people decided it; null where they have not. */
export async function decidedReview(reader: Reader, { of, subjectId }: Asked): Promise<Review | null> {
  const decided = and(eq(reviews.subjectId, subjectId), eq(reviews.kind, of), eq(reviews.state, 'decided'));
  const [review] = await reader.select().from(reviews).where(decided).orderBy(desc(reviews.decidedAt)).limit(1);
  return review ?? null;
}

/** The decision on a thing, where it went against an account; null for anybody else, who cannot tell whether there is one. */
export async function decidedAgainst(reader: Reader, accountId: string, asked: Asked): Promise<Against | null> {
  if (asked.of === 'claim') return claimAgainst(reader, accountId, asked.subjectId);
  const review = await decidedReview(reader, asked);
  if (!review?.decision || !review.decidedAt) return null;
  if (!(await wentAgainst(reader, accountId, review))) return null;
  const { authorId, decision, reason, remedy, decidedAt, parties, votesNeeded } = review;
  return {
    ...asked,
    authorId,
    decision: decision as Decision,
    reason: reason ?? '',
    remedy: remedy ?? '',
    at: decidedAt,
    parties,
    votesNeeded,
  };
}

async function claimAgainst(reader: Reader, accountId: string, subjectId: string): Promise<Against | null> {
  const ended = inArray(claims.state, ['rejected', 'revoked', 'appealed', 'accepted']);
  const [claim] = await reader
    .select()
    .from(claims)
    .where(and(eq(claims.id, subjectId), eq(claims.accountId, accountId), ended));
  const { authorId, decidedAt, state, reason, remedy } = claim ?? {};
  if (!authorId || !decidedAt || (state === 'accepted' && !(await appealOn(reader, subjectId)))) return null;
  const base = { of: 'claim' as const, subjectId, authorId, reason: reason ?? '', remedy: remedy ?? '', at: decidedAt };
  return { ...base, decision: 'reject', parties: [accountId], votesNeeded: reason === 'impersonation' ? 2 : 1 };
}

/** Whether a decision denied what an account had asked for, or granted what somebody else asked of its record. */
async function wentAgainst(reader: Reader, accountId: string, { kind, subjectId, decision, parties, authorId }: Review): Promise<boolean> {
  const denied = decision === 'dismiss' || decision === 'reject';
  if (kind === 'dispute') {
    const [row] = await reader.select({ by: disputes.accountId }).from(disputes).where(eq(disputes.id, subjectId));
    // Who lost the record by it appeals about their claim.
    return denied && row?.by === accountId;
  }
  if (kind === 'report') {
    const [row] = await reader.select({ by: reports.reporterId, kind: reports.kind }).from(reports).where(eq(reports.id, subjectId));
    if (!row || row.kind === 'impersonation') return denied && row?.by === accountId;
    if (denied) return row.by === accountId;
    return row.by !== accountId && (parties.includes(accountId) || (await owns(reader, accountId, authorId)));
  }
  if (kind === 'merge') {
    const [row] = await reader
      .select({ by: identityChanges.accountId, state: identityChanges.state })
      .from(identityChanges)
      .where(eq(identityChanges.id, subjectId));
    if (denied) return row?.by === accountId;
    return row !== undefined && row.by !== accountId && row.state !== 'rejected' && parties.includes(accountId);
  }
  const [row] = await reader
    .select({ by: visibilityRequests.accountId })
    .from(visibilityRequests)
    .where(eq(visibilityRequests.id, subjectId));
  return denied && row?.by === accountId;
}

async function owns(reader: Reader, accountId: string, authorId: string | null): Promise<boolean> {
  if (authorId === null) return false;
  const theirs = and(eq(authors.id, authorId), eq(authors.ownerId, accountId));
  return (await reader.select({ id: authors.id }).from(authors).where(theirs).limit(1)).length > 0;
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
  const against = await decidedAgainst(reader, accountId, asked);
  if (!against) return null;
  const { decision, reason, remedy, at, authorId } = against;
  const filed = await appealOn(reader, asked.subjectId);
  return {
    ...asked,
    about: await aboutOf(reader, asked, authorId),
    decided: { decision, reason, remedy, at },
    until: appealUntil(at),
    shut: filed ? null : appealRefusal({ decidedAt: at, filed: false }, now()),
    appeal: filed && {
      state: filed.state as AppealState,
      filedAt: filed.filedAt,
      decidedAt: filed.decidedAt,
      reason: filed.reason,
      remedy: filed.remedy,
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
