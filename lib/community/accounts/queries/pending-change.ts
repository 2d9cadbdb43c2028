import { and, eq, gt, like, sql } from 'drizzle-orm';
import { tokenHash } from '#lib/platform/auth/sessions.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type PendingChange, parseChangeToken, pendingChangeKey, pendingChangePattern } from '../model/address-change.ts';

/** Returns the pending address change of an account, or null. */
export async function pendingChangeOf(reader: Reader, accountId: string): Promise<PendingChange | null> {
  const [row] = await reader.prepared(changeQuery, { key: pendingChangeKey(accountId) });
  return row ? parseChangeToken(row.token) : null;
}

const changeQuery = (reader: Reader) =>
  reader
    .select({ token: signInTokens.token })
    .from(signInTokens)
    .where(eq(signInTokens.identifier, sql.placeholder('key')))
    .prepare();

/**
 * Whether an address is about to become that of an account. Signing in with it too early must not create a new account, which would then
 * prevent the change.
 */
export async function isAddressReserved(reader: Reader, address: string): Promise<boolean> {
  const isPending = and(like(signInTokens.identifier, pendingChangePattern), gt(signInTokens.expires, now()));
  return (await rowsOf(reader, signInTokens, isPending)).some(({ token }) => parseChangeToken(token).address === address);
}

/**
 * Whether a valid confirmation link has this token and address. Signing in with the address instead, for example on another device, would
 * create a second account that owns the address.
 */
export async function isConfirmationLinkFor(reader: Reader, token: string, address: string): Promise<boolean> {
  return hasRow(reader, signInTokens, and(eq(signInTokens.token, `${tokenHash(token)} ${address}`), gt(signInTokens.expires, now())));
}
