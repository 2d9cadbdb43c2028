import { sql } from 'drizzle-orm';
import { flag, index, instant, integer, json, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/** The request of an account to own an author record. */
export const claims = table(
  'claims',
  {
    id: text().primaryKey(),
    authorId: text().notNull(),
    accountId: text().notNull(),
    state: text().notNull(),
    /** 'weak' | 'fair' | 'strong': the strongest evidence for the claim. */
    strength: text().notNull(),
    /** Why it was rejected or suspended, and the remedy: values of closed lists (lib/governance/cases/model/review-case.ts). */
    reason: text(),
    remedy: text(),
    createdAt: instant().notNull(),
    noticeEndsAt: instant(),
    decidedAt: instant(),
    /** True while an admin can still accept it for the end of its notice: it is one of many by one network or mail domain. */
    waitsForAdmin: flag().notNull().default(false),
  },
  (t) => [
    // A record has at most one claim under notice, in review, accepted or suspended, also after a race on either engine.
    uniqueIndex('claims_one_per_author').on(t.authorId).where(sql`state in ('notice_period', 'in_review', 'accepted', 'suspended')`),
    index('claims_account').on(t.accountId),
    index('claims_author').on(t.authorId),
  ],
);

/** The history of a claim, in order. */
export const claimEvents = table(
  'claim_events',
  {
    id: text().primaryKey(),
    claimId: text().notNull(),
    event: text().notNull(),
    fromState: text(),
    toState: text().notNull(),
    /** The account that acted; null for the system, such as the end of a notice. */
    accountId: text(),
    at: instant().notNull(),
  },
  (t) => [index('claim_events_claim').on(t.claimId, t.at)],
);

/**
 * A check by which an account shows control of a subject of a record: from the issued token to the resulting evidence. `target` may be
 * private (an email address); its public part is in the evidence log.
 */
export const proofs = table(
  'proofs',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    authorId: text().notNull(),
    /** A ProofKind: a key of the list in lib/governance/claims/model/proof-methods.ts. */
    kind: text().notNull(),
    /** 'issued' | 'observed' | 'valid' | 'stale' | 'expired' | 'revoked'. */
    state: text().notNull(),
    /** The address, page, domain, repository or iD to be verified. */
    target: text().notNull(),
    /** The text to be found there; null for kinds without a token. */
    token: text(),
    family: text().notNull(),
    strength: text(),
    /** The method that determined `strength`: 'evidence-1' | 'evidence-2' | 'evidence-3'. */
    method: text().notNull().default('evidence-1'),
    /** Until when a proof keeps the strength that an earlier method gave it; null if the present method gives it. */
    keptUntil: instant(),
    /** Public facts that the check found. */
    facts: json().$type<Record<string, unknown>>().notNull().default({}),
    issuedAt: instant().notNull(),
    /** The expiry of the token; once valid, the expiry of the evidence. */
    expiresAt: instant(),
    observedAt: instant(),
    checkedAt: instant(),
    /** When a job checks again. */
    nextCheckAt: instant(),
    /** Consecutive failed checks. */
    failures: integer().notNull().default(0),
    /** Why the last check failed: a code of a closed list. */
    failure: text(),
    /** The event of the evidence log, once the proof is valid. */
    eventId: text(),
  },
  (t) => [
    index('proofs_account').on(t.accountId, t.authorId),
    index('proofs_author').on(t.authorId, t.state),
    index('proofs_due').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    uniqueIndex('proofs_one').on(t.accountId, t.authorId, t.kind, t.target).where(sql`state in ('issued', 'observed', 'valid', 'stale')`),
  ],
);

