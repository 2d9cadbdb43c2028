import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { addressWaitHours } from '#lib/community/limits.ts';
import { renewUnsubscribeToken } from '#lib/community/notifications/commands/settings.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { endSessions, lockAccount } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, minutesMs, now } from '#lib/platform/clock.ts';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { accounts, sessions, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { createMessage, notificationMessage } from '#lib/platform/mail/messages.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { siteName } from '#lib/platform/site.ts';
import {
  confirmationKey,
  formatChangeToken,
  formerAddressKey,
  formerDomainKey,
  parseChangeToken,
  pendingChangeKey,
} from '../model/address-change.ts';
import { sealOfAddress } from '../queries/former-addresses.ts';
import { recoveryContactsOf } from '../queries/recovery-contacts.ts';
import { notifySecurityChange } from './security-changes.ts';

/**
 * Change of the email address of an account (docs/decisions/0063-address-change.md). A link confirms the new address. For the next 72 hours
 * the account and its recovery contact are notified and can stop the change. The old address stays valid until then.
 */

const addressWaitMs = minutesMs(addressWaitHours * 60);
/** How long a pending change is stored after the wait. A late job restarts the wait; without a job the change expires. */
const pendingChangeTtlMs = daysMs(30);
/**
 * Maximum delay of the job before the wait restarts. A later job means that the whole instance was down, or that a backup was restored: the
 * owner may have had no time to stop the change, or may have stopped it after the backup was made.
 */
const maxJobDelayMs = daysMs(1);
/** Equal to the retention of a block after the erasure of an account. */
const formerAddressDays = 365;

/** Starts the wait for a confirmed address. Replaces a pending change. */
export async function beginAddressChange(
  tx: Writer,
  { accountId }: Pick<Actor, 'accountId'>,
  { address, sessionId }: { address: string; sessionId: string },
  change: 'email_change_asked' | 'email_change_again' = 'email_change_asked',
): Promise<void> {
  await deletePendingChange(tx, accountId);
  const opensAt = addMs(now(), addressWaitMs);
  const token = formatChangeToken({ opensAt, sessionId, address });
  await tx.insert(signInTokens).values({ identifier: pendingChangeKey(accountId), token, expires: addMs(opensAt, pendingChangeTtlMs) });
  await notifySecurityChange(tx, accountId, change);
  await notifyRecoveryContacts(tx, accountId);
  await enqueue(tx, { kind: 'change-address', payload: { accountId }, runAt: opensAt });
}

/**
 * Notifies the recovery contact, which can stop the change: an attacker who reads the account's mailbox can delete the notification there.
 */
async function notifyRecoveryContacts(tx: Writer, accountId: string): Promise<void> {
  const contacts = await recoveryContactsOf(tx, accountId);
  const account = await firstOf(tx, accounts, eq(accounts.id, accountId));
  const ownerName = account?.email ?? account?.name;
  const message = notificationMessage({
    title: `The email address of a ${siteName()} account will change`,
    sentence: `You are the recovery contact of ${ownerName ? `the account of ${ownerName}` : 'an account'}. Somebody who is signed in to it has confirmed a new email address, which the account has after ${addressWaitHours} hours in place of any other. If its owner did not do this, recover the account: that stops the change.`,
    link: `${env().PUBLIC_URL}/sign-in/recover`,
    label: 'Recover the account',
  });
  for (const to of contacts) await enqueue(tx, { kind: 'send-mail', payload: { to, ...message } });
}

/** Sets the new address after the wait, unless the change was stopped or another account has taken the address. */
export async function completeAddressChange(tx: Writer, { accountId }: { accountId: string }): Promise<void> {
  if (!(await lockAccount(tx, accountId))) return;
  const tokenRow = await firstOf(tx, signInTokens, eq(signInTokens.identifier, pendingChangeKey(accountId)));
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
  if (!tokenRow || !account) return;
  const { opensAt, address, sessionId } = parseChangeToken(tokenRow.token);
  // The change was restarted, which has its own job, or the clock was set back. Runs again at the later time.
  if (opensAt > now())
    return enqueue(tx, { kind: 'change-address', payload: { accountId }, onceKey: `change-address:${accountId}`, runAt: opensAt });
  if (addMs(opensAt, maxJobDelayMs) < now()) return beginAddressChange(tx, { accountId }, { address, sessionId }, 'email_change_again');
  await deletePendingChange(tx, accountId);
  if (await hasRow(tx, accounts, eq(accounts.email, address))) return notifySecurityChange(tx, accountId, 'email_not_changed');
  await endSessions(tx, and(eq(sessions.userId, accountId), or(isNull(sessions.id), ne(sessions.id, sessionId))));
  await replaceAddress(tx, account, { address, change: account.email ? 'email_changed' : 'email_added' });
}

