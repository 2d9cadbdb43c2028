import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { recoveryWaitHours } from '#lib/community/limits.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { confirmationRefusal } from '#lib/platform/auth/mail-rate-limits.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { lockAccount, tokenHash } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, minutesMs, now } from '#lib/platform/clock.ts';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { accounts, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { notificationMessage } from '#lib/platform/mail/messages.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { siteName } from '#lib/platform/site.ts';
import type { AddressPurpose } from '../model/account.ts';
import { confirmationsLimit } from '../model/account.ts';
import { confirmationKey, formerContactKey } from '../model/address-change.ts';
import { pendingChangeOf } from '../queries/pending-change.ts';
import { beginAddressChange } from './address-change.ts';
import { deletePendingRecovery } from './recovery.ts';
import { logSecurityMeasure, notifySecurityChange } from './security-changes.ts';

/** Age up to which an account gets its first address without a wait, because it has nothing yet that an attacker could want. */
const newAccountMs = daysMs(1);
const linkTtlMs = minutesMs(60);

const purposeSentences = (): Record<AddressPurpose, string> => ({
  email: `Somebody who is signed in to ${siteName()} has given this address as theirs. If it was you, open this page in the browser where you asked. In another one, sign in there first as you did before, not with this address.`,
  recovery: `Somebody has named this address as the recovery contact of their ${siteName()} account. If it was you, open this page where you are signed in.`,
});

/** Returns why an address cannot serve a purpose of the account, or null. Reveals nothing about other accounts. */
async function addressRefusal(
  reader: Reader,
  accountId: string,
  { purpose, address }: { purpose: AddressPurpose; address: string },
): Promise<'same_address' | 'is_recovery_contact' | null> {
  const [account] = await reader.select().from(accounts).where(eq(accounts.id, accountId));
  if (address === account?.email) return 'same_address';
  if (purpose === 'recovery') return (await pendingChangeOf(reader, accountId))?.address === address ? 'same_address' : null;
  return address === account?.recoveryEmail ? 'is_recovery_contact' : null;
}

/**
 * Sends a confirmation link to a new address. The link takes effect only in a session of this account, so a mistyped address gives nobody
 * access.
 */
export async function requestConfirmation(
  tx: Writer,
  { accountId }: Actor,
  { purpose, address }: { purpose: AddressPurpose; address: string },
): Promise<Outcome<void, 'same_address' | 'is_recovery_contact' | 'too_many_links' | 'mail_just_sent'>> {
  const refusal = await addressRefusal(tx, accountId, { purpose, address });
  if (refusal) return refused(refusal);
  if (!(await withinLimit(tx, 'address-account', accountId, confirmationsLimit))) return refused('too_many_links');
  const mailRefusal = await confirmationRefusal(tx, { accountId, address, isShown: false });
  if (mailRefusal) return refused(mailRefusal.code === 'mail_just_sent' ? 'mail_just_sent' : 'too_many_links');
  const token = randomBytes(32).toString('base64url');
  const identifier = confirmationKey(purpose, accountId);
  await tx.delete(signInTokens).where(eq(signInTokens.identifier, identifier));
  await tx.insert(signInTokens).values({ identifier, token: `${tokenHash(token)} ${address}`, expires: addMs(now(), linkTtlMs) });
  const message = notificationMessage({
    title: `Confirm this address for ${siteName()}`,
    sentence: `${purposeSentences()[purpose]} The link works once, for an hour. If it was not you, do nothing.`,
    link: `${env().PUBLIC_URL}/sign-in/address?token=${token}`,
    label: 'Confirm the address',
  });
  await enqueue(tx, { kind: 'send-mail', payload: { to: address, ...message } });
  return done(undefined);
}

/**
 * Confirms an address by the emailed link. A new account without an address gets it immediately; otherwise a wait begins. If another account
 * gets the address at that moment, the unique constraint fails and the caller reports it.
 * @param sessionId the session that confirms it
 */
