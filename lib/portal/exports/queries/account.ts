import { and, asc, desc, eq, or } from 'drizzle-orm';
import { pendingChangeOf } from '#lib/community/accounts/queries/pending-change.ts';
import { pendingRecoveryOf } from '#lib/community/accounts/queries/pending-recovery.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { firstOf, rowsOf } from '#lib/platform/db/rows.ts';
import { accounts, auditEntries, erasures, logins, passkeys, roles, sessions } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { FileContent } from './refs.ts';

/** Returns the account and its sign-in methods, without keys and tokens. */
export async function accountContent(reader: Reader, { accountId }: Actor): FileContent<'account'> {
  const account = await firstOf(reader, accounts, eq(accounts.id, accountId));
  if (!account) throw new Error('The account is gone.');
  const loginRows = await rowsOf(reader, logins, eq(logins.userId, accountId), asc(logins.provider));
  const sessionRows = await rowsOf(reader, sessions, eq(sessions.userId, accountId), desc(sessions.createdAt));
  const passkeyRows = await rowsOf(reader, passkeys, eq(passkeys.accountId, accountId), asc(passkeys.createdAt));
  const roleRows = await rowsOf(reader, roles, eq(roles.accountId, accountId), asc(roles.role));
  const erasureRows = await rowsOf(reader, erasures, eq(erasures.accountId, accountId));
  return {
    account: { ...account, emailConfirmedAt: account.emailVerified },
    logins: loginRows.map((each) => ({ ...each, id: each.providerAccountId })),
    sessions: sessionRows.map((each) => ({ ...each, since: each.createdAt, endsAt: each.expires })),
    passkeys: passkeyRows.map((each) => ({ ...each, removedAt: each.revokedAt })),
    roles: roleRows.map((each) => ({ ...each, since: each.grantedAt })),
    pendingAddress: await pendingChangeOf(reader, accountId),
    pendingRecovery: await pendingRecoveryOf(reader, accountId),
    erasure: erasureRows.find(({ doneAt }) => doneAt === null) ?? null,
  };
}

/** Returns the audit log's entries by and about the account. Ids of other accounts are removed. */
export async function actsContent(reader: Reader, { accountId }: Actor): FileContent<'acts'> {
  const isByAccount = eq(auditEntries.accountId, accountId);
  const isAboutAccount = and(eq(auditEntries.subject, 'account'), eq(auditEntries.subjectId, accountId));
  const rows = await rowsOf(reader, auditEntries, or(isByAccount, isAboutAccount), asc(auditEntries.at), asc(auditEntries.id));
  const grantedRoles = await rowsOf(reader, roles, eq(roles.grantedBy, accountId), asc(roles.grantedAt));
  return {
    acts: rows.map((row) => ({
      ...row,
      by: row.accountId === accountId ? 'you' : 'others',
      subjectId: row.subject === 'account' && row.subjectId !== accountId ? null : row.subjectId,
    })),
    rolesGiven: grantedRoles.map((each) => ({ ...each, at: each.grantedAt })),
  };
}
