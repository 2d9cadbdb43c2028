import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { appeals, claimEvents, claims, disputes, proofs, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import { evidenceSecrets } from '#lib/platform/db/schema/trust.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { handlerOf } from '#lib/portal/decisions/case-handlers/registry.ts';
import { sideOf } from '#lib/portal/decisions/queries/appeals.ts';
import { iso, isoOrNull } from '../model/format.ts';
import type { claimsFile, reviewsFile } from '../model/record-files.ts';
import { inPieces, recordRefs } from './refs.ts';

type ClaimsFile = z.infer<typeof claimsFile>;

/** Claims with their history, proofs without their tokens, and what stands behind the log's commitments. */
export async function claimsPart(reader: Reader, { accountId }: Actor): Promise<ClaimsFile> {
  const made = await reader.select().from(claims).where(eq(claims.accountId, accountId)).orderBy(desc(claims.createdAt));
  const shown = await reader.select().from(proofs).where(eq(proofs.accountId, accountId)).orderBy(desc(proofs.issuedAt));
  const raised = await reader.select().from(disputes).where(eq(disputes.accountId, accountId)).orderBy(desc(disputes.openedAt));
  const secrets = await reader
    .select()
    .from(evidenceSecrets)
    .where(eq(evidenceSecrets.accountId, accountId))
    .orderBy(asc(evidenceSecrets.number));
  const refOf = await recordRefs(
    reader,
    accountId,
    [...made, ...shown, ...raised].map(({ authorId }) => authorId),
  );
  const events = await eventsBy(
    reader,
    made.map(({ id }) => id),
  );
  return {
    claims: made.map(({ id, authorId, state, strength, reason, remedy, createdAt, noticeEndsAt, decidedAt }) => ({
      ...{ id, record: refOf(authorId), state, strength, reason, remedy },
      createdAt: iso(createdAt),
      noticeEndsAt: isoOrNull(noticeEndsAt),
      decidedAt: isoOrNull(decidedAt),
      events: (events.get(id) ?? []).map((event) => historyLine(event, accountId)),
    })),
    proofs: shown.map(({ id, authorId, kind, family, strength, state, target, facts, failure, eventId, ...at }) => ({
      ...{ id, record: refOf(authorId), kind, family, strength, state, target, facts, failure, eventId },
      issuedAt: iso(at.issuedAt),
      observedAt: isoOrNull(at.observedAt),
      checkedAt: isoOrNull(at.checkedAt),
      expiresAt: isoOrNull(at.expiresAt),
    })),
    private: secrets.map(({ number, salt, facts }) => ({ event: number, salt, facts })),
    objections: raised.map(({ id, authorId, kind, strength, facts, state, openedAt, decidedAt }) => ({
      ...{ id, record: refOf(authorId), kind, strength, facts, state },
      openedAt: iso(openedAt),
      decidedAt: isoOrNull(decidedAt),
    })),
  };
}

type EventRow = typeof claimEvents.$inferSelect;

async function eventsBy(reader: Reader, claimIds: readonly string[]): Promise<Map<string, EventRow[]>> {
  const rows: EventRow[] = [];
  for (const some of inPieces(claimIds)) {
    rows.push(...(await reader.select().from(claimEvents).where(inArray(claimEvents.claimId, some)).orderBy(asc(claimEvents.at))));
  }
  return Map.groupBy(rows, ({ claimId }) => claimId);
}

const historyLine = (
  { event, fromState, toState, accountId: by, at }: EventRow,
  accountId: string,
): ClaimsFile['claims'][0]['events'][0] => ({
  ...{ event, from: fromState, to: toState },
  by: by === null ? 'system' : by === accountId ? 'you' : 'others',
  at: iso(at),
});

/** What people have decided about the account or with its vote, and its appeals. */
export async function reviewsPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof reviewsFile>> {
  const about = await reviewsAbout(reader, accountId);
  const told = await toldOf(reader, accountId, about);
  const votes = await reader
    .select({ vote: reviewVotes, kind: reviews.kind, authorId: reviews.authorId })
    .from(reviewVotes)
    .innerJoin(reviews, eq(reviews.id, reviewVotes.reviewId))
    .where(eq(reviewVotes.accountId, accountId))
    .orderBy(desc(reviewVotes.at));
  const appealed = await reader.select().from(appeals).where(eq(appeals.accountId, accountId)).orderBy(desc(appeals.filedAt));
  const refOf = await recordRefs(
    reader,
    accountId,
    [...told, ...votes].flatMap(({ authorId }) => authorId ?? []),
  );
  const refOrNull = (authorId: string | null) => (authorId === null ? null : refOf(authorId));
  return {
    aboutYou: told.map(({ kind, authorId, state, openedAt, decidedAt, decision, reason, remedy }) => ({
      ...{ kind, record: refOrNull(authorId), state, decision, reason, remedy },
      openedAt: iso(openedAt),
      decidedAt: isoOrNull(decidedAt),
    })),
    votes: votes.map(({ kind, authorId, vote: { decision, reason, remedy, note, at } }) => ({
      ...{ kind, record: refOrNull(authorId), decision, reason, remedy, note },
      at: iso(at),
    })),
    appeals: appealed.map(({ of, subjectId, words, state, filedAt, decidedAt, reason, remedy }) => ({
      ...{ of, subjectId, words, state, reason, remedy },
      filedAt: iso(filedAt),
      decidedAt: isoOrNull(decidedAt),
    })),
  };
}

type ReviewRow = typeof reviews.$inferSelect;

/** The account stands among others in a list, so that all questions are read: few, by a job. */
async function reviewsAbout(reader: Reader, accountId: string): Promise<ReviewRow[]> {
  const named = sql`cast(${reviews.parties} as text) like ${`%"${accountId}"%`}`;
  const rows = await reader.select().from(reviews).where(named).orderBy(desc(reviews.openedAt));
  return rows.filter(({ parties }) => parties.includes(accountId));
}

/** A report about the account that was not upheld would say who made it, so it is left out; the account's own reports stay. */
async function toldOf(reader: Reader, accountId: string, about: readonly ReviewRow[]): Promise<ReviewRow[]> {
  const told: ReviewRow[] = [];
  for (const review of about) {
    const isSecret = handlerOf(review).isAskerSecret && review.decision !== 'uphold';
    if (!isSecret || (await sideOf(reader, accountId, review)) === 'asker') told.push(review);
  }
  return told;
}
