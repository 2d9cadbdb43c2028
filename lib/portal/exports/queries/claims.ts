import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { claimEvents, claims, disputes, proofs, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import { evidenceSecrets } from '#lib/platform/db/schema/trust.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { handlerOf } from '#lib/portal/decisions/case-handlers/registry.ts';
import { appealSideOf } from '#lib/portal/decisions/queries/appeals.ts';
import { chunksOf, type FileContent, recordRefs } from './refs.ts';

/** Returns claims with their history, proofs without tokens, and the facts behind the evidence log's commitments. */
export async function claimsContent(reader: Reader, { accountId }: Actor): FileContent<'claims'> {
  const claimRows = await rowsOf(reader, claims, eq(claims.accountId, accountId), desc(claims.createdAt));
  const proofRows = await rowsOf(reader, proofs, eq(proofs.accountId, accountId), desc(proofs.issuedAt));
  const disputeRows = await rowsOf(reader, disputes, eq(disputes.accountId, accountId), desc(disputes.openedAt));
  const secrets = await rowsOf(reader, evidenceSecrets, eq(evidenceSecrets.accountId, accountId), asc(evidenceSecrets.number));
  const authorIds = [...claimRows, ...proofRows, ...disputeRows].map(({ authorId }) => authorId);
  const refOf = await recordRefs(reader, accountId, authorIds);
  const withRecord = <Row extends { authorId: string }>(row: Row) => ({ ...row, record: refOf(row.authorId) });
  const claimIds = claimRows.map(({ id }) => id);
  const events = await eventsBy(reader, claimIds);
  return {
    claims: claimRows.map((claim) => ({
      ...withRecord(claim),
      events: (events.get(claim.id) ?? []).map(({ accountId: by, ...each }) => ({
        ...each,
        from: each.fromState,
        to: each.toState,
        by: by === null ? 'system' : by === accountId ? 'you' : 'others',
      })),
    })),
    proofs: proofRows.map(withRecord),
    private: secrets.map((each) => ({ ...each, event: each.number })),
    objections: disputeRows.map(withRecord),
  };
}

type EventRow = typeof claimEvents.$inferSelect;

async function eventsBy(reader: Reader, claimIds: readonly string[]): Promise<Map<string, EventRow[]>> {
  const rows: EventRow[] = [];
  for (const batch of chunksOf(claimIds)) {
    rows.push(...(await reader.select().from(claimEvents).where(inArray(claimEvents.claimId, batch)).orderBy(asc(claimEvents.at))));
  }
  return Map.groupBy(rows, ({ claimId }) => claimId);
}

/** Returns the cases about the account, its votes and its appeals. */
export async function reviewsContent(reader: Reader, { accountId }: Actor): FileContent<'reviews'> {
  const reviewRows = await reviewsAbout(reader, accountId);
  const visible = await visibleReviews(reader, accountId, reviewRows);
  const votes = await reader
    .select({ vote: reviewVotes, kind: reviews.kind, authorId: reviews.authorId })
    .from(reviewVotes)
    .innerJoin(reviews, eq(reviews.id, reviewVotes.reviewId))
    .where(eq(reviewVotes.accountId, accountId))
    .orderBy(desc(reviewVotes.at));
  const records = [...visible, ...votes].flatMap(({ authorId }) => authorId ?? []);
  const refOf = await recordRefs(reader, accountId, records);
  const refOrNull = (authorId: string | null) => (authorId === null ? null : refOf(authorId));
  return {
    aboutYou: visible.map((each) => ({ ...each, record: refOrNull(each.authorId) })),
    votes: votes.map(({ kind, authorId, vote }) => ({ ...vote, kind, record: refOrNull(authorId) })),
  };
}

type ReviewRow = typeof reviews.$inferSelect;

/**
 * Returns the cases to which the account is a party. Parties are a JSON list, so all cases are scanned; they are few, and this runs in a
 * job.
 */
async function reviewsAbout(reader: Reader, accountId: string): Promise<ReviewRow[]> {
  const namesAccount = sql`cast(${reviews.parties} as text) like ${`%"${accountId}"%`}`;
  const rows = await reader.select().from(reviews).where(namesAccount).orderBy(desc(reviews.openedAt));
  return rows.filter(({ parties }) => parties.includes(accountId));
}

/** Omits reports about the account that were not upheld, since they would identify the reporter. The account's own reports are included. */
async function visibleReviews(reader: Reader, accountId: string, reviewRows: readonly ReviewRow[]): Promise<ReviewRow[]> {
  const visible: ReviewRow[] = [];
  for (const review of reviewRows) {
    const isSecret = handlerOf(review).isAskerSecret && review.decision !== 'uphold';
    if (!isSecret || (await appealSideOf(reader, accountId, review)) === 'asker') visible.push(review);
  }
  return visible;
}
