import { index, instant, integer, key, primaryKey, table, text, uniqueIndex } from '../columns.ts';

export const follows = table(
  'follows',
  {
    accountId: text().notNull(),
    authorId: text().notNull(),
    /** 'on' | 'muted'. Unfollowing removes the row. */
    state: text().notNull(),
    since: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.authorId] }), index('follows_author').on(t.authorId)],
);

/** A topic, venue or institution that an account follows. */
export const contextFollows = table(
  'context_follows',
  {
    accountId: text().notNull(),
    /** The permanent id of the context. */
    contextId: text().notNull(),
    /** 'on' | 'muted'. */
    state: text().notNull(),
    since: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.contextId] }), index('context_follows_context').on(t.contextId)],
);

/** A search whose new matches are notified to an account. */
export const savedSearches = table(
  'saved_searches',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    /** The query string of the search page, in canonical form. */
    query: text().notNull(),
    name: text().notNull(),
    /** 'on' | 'muted'. */
    state: text().notNull(),
    since: instant().notNull(),
  },
  (t) => [uniqueIndex('saved_searches_once').on(t.accountId, t.query)],
);

/** A person who is not suggested to an account again. */
export const hiddenSuggestions = table(
  'hidden_suggestions',
  { accountId: text().notNull(), authorId: text().notNull(), since: instant().notNull() },
  (t) => [primaryKey({ columns: [t.accountId, t.authorId] }), index('hidden_suggestions_author').on(t.authorId)],
);

/** An event of a record other than new works: claimed, merged or split. One row for each event, not for each follower. */
export const recordEvents = table(
  'record_events',
  {
    key: key(),
    /** The permanent id of the record. */
    authorId: text().notNull(),
    /** 'claimed' | 'merged' | 'split'. */
    kind: text().notNull(),
    at: instant().notNull(),
    /** The key of the newest work at that time, which orders the event among new works. */
    afterWork: integer().notNull(),
  },
  (t) => [index('record_events_author').on(t.authorId, t.key)],
);
