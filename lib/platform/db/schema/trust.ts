import { sql } from 'drizzle-orm';
import { index, instant, integer, json, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/**
 * The evidence log: one row for each proof, check, loss or decision about a record, in the order in which it was written. Rows are only
 * added. `body` is the exact text that is hashed and signed (lib/catalog/trust/model/log.ts); the other columns repeat values for queries.
 */
export const evidenceEvents = table(
  'evidence_events',
  {
    /** Position in the log of the instance, from 1, without gaps. */
    number: integer().primaryKey(),
    id: text().notNull(),
    /** The record; empty for events of the log itself (a new key). */
    authorId: text().notNull(),
    /** Position among the events of its record, from 1, without gaps. */
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

/** The private facts of an event. Its body contains only a salted commitment to them, so that deleting a row here invalidates no hash. */
export const evidenceSecrets = table(
  'evidence_secrets',
  { number: integer().primaryKey(), accountId: text(), salt: text().notNull(), facts: json().$type<Record<string, unknown>>().notNull() },
  (t) => [index('evidence_secrets_account').on(t.accountId)],
);

/** The end of the log: one row, locked by the transaction that appends. */
export const logEnd = table('log_end', { id: integer().primaryKey(), number: integer().notNull(), hash: text().notNull() });

/** The signed heads that were published, at most one a day. */
export const logHeads = table('log_heads', {
  /** YYYY-MM-DD, UTC. */
  day: text().primaryKey(),
  number: integer().notNull(),
  hash: text().notNull(),
  at: instant().notNull(),
  keyId: text().notNull(),
  signature: text().notNull(),
});

/** Whether a published head was delivered to a witness of LOG_WITNESSES. */
export const witnessDeliveries = table(
  'witness_deliveries',
  {
    /** The origin of the witness; earlier releases also sent heads to mailboxes and git repositories. */
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

/** Other instances whose heads this instance witnesses (WITNESS_FOR), with their trusted keys. */
export const witnessOrigins = table('witness_origins', {
  origin: text().primaryKey(),
  keyId: text().notNull(),
  /** The raw 32 bytes, base64url. */
  publicKey: text().notNull(),
  pinnedAt: instant().notNull(),
  /** The latest head that contradicts a witnessed one, if any. */
  conflict: json().$type<{ day: string; number: number; hash: string }>(),
  conflictAt: instant(),
});

/** The witnessed heads of other instances; rows are never changed. */
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

/** Public keys of the instance, including retired ones. Private keys are files in DATA_DIR/keys. */
export const signingKeys = table('signing_keys', {
  /** The first 16 hexadecimal digits of the SHA-256 of the raw public key. */
  id: text().primaryKey(),
  /** The raw 32 bytes, base64url. */
  publicKey: text().notNull(),
  createdAt: instant().notNull(),
  retiredAt: instant(),
});

/** The computed trust of a record at one time. Rows are never changed; a newer snapshot follows. */
export const trustSnapshots = table(
  'trust_snapshots',
  {
    authorKey: integer().notNull(),
    /** Number of the snapshot of this author, from 1. */
    number: integer().notNull(),
    method: text().notNull(),
    computedAt: instant().notNull(),
    points: integer().notNull(),
    level: integer().notNull(),
    label: text().notNull(),
    parts: json().$type<unknown>().notNull(),
    /**
     * The facts about the record in the corpus (CorpusFacts). Together with the events of the record, the points can be recomputed from
     * them.
     */
    facts: json().$type<unknown>(),
    /** The number of events of the record that it includes. */
    events: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.authorKey, t.number] })],
);

/** Signatures of snapshots, created by a job soon after them. */
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

/** An attestation about the record of another person: a co-author's confirmation of a shared work, or a vouch. */
export const attestations = table(
  'attestations',
  {
    id: text().primaryKey(),
    /** 'confirmation' | 'vouch'. */
    kind: text().notNull(),
    /** The attested record. */
    authorId: text().notNull(),
    /** The record, and its owning account, that is asked for or gives the attestation. */
    fromAuthorId: text().notNull(),
    fromAccountId: text().notNull(),
    /** The shared work of a confirmation. */
    workId: text(),
    /** 'requested' | 'given' | 'declined' | 'withdrawn' | 'expired'. */
    state: text().notNull(),
    /** The event of the evidence log, once given. */
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
