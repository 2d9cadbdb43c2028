import { sql } from 'drizzle-orm';
import { index, instant, integer, json, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/** A merge of two records or a split of one: proposed, shown, applied, and undone within 30 days or settled. Rows are never deleted. */
export const identityChanges = table(
  'identity_changes',
  {
    id: text().primaryKey(),
    /** 'merge' | 'split'. */
    kind: text().notNull(),
    /** 'proposed' | 'applied' | 'undone' | 'settled' | 'rejected'. */
    state: text().notNull(),
    /** The record that stays: of a merge the one that takes the other in, of a split the one that works leave. */
    authorId: text().notNull(),
    /** The other record: of a merge the one that is taken in, of a split the one that is made (once applied). */
    otherId: text(),
    /** Of a split: the works that leave. */
    workIds: json().$type<string[]>().notNull().default([]),
    /** The name of the record that a split makes. */
    otherName: text(),
    /** Exactly what was changed, so that an undo leaves the database as it was. */
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
    index('identity_changes_settle').on(t.undoUntil).where(sql`state = 'applied'`),
    uniqueIndex('identity_changes_one').on(t.kind, t.authorId, t.otherId).where(sql`state = 'proposed'`),
  ],
);

/** A slot of a work that a split or an owner has taken from the record that its source would give it to. Imports look here. */
export const authorshipPins = table(
  'authorship_pins',
  {
    workKey: integer().notNull(),
    /** The author that the sources lead to. */
    fromKey: integer().notNull(),
    /** The author that it belongs to. */
    toKey: integer().notNull(),
    changeId: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workKey, t.fromKey] }), index('authorship_pins_from').on(t.fromKey)],
);

/** What an owner says of a work on their record; survives re-imports. */
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

/** A request that a record's name be visible, found by search alone, or suppressed. */
export const visibilityRequests = table(
  'visibility_requests',
  {
    id: text().primaryKey(),
    authorId: text().notNull(),
    /** 'visible' | 'search_only' | 'suppressed'. */
    wanted: text().notNull(),
    /** 'owner' | 'printed_email' | 'affiliation' | 'operator' | 'unproven': how the person showed that it is theirs to ask. */
    by: text().notNull(),
    /** Who asked, where they were signed in. */
    accountId: text(),
    /** How the name was shown before, for what can still be turned back. */
    was: text(),
    /** 'sent' (a link waits) | 'open' (a decision waits) | 'waiting' (until expiresAt, unless it is decided before) | 'applied' | 'rejected' | 'expired'. */
    state: text().notNull(),
    tokenHash: text(),
    /** Where the link went, or the answer goes; deleted once it is used, answered or expired. */
    contact: text(),
    reason: text(),
    requestedAt: instant().notNull(),
    expiresAt: instant(),
    decidedAt: instant(),
  },
  (t) => [index('visibility_requests_author').on(t.authorId), uniqueIndex('visibility_requests_token').on(t.tokenHash)],
);
