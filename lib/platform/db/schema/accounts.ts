import { sql } from 'drizzle-orm';
import { bytes, flag, index, instant, integer, json, primaryKey, table, text, uniqueIndex } from '../columns.ts';

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
    /** An address to which a recovery link is sent when the others are lost; confirmed by a link. */
    recoveryEmail: text(),
    recoveryConfirmedAt: instant(),
    /** Since when a passkey alone signs in to it; null where any method does. */
    passkeyRequiredAt: instant(),
  },
  (t) => [uniqueIndex('accounts_email').on(t.email)],
);

/** A sign-in method of another party (ORCID), bound to an account. */
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
    /** Names the session in a list; the token's hash does not leave the database. */
    id: text(),
    /** Browser and system in a few words, such as 'Firefox on Linux'. */
    device: text(),
    /** 'email' | 'orcid' | 'passkey' | 'recovery'. */
    signedInBy: text(),
    seenAt: instant(),
    /** A keyed seal of the network prefix that the sign-in came from; null where that says nothing (lib/portal/sign-in/requests.ts). */
    network: text(),
  },
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

/** A challenge that waits for a passkey's answer, once. */
export const passkeyChallenges = table(
  'passkey_challenges',
  { id: text().primaryKey(), accountId: text(), challenge: text().notNull(), purpose: text().notNull(), expires: instant().notNull() },
  (t) => [index('passkey_challenges_expires').on(t.expires)],
);

/** What an account may do besides what everybody may: 'admin' | 'reviewer'. A 'volunteer' offers to be a reviewer and may do nothing yet. */
export const roles = table(
  'roles',
  { accountId: text().notNull(), role: text().notNull(), grantedBy: text(), grantedAt: instant().notNull() },
  (t) => [primaryKey({ columns: [t.accountId, t.role] })],
);

/** What people with a role, and the system for them, have done: for the operator. Rows are added, and deleted by age alone. */
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

/** A copy of everything of an account, made by a job and kept for some days. */
export const dataExports = table(
  'data_exports',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    /** 'waiting' | 'ready' | 'failed' | 'gone'. */
    state: text().notNull(),
    /** Which of the parts in `data_export_parts` are its file: those of the attempt that was finished. */
    file: text(),
    bytes: integer(),
    requestedAt: instant().notNull(),
    readyAt: instant(),
    expiresAt: instant(),
  },
  (t) => [
    index('data_exports_account').on(t.accountId, t.requestedAt),
    index('data_exports_expiry').on(t.expiresAt),
    // One that waits at a time, however often and from wherever it is asked for.
    uniqueIndex('data_exports_one_waiting').on(t.accountId).where(sql`state = 'waiting'`),
  ],
);

/** The bytes of a copy, in order. They are in the database so that every process of an instance can hand them out. */
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

/** A copy from another instance that an account has sent in: shown first, then taken in. */
export const dataImports = table(
  'data_imports',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    /** 'shown' | 'taken'. */
    state: text().notNull(),
    /** The instance that the copy is from, and when it was made there. */
    origin: text().notNull(),
    madeAt: instant().notNull(),
    /** What of it can be taken in, as lib/portal/exports/model/portable.ts has it; null once it is taken. */
    content: json().$type<unknown>(),
    /** What was taken in, by kind. */
    taken: json().$type<Record<string, number>>(),
    receivedAt: instant().notNull(),
    takenAt: instant(),
  },
  (t) => [index('data_imports_account').on(t.accountId, t.receivedAt), index('data_imports_received').on(t.receivedAt)],
);

/** An account that asked to be erased: the job that does it looks here, and it can be called off until then. */
export const erasures = table('erasures', {
  accountId: text().primaryKey(),
  requestedAt: instant().notNull(),
  runAt: instant().notNull(),
  doneAt: instant(),
});

/** What the operator tells everybody, on every page, for a time. */
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
