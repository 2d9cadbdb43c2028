import { sql } from 'drizzle-orm';
import { index, instant, integer, json, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/** A merge or split of records: proposed, shown, applied, and reverted within 30 days or finalized. Rows are never deleted. */
export const identityChanges = table(
  'identity_changes',
  {
    id: text().primaryKey(),
    /** 'merge' | 'split'. */
    kind: text().notNull(),
    /** 'proposed' | 'applied' | 'undone' | 'settled' | 'rejected' | 'withdrawn'. */
    state: text().notNull(),
    /** The remaining record: the target of a merge, or the record that works leave in a split. */
    authorId: text().notNull(),
    /** The other record: the one merged into the target, or the one created by a split (once applied). */
    otherId: text(),
    /** The works that leave in a split. */
    workIds: json().$type<string[]>().notNull().default([]),
    /** The name of the record that a split creates. */
    otherName: text(),
    /** Exactly what was changed, so that a revert restores the database. */
    undo: json().$type<unknown>(),
    reason: text().notNull(),
    accountId: text(),
    proposedAt: instant().notNull(),
    appliedAt: instant(),
    undoUntil: instant(),
    endedAt: instant(),
  },
  (t) => [
    index('identity_changes_author').on(t.authorId),
    index('identity_changes_other').on(t.otherId),
    index('identity_changes_account').on(t.accountId),
    index('identity_changes_settle').on(t.undoUntil).where(sql`state = 'applied'`),
    uniqueIndex('identity_changes_one').on(t.kind, t.authorId, t.otherId).where(sql`state = 'proposed'`),
  ],
);

/** An authorship that a split or an owner has moved away from the record that its source maps to. Imports respect it. */
export const authorshipPins = table(
  'authorship_pins',
  {
    workKey: integer().notNull(),
    /** The author by source mapping. */
    fromKey: integer().notNull(),
    /** The assigned author. */
    toKey: integer().notNull(),
    changeId: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workKey, t.fromKey] }), index('authorship_pins_from').on(t.fromKey)],
);

/** The opinion of an owner on a work of their record; survives re-imports. */
export const authorshipOpinions = table(
  'authorship_opinions',
  {
    authorKey: integer().notNull(),
    workKey: integer().notNull(),
    /** 'mine' | 'not_mine' | 'not_sure'. */
    opinion: text().notNull(),
    accountId: text(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.authorKey, t.workKey] })],
);

/** A request that the name of a record be visible, found only by search, or suppressed. */
export const visibilityRequests = table(
  'visibility_requests',
  {
    id: text().primaryKey(),
    authorId: text().notNull(),
    wanted: text().$type<'visible' | 'search_only' | 'suppressed'>().notNull(),
    /**
     * 'owner' | 'printed_ror' | 'printed_email' | 'affiliation' | 'operator' | 'at_risk' | 'unproven': how the person proved their right to
     * ask (lib/catalog/visibility).
     */
    by: text().notNull(),
    /** The account of the person, if signed in. */
    accountId: text(),
    /** The previous visibility, while the request can be reverted. */
    was: text().$type<'visible' | 'search_only' | 'unlisted' | 'suppressed'>(),
    /**
     * 'sent' (emailed link unused) | 'open' (undecided) | 'waiting' (until expiresAt, unless decided before) | 'applied' | 'rejected' |
     * 'expired'.
     */
    state: text().notNull(),
    tokenHash: text(),
    /** The email address for the link or the decision; deleted once used, answered or expired. */
    contact: text(),
    reason: text(),
    requestedAt: instant().notNull(),
    expiresAt: instant(),
    decidedAt: instant(),
  },
  (t) => [index('visibility_requests_author').on(t.authorId), uniqueIndex('visibility_requests_token').on(t.tokenHash)],
);
