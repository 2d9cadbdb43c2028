import { and, eq, inArray, isNull } from 'drizzle-orm';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import { endSessions, lockAccount } from '#lib/platform/auth/sessions.ts';
import { now } from '#lib/platform/clock.ts';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { accounts, passkeys, sessions, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { confirmationKey, pendingChangeKey } from '../model/address-change.ts';
import { replaceAddress } from './address-change.ts';
import { removePasskeyRequirement } from './passkey-requirement.ts';
import { pendingRecoveryKey } from './recovery.ts';
import { logSecurityMeasure } from './security-changes.ts';

/**
 * Sets the address of an account to one that the operator knows to be its owner's, for the command line. Ends all sessions, revokes all
 * passkeys, and deletes a pending recovery and pending changes of the addresses: an attacker may have started them. The recovery contact
 * and the ORCID login stay, because they may be the owner's, who can remove the contact and require a passkey.
 * @returns how many sessions ended, and how many passkeys were revoked
 */
export async function setAddress(
  tx: Writer,
  { accountId, address: given }: { accountId: string; address: string },
): Promise<Outcome<{ sessions: number; passkeys: number }, 'bad_address' | 'unknown_account' | 'address_taken' | 'is_recovery_contact'>> {
  const address = emailAddress(given);
  if (!address.ok) return address;
  await lockAccount(tx, accountId);
  const account = await firstOf(tx, accounts, eq(accounts.id, accountId));
  if (!account) return refused('unknown_account');
  if (address.value !== account.email && (await hasRow(tx, accounts, eq(accounts.email, address.value)))) return refused('address_taken');
  if (address.value === account.recoveryEmail) return refused('is_recovery_contact');
  const pendingKeys = [
    confirmationKey('email', accountId),
    confirmationKey('recovery', accountId),
    pendingChangeKey(accountId),
    pendingRecoveryKey(accountId),
  ];
  await tx.delete(signInTokens).where(inArray(signInTokens.identifier, pendingKeys));
  const sessionsEnded = await endSessions(tx, eq(sessions.userId, accountId));
  // Runs before the passkeys are revoked, so that their notifications go to the new address.
  await replaceAddress(tx, account, { address: address.value, change: 'email_set' });
  const counts = { sessions: sessionsEnded, passkeys: await revokePasskeys(tx, accountId) };
  await writeAuditEntry(tx, { accountId: null, action: 'address.set', subject: 'account', subjectId: accountId, facts: counts });
  return done(counts);
}

/** Revokes all passkeys of an account, and removes its passkey requirement. */
async function revokePasskeys(tx: Writer, accountId: string): Promise<number> {
  const isOwn = and(eq(passkeys.accountId, accountId), isNull(passkeys.revokedAt));
  const revokedRows = await tx.update(passkeys).set({ revokedAt: now() }).where(isOwn).returning({ id: passkeys.id });
  await removePasskeyRequirement(tx, accountId);
  if (revokedRows.length > 0) await logSecurityMeasure(tx, accountId, 'passkeys_gone');
  return revokedRows.length;
}
