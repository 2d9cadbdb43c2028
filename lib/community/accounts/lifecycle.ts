import { eq, inArray, like, or } from 'drizzle-orm';
import { accounts, logins, passkeyChallenges, passkeys, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import {
  accountColumn,
  accountIdColumn,
  addressColumn,
  deleted,
  type EraseRows,
  erasedBy,
  lifecycleOf,
} from '#lib/platform/db/table-lifecycle.ts';
import { inWords } from '#lib/platform/limits.ts';
import { pendingRecoveryKey } from './commands/recovery.ts';
import { challengeMinutes } from './model/account.ts';
import { confirmationKey, formerContactKey, pendingChangeKey } from './model/address-change.ts';

/** Deletes the pending links of the account and its addresses, and the retained data of its former addresses. */
const eraseLinks: EraseRows = async (tx, { accountId, addresses }) => {
  const pendingKeys = [
    confirmationKey('email', accountId),
    confirmationKey('recovery', accountId),
    pendingRecoveryKey(accountId),
    pendingChangeKey(accountId),
    formerContactKey(accountId),
  ];
  const identifiers = [...addresses, ...pendingKeys];
  const isTokenOfAccount = or(eq(signInTokens.token, accountId), like(signInTokens.token, `${accountId} %`));
  await tx.delete(signInTokens).where(or(inArray(signInTokens.identifier, identifiers), isTokenOfAccount));
};

const account = deleted('It belongs to the account itself.');

export const accountsLifecycle = [
  lifecycleOf(passkeys, { accountId: accountIdColumn('account') }),
  lifecycleOf(passkeyChallenges, {
    accountId: accountIdColumn({ not: `A random number that is valid for ${inWords(challengeMinutes)} minutes and identifies nobody.` }),
  }),
  lifecycleOf(logins, { userId: accountIdColumn('account') }),
  // The archive has what the security page shows of them: a new address and a recovery that wait. A link is a key, and is left out.
  lifecycleOf(signInTokens, {
    identifier: accountColumn('account', erasedBy(eraseLinks, deleted('A link must not open an erased account.'))),
  }),
  lifecycleOf(accounts, {
    id: accountIdColumn('account', account),
    email: addressColumn('account', account),
    recoveryEmail: addressColumn('account', account),
  }),
];
