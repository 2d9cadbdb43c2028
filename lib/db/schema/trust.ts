import { index, instant, integer, json, primaryKey, table, text } from '../columns.ts';

/** A check that was passed, as the trust method reads it. Facts are public: a domain, an iD, a URL, never an address. */
export const evidence = table(
  'evidence',
  {
    id: text().primaryKey(),
    authorId: text().notNull(),
    accountId: text(),
    kind: text().notNull(),
    family: text().notNull(),
    strength: text().notNull(),
    facts: json().$type<Record<string, unknown>>().notNull(),
    method: text().notNull(),
    observedAt: instant().notNull(),
    expiresAt: instant(),
    revokedAt: instant(),
  },
  (t) => [index('evidence_author').on(t.authorId)],
);

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
  },
  (t) => [primaryKey({ columns: [t.authorKey, t.number] })],
);
