import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { recoveryRefusal } from '#lib/platform/auth/mail-rate-limits.ts';
import { type Limit, refusingLimit } from '#lib/platform/auth/rate-limits.ts';
import { lockAccount, type SessionOrigin, startSession, tokenHash } from '#lib/platform/auth/sessions.ts';
import { daysMs, later, minutesMs, now } from '#lib/platform/clock.ts';
import { firstOf, rowsOf } from '#lib/platform/db/rows.ts';
import { logins, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { type MailMessage, notificationMessage } from '#lib/platform/mail/messages.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { siteName } from '#lib/platform/site.ts';
import { recoveryWaitHours } from '../model/account.ts';
import { accountsOfAddress } from '../queries/named-accounts.ts';
import { recoveryContactsOf } from '../queries/recovery-contacts.ts';
import { stopAddressChange } from './address-change.ts';
import { dropPasskeyRequirement } from './passkey-requirement.ts';
import { notifySecurityChange } from './security-changes.ts';

/**
 * Recovery of an account by its recovery contact, for somebody who has lost all other sign-in methods: a link to the recovery address, then
 * 72 hours in which the account is told by mail and in every session and can stop it, then a second link that signs in.
 */

/** As long as the longest limit on its mails: anyone who asks in vain because others have asked too often has a link of theirs in the mailbox. */
const askMs = daysMs(1);
/** The second link can be used for a week after the wait. */
const openMs = daysMs(7);
const waitMs = minutesMs(recoveryWaitHours * 60);
const perNetwork: Limit = { times: 10, minutes: 60 };
/** From one network for one address or iD. Others cannot use it up: it is not the account's. */
const perAsker: Limit = { times: 3, minutes: 24 * 60 };
/** From all networks together, so that nobody fills a mailbox. Each of these mails has a link that works as long as this counts. */
const mailsPerAccount: Limit = { times: 10, minutes: 24 * 60 };

const askedAs = (token: string): string => `recover:${tokenHash(token)}`;
/** What is stored beside the first link: the account, and the contact to which the link went. */
const askedToken = (accountId: string, contact: string): string => `${accountId} ${contact}`;
/** Returns the identifier under which the pending recovery of an account is stored; its token is a hash, the moment when it opens and the contact. */
export const pendingRecoveryKey = (accountId: string): string => `pending-recovery:${accountId}`;
/** Returns when a pending recovery opens, by its token. */
export const opensAt = (token: string): Date => new Date(Number(token.split(' ')[1]));

/** Stands for the hash of the second link before there is one; no hash is so short. */
const notYet = 'waits';

const send = (tx: Writer, to: string, message: MailMessage): Promise<void> =>
  enqueue(tx, { kind: 'send-mail', payload: { to, ...message } });

/**
 * Sends the first link, where the address or iD given is that of an account with a confirmed recovery contact. Nothing of what is
 * answered says whether it is.
 * @param device the id of the browser if it has signed in with this address before: strangers' requests do not count for it
 */
export async function requestRecovery(
  tx: Writer,
  { account: given, network, device = null }: { account: string; network: string; device?: string | null },
): Promise<void> {
  const asker = { name: 'recover-asker', subject: `${device ?? network} ${given.trim().toLowerCase()}`, limit: perAsker };
  // Counted before it is known whether there is such an account, for any spelling of it. A network that is refused leaves no row for each.
  const counters = device ? [asker] : [{ name: 'recover-network', subject: network, limit: perNetwork }, asker];
  if (await refusingLimit(tx, counters)) return;
  for (const accountId of await accountsToRecover(tx, given)) {
    const contacts = await recoveryContactsOf(tx, accountId);
    if (contacts.length === 0 || (await recoveryRefusal(tx, { accountId, device, limit: mailsPerAccount }))) continue;
    for (const contact of contacts) await sendFirstLink(tx, accountId, contact);
  }
}

async function sendFirstLink(tx: Writer, accountId: string, contact: string): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(signInTokens).values({ identifier: askedAs(token), token: askedToken(accountId, contact), expires: later(now(), askMs) });
  const message = notificationMessage({
    title: `Recover your ${siteName()} account`,
    sentence: `Somebody asked to recover an account whose recovery contact you are. If it was you, open this page and press the button: after ${recoveryWaitHours} hours you get a link that signs you in. The account is notified, and can stop it. If it was not you, do nothing.`,
    link: `${env().PUBLIC_URL}/sign-in/recover?begin=${token}`,
    label: 'Start recovery',
  });
  await send(tx, contact, message);
}

/** The accounts that an address, a former one or an iD names. */
async function accountsToRecover(tx: Writer, given: string): Promise<string[]> {
  const email = emailAddress(given);
  if (email.ok) return accountsOfAddress(tx, email.value);
  const orcid = /\d{4}-\d{4}-\d{4}-\d{3}[\dX]/.exec(given)?.[0];
  if (!orcid) return [];
  const of = and(eq(logins.provider, 'orcid'), eq(logins.providerAccountId, orcid));
  return (await rowsOf(tx, logins, of)).map(({ userId }) => userId);
}

