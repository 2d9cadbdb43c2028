import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { orcidIn } from '#lib/catalog/bibliography/identifiers.ts';
import { recoveryWaitHours } from '#lib/community/limits.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { recoveryRefusal } from '#lib/platform/auth/mail-rate-limits.ts';
import { countAgainstLimits } from '#lib/platform/auth/rate-limits.ts';
import { isSuspended, lockAccount, type SessionOrigin, startSession, tokenHash } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, minutesMs, now } from '#lib/platform/clock.ts';
import { firstOf, rowsOf } from '#lib/platform/db/rows.ts';
import { logins, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { type MailMessage, notificationMessage } from '#lib/platform/mail/messages.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { siteName } from '#lib/platform/site.ts';
import { recoveryLimits } from '../model/account.ts';
import { accountsWithAddress } from '../queries/named-accounts.ts';
import { recoveryContactsOf } from '../queries/recovery-contacts.ts';
import { stopAddressChange } from './address-change.ts';
import { removePasskeyRequirement } from './passkey-requirement.ts';
import { notifySecurityChange } from './security-changes.ts';

/**
 * Recovery of an account by its recovery contact, after all other sign-in methods are lost. A first link goes to the recovery contact. For
 * the next 72 hours the account is notified by email and in every session, and can stop the recovery. Then a second link signs in.
 */

/**
 * Lifetime of the first link, equal to the longest limit on these emails. If others have used up the limit, the owner still has a valid
 * link in the mailbox.
 */
const firstLinkTtlMs = daysMs(1);
/** How long the second link works after the wait. */
const secondLinkTtlMs = daysMs(7);
const recoveryWaitMs = minutesMs(recoveryWaitHours * 60);

const firstLinkKey = (token: string): string => `recover:${tokenHash(token)}`;
/** Returns what is stored with the first link: the account, and the contact that received the link. */
const firstLinkToken = (accountId: string, contact: string): string => `${accountId} ${contact}`;
/**
 * Returns the identifier under which the pending recovery of an account is stored. Its token holds a hash, the time when the recovery opens
 * and the contact.
 */
export const pendingRecoveryKey = (accountId: string): string => `pending-recovery:${accountId}`;
/** Returns when a pending recovery opens, from its token. */
export const recoveryOpensAt = (token: string): Date => new Date(Number(token.split(' ')[1]));

/** Placeholder for the hash of the second link before the link exists. It cannot equal a hash because it is too short. */
const noSecondLinkYet = 'waits';

const sendMail = (tx: Writer, to: string, message: MailMessage): Promise<void> =>
  enqueue(tx, { kind: 'send-mail', payload: { to, ...message } });

/**
 * Sends the first link if the given address or iD belongs to an account with a confirmed recovery contact. The response does not reveal
 * whether it does.
 * @param device the id of a browser that has signed in with this address before; requests by unknown browsers do not count towards its
 * limit
 */
export async function requestRecovery(
  tx: Writer,
  { account: input, network, device = null }: { account: string; network: string; device?: string | null },
): Promise<void> {
  const requesterCounter = {
    name: 'recover-asker',
    subject: `${device ?? network} ${input.trim().toLowerCase()}`,
    limit: recoveryLimits.requester,
  };
  // Counted before the account is looked up, for any spelling, so that the limit reveals nothing. The network is counted first: a blocked
  // network creates no further rows.
  const counters = device
    ? [requesterCounter]
    : [{ name: 'recover-network', subject: network, limit: recoveryLimits.network }, requesterCounter];
  if (await countAgainstLimits(tx, counters)) return;
  for (const accountId of await accountsToRecover(tx, input)) {
    const contacts = await recoveryContactsOf(tx, accountId);
    if (contacts.length === 0 || (await recoveryRefusal(tx, { accountId, device, limit: recoveryLimits.accountMail }))) continue;
    for (const contact of contacts) await sendFirstLink(tx, accountId, contact);
  }
}

async function sendFirstLink(tx: Writer, accountId: string, contact: string): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .insert(signInTokens)
    .values({ identifier: firstLinkKey(token), token: firstLinkToken(accountId, contact), expires: addMs(now(), firstLinkTtlMs) });
  const message = notificationMessage({
    title: `Recover your ${siteName()} account`,
    sentence: `Somebody asked to recover an account whose recovery contact you are. If it was you, open this page and press the button: after ${recoveryWaitHours} hours you get a link that signs you in. The account is notified, and can stop it. If it was not you, do nothing.`,
    link: `${env().PUBLIC_URL}/sign-in/recover?begin=${token}`,
    label: 'Start recovery',
  });
  await sendMail(tx, contact, message);
}

/** Returns the accounts with a current or former address, or with a linked iD. */
async function accountsToRecover(tx: Writer, input: string): Promise<string[]> {
  const email = emailAddress(input);
  if (email.ok) return accountsWithAddress(tx, email.value);
  const orcid = orcidIn(input).value;
  if (!orcid) return [];
  const isLogin = and(eq(logins.provider, 'orcid'), eq(logins.providerAccountId, orcid));
  return (await rowsOf(tx, logins, isLogin)).map(({ userId }) => userId);
}

/**
 * Starts the wait after the first link is opened. Notifies the account immediately, and schedules the second link for the end of the wait.
 * Stops a pending address change, because the recovery contact objects to it.
 */
