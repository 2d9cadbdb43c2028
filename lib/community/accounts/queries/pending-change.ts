import { and, eq, gt, like } from 'drizzle-orm';
import { tokenHash } from '#lib/platform/auth/sessions.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { anyPendingChange, type PendingChange, parseChangeToken, pendingChangeKey } from '../model/address-change.ts';

/** Returns the change of its address that an account waits for, or null. */
export async function pendingChangeOf(reader: Reader, accountId: string): Promise<PendingChange | null> {
  const [row] = await rowsOf(reader, signInTokens, eq(signInTokens.identifier, pendingChangeKey(accountId)));
  return row ? parseChangeToken(row.token) : null;
}

/**
 * Whether an address becomes that of an account within days. A new account of it would prevent that: the person who confirmed it would
 * make one by signing in with it too early.
 */
export async function isAddressReserved(reader: Reader, address: string): Promise<boolean> {
  const pending = and(like(signInTokens.identifier, anyPendingChange), gt(signInTokens.expires, now()));
  return (await rowsOf(reader, signInTokens, pending)).some(({ token }) => parseChangeToken(token).address === address);
}

/**
 * Whether a link that waits confirms this address for an account. Its reader who signs in with the address, on another device say, would
 * create a second account, to which the address would then belong.
 */
export async function isLinkTo(reader: Reader, token: string, address: string): Promise<boolean> {
  return hasRow(reader, signInTokens, and(eq(signInTokens.token, `${tokenHash(token)} ${address}`), gt(signInTokens.expires, now())));
}
