import { and, asc, desc, eq, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#lib/platform/auth/actor.ts';
import {
  accounts,
  announcements,
  auditEntries,
  dataExports,
  dataImports,
  erasures,
  logins,
  passkeys,
  roles,
  sessions,
} from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { accountFile, actsFile, exportsFile } from '../model/account-files.ts';
import { iso, isoOrNull } from '../model/format.ts';

/** The account, and how it is signed in to; of keys and tokens nothing. */
export async function accountPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof accountFile>> {
  const [row] = await reader.select().from(accounts).where(eq(accounts.id, accountId));
  if (!row) throw new Error('The account is gone.');
  const [erasure] = await reader
    .select()
    .from(erasures)
    .where(and(eq(erasures.accountId, accountId), isNull(erasures.doneAt)));
  return {
    account: {
      id: row.id,
      name: row.name,
      email: row.email,
      emailConfirmedAt: isoOrNull(row.emailVerified),
      recoveryEmail: row.recoveryEmail,
      recoveryConfirmedAt: isoOrNull(row.recoveryConfirmedAt),
      createdAt: isoOrNull(row.createdAt),
      sample: row.sample,
    },
    ...(await waysIn(reader, accountId)),
    roles: (await reader.select().from(roles).where(eq(roles.accountId, accountId)).orderBy(asc(roles.role))).map((each) => ({
      role: each.role,
      since: iso(each.grantedAt),
    })),
    erasure: erasure ? { requestedAt: iso(erasure.requestedAt), runAt: iso(erasure.runAt) } : null,
  };
}

async function waysIn(reader: Reader, accountId: string) {
  const through = await reader.select().from(logins).where(eq(logins.userId, accountId)).orderBy(asc(logins.provider));
  const open = await reader.select().from(sessions).where(eq(sessions.userId, accountId)).orderBy(desc(sessions.createdAt));
  const keys = await reader.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(asc(passkeys.createdAt));
  return {
    logins: through.map(({ provider, providerAccountId, linkedAt }) => ({
      provider,
      id: providerAccountId,
      linkedAt: isoOrNull(linkedAt),
    })),
    sessions: open.map(({ device, signedInBy, createdAt, seenAt, expires }) => ({
      ...{ device, signedInBy },
      since: isoOrNull(createdAt),
      seenAt: isoOrNull(seenAt),
      endsAt: iso(expires),
    })),
    passkeys: keys.map(({ name, backedUp, createdAt, usedAt, revokedAt }) => ({
      ...{ name, backedUp },
      createdAt: iso(createdAt),
      usedAt: isoOrNull(usedAt),
      removedAt: isoOrNull(revokedAt),
    })),
  };
}

/** What the operator's book says of the account. Of whom else it was about, where that is an account, nothing is told. */
export async function actsPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof actsFile>> {
  const own = eq(auditEntries.accountId, accountId);
  const about = and(eq(auditEntries.subject, 'account'), eq(auditEntries.subjectId, accountId));
  const rows = await reader.select().from(auditEntries).where(or(own, about)).orderBy(asc(auditEntries.at), asc(auditEntries.id));
  const given = await reader.select().from(roles).where(eq(roles.grantedBy, accountId)).orderBy(asc(roles.grantedAt));
  const told = await reader.select().from(announcements).where(eq(announcements.createdBy, accountId)).orderBy(asc(announcements.from));
  return {
    acts: rows.map((row) => ({
      at: iso(row.at),
      by: row.accountId === accountId ? ('you' as const) : ('others' as const),
      action: row.action,
      subject: row.subject,
      subjectId: row.subject === 'account' && row.subjectId !== accountId ? null : row.subjectId,
      facts: row.facts,
    })),
    rolesGiven: given.map(({ role, grantedAt }) => ({ role, at: iso(grantedAt) })),
    announcements: told.map(({ text, href, from, until }) => ({ text, href, from: iso(from), until: iso(until) })),
  };
}

/** Copies that were taken, and copies that were taken in. */
export async function exportsPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof exportsFile>> {
  const copies = await reader.select().from(dataExports).where(eq(dataExports.accountId, accountId)).orderBy(desc(dataExports.requestedAt));
  const takenIn = await reader.select().from(dataImports).where(eq(dataImports.accountId, accountId)).orderBy(desc(dataImports.receivedAt));
  return {
    copies: copies.map(({ state, bytes, requestedAt, readyAt }) => ({
      ...{ state, bytes },
      requestedAt: iso(requestedAt),
      readyAt: isoOrNull(readyAt),
    })),
    takenIn: takenIn.map(({ origin, madeAt, state, receivedAt, takenAt, taken }) => ({
      ...{ origin, state, taken },
      madeAt: iso(madeAt),
      receivedAt: iso(receivedAt),
      takenAt: isoOrNull(takenAt),
    })),
  };
}