/** An objection to a claim: raised by an account with a proof, or by an upheld report. */
export const disputes = table(
  'disputes',
  {
    id: text().primaryKey(),
    authorId: text().notNull(),
    /** The disputed claim. */
    claimId: text().notNull(),
    /** The account that objects, and its proof. */
    accountId: text().notNull(),
    proofId: text(),
    kind: text().notNull(),
    strength: text().notNull(),
    /** The dispute under which this one is decided: all rivals of one claim share a review. */
    questionId: text().notNull().default(''),
    /** True if the dispute stops the claim (`stopsClaim`): while it is open, the record is marked as disputed and cannot be changed. */
    marks: flag().notNull().default(true),
    facts: json().$type<Record<string, unknown>>().notNull().default({}),
    /** 'open' | 'upheld' | 'dismissed' | 'withdrawn'. */
    state: text().notNull(),
    openedAt: instant().notNull(),
    decidedAt: instant(),
  },
  (t) => [
    index('disputes_author').on(t.authorId, t.state),
    index('disputes_account').on(t.accountId),
    index('disputes_question').on(t.questionId),
    uniqueIndex('disputes_one').on(t.claimId, t.accountId).where(sql`state = 'open'`),
  ],
);

/** A question that reviewers decide. Private; only the decision is public. */
export const reviews = table(
  'reviews',
  {
    id: text().primaryKey(),
    /** 'claim' | 'dispute' | 'appeal' | 'report' | 'merge' | 'suppression'. */
    kind: text().notNull(),
    /** The id of the claim, dispute, report, identity change or request. */
    subjectId: text().notNull(),
    /** The record concerned, if any. */
    authorId: text(),
    /** The accounts that may not vote, because the review concerns them. */
    parties: json().$type<string[]>().notNull().default([]),
    /** 1, or 2 if two votes are required. */
    votesNeeded: integer().notNull().default(1),
    /** 'open' | 'decided' | 'moot'. */
    state: text().notNull(),
    openedAt: instant().notNull(),
    decidedAt: instant(),
    /** The decision, its reason and remedy: values of closed lists (lib/governance/cases/model/review-case.ts). */
    decision: text(),
    reason: text(),
    remedy: text(),
  },
  (t) => [
    index('reviews_queue').on(t.state, t.openedAt),
    index('reviews_author').on(t.authorId),
    index('reviews_subject').on(t.subjectId),
    uniqueIndex('reviews_one').on(t.kind, t.subjectId).where(sql`state = 'open'`),
  ],
);

/** The vote of one reviewer. If two votes are required, two equal ones decide. */
export const reviewVotes = table(
  'review_votes',
  {
    reviewId: text().notNull(),
    accountId: text().notNull(),
    decision: text().notNull(),
    /** The dispute of the rival who is right, if there are several; null if there is only one rival, or if none is right. */
    favours: text(),
    reason: text().notNull(),
    remedy: text(),
    /** A note for the other reviewers; never public. */
    note: text(),
    at: instant().notNull(),
    /** The seal of the network of the voter's sign-in, stored while the review is open. */
    network: text(),
  },
  (t) => [primaryKey({ columns: [t.reviewId, t.accountId] }), index('review_votes_account').on(t.accountId)],
);

/**
 * An appeal against an unfavourable decision: at most one for each side of a subject, so that a race has one winner on both engines and
 * appeals end. Private.
 */
export const appeals = table(
  'appeals',
  {
    /** The id of the claim, dispute, report, identity change or request that was decided. */
    subjectId: text().notNull(),
    /** 'asker' (who objected, reported, proposed, asked or claimed) | 'other' (whom it is about): lib/governance/cases/model/appeals.ts. */
    side: text().notNull(),
    /** The review of the appeal. */
    reviewId: text(),
    /** The kind of the subject: 'claim' | 'dispute' | 'report' | 'merge' | 'suppression'. */
    of: text().notNull(),
    /** The account that appeals; null for a person without an account, who used an emailed link. */
    accountId: text(),
    /** The statement of the person, for reviewers. */
    words: text(),
    /** 'open' | 'granted' | 'refused' | 'moot'. */
    state: text().notNull(),
    filedAt: instant().notNull(),
    decidedAt: instant(),
    /** Values of closed lists (lib/governance/cases/model/review-case.ts). */
    reason: text(),
    remedy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.subjectId, t.side] }),
    uniqueIndex('appeals_review').on(t.reviewId),
    index('appeals_account').on(t.accountId),
  ],
);
