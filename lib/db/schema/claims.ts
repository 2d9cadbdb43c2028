import { sql } from 'drizzle-orm';
import { index, instant, table, text, uniqueIndex } from '../columns.ts';

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
    reason: text(),
    remedy: text(),
    createdAt: instant().notNull(),
    noticeEndsAt: instant(),
    decidedAt: instant(),
  },
  (t) => [
    // One claim at a time holds a record, whether under notice, in review or accepted: a race has one winner on both engines.
    uniqueIndex('claims_one_per_author').on(t.authorId).where(sql`state in ('notice_period', 'in_review', 'accepted')`),
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
