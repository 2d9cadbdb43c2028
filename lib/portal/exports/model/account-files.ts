import { z } from 'zod';
import { moment, momentOrNull, recordRef } from './format.ts';

const text = z.string();
const textOrNull = text.nullable();

/** account.json: the account itself. It contains no tokens, keys or hashes of them. */
export const accountFile = z.strictObject({
  account: z.strictObject({
    id: text,
    name: textOrNull,
    email: textOrNull,
    emailConfirmedAt: momentOrNull,
    recoveryEmail: textOrNull,
    recoveryConfirmedAt: momentOrNull,
    createdAt: momentOrNull,
    /** Whether the account is an invented person of the sample instance. */
    sample: z.boolean(),
  }),
  logins: z.array(z.strictObject({ provider: text, id: text, linkedAt: momentOrNull })),
  sessions: z.array(
    z.strictObject({ device: textOrNull, signedInBy: textOrNull, since: momentOrNull, seenAt: momentOrNull, endsAt: moment }),
  ),
  passkeys: z.array(
    z.strictObject({ name: text, backedUp: z.boolean(), createdAt: moment, usedAt: momentOrNull, removedAt: momentOrNull }),
  ),
  roles: z.array(z.strictObject({ role: text, since: moment })),
  /** A confirmed address that the account will have. */
  pendingAddress: z.strictObject({ address: text, opensAt: moment }).nullable(),
  /** A recovery by the recovery contact. */
  pendingRecovery: z.strictObject({ opensAt: moment }).nullable(),
  /** Scheduled erasure of the account; null if none was requested. */
  erasure: z.strictObject({ requestedAt: moment, runAt: moment }).nullable(),
});

/** acts.json. `subjectId` is null if the subject is another person's account. */
export const actsFile = z.strictObject({
  acts: z.array(
    z.strictObject({
      at: moment,
      /** 'you' for own acts, or 'others' for acts on the account. */
      by: z.enum(['you', 'others']),
      action: text,
      subject: text,
      subjectId: textOrNull,
      facts: z.record(text, z.unknown()),
    }),
  ),
  rolesGiven: z.array(z.strictObject({ role: text, at: moment })),
});

export const notificationsFile = z.strictObject({
  notifications: z.array(z.strictObject({ kind: text, title: text, text, path: text, at: moment, readAt: momentOrNull })),
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
      lastAt: momentOrNull,
      nextAt: momentOrNull,
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
      at: moment,
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
      requestedAt: moment,
      expiresAt: momentOrNull,
      decidedAt: momentOrNull,
    }),
  ),
});