type Replacement = 'email_added' | 'email_changed' | 'email_set';
const reasonOf = (change: Replacement): string =>
  change === 'email_set'
    ? 'The operator of this site has made the change, because somebody asked for it who said that the account is theirs.'
    : `The change was confirmed ${addressWaitHours} hours ago, and nobody has stopped it.`;

/** Replaces the address of an account, and notifies both addresses. The email to the former one does not name the new one. */
export async function replaceAddress(
  tx: Writer,
  { id, email: former, emailVerified, sample }: typeof accounts.$inferSelect,
  { address, change }: { address: string; change: Replacement },
): Promise<void> {
  await tx.update(accounts).set({ email: address, emailVerified: now() }).where(eq(accounts.id, id));
  if (former && former !== address) {
    await retainFormerAddress(tx, id, former);
    await renewUnsubscribeToken(tx, id);
  }
  await notifySecurityChange(tx, id, change);
  if (former && former !== address && emailVerified && !sample)
    await enqueue(tx, { kind: 'send-mail', payload: { to: former, forget: true, ...formerAddressMessage(reasonOf(change)) } });
}

/** Deletes the links sent to a former address. Retains its seal and domain for a year, for recovery, blocks and votes. */
async function retainFormerAddress(tx: Writer, accountId: string, address: string): Promise<void> {
  await tx.delete(signInTokens).where(inArray(signInTokens.identifier, [address, confirmationKey('email', accountId)]));
  const expires = addMs(now(), daysMs(formerAddressDays));
  const identifiers = [
    formerAddressKey(sealOfAddress(address)),
    formerDomainKey(address.slice(address.lastIndexOf('@') + 1).toLowerCase()),
  ];
  for (const identifier of identifiers) {
    await tx.delete(signInTokens).where(and(eq(signInTokens.identifier, identifier), eq(signInTokens.token, accountId)));
    await tx.insert(signInTokens).values({ identifier, token: accountId, expires });
  }
}

const formerAddressMessage = (reason: string) =>
  createMessage(`Your ${siteName()} account has another email address`, [
    `${reason} This address no longer signs in to the account, and gets no more email about it.`,
    'If it was not you, recover the account with its recovery contact and this address, or write to the operator.',
    { link: `${env().PUBLIC_URL}/sign-in/recover`, label: 'Recover the account' },
  ]);

/** Deletes the pending change of an account. @returns false if there was none */
async function deletePendingChange(tx: Writer, accountId: string): Promise<boolean> {
  const isPendingChange = eq(signInTokens.identifier, pendingChangeKey(accountId));
  const deletedRows = await tx.delete(signInTokens).where(isPendingChange).returning({ identifier: signInTokens.identifier });
  return deletedRows.length > 0;
}

/** Stops an address change, deletes its confirmation link and notifies the account. @returns false if there was no change */
export async function stopAddressChange(tx: Writer, accountId: string): Promise<boolean> {
  await tx.delete(signInTokens).where(eq(signInTokens.identifier, confirmationKey('email', accountId)));
  const wasPending = await deletePendingChange(tx, accountId);
  if (wasPending) await notifySecurityChange(tx, accountId, 'email_change_stopped');
  return wasPending;
}

/** Stops an address change. Any session of the account may do this. */
export async function cancelAddressChange(tx: Writer, { accountId }: Actor): Promise<Outcome<void, 'no_address_change'>> {
  return (await stopAddressChange(tx, accountId)) ? done(undefined) : refused('no_address_change');
}
