import { eq, inArray, or } from 'drizzle-orm';
import { accounts, logins, passkeyChallenges, passkeys, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { address, byFunction, deleted, id, type Leaving, type TableLifecycle, within } from '#lib/platform/db/table-lifecycle.ts';
import { waitingAs } from './commands/addresses.ts';
import { recoveryContactOf } from './commands/recovery.ts';

/** Links that wait for the account or its addresses. */
async function eraseLinks(tx: Writer, { accountId, addresses }: Leaving): Promise<void> {
  const names = [...addresses, waitingAs('email', accountId), waitingAs('recovery', accountId), recoveryContactOf(accountId)];
  await tx.delete(signInTokens).where(or(inArray(signInTokens.identifier, names), eq(signInTokens.token, accountId)));
}

const account = deleted('It is the account.');
const link = 'A link that waits is a key; it ends within a day, or by itself after the wait for the recovery contact.';

export const accountsLifecycle: readonly TableLifecycle[] = [
  { table: passkeys, accounts: { accountId: id('account') } },
  {
    table: passkeyChallenges,
    accounts: { accountId: id({ not: 'A random number that lives five minutes and says nothing of anybody.' }) },
  },
  { table: logins, accounts: { userId: id('account') } },
  {
    table: signInTokens,
    accounts: { identifier: within({ not: link }, byFunction(deleted('A link must not lead into an account that is gone.'))) },
    erase: eraseLinks,
  },
  {
    table: accounts,
    accounts: { id: id('account', account), email: address('account', account), recoveryEmail: address('account', account) },
  },
];
