import { z } from 'zod';
import { isoTime, isoTimeOrNull, personIds, recordRef, workRef } from './format.ts';

const text = z.string();
const textOrNull = text.nullable();

/** One work of an owned record: the authorship as its source asserts it, and the owner's opinion. */
const recordWork = workRef.extend({
  year: z.number().nullable(),
  position: z.number().int().nullable(),
  as: text.max(500),
  affiliation: textOrNull,
  resolvedBy: text,
  source: text,
  state: text,
  opinion: text.max(20).nullable(),
  opinionAt: isoTimeOrNull,
});

/** Invitation settings, in the format of lib/community/invitations/model/availability.ts. */
const availability = z
  .strictObject({
    open: z.boolean(),
    purposes: z.array(text.max(40)).max(20),
    note: text.max(1000).optional(),
    from: text.max(40).optional(),
    monthly: z.number().int().optional(),
    since: text.max(40),
  })
  .nullable();

/** records.json: owned records, and records on which a statement of the account remains. */
export const recordsFile = z.strictObject({
  records: z
    .array(
      z.strictObject({
        ...recordRef.shape,
        /** Whether the account owns the record now. */
        owned: z.boolean(),
        claimState: text,
        visibility: text,
        ...personIds.pick({ orcids: true, people: true }).shape,
        availability,
        indicatorsHidden: z.boolean(),
        statements: z.array(z.strictObject({ field: text.max(40), value: text.max(100_000), at: isoTime })).max(5_000),
        works: z.array(recordWork).max(20_000),
      }),
    )
    .max(200),
});

const signed = z.strictObject({ body: text, keyId: text, signature: text });

/** trust.json: for each owned record, its public trust document in the verifier's format, and its history. */
export const trustFile = z.strictObject({
  records: z.array(
    z.strictObject({
      record: recordRef,
      document: z.looseObject({ format: text, snapshot: signed, events: z.array(z.looseObject({})) }).nullable(),
      history: z.array(z.strictObject({ number: z.number(), at: isoTime, points: z.number(), level: z.number(), label: text })),
    }),
  ),
});

/** words.json: attestations. `from` is the person who was asked or who gave it. */
export const statementsFile = z.strictObject({
  words: z.array(
    z.strictObject({
      id: text,
      kind: text,
      by: z.enum(['you', 'others']),
      about: recordRef,
      from: recordRef,
      workId: textOrNull,
      state: text,
      requestedAt: isoTime,
      answeredAt: isoTimeOrNull,
      expiresAt: isoTimeOrNull,
    }),
  ),
});

export const changesFile = z.strictObject({
  changes: z.array(
    z.strictObject({
      id: text,
      kind: text,
      state: text,
      record: recordRef,
      other: recordRef.nullable(),
      otherName: textOrNull,
      workIds: z.array(text),
      reason: text,
      proposedAt: isoTime,
      appliedAt: isoTimeOrNull,
      undoUntil: isoTimeOrNull,
      endedAt: isoTimeOrNull,
    }),
  ),
});

/** claims.json. Tokens of pending proofs are excluded. */
export const claimsFile = z.strictObject({
  claims: z.array(
    z.strictObject({
      id: text,
      record: recordRef,
      state: text,
      strength: text,
      reason: textOrNull,
      remedy: textOrNull,
      createdAt: isoTime,
      noticeEndsAt: isoTimeOrNull,
      decidedAt: isoTimeOrNull,
      events: z.array(z.strictObject({ event: text, from: textOrNull, to: text, by: z.enum(['you', 'others', 'system']), at: isoTime })),
    }),
  ),
  proofs: z.array(
    z.strictObject({
      id: text,
      record: recordRef,
      kind: text,
      family: text,
      strength: textOrNull,
      state: text,
      target: text,
      facts: z.record(text, z.unknown()),
      issuedAt: isoTime,
      observedAt: isoTimeOrNull,
      checkedAt: isoTimeOrNull,
      expiresAt: isoTimeOrNull,
      failure: textOrNull,
      eventId: textOrNull,
    }),
  ),
  /** Facts of which the evidence log contains only a salted commitment. With salt and facts, the commitment can be verified. */
  private: z.array(z.strictObject({ event: z.number(), salt: text, facts: z.record(text, z.unknown()) })),
  objections: z.array(
    z.strictObject({
      id: text,
      record: recordRef,
      kind: text,
      strength: text,
      facts: z.record(text, z.unknown()),
      state: text,
      openedAt: isoTime,
      decidedAt: isoTimeOrNull,
    }),
  ),
});

const decision = { decision: textOrNull, reason: textOrNull, remedy: textOrNull };

/** reviews.json. A report about the account is included only if it was upheld, so that reporters cannot be identified. */
export const reviewsFile = z.strictObject({
  aboutYou: z.array(
    z.strictObject({ kind: text, record: recordRef.nullable(), state: text, openedAt: isoTime, decidedAt: isoTimeOrNull, ...decision }),
  ),
  votes: z.array(z.strictObject({ kind: text, record: recordRef.nullable(), ...decision, note: textOrNull, at: isoTime })),
});
