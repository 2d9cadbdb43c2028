import { and, eq, gt } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { firstOf, rowsOf } from '#lib/platform/db/rows.ts';
import { accounts, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { formerContactKey } from '../model/address-change.ts';

/** Returns the addresses that can recover an account: its confirmed contact, and those removed or replaced within the last 72 hours. */
export async function recoveryContactsOf(reader: Reader, accountId: string): Promise<string[]> {
  const account = await firstOf(reader, accounts, eq(accounts.id, accountId));
  if (!account) return [];
  const current = account.recoveryEmail && account.recoveryConfirmedAt ? [account.recoveryEmail] : [];
  return [...new Set([...current, ...(await formerContactsOf(reader, accountId))])];
}

/** Returns the recovery contacts that an account removed or replaced within the last 72 hours. */
export async function formerContactsOf(reader: Reader, accountId: string): Promise<string[]> {
  const isFormerContact = and(eq(signInTokens.identifier, formerContactKey(accountId)), gt(signInTokens.expires, now()));
  return (await rowsOf(reader, signInTokens, isFormerContact)).map(({ token }) => token);
}
