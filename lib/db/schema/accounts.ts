import { flag, index, instant, integer, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/** Somebody who signs in. */
export const accounts = table(
  'accounts',
  {
    id: text().primaryKey(),
    name: text(),
    email: text(),
    emailVerified: instant(),
    image: text(),
    /** True for the invented people of the sample instance. */
    sample: flag().notNull().default(false),
    createdAt: instant(),
  },
  (t) => [uniqueIndex('accounts_email').on(t.email)],
);

/** A way to sign in through another party (ORCID), bound to an account. */
export const logins = table(
  'logins',
  {
    userId: text().notNull(),
    type: text().notNull(),
    provider: text().notNull(),
    providerAccountId: text().notNull(),
    refresh_token: text(),
    access_token: text(),
    expires_at: integer(),
    token_type: text(),
    scope: text(),
    id_token: text(),
    session_state: text(),
    linkedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.providerAccountId] }), index('logins_account').on(t.userId)],
);

/** An open session. Only a hash of the cookie's token is stored. */
export const sessions = table(
  'sessions',
  { sessionToken: text().primaryKey(), userId: text().notNull(), expires: instant().notNull(), createdAt: instant() },
  (t) => [index('sessions_account').on(t.userId)],
);

/** A sign-in link that waits to be used once: only a hash of its token is stored. */
export const signInTokens = table(
  'sign_in_tokens',
  { identifier: text().notNull(), token: text().notNull(), expires: instant().notNull() },
  (t) => [primaryKey({ columns: [t.identifier, t.token] })],
);

/** Counters of the rate limiter, shared by all processes. */
export const rateLimits = table('rate_limits', { key: text().primaryKey(), points: integer().notNull(), expire: instant() });
