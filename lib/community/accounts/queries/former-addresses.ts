import { and, desc, eq, gt, inArray, like } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { sealErasedIdentity } from '#lib/platform/keys/seal.ts';
import { formerAddressKey, formerAddressPattern, formerDomainPattern, valueOfKey } from '../model/address-change.ts';

/** Returns the seal under which a former address is stored and compared. */
export const sealOfAddress = (address: string): string => sealErasedIdentity()(address.toLowerCase());

/** Returns the accounts that had an address within the last year, most recent first. */
export async function accountsWithFormerAddress(reader: Reader, address: string): Promise<string[]> {
  const isFormerAddress = and(eq(signInTokens.identifier, formerAddressKey(sealOfAddress(address))), gt(signInTokens.expires, now()));
  return (await rowsOf(reader, signInTokens, isFormerAddress, desc(signInTokens.expires))).map(({ token }) => token);
}

/** Returns the seals of the account's former addresses of the last year. */
export async function sealsOfFormerAddresses(reader: Reader, accountId: string): Promise<string[]> {
  const isFormerAddress = and(
    eq(signInTokens.token, accountId),
    like(signInTokens.identifier, formerAddressPattern),
    gt(signInTokens.expires, now()),
  );
  return (await rowsOf(reader, signInTokens, isFormerAddress)).map(({ identifier }) => valueOfKey(identifier));
}

/** Returns the domains of the former addresses of some accounts, of the last year. */
export async function formerDomains(reader: Reader, accountIds: readonly string[]): Promise<{ accountId: string; domain: string }[]> {
  const isOfAccounts = inArray(signInTokens.token, [...accountIds]);
  const isFormerAddress = and(isOfAccounts, like(signInTokens.identifier, formerDomainPattern), gt(signInTokens.expires, now()));
  return (await rowsOf(reader, signInTokens, isFormerAddress)).map(({ identifier, token }) => ({
    accountId: token,
    domain: valueOfKey(identifier),
  }));
}
