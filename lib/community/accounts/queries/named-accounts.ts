import { and, asc, eq, inArray } from 'drizzle-orm';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { accounts, logins } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { accountsWithFormerAddress } from './former-addresses.ts';

/**
 * Returns the accounts that have an address, or had it within the last year. After an attacker has changed the address of an account, its
 * owner may have signed in with the old one, which has created another account.
 */
export async function accountsWithAddress(reader: Reader, address: string): Promise<string[]> {
  const rows = await rowsOf(reader, accounts, eq(accounts.email, address));
  return [...new Set([...rows.map(({ id }) => id), ...(await accountsWithFormerAddress(reader, address))])];
}

/** Returns the ids of accounts by their id, current address or former address. */
export async function findAccounts(reader: Reader, input: string): Promise<string[]> {
  const email = emailAddress(input);
  if (email.ok) return accountsWithAddress(reader, email.value);
  return (await rowsOf(reader, accounts, eq(accounts.id, input))).map(({ id }) => id);
}

interface NamedAccount {
  id: string;
  email: string | null;
  createdAt: Date | null;
  /** The linked ORCID iD; null if there is none. */
  orcid: string | null;
}

/** Returns what distinguishes accounts for the operator, oldest first. */
export const describeAccountsForOperator = (reader: Reader, ids: readonly string[]): Promise<NamedAccount[]> =>
  reader
    .select({ id: accounts.id, email: accounts.email, createdAt: accounts.createdAt, orcid: logins.providerAccountId })
    .from(accounts)
    .leftJoin(logins, and(eq(logins.userId, accounts.id), eq(logins.provider, 'orcid')))
    .where(inArray(accounts.id, [...ids]))
    .orderBy(asc(accounts.createdAt));
