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

/** A search whose new works an account wants to be notified of. */
export const savedSearches = table(
  'saved_searches',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    /** The query string of the search page, in its one canonical form. */
    query: text().notNull(),
    name: text().notNull(),
    /** 'on' | 'muted'. */
    state: text().notNull(),
    since: instant().notNull(),
  },
  (t) => [uniqueIndex('saved_searches_once').on(t.accountId, t.query)],
);

/** A person whom an account does not want to be suggested to follow. */
export const hiddenSuggestions = table(
  'hidden_suggestions',
  { accountId: text().notNull(), authorId: text().notNull(), since: instant().notNull() },
  (t) => [primaryKey({ columns: [t.accountId, t.authorId] }), index('hidden_suggestions_author').on(t.authorId)],
);

/** What happened to a record besides new works: it was claimed, merged, split. One row for an event, none for a follower. */
export const recordEvents = table(
  'record_events',
  {
    key: key(),
    /** The permanent id of the record. */
    authorId: text().notNull(),
    /** 'claimed' | 'merged' | 'split'. */
    kind: text().notNull(),
    at: instant().notNull(),
    /** The key of the newest work at that time, which places it among new works. */
    afterWork: integer().notNull(),
  },
  (t) => [index('record_events_author').on(t.authorId, t.key)],
);
