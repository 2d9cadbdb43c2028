import { and, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PasskeyView, SecurityView, SessionView } from '#lib/community/accounts/model/account.ts';
import { confirmationKey } from '#lib/community/accounts/model/address-change.ts';
import { passkeyStateOf } from '#lib/community/accounts/queries/passkeys.ts';
import { pendingChangeOf } from '#lib/community/accounts/queries/pending-change.ts';
import { pendingRecoveryOf } from '#lib/community/accounts/queries/pending-recovery.ts';
import { federatedLoginsOf } from '#lib/governance/claims/queries/federated.ts';
import { isRecentSignIn } from '#lib/platform/auth/reauthentication.ts';
import { type OpenSession, sessionEnd } from '#lib/platform/auth/sessions.ts';
import { now } from '#lib/platform/clock.ts';
import { encodeList, isInList, placeholderFor } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { accounts, passkeys, roles, sessions, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** Returns the sign-in methods and open sessions of an account, for its holder only. */
export async function securityOf(
  reader: Reader,
  session: OpenSession,
  organisations: readonly { id: string; name: string; issuer: string }[] = [],
): Promise<SecurityView> {
  const { accountId } = session.actor;
  const [account] = await reader.prepared(accountQuery, { accountId });
  const linkedAtOf = new Map((await federatedLoginsOf(reader, accountId)).map(({ issuer, linkedAt }) => [issuer, linkedAt ?? new Date(0)]));
  const { recoveryEmail, recoveryConfirmedAt } = account ?? {};
  return {
    email: account?.email ?? null,
    passkeys: await passkeysOf(reader, accountId),
    sessions: await sessionsOf(reader, accountId, session.id),
    recovery: recoveryEmail && recoveryConfirmedAt ? { email: recoveryEmail, confirmedAt: recoveryConfirmedAt } : null,
    waiting: await pendingConfirmations(reader, accountId),
    pendingRecovery: await pendingRecoveryOf(reader, accountId),
    pendingChange: await pendingChangeOf(reader, accountId),
    federated: organisations.map(({ id, name, issuer }) => ({ id, name, linkedAt: linkedAtOf.get(issuer) ?? null })),
    isRecentSignIn: isRecentSignIn(session),
    passkeyRequired: account?.passkeyRequiredAt != null,
    passkey: await passkeyStateOf(reader, session.actor),
  };
}

const accountQuery = (reader: Reader) =>
  reader
    .select(columnsOf(accounts, 'email', 'recoveryEmail', 'recoveryConfirmedAt', 'passkeyRequiredAt'))
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('accountId')))
    .prepare();

const passkeysOf = (reader: Reader, accountId: string): Promise<PasskeyView[]> => reader.prepared(passkeysQuery, { accountId });

const passkeysQuery = (reader: Reader) =>
  reader
    .select(columnsOf(passkeys, 'id', 'name', 'backedUp', 'createdAt', 'usedAt'))
    .from(passkeys)
    .where(and(eq(passkeys.accountId, sql.placeholder('accountId')), isNull(passkeys.revokedAt)))
    .orderBy(passkeys.createdAt)
    .prepare();

async function sessionsOf(reader: Reader, accountId: string, current: string | null): Promise<SessionView[]> {
  const rows = await reader.prepared(sessionsQuery, { accountId, at: now() });
  const decides = (await reader.prepared(decidingRoleQuery, { accountId })).length > 0;
  return rows.flatMap((row) => {
    const { id, device, signedInBy, createdAt, seenAt } = row;
    const endsAt = sessionEnd(row, { decides });
    if (!id || endsAt <= now()) return [];
    return [{ id, device: device ?? 'An unknown browser', by: signedInBy, since: createdAt, seenAt, endsAt, current: id === current }];
  });
}

const sessionsQuery = (reader: Reader) => {
  const isNotExpired = gt(sessions.expires, placeholderFor(sessions.expires, 'at'));
  return reader
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, sql.placeholder('accountId')), isNotExpired, isNotNull(sessions.id)))
    .orderBy(desc(sessions.seenAt))
    .limit(100)
    .prepare();
};

const decidingRoleQuery = (reader: Reader) =>
  reader
    .select({ role: roles.role })
    .from(roles)
    .where(and(eq(roles.accountId, sql.placeholder('accountId')), inArray(roles.role, ['admin', 'reviewer'])))
    .limit(1)
    .prepare();

/** Returns the pending confirmations of an account. */
async function pendingConfirmations(reader: Reader, accountId: string): Promise<SecurityView['waiting']> {
  const [email, recovery] = [confirmationKey('email', accountId), confirmationKey('recovery', accountId)];
  return (await reader.prepared(pendingQuery, { keys: encodeList([email, recovery]), at: now() })).map(({ identifier, token }) => ({
    purpose: identifier === email ? 'email' : 'recovery',
    address: token.slice(token.indexOf(' ') + 1),
  }));
}

const pendingQuery = (reader: Reader) =>
  reader
    .select()
    .from(signInTokens)
    .where(and(isInList(signInTokens.identifier, 'keys'), gt(signInTokens.expires, placeholderFor(signInTokens.expires, 'at'))))
    .prepare();
