import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { endListingsOf } from '#lib/catalog/authors/commands/owner.ts';
import { isAdmin } from '#lib/platform/audit/roles.ts';
import { lockAccount } from '#lib/platform/auth/sessions.ts';
import { now } from '#lib/platform/clock.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { notificationMessage } from '#lib/platform/mail/messages.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { contactUrl, site, siteName } from '#lib/platform/site.ts';
import { type SuspensionReason, suspensionReasons } from '../model/suspension.ts';
import { endSessionsWhere } from './sessions.ts';

interface Suspension {
  accountId: string;
  reason: SuspensionReason;
}

/**
 * Suspends an account: ends its sessions and its listing as open, and lets nobody sign in until it is lifted. Its profile, claims, messages
 * and follows stay. Its owner is told by email. For an admin; the caller checks that.
 */
export async function suspendAccount(
  tx: Writer,
  { accountId, reason }: Suspension,
): Promise<Outcome<{ sessions: number }, 'unknown_account' | 'account_of_admin' | 'account_suspended'>> {
  if (!(await lockAccount(tx, accountId))) return refused('unknown_account');
  if (await isAdmin(tx, accountId)) return refused('account_of_admin');
  const isActive = and(eq(accounts.id, accountId), isNull(accounts.suspendedAt));
  const [suspended] = await tx.update(accounts).set({ suspendedAt: now(), suspendedFor: reason }).where(isActive).returning();
  if (!suspended) return refused('account_suspended');
  const ended = await endSessionsWhere(tx, accountId, eq(sessions.userId, accountId));
  await endListingsOf(tx, accountId);
  await tellOwner(tx, suspended.email, {
    title: `Your account at ${siteName()} is suspended`,
    sentence: `${suspensionReasons[reason]} An admin has suspended it: nobody can sign in to it, and what it has written stays. Answer the people who run this site if this is wrong.`,
  });
  return done({ sessions: ended });
}

/** Lifts a suspension. Its owner is told by email, and signs in again: no earlier session opens again. */
export async function liftSuspension(tx: Writer, { accountId }: { accountId: string }): Promise<Outcome<void, 'account_not_suspended'>> {
  const isSuspended = and(eq(accounts.id, accountId), isNotNull(accounts.suspendedAt));
  const [lifted] = await tx.update(accounts).set({ suspendedAt: null, suspendedFor: null }).where(isSuspended).returning();
  if (!lifted) return refused('account_not_suspended');
  // A sign-in at the moment of the suspension may have left one.
  await endSessionsWhere(tx, accountId, eq(sessions.userId, accountId));
  await tellOwner(tx, lifted.email, {
    title: `Your account at ${siteName()} is no longer suspended`,
    sentence: 'An admin has lifted the suspension. You can sign in again. If you were listed as open to collaborate, list yourself again.',
  });
  return done(undefined);
}

async function tellOwner(tx: Writer, to: string | null, message: { title: string; sentence: string }): Promise<void> {
  if (to === null) return;
  const { contact } = site();
  const link = contact ? contactUrl(contact) : `${env().PUBLIC_URL}/about#corrections`;
  const mail = notificationMessage({ ...message, link, label: 'Contact' });
  await enqueue(tx, { kind: 'send-mail', payload: { to, ...mail } });
}
