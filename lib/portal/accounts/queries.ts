import { and, count, desc, eq, isNull, type SQL } from 'drizzle-orm';
import { suspensionSentence } from '#lib/community/accounts/model/suspension.ts';
import { isOpenAt } from '#lib/platform/auth/sessions.ts';
import { now } from '#lib/platform/clock.ts';
import { columnsOf, rowsOf } from '#lib/platform/db/rows.ts';
import { accounts, auditEntries, erasures, passkeys, roles, sessions } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Admin } from '#lib/portal/operations/queries/operations.ts';
import type { AccountView } from './model.ts';

async function countWhere(reader: Reader, table: typeof sessions | typeof passkeys, condition: SQL | undefined): Promise<number> {
  const [row] = await reader.select({ count: count() }).from<typeof sessions | typeof passkeys>(table).where(condition);
  return row?.count ?? 0;
}

const maxEntries = 20;

/** Returns an account with what an admin needs to act on it; null if there is none. */
export async function accountFor(reader: Reader, _admin: Admin, accountId: string): Promise<AccountView | null> {
  const [account] = await rowsOf(reader, accounts, eq(accounts.id, accountId));
  if (!account) return null;
  const { id, name, email, emailVerified, createdAt, suspendedAt, suspendedFor } = account;
  const owned = await rowsOf(reader, authors, and(eq(authors.ownerId, id), isNull(authors.mergedInto)));
  const [erasure] = await rowsOf(reader, erasures, and(eq(erasures.accountId, id), isNull(erasures.doneAt)));
  const entries = await reader
    .select(columnsOf(auditEntries, 'id', 'action', 'at', 'facts'))
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, id))
    .orderBy(desc(auditEntries.at))
    .limit(maxEntries);
  return {
    ...{ id, name, email, confirmed: emailVerified !== null, since: createdAt, isSuspended: suspendedAt !== null },
    roles: (await rowsOf(reader, roles, eq(roles.accountId, id))).map(({ role }) => role),
    records: owned.map(({ slug, name: ownedName }) => ({ slug, name: ownedName })),
    suspended: suspendedAt && { at: suspendedAt, reason: suspensionSentence(suspendedFor) },
    openSessions: await countWhere(reader, sessions, and(eq(sessions.userId, id), isOpenAt(reader, now()))),
    passkeys: await countWhere(reader, passkeys, and(eq(passkeys.accountId, id), isNull(passkeys.revokedAt))),
    erasedAt: erasure?.runAt ?? null,
    entries,
  };
}