/**
 * Begins the wait by the first link: the account is told at once, and the second link is mailed when the wait is over. A pending change of
 * the account's address ends: its recovery contact objects.
 */
export async function beginRecovery(tx: Writer, { token }: { token: string }): Promise<Outcome<{ opensAt: Date }, 'link_expired'>> {
  const own = eq(signInTokens.identifier, askedAs(token));
  const [asked] = await tx.delete(signInTokens).where(own).returning();
  if (!asked || asked.expires <= now()) return refused('link_expired');
  const [accountId = '', named] = asked.token.split(' ');
  const contacts = await recoveryContactsOf(tx, accountId);
  // A link of an earlier version names no contact, and went to the present one.
  const contact = named ?? contacts[0];
  if (!contact || !contacts.includes(contact)) return refused('link_expired');
  await lockAccount(tx, accountId);
  await deletePendingRecovery(tx, accountId);
  await stopAddressChange(tx, accountId);
  const at = later(now(), waitMs);
  const row = { identifier: pendingRecoveryKey(accountId), token: `${notYet} ${at.getTime()} ${contact}`, expires: later(at, openMs) };
  await tx.insert(signInTokens).values(row);
  await notifySecurityChange(tx, accountId, 'recovery_asked');
  await enqueue(tx, { kind: 'open-recovery', payload: { accountId }, runAt: at });
  return done({ opensAt: at });
}

/** Makes and sends the second link once the wait is over, unless it was stopped. No secret waits in the database meanwhile. */
export async function openRecovery(tx: Writer, { accountId }: { accountId: string }): Promise<void> {
  const identifier = pendingRecoveryKey(accountId);
  const [kept] = await tx.select().from(signInTokens).where(eq(signInTokens.identifier, identifier));
  const contact = kept?.token.split(' ')[2] ?? (await recoveryContactsOf(tx, accountId))[0];
  if (!kept?.token.startsWith(`${notYet} `) || !contact) return;
  const at = opensAt(kept.token);
  // Stopped and asked for again since, or the clock was set back: that one's own job comes, or this one comes again.
  if (at > now()) return enqueue(tx, { kind: 'open-recovery', payload: { accountId }, onceKey: `open-recovery:${accountId}`, runAt: at });
  const secret = randomBytes(32).toString('base64url');
  const [opened] = await tx
    .update(signInTokens)
    .set({ token: `${tokenHash(secret)} ${at.getTime()} ${contact}` })
    .where(and(eq(signInTokens.identifier, identifier), eq(signInTokens.token, kept.token)))
    .returning({ identifier: signInTokens.identifier });
  if (!opened) return;
  const message = notificationMessage({
    title: `You can sign in to ${siteName()} again`,
    sentence:
      'The wait is over, and nobody has stopped it. Open this page and press the button: it signs you in, once. Then add a new way to sign in.',
    link: `${env().PUBLIC_URL}/sign-in/recover?enter=${accountId}.${secret}`,
    label: 'Sign in',
  });
  await send(tx, contact, message);
}

/** Signs in by the second link, once the wait is over. */
export async function completeRecovery(
  tx: Writer,
  { token, origin }: { token: string; origin: SessionOrigin },
): Promise<Outcome<{ token: string; expires: Date }, 'link_expired' | 'too_early'>> {
  const [accountId = '', secret = ''] = token.split('.');
  const kept = await firstOf(tx, signInTokens, eq(signInTokens.identifier, pendingRecoveryKey(accountId)));
  if (!kept || kept.expires <= now() || !kept.token.startsWith(`${tokenHash(secret)} `)) return refused('link_expired');
  if (opensAt(kept.token) > now()) return refused('too_early');
  const same = and(eq(signInTokens.identifier, kept.identifier), eq(signInTokens.token, kept.token));
  const [used] = await tx.delete(signInTokens).where(same).returning();
  if (!used) return refused('link_expired');
  await stopAddressChange(tx, accountId);
  await notifySecurityChange(tx, accountId, 'recovery_used');
  // The passkey is what was lost: without this nobody could sign in again.
  await dropPasskeyRequirement(tx, accountId);
  return done(await startSession(tx, accountId, origin));
}

/** Deletes the pending recovery of an account. @returns false where there was none */
export async function deletePendingRecovery(tx: Writer, accountId: string): Promise<boolean> {
  const ended = await tx
    .delete(signInTokens)
    .where(eq(signInTokens.identifier, pendingRecoveryKey(accountId)))
    .returning({ identifier: signInTokens.identifier });
  return ended.length > 0;
}

/** Cancels a pending recovery, from any session of the account. */
export async function cancelRecovery(tx: Writer, { accountId }: Actor): Promise<Outcome<void, 'no_recovery'>> {
  return (await deletePendingRecovery(tx, accountId)) ? done(undefined) : refused('no_recovery');
}
