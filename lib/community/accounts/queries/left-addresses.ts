import { and, desc, eq, gt, inArray, like } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { sealOfLeavers } from '#lib/platform/keys/seal.ts';
import { anyLeftAddress, anyLeftDomain, leftAddressKey, leftIn } from '../model/waiting-address.ts';

/** What an address that is left is kept as, and compared by. */
export const sealOfAddress = (address: string): string => sealOfLeavers()(address.toLowerCase());

/** Returns the accounts that have left an address within a year, the last first. */
export async function accountsThatLeft(reader: Reader, address: string): Promise<string[]> {
  const left = and(eq(signInTokens.identifier, leftAddressKey(sealOfAddress(address))), gt(signInTokens.expires, now()));
  return (await rowsOf(reader, signInTokens, left, desc(signInTokens.expires))).map(({ token }) => token);
}

/** Returns the seals of the addresses that an account has left within a year. */
export async function sealsOfLeftAddresses(reader: Reader, accountId: string): Promise<string[]> {
  const left = and(eq(signInTokens.token, accountId), like(signInTokens.identifier, anyLeftAddress), gt(signInTokens.expires, now()));
  return (await rowsOf(reader, signInTokens, left)).map(({ identifier }) => leftIn(identifier));
}

/** Returns the domains of the addresses that some accounts have left within a year. */
export async function leftDomains(reader: Reader, accountIds: readonly string[]): Promise<{ accountId: string; domain: string }[]> {
  const of = inArray(signInTokens.token, [...accountIds]);
  const left = and(of, like(signInTokens.identifier, anyLeftDomain), gt(signInTokens.expires, now()));
  return (await rowsOf(reader, signInTokens, left)).map(({ identifier, token }) => ({ accountId: token, domain: leftIn(identifier) }));
}
