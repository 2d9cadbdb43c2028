import { eq, inArray, like, or } from 'drizzle-orm';
import { accounts, logins, passkeyChallenges, passkeys, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { address, by, deleted, id, type Leaving, of, type TableLifecycle, within } from '#lib/platform/db/table-lifecycle.ts';
import { pendingRecoveryKey } from './commands/recovery.ts';
import { confirmationKey, formerContactKey, pendingChangeKey } from './model/address-change.ts';

/** Deletes the pending links of the account and its addresses, and the retained data of its former addresses. */
async function eraseLinks(tx: Writer, { accountId, addresses }: Leaving): Promise<void> {
  const waiting = [
    confirmationKey('email', accountId),
    confirmationKey('recovery', accountId),
    pendingRecoveryKey(accountId),
    pendingChangeKey(accountId),
    formerContactKey(accountId),
  ];
  const names = [...addresses, ...waiting];
  const ofAccount = or(eq(signInTokens.token, accountId), like(signInTokens.token, `${accountId} %`));
  await tx.delete(signInTokens).where(or(inArray(signInTokens.identifier, names), ofAccount));
}

const account = deleted('It is the account.');

export const accountsLifecycle: readonly TableLifecycle[] = [
  of(passkeys, { accountId: id('account') }),
  of(passkeyChallenges, { accountId: id({ not: 'A random number that lives five minutes and says nothing of anybody.' }) }),
  of(logins, { userId: id('account') }),
  // The archive has what the security page shows of them: a new address and a recovery that wait. A link is a key, and is left out.
  of(signInTokens, {
    identifier: within('account', by(eraseLinks, deleted('A link must not lead into an account that is gone.'))),
  }),
  of(accounts, { id: id('account', account), email: address('account', account), recoveryEmail: address('account', account) }),
];