export async function confirmAddress(
  tx: Writer,
  { accountId }: Actor,
  { token, sessionId }: { token: string; sessionId: string },
): Promise<Outcome<AddressPurpose | 'change', 'address_link_expired' | 'address_taken' | 'same_address' | 'is_recovery_contact'>> {
  // Locks the account, so that a concurrent erasure or address change runs before or after this.
  if (!(await lockAccount(tx, accountId))) return refused('address_link_expired');
  const isOwn = inArray(signInTokens.identifier, [confirmationKey('email', accountId), confirmationKey('recovery', accountId)]);
  const rows = await tx.select().from(signInTokens).where(isOwn);
  const pending = rows.find((row) => row.token.startsWith(`${tokenHash(token)} `));
  if (!pending) return refused('address_link_expired');
  const isUnchanged = and(eq(signInTokens.identifier, pending.identifier), eq(signInTokens.token, pending.token));
  const [tokenRow] = await tx.delete(signInTokens).where(isUnchanged).returning();
  if (!tokenRow || tokenRow.expires <= now()) return refused('address_link_expired');
  const address = tokenRow.token.slice(tokenRow.token.indexOf(' ') + 1);
  const purpose = tokenRow.identifier === confirmationKey('recovery', accountId) ? 'recovery' : 'email';
  // Checked again: two links for the same address may have been sent.
  const refusal = await addressRefusal(tx, accountId, { purpose, address });
  if (refusal) return refused(refusal);
  if (purpose === 'recovery') {
    await retireRecoveryContact(tx, accountId, { for: address });
    await tx.update(accounts).set({ recoveryEmail: address, recoveryConfirmedAt: now() }).where(eq(accounts.id, accountId));
    await notifySecurityChange(tx, accountId, 'recovery_set');
    await logSecurityMeasure(tx, accountId, 'recovery_set');
    return done('recovery');
  }
  if (await hasRow(tx, accounts, eq(accounts.email, address))) return refused('address_taken');
  const isNewAccount = and(eq(accounts.id, accountId), isNull(accounts.email), gt(accounts.createdAt, addMs(now(), -newAccountMs)));
  if (!(await hasRow(tx, accounts, isNewAccount))) {
    await beginAddressChange(tx, { accountId }, { address, sessionId });
    return done('change');
  }
  await tx.update(accounts).set({ email: address, emailVerified: now() }).where(eq(accounts.id, accountId));
  await notifySecurityChange(tx, accountId, 'email_added');
  return done('email');
}

/**
 * Notifies a removed recovery contact, which can still recover the account for 72 hours. Otherwise an attacker who reads the account's
 * mailbox could remove the contact first, then change the address or require a passkey unnoticed.
 * @param next the contact that replaces it
 */
async function retireRecoveryContact(tx: Writer, accountId: string, { for: next }: { for?: string } = {}): Promise<void> {
  const isFormerContact = eq(signInTokens.identifier, formerContactKey(accountId));
  const account = await firstOf(tx, accounts, eq(accounts.id, accountId));
  const contact = account?.recoveryConfirmedAt ? account.recoveryEmail : null;
  if (!contact || contact === next) return;
  await tx.delete(signInTokens).where(and(isFormerContact, eq(signInTokens.token, contact)));
  const expires = addMs(now(), minutesMs(recoveryWaitHours * 60));
  await tx.insert(signInTokens).values({ identifier: formerContactKey(accountId), token: contact, expires });
  const message = notificationMessage({
    title: `You are no longer the recovery contact of a ${siteName()} account`,
    sentence: `Somebody who is signed in to the account${account?.email ? ` of ${account.email}` : ''} has removed or replaced its recovery contact, which was this address. If its owner did not do this, you can still recover the account: begin within ${recoveryWaitHours} hours.`,
    link: `${env().PUBLIC_URL}/sign-in/recover`,
    label: 'Recover the account',
  });
  await enqueue(tx, { kind: 'send-mail', payload: { to: contact, ...message } });
}

/** Removes the recovery contact and cancels a pending recovery. */
export async function removeRecoveryContact(tx: Writer, { accountId }: Actor): Promise<Outcome<void, 'no_recovery_contact'>> {
  const [account] = await tx.select({ at: accounts.recoveryConfirmedAt }).from(accounts).where(eq(accounts.id, accountId));
  if (!account?.at) return refused('no_recovery_contact');
  await retireRecoveryContact(tx, accountId);
  await tx.update(accounts).set({ recoveryEmail: null, recoveryConfirmedAt: null }).where(eq(accounts.id, accountId));
  await deletePendingRecovery(tx, accountId);
  await notifySecurityChange(tx, accountId, 'recovery_gone');
  await logSecurityMeasure(tx, accountId, 'recovery_gone');
  return done(undefined);
}
