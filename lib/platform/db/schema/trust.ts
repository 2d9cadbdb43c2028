import { sql } from 'drizzle-orm';
import { index, instant, integer, json, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/**
 * The evidence log: one row for each thing that was shown, checked, lost or decided about a record, in the order in which it was
 * written. Rows are only ever added. `body` is the exact text that is hashed and signed (lib/catalog/trust/model/log.ts); the other columns
 * repeat what queries look for.
 */
export const evidenceEvents = table(
  'evidence_events',
  {
    /** Place in the log of the instance, from 1, without gaps. */
    number: integer().primaryKey(),
    id: text().notNull(),
    /** The record; empty for what concerns the log itself (a new key). */
    authorId: text().notNull(),
    /** Place among the events of its record, from 1, without gaps. */
    place: integer().notNull(),
    kind: text().notNull(),
    body: text().notNull(),
    /** SHA-256 of the body, hexadecimal. */
    hash: text().notNull(),
    /** Ed25519 over the body, base64url. */
    signature: text().notNull(),
    keyId: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [uniqueIndex('evidence_events_id').on(t.id), uniqueIndex('evidence_events_place').on(t.authorId, t.place)],
);

/** What an event must not tell everybody: only a salted commitment to it is in the body, so that deleting a row here breaks no hash. */
export const evidenceSecrets = table(
  'evidence_secrets',
  {
    number: integer().primaryKey(),
    accountId: text(),
    salt: text().notNull(),
    facts: json().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index('evidence_secrets_account').on(t.accountId)],
);

/** The end of the log: one row, locked by the person who appends. */
export const logEnd = table('log_end', { id: integer().primaryKey(), number: integer().notNull(), hash: text().notNull() });

/** The signed heads that were published, one a day at most. */
export const logHeads = table('log_heads', {
  /** YYYY-MM-DD, UTC. */
  day: text().primaryKey(),
  number: integer().notNull(),
  hash: text().notNull(),
  at: instant().notNull(),
  keyId: text().notNull(),
  signature: text().notNull(),
});

/** Whether a published head has reached a witness that the operator has set (LOG_WITNESSES). */
export const witnessDeliveries = table(
  'witness_deliveries',
  {
    /** As the setting names it, without a password. */
    witness: text().notNull(),
    /** The day of the head. */
    day: text().notNull(),
    /** 'waiting' | 'delivered'. */
    state: text().notNull(),
    since: instant().notNull(),
    deliveredAt: instant(),
    attempts: integer().notNull().default(0),
    lastError: text(),
  },
  (t) => [primaryKey({ columns: [t.witness, t.day] })],
);

/** Other instances whose heads this one witnesses (WITNESS_FOR), with the key that it trusts for each. */
export const witnessOrigins = table('witness_origins', {
  origin: text().primaryKey(),
  keyId: text().notNull(),
  /** The raw 32 bytes, base64url. */
  publicKey: text().notNull(),
  pinnedAt: instant().notNull(),
  /** What contradicted a witnessed head, the last time that something did. */
  conflict: json().$type<{ day: string; number: number; hash: string }>(),
  conflictAt: instant(),
});

/** The heads of other instances that this one has witnessed: never changed. */
export const witnessedHeads = table(
  'witnessed_heads',
  {
    origin: text().notNull(),
    day: text().notNull(),
    number: integer().notNull(),
    hash: text().notNull(),
    at: instant().notNull(),
    keyId: text().notNull(),
    publicKey: text().notNull(),
    signature: text().notNull(),
    receivedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.origin, t.day] })],
);

/** Public keys of the instance, the retired ones included. Private keys are files in DATA_DIR/keys. */
export const signingKeys = table('signing_keys', {
  /** The first 16 hexadecimal digits of the SHA-256 of the raw public key. */
  id: text().primaryKey(),
  /** The raw 32 bytes, base64url. */
  publicKey: text().notNull(),
  createdAt: instant().notNull(),
  retiredAt: instant(),
});

/** One computed state of a record's trust: never changed, only followed by a newer one. */
export const trustSnapshots = table(
  'trust_snapshots',
  {
    authorKey: integer().notNull(),
    /** Counts this author's snapshots from 1. */
    number: integer().notNull(),
    method: text().notNull(),
    computedAt: instant().notNull(),
    points: integer().notNull(),
    level: integer().notNull(),
    label: text().notNull(),
    parts: json().$type<unknown>().notNull(),
    /** What the corpus says of the record (CorpusFacts), from which, with the record's events, the points can be computed again. */
    facts: json().$type<unknown>(),
    /** The number of the record's events that it takes into account. */
    events: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.authorKey, t.number] })],
);

/** Signatures of snapshots, made by a job soon after them. */
export const snapshotSignatures = table(
  'snapshot_signatures',
  {
    authorKey: integer().notNull(),
    number: integer().notNull(),
    /** The exact text that is signed. */
    body: text().notNull(),
    keyId: text().notNull(),
    signature: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.authorKey, t.number] })],
);

/** What one person says of another's record: a co-author's confirmation that a work is theirs, or a vouch. */
export const attestations = table(
  'attestations',
  {
    id: text().primaryKey(),
    /** 'confirmation' | 'vouch'. */
    kind: text().notNull(),
    /** The record that it is about. */
    authorId: text().notNull(),
    /** Who is asked, or gives it: a record and the account that owns it. */
    fromAuthorId: text().notNull(),
    fromAccountId: text().notNull(),
    /** The shared work of a confirmation. */
    workId: text(),
    /** 'requested' | 'given' | 'declined' | 'withdrawn' | 'expired'. */
    state: text().notNull(),
    /** The log event of what was given. */
    eventId: text(),
    requestedAt: instant().notNull(),
    answeredAt: instant(),
    expiresAt: instant(),
  },
  (t) => [
    index('attestations_author').on(t.authorId, t.state),
    index('attestations_from').on(t.fromAccountId, t.state),
    index('attestations_expiry').on(t.expiresAt),
    uniqueIndex('attestations_one').on(t.kind, t.authorId, t.fromAuthorId).where(sql`state in ('requested', 'given')`),
  ],
);