export async function beginRecovery(tx: Writer, { token }: { token: string }): Promise<Outcome<{ opensAt: Date }, 'link_expired'>> {
  const isFirstLink = eq(signInTokens.identifier, firstLinkKey(token));
  const [request] = await tx.delete(signInTokens).where(isFirstLink).returning();
  if (!request || request.expires <= now()) return refused('link_expired');
  const [accountId = '', namedContact] = request.token.split(' ');
  const contacts = await recoveryContactsOf(tx, accountId);
  // A link of an earlier version names no contact; it went to the current one.
  const contact = namedContact ?? contacts[0];
  if (!contact || !contacts.includes(contact)) return refused('link_expired');
  await lockAccount(tx, accountId);
  await deletePendingRecovery(tx, accountId);
  await stopAddressChange(tx, accountId);
  const at = addMs(now(), recoveryWaitMs);
  const row = {
    identifier: pendingRecoveryKey(accountId),
    token: `${noSecondLinkYet} ${at.getTime()} ${contact}`,
    expires: addMs(at, secondLinkTtlMs),
  };
  await tx.insert(signInTokens).values(row);
  await notifySecurityChange(tx, accountId, 'recovery_asked');
  await enqueue(tx, { kind: 'open-recovery', payload: { accountId }, runAt: at });
  return done({ opensAt: at });
}

/** Creates and sends the second link after the wait, unless the recovery was stopped. Until then the database holds no secret. */
export async function openRecovery(tx: Writer, { accountId }: { accountId: string }): Promise<void> {
  const identifier = pendingRecoveryKey(accountId);
  const [tokenRow] = await tx.select().from(signInTokens).where(eq(signInTokens.identifier, identifier));
  const contact = tokenRow?.token.split(' ')[2] ?? (await recoveryContactsOf(tx, accountId))[0];
  if (!tokenRow?.token.startsWith(`${noSecondLinkYet} `) || !contact) return;
  const at = recoveryOpensAt(tokenRow.token);
  // The recovery was restarted, which has its own job, or the clock was set back. Runs again at the later time.
  if (at > now()) return enqueue(tx, { kind: 'open-recovery', payload: { accountId }, onceKey: `open-recovery:${accountId}`, runAt: at });
  const secret = randomBytes(32).toString('base64url');
  const [updated] = await tx
    .update(signInTokens)
    .set({ token: `${tokenHash(secret)} ${at.getTime()} ${contact}` })
    .where(and(eq(signInTokens.identifier, identifier), eq(signInTokens.token, tokenRow.token)))
    .returning({ identifier: signInTokens.identifier });
  if (!updated) return;
  const message = notificationMessage({
    title: `You can sign in to ${siteName()} again`,
    sentence:
      'The wait is over, and nobody has stopped it. Open this page and press the button: it signs you in, once. Then add a new way to sign in.',
    link: `${env().PUBLIC_URL}/sign-in/recover?enter=${accountId}.${secret}`,
    label: 'Sign in',
  });
  await sendMail(tx, contact, message);
}

/** Signs in by the second link after the wait. */
export async function completeRecovery(
  tx: Writer,
  { token, origin }: { token: string; origin: SessionOrigin },
): Promise<Outcome<{ token: string; expires: Date }, 'link_expired' | 'too_early' | 'account_suspended'>> {
  const [accountId = '', secret = ''] = token.split('.');
  const tokenRow = await firstOf(tx, signInTokens, eq(signInTokens.identifier, pendingRecoveryKey(accountId)));
  if (!tokenRow || tokenRow.expires <= now() || !tokenRow.token.startsWith(`${tokenHash(secret)} `)) return refused('link_expired');
  if (recoveryOpensAt(tokenRow.token) > now()) return refused('too_early');
  // A change of address that is due at this moment comes before, or is stopped.
  await lockAccount(tx, accountId);
  if (await isSuspended(tx, accountId)) return refused('account_suspended');
  const isUnchanged = and(eq(signInTokens.identifier, tokenRow.identifier), eq(signInTokens.token, tokenRow.token));
  const [usedToken] = await tx.delete(signInTokens).where(isUnchanged).returning();
  if (!usedToken) return refused('link_expired');
  await stopAddressChange(tx, accountId);
  await notifySecurityChange(tx, accountId, 'recovery_used');
  // The lost passkey can no longer be used, so a requirement would lock the owner out.
  await removePasskeyRequirement(tx, accountId);
  return done(await startSession(tx, accountId, origin));
}

/** Deletes the pending recovery of an account. @returns false if there was none */
export async function deletePendingRecovery(tx: Writer, accountId: string): Promise<boolean> {
  const isPendingRecovery = eq(signInTokens.identifier, pendingRecoveryKey(accountId));
  const deletedRows = await tx.delete(signInTokens).where(isPendingRecovery).returning({ identifier: signInTokens.identifier });
  return deletedRows.length > 0;
}

/** Cancels a pending recovery. Any session of the account may do this. */
export async function cancelRecovery(tx: Writer, { accountId }: Actor): Promise<Outcome<void, 'no_recovery'>> {
  return (await deletePendingRecovery(tx, accountId)) ? done(undefined) : refused('no_recovery');
}
