import { z } from 'zod';
import { isoTime, isoTimeOrNull, recordRef } from './format.ts';

const text = z.string();
const textOrNull = text.nullable();

/** account.json: the account itself. It contains no tokens, keys or hashes of them. */
export const accountFile = z.strictObject({
  account: z.strictObject({
    id: text,
    name: textOrNull,
    email: textOrNull,
    emailConfirmedAt: isoTimeOrNull,
    recoveryEmail: textOrNull,
    recoveryConfirmedAt: isoTimeOrNull,
    createdAt: isoTimeOrNull,
    /** Whether the account is an invented person of the sample instance. */
    sample: z.boolean(),
  }),
  logins: z.array(z.strictObject({ provider: text, id: text, linkedAt: isoTimeOrNull })),
  sessions: z.array(
    z.strictObject({ device: textOrNull, signedInBy: textOrNull, since: isoTimeOrNull, seenAt: isoTimeOrNull, endsAt: isoTime }),
  ),
  passkeys: z.array(
    z.strictObject({ name: text, backedUp: z.boolean(), createdAt: isoTime, usedAt: isoTimeOrNull, removedAt: isoTimeOrNull }),
  ),
  roles: z.array(z.strictObject({ role: text, since: isoTime })),
  /** A confirmed address that the account will have. */
  pendingAddress: z.strictObject({ address: text, opensAt: isoTime }).nullable(),
  /** A recovery by the recovery contact. */
  pendingRecovery: z.strictObject({ opensAt: isoTime }).nullable(),
  /** Scheduled erasure of the account; null if none was requested. */
  erasure: z.strictObject({ requestedAt: isoTime, runAt: isoTime }).nullable(),
});

/** acts.json. `subjectId` is null if the subject is another person's account. */
export const actsFile = z.strictObject({
  acts: z.array(
    z.strictObject({
      at: isoTime,
      /** 'you' for own acts, or 'others' for acts on the account. */
      by: z.enum(['you', 'others']),
      action: text,
      subject: text,
      subjectId: textOrNull,
      facts: z.record(text, z.unknown()),
    }),
  ),
  rolesGiven: z.array(z.strictObject({ role: text, at: isoTime })),
});

export const notificationsFile = z.strictObject({
  notifications: z.array(z.strictObject({ kind: text, title: text, text, path: text, at: isoTime, readAt: isoTimeOrNull })),
});

/** settings.json: the kinds that the account has set, and the digest. */
export const settingsFile = z.strictObject({
  kinds: z.array(z.strictObject({ kind: text.max(60), mail: text.max(20), centre: z.boolean() })).max(200),
  digest: z
    .strictObject({
      frequency: text.max(20),
      hour: z.number().int(),
      weekday: z.number().int(),
      timeZone: text.max(60),
      lastAt: isoTimeOrNull,
      nextAt: isoTimeOrNull,
    })
    .nullable(),
});

/** reports.json. Quotes of other people are in invitations and threads. */
export const reportsFile = z.strictObject({
  reports: z.array(
    z.strictObject({
      id: text,
      subject: text,
      subjectId: text,
      kind: text,
      reason: text,
      facts: z.record(text, z.union([text, z.array(text)])),
      note: textOrNull,
      state: text,
      at: isoTime,
    }),
  ),
});

/** visibility.json: requests made by the account; requests by links of earlier owners are excluded. */
export const visibilityFile = z.strictObject({
  requests: z.array(
    z.strictObject({
      id: text,
      record: recordRef,
      wanted: text,
      by: text,
      state: text,
      contact: textOrNull,
      reason: textOrNull,
      requestedAt: isoTime,
      expiresAt: isoTimeOrNull,
      decidedAt: isoTimeOrNull,
    }),
  ),
});
