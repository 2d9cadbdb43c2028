import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal, recentSignInRefusal } from '#lib/platform/auth/reauthentication.ts';
import type { OpenSession } from '#lib/platform/auth/sessions.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { accounts, passkeys, roles } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PasskeyState } from '../model/account.ts';

/** Returns the number of passkeys of an account that are not revoked. */
export async function countPasskeys(reader: Reader, accountId: string): Promise<number> {
  const [row] = await reader.prepared(countPasskeysQuery, { accountId });
  return row?.active ?? 0;
}

const countPasskeysQuery = (reader: Reader) =>
  reader
    .select({ active: count() })
    .from(passkeys)
    .where(and(eq(passkeys.accountId, sql.placeholder('accountId')), isNull(passkeys.revokedAt)))
    .prepare();

/** Returns what an action that needs a recent sign-in with a passkey still requires of the actor. */
export async function passkeyStateOf(reader: Reader, actor: Actor): Promise<PasskeyState> {
  if (passkeyRefusal(actor) === null) return 'fresh';
  return (await countPasskeys(reader, actor.accountId)) > 0 ? 'sign_in' : 'add';
}

/**
 * Whether only a passkey can change the sign-in methods of an account: it has a passkey, and requires one or has the role of admin or
 * reviewer. Otherwise access to the mailbox would be enough: an attacker could replace the passkey first.
 */
export async function isBoundToPasskey(reader: Reader, accountId: string): Promise<boolean> {
  if ((await countPasskeys(reader, accountId)) === 0) return false;
  const [account] = await reader.select({ since: accounts.passkeyRequiredAt }).from(accounts).where(eq(accounts.id, accountId));
  if (account?.since) return true;
  const isDecider = and(eq(roles.accountId, accountId), inArray(roles.role, ['admin', 'reviewer']));
  return hasRow(reader, roles, isDecider);
}

/**
 * Returns why a session may not add a passkey or change the address of its account, or null. If the account is bound to a passkey, this
 * needs a sign-in with a passkey, or the recovery with its wait: access to the mailbox is not enough.
 */
export async function signInMethodRefusal(
  reader: Reader,
  session: OpenSession | null,
): Promise<'not_signed_in' | 'reauthentication_required' | 'passkey_sign_in_needed' | null> {
  const refusal = recentSignInRefusal(session);
  if (refusal || session === null) return refusal;
  if (session.signInMethod === 'recovery' || !(await isBoundToPasskey(reader, session.actor.accountId))) return null;
  return passkeyRefusal(session.actor);
}
