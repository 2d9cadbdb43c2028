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
    /** 'weak' | 'fair' | 'strong': the strongest evidence the claim rests on. */
    strength: text().notNull(),
    /** Why it was rejected or suspended, and what fixes that: words of closed lists (lib/governance/cases/model/review-case.ts). */
    reason: text(),
    remedy: text(),
    createdAt: instant().notNull(),
    noticeEndsAt: instant(),
    decidedAt: instant(),
  },
  (t) => [
    // One claim at a time holds a record, whether under notice, in review, accepted or suspended: a race has one winner on both engines.
    uniqueIndex('claims_one_per_author').on(t.authorId).where(sql`state in ('notice_period', 'in_review', 'accepted', 'suspended')`),
    index('claims_account').on(t.accountId),
    index('claims_author').on(t.authorId),
  ],
);

/** What happened to a claim, in order. */
export const claimEvents = table(
  'claim_events',
  {
    id: text().primaryKey(),
    claimId: text().notNull(),
    event: text().notNull(),
    fromState: text(),
    toState: text().notNull(),
    /** The account that acted, or null for the system (a notice that ended). */
    accountId: text(),
    at: instant().notNull(),
  },
  (t) => [index('claim_events_claim').on(t.claimId, t.at)],
);

/**
 * A check by which an account shows that it controls something of a record: from the token that was given out to the evidence that
 * came of it. `target` may be private (an address); what is public of it is in the log.
 */
export const proofs = table(
  'proofs',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    authorId: text().notNull(),
    /** A ProofKind of lib/governance/claims/model/proofs.ts: 'orcid', 'email', 'institution_email', 'rel_me', 'dns', 'repository', 'printed_email' … */
    kind: text().notNull(),
    /** 'issued' | 'observed' | 'valid' | 'stale' | 'expired' | 'revoked'. */
    state: text().notNull(),
    /** The address, page, domain, repository or iD that it is about. */
    target: text().notNull(),
    /** What must be found there; null for kinds without a token. */
    token: text(),
    family: text().notNull(),
    strength: text(),
    /** The method by which `strength` was judged: 'evidence-1' | 'evidence-2'. */
    method: text().notNull().default('evidence-1'),
    /** Public facts of what was found. */
    facts: json().$type<Record<string, unknown>>().notNull().default({}),
    issuedAt: instant().notNull(),
    /** Until when the token can be used, then until when the evidence counts. */
    expiresAt: instant(),
    observedAt: instant(),
    checkedAt: instant(),
    /** When a job probes again. */
    nextCheckAt: instant(),
    /** Checks in a row that failed. */
    failures: integer().notNull().default(0),
    /** Why the last check failed: a word of a closed list. */
    failure: text(),
    /** The event of the log that it gave rise to, once it is valid. */
    eventId: text(),
  },
  (t) => [
    index('proofs_account').on(t.accountId, t.authorId),
    index('proofs_author').on(t.authorId, t.state),
    index('proofs_due').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    uniqueIndex('proofs_one').on(t.accountId, t.authorId, t.kind, t.target).where(sql`state in ('issued', 'observed', 'valid', 'stale')`),
  ],
);

/** A doubt about who owns a record: raised by somebody with a proof, or by an upheld report. */
export const disputes = table(
  'disputes',
  {
    id: text().primaryKey(),
    authorId: text().notNull(),
    /** The claim that is doubted. */
    claimId: text().notNull(),
    /** Who doubts it, and what they showed. */
    accountId: text().notNull(),
    proofId: text(),
    kind: text().notNull(),
    strength: text().notNull(),
    /** The id of the dispute under which this one is decided: rivals of one claim are one review. */
    questionId: text().notNull().default(''),
    /** The record is marked as disputed, and nothing can be changed on it, while this is open: what was shown is worth what its owner has shown. */
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

/** A question that waits for a person's decision. Private; only the outcome is public. */
export const reviews = table(
  'reviews',
  {
    id: text().primaryKey(),
    /** 'claim' | 'dispute' | 'appeal' | 'report' | 'merge' | 'suppression'. */
    kind: text().notNull(),
    /** The id of the claim, dispute, report, identity change or request. */
    subjectId: text().notNull(),
    /** The record that it is about, where it is about one. */
    authorId: text(),
    /** The accounts that may not decide on it, because it is about them. */
    parties: json().$type<string[]>().notNull().default([]),
    /** 1, or 2 where two votes are required. */
    votesNeeded: integer().notNull().default(1),
    /** 'open' | 'decided' | 'moot'. */
    state: text().notNull(),
    openedAt: instant().notNull(),
    decidedAt: instant(),
    /** The decision, its reason and remedy: words of closed lists (lib/governance/cases/model/review-case.ts). */
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

/** What one reviewer says of a review. Two that agree decide where two votes are required. */
export const reviewVotes = table(
  'review_votes',
  {
    reviewId: text().notNull(),
    accountId: text().notNull(),
    decision: text().notNull(),
    /** Of several rivals the one who is right, by their dispute; null where there is one, or none of them is. */
    favours: text(),
    reason: text().notNull(),
    remedy: text(),
    /** For the other reviewers; never public. */
    note: text(),
    at: instant().notNull(),
    /** The seal of the network of the voter's sign-in, while the review is open. */
    network: text(),
  },
  (t) => [primaryKey({ columns: [t.reviewId, t.accountId] }), index('review_votes_account').on(t.accountId)],
);

/**
 * Somebody appeals against a decision that went against them: once for each side of whatever was decided on, so that a race
 * has one winner on both engines and it comes to an end. Private.
 */
export const appeals = table(
  'appeals',
  {
    /** The id of the claim, dispute, report, identity change or request that was decided on. */
    subjectId: text().notNull(),
    /** 'asker' (who objected, reported, proposed, asked or claimed) | 'other' (whom it is about): lib/governance/cases/model/appeals.ts. */
    side: text().notNull(),
    /** The question that it puts to people. */
    reviewId: text(),
    /** What that is: 'claim' | 'dispute' | 'report' | 'merge' | 'suppression'. */
    of: text().notNull(),
    /** Who appeals; null for somebody without an account, who came by a mailed link. */
    accountId: text(),
    /** In their own words, for those who decide. */
    words: text(),
    /** 'open' | 'granted' | 'refused' | 'moot'. */
    state: text().notNull(),
    filedAt: instant().notNull(),
    decidedAt: instant(),
    /** Words of closed lists (lib/governance/cases/model/review-case.ts). */
    reason: text(),
    remedy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.subjectId, t.side] }),
    uniqueIndex('appeals_review').on(t.reviewId),
    index('appeals_account').on(t.accountId),
  ],
);
