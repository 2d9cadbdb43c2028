import { and, desc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { PasskeyView, SecurityView, SessionView } from '#lib/community/accounts/model/account.ts';
import { confirmationKey } from '#lib/community/accounts/model/address-change.ts';
import { passkeyStateOf } from '#lib/community/accounts/queries/passkeys.ts';
import { pendingChangeOf } from '#lib/community/accounts/queries/pending-change.ts';
import { pendingRecoveryOf } from '#lib/community/accounts/queries/pending-recovery.ts';
import { federatedLoginsOf } from '#lib/governance/claims/queries/federated.ts';
import { isRecentSignIn } from '#lib/platform/auth/reauthentication.ts';
import { type OpenSession, sessionEnd } from '#lib/platform/auth/sessions.ts';
import { now } from '#lib/platform/clock.ts';
import { columnsOf, hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { accounts, passkeys, roles, sessions, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** Returns the sign-in methods and open sessions of an account, for its holder only. */
export async function securityOf(
  reader: Reader,
  session: OpenSession,
  organisations: readonly { id: string; name: string; issuer: string }[] = [],
): Promise<SecurityView> {
  const { accountId } = session.actor;
  const [account] = await reader.select().from(accounts).where(eq(accounts.id, accountId));
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

const passkeysOf = (reader: Reader, accountId: string): Promise<PasskeyView[]> =>
  reader
    .select(columnsOf(passkeys, 'id', 'name', 'backedUp', 'createdAt', 'usedAt'))
    .from(passkeys)
    .where(and(eq(passkeys.accountId, accountId), isNull(passkeys.revokedAt)))
    .orderBy(passkeys.createdAt);

async function sessionsOf(reader: Reader, accountId: string, current: string | null): Promise<SessionView[]> {
  const isListedSession = and(eq(sessions.userId, accountId), gt(sessions.expires, now()), isNotNull(sessions.id));
  const rows = await reader.select().from(sessions).where(isListedSession).orderBy(desc(sessions.seenAt)).limit(100);
  const isDecidingRole = and(eq(roles.accountId, accountId), inArray(roles.role, ['admin', 'reviewer']));
  const decides = await hasRow(reader, roles, isDecidingRole);
  return rows.flatMap((row) => {
    const { id, device, signedInBy, createdAt, seenAt } = row;
    const endsAt = sessionEnd(row, { decides });
    if (!id || endsAt <= now()) return [];
    return [{ id, device: device ?? 'An unknown browser', by: signedInBy, since: createdAt, seenAt, endsAt, current: id === current }];
  });
}

/** Returns the pending confirmations of an account. */
async function pendingConfirmations(reader: Reader, accountId: string): Promise<SecurityView['waiting']> {
  const [email, recovery] = [confirmationKey('email', accountId), confirmationKey('recovery', accountId)];
  const isPending = and(inArray(signInTokens.identifier, [email, recovery]), gt(signInTokens.expires, now()));
  return (await rowsOf(reader, signInTokens, isPending)).map(({ identifier, token }) => ({
    purpose: identifier === email ? 'email' : 'recovery',
    address: token.slice(token.indexOf(' ') + 1),
  }));
}
