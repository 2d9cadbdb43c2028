import { sql } from 'drizzle-orm';
import { bytes, flag, index, instant, integer, json, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/** A person who signs in. */
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
    /** An email address for recovery links if the others are lost; confirmed by a link. */
    recoveryEmail: text(),
    recoveryConfirmedAt: instant(),
    /** Since when only a passkey can sign in; null if any method can. */
    passkeyRequiredAt: instant(),
    /** Since when an admin lets nobody sign in to the account; null if it is not suspended. */
    suspendedAt: instant(),
    /** Why, as its owner was told: a key of lib/community/accounts/model/suspension.ts. */
    suspendedFor: text(),
  },
  (t) => [uniqueIndex('accounts_email').on(t.email)],
);

/** A sign-in method of another provider (ORCID), linked to an account. */
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
  {
    sessionToken: text().primaryKey(),
    userId: text().notNull(),
    expires: instant().notNull(),
    createdAt: instant(),
    /** Identifies the session in lists; the token's hash does not leave the database. */
    id: text(),
    /** Browser and system, such as 'Firefox on Linux'. */
    device: text(),
    /** 'email' | 'orcid' | 'passkey' | 'recovery'. */
    signedInBy: text(),
    seenAt: instant(),
    /** A keyed seal of the network prefix of the sign-in; null if the network identifies nobody (lib/portal/sign-in/requests.ts). */
    network: text(),
  },
  (t) => [index('sessions_account').on(t.userId)],
);

/** An unused sign-in link, valid once. Only a hash of its token is stored. */
export const signInTokens = table(
  'sign_in_tokens',
  { identifier: text().notNull(), token: text().notNull(), expires: instant().notNull() },
  (t) => [primaryKey({ columns: [t.identifier, t.token] })],
);

/** Counters of the rate limiter, shared by all processes. */
export const rateLimits = table('rate_limits', { key: text().primaryKey(), points: integer().notNull(), expire: instant() });

/** A passkey (WebAuthn credential) of an account. */
export const passkeys = table(
  'passkeys',
  {
    /** The credential's id, base64url. */
    id: text().primaryKey(),
    accountId: text().notNull(),
    /** COSE public key, base64url. */
    publicKey: text().notNull(),
    counter: integer().notNull().default(0),
    transports: json().$type<string[]>().notNull().default([]),
    name: text().notNull(),
    backedUp: flag().notNull().default(false),
    createdAt: instant().notNull(),
    usedAt: instant(),
    revokedAt: instant(),
  },
  (t) => [index('passkeys_account').on(t.accountId)],
);

/** An unanswered passkey challenge, valid once. */
export const passkeyChallenges = table(
  'passkey_challenges',
  { id: text().primaryKey(), accountId: text(), challenge: text().notNull(), purpose: text().notNull(), expires: instant().notNull() },
  (t) => [index('passkey_challenges_expires').on(t.expires)],
);

/** Additional permissions of an account: 'admin' | 'reviewer'. A 'volunteer' offers to be a reviewer, and has no permissions yet. */
export const roles = table(
  'roles',
  { accountId: text().notNull(), role: text().notNull(), grantedBy: text(), grantedAt: instant().notNull() },
  (t) => [primaryKey({ columns: [t.accountId, t.role] })],
);

/** The audit log: actions of people with a role, and of the system on their behalf. Rows are only added, and deleted only by age. */
export const auditEntries = table(
  'audit_entries',
  {
    id: text().primaryKey(),
    at: instant().notNull(),
    /** Null for the system and for the command line. */
    accountId: text(),
    action: text().notNull(),
    subject: text().notNull(),
    subjectId: text().notNull(),
    facts: json().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index('audit_entries_at').on(t.at),
    index('audit_entries_subject').on(t.subjectId),
    index('audit_entries_action').on(t.action, t.at),
    index('audit_entries_account').on(t.accountId, t.at),
  ],
);

/** An archive of an account, created by a job and stored for some days. */
export const dataExports = table(
  'data_exports',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    /** 'waiting' | 'ready' | 'failed' | 'gone'. */
    state: text().notNull(),
    /** The attempt whose rows in `data_export_parts` are the file: the one that finished. */
    file: text(),
    bytes: integer(),
    requestedAt: instant().notNull(),
    readyAt: instant(),
    expiresAt: instant(),
  },
  (t) => [
    index('data_exports_account').on(t.accountId, t.requestedAt),
    index('data_exports_expiry').on(t.expiresAt),
    // At most one waiting archive for each account, even with concurrent requests.
    uniqueIndex('data_exports_one_waiting').on(t.accountId).where(sql`state = 'waiting'`),
  ],
);

/** The bytes of an archive, in order. They are in the database, so that every process of an instance can serve them. */
export const dataExportParts = table(
  'data_export_parts',
  {
    exportId: text().notNull(),
    /** The attempt that wrote them. */
    file: text().notNull(),
    number: integer().notNull(),
    accountId: text().notNull(),
    content: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.exportId, t.file, t.number] }), index('data_export_parts_account').on(t.accountId)],
);

/** An archive of another instance that release 0.3 or earlier has imported. No new rows are written. */
export const dataImports = table(
  'data_imports',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    /** Always 'taken'. */
    state: text().notNull(),
    /** The instance that created the archive, and when. */
    origin: text().notNull(),
    madeAt: instant().notNull(),
    /** The number of imported items by kind. */
    taken: json().$type<Record<string, number>>(),
    receivedAt: instant().notNull(),
    takenAt: instant(),
  },
  (t) => [index('data_imports_account').on(t.accountId, t.receivedAt)],
);

/** A requested erasure. It can be cancelled until its job runs. */
export const erasures = table('erasures', {
  accountId: text().primaryKey(),
  requestedAt: instant().notNull(),
  runAt: instant().notNull(),
  doneAt: instant(),
});

/** A text that an admin shows on every page for a time. */
export const announcements = table(
  'announcements',
  {
    id: text().primaryKey(),
    text: text().notNull(),
    href: text(),
    from: instant().notNull(),
    until: instant().notNull(),
    createdBy: text(),
  },
  (t) => [index('announcements_until').on(t.until)],
);
