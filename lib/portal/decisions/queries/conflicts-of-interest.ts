import { and, desc, eq, inArray, or } from 'drizzle-orm';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { isAppeal } from '../case-handlers/appeal.ts';
import { handlerOf } from '../case-handlers/registry.ts';
import { subjectHandlers } from '../case-handlers/subjects.ts';

type Review = Pick<typeof reviews.$inferSelect, 'id' | 'kind' | 'subjectId' | 'authorId' | 'parties'>;

/**
 * Returns the reviews that an account may not decide. It is a party, it owns or claims the record, it decided the appealed case, or the
 * case is about the ownership of a co-author's record.
 * @returns ids of those reviews
 */
export async function conflictsOf(reader: Reader, accountId: string, cases: readonly Review[]): Promise<Set<string>> {
  const recordsOf = await recordsIn(reader, cases);
  const own = await ownRecords(reader, accountId);
  const closeRecords = await coauthored(reader, own, [...new Set([...recordsOf.values()].flat())]);
  const ownerCases = closeRecords.size > 0 ? await casesAboutOwner(reader, cases) : new Set();
  const votedSubjects = await votedOn(reader, accountId, cases);
  const conflicting = cases.filter(({ id, kind, subjectId, parties }) => {
    const recordIds = recordsOf.get(id) ?? [];
    return (
      parties.includes(accountId) ||
      recordIds.some((record) => own.has(record)) ||
      (ownerCases.has(id) && recordIds.some((record) => closeRecords.has(record))) ||
      (isAppeal({ kind }) && votedSubjects.has(subjectId))
    );
  });
  return new Set(conflicting.map(({ id }) => id));
}

/**
 * Returns whether an account is too close to a record to decide on it alone. It owns, claims or ever claimed the record, objected to a
 * claim, reported it, or is a co-author.
 */
export async function isCloseTo(reader: Reader, accountId: string, authorId: string): Promise<boolean> {
  const own = await ownRecords(reader, accountId);
  if (own.has(authorId) || (await coauthored(reader, own, [authorId])).size > 0) return true;
  const claimed = and(eq(claims.authorId, authorId), eq(claims.accountId, accountId));
  const objected = and(eq(disputes.authorId, authorId), eq(disputes.accountId, accountId));
  const reported = and(eq(reports.subjectId, authorId), eq(reports.reporterId, accountId));
  const evidence = [
    await reader.select({ id: claims.id }).from(claims).where(claimed).limit(1),
    await reader.select({ id: disputes.id }).from(disputes).where(objected).limit(1),
    await reader.select({ id: reports.id }).from(reports).where(reported).limit(1),
  ];
  return evidence.some((rows) => rows.length > 0);
}

/** Returns the records that each case is about. For a merge, and an appeal about a merge, these are both records. */
async function recordsIn(reader: Reader, cases: readonly Review[]): Promise<Map<string, string[]>> {
  const furtherRecords = new Map<string, string[]>();
  for (const [kind, { recordsOf }] of Object.entries(subjectHandlers)) {
    const subjectIds = cases.filter((review) => review.kind === kind || isAppeal(review)).map(({ subjectId }) => subjectId);
    if (recordsOf && subjectIds.length > 0)
      for (const [id, records] of await recordsOf(reader, subjectIds)) furtherRecords.set(id, records);
  }
  return new Map(
    cases.map(({ id, subjectId, authorId }) => [id, [...(authorId ? [authorId] : []), ...(furtherRecords.get(subjectId) ?? [])]]),
  );
}

/** Returns the ids of the cases that decide who owns a record. */
async function casesAboutOwner(reader: Reader, cases: readonly Review[]): Promise<Set<string>> {
  const found = new Set(cases.filter(({ kind }) => handlerOf({ kind }).isAboutOwner).map(({ id }) => id));
  for (const [kind, handler] of Object.entries(subjectHandlers)) {
    const ofKind = cases.filter((review) => review.kind === kind);
    if (!handler.casesAboutOwner || ofKind.length === 0) continue;
    const subjectIds = ofKind.map(({ subjectId }) => subjectId);
    const subjects = await handler.casesAboutOwner(reader, subjectIds);
    for (const { id, subjectId } of ofKind) if (subjects.has(subjectId)) found.add(id);
  }
  return found;
}

/** Returns the records that an account owns or has an active claim to, with their keys. */
async function ownRecords(reader: Reader, accountId: string): Promise<Map<string, number>> {
  const activeStates = ['notice_period', 'in_review', 'accepted', 'suspended', 'appealed'];
  const owned = await reader.select({ id: authors.id, key: authors.key }).from(authors).where(eq(authors.ownerId, accountId));
  const claimed = await reader
    .select({ id: authors.id, key: authors.key })
    .from(claims)
    .innerJoin(authors, eq(authors.id, claims.authorId))
    .where(and(eq(claims.accountId, accountId), inArray(claims.state, activeStates)));
  return new Map([...owned, ...claimed].map(({ id, key }) => [id, key]));
}

/** Returns the records that share a work with one of the account's own records. */
async function coauthored(reader: Reader, own: ReadonlyMap<string, number>, records: readonly string[]): Promise<Set<string>> {
  if (own.size === 0 || records.length === 0) return new Set();
  const ownKeys = [...own.values()];
  const { authorKey, coauthorKey } = coauthorEdges;
  const rows = await reader
    .selectDistinct({ id: authors.id })
    .from(authors)
    .innerJoin(
      coauthorEdges,
      or(and(eq(authorKey, authors.key), inArray(coauthorKey, ownKeys)), and(eq(coauthorKey, authors.key), inArray(authorKey, ownKeys))),
    )
    .where(inArray(authors.id, [...records]));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the appealed subjects on which the account has voted before: in the same case, in a dispute about the claim, or in any other case
 * that has decided the record's ownership since the claim was made.
 */
async function votedOn(reader: Reader, accountId: string, cases: readonly Review[]): Promise<Set<string>> {
  const appeals = cases.filter(isAppeal);
  if (appeals.length === 0) return new Set();
  const appealed = appeals.map(({ subjectId }) => subjectId);
  const { id: reviewId, kind, subjectId: of, authorId: about, reason, openedAt } = reviews;
  const ownVotes = await reader
    .select({ id: reviewId, kind, subjectId: of, authorId: about, reason, openedAt })
    .from(reviewVotes)
    .innerJoin(reviews, eq(reviews.id, reviewVotes.reviewId))
    .where(eq(reviewVotes.accountId, accountId))
    .orderBy(desc(reviewVotes.at))
    .limit(maxVotes);
  const claimRows = await reader.select({ id: claims.id, at: claims.createdAt }).from(claims).where(inArray(claims.id, appealed));
  const claimedAtOf = new Map(claimRows.map(({ id, at }) => [id, at]));
  return new Set(
    appeals.flatMap(({ id, subjectId, authorId }) => {
      const claimedAt = claimedAtOf.get(subjectId);
      const hasVotedBefore = ownVotes.some((review) => {
        if (review.id === id) return false;
        if (review.subjectId === subjectId) return true;
        const decidedOwnership = handlerOf(review).isAboutOwner || review.reason === 'impersonation';
        return (
          claimedAt !== undefined && authorId !== null && review.authorId === authorId && decidedOwnership && review.openedAt >= claimedAt
        );
      });
      return hasVotedBefore ? [subjectId] : [];
    }),
  );
}

/** Upper bound on the latest votes read. It suffices because appeals are filed within 30 days. */
const maxVotes = 2000;
