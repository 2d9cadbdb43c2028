import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { digests, notificationSettings, notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { defaultSchedule, type Schedule } from '../model/digest-schedule.ts';
import { type NotificationKind, notificationKinds } from '../model/notification.ts';
import { isKindOptional, type NotificationSetting, type NotificationSettings, type UnsubscribeTarget } from '../model/settings.ts';
import { settingOf } from '../queries/settings.ts';

/**
 * Returns the random token of the account's unsubscribe links, created on first use. It changes only with the address of the account, so
 * that links in old emails keep working.
 */
export async function unsubscribeTokenOf(tx: Writer, accountId: string): Promise<string> {
  const row = { accountId, ...defaultSchedule, unsubscribeToken: newMailToken() };
  await tx.insert(digests).values(row).onConflictDoNothing();
  const [digestRow] = await tx.select({ token: digests.unsubscribeToken }).from(digests).where(eq(digests.accountId, accountId));
  if (!digestRow) throw new Error('The row of an account’s emails could not be made.');
  return digestRow.token;
}

const newMailToken = (): string => randomBytes(20).toString('base64url');

/** Asks an account once whether it wants a digest. @returns false if it has a digest, or was asked before */
export async function askAboutDigest(tx: Writer, accountId: string): Promise<boolean> {
  await unsubscribeTokenOf(tx, accountId);
  const isUnanswered = and(eq(digests.accountId, accountId), eq(digests.frequency, 'off'), isNull(digests.question));
  const asked = await tx.update(digests).set({ question: 'open' }).where(isUnanswered).returning({ accountId: digests.accountId });
  return asked.length > 0;
}

/** Invalidates the unsubscribe links of earlier emails, because they are in a mailbox that the account no longer uses. */
export async function renewUnsubscribeToken(tx: Writer, accountId: string): Promise<void> {
  await tx.update(digests).set({ unsubscribeToken: newMailToken() }).where(eq(digests.accountId, accountId));
}

async function setNotificationSetting(
  tx: Writer,
  accountId: string,
  kind: NotificationKind,
  { mail, centre }: NotificationSetting,
): Promise<void> {
  await tx
    .insert(notificationSettings)
    .values({ accountId, kind, mail, centre })
    .onConflictDoUpdate({ target: [notificationSettings.accountId, notificationSettings.kind], set: { mail, centre } });
}

/** Updates the notification settings of an account for some kinds. Unread notifications of kinds that it hides are marked as read. */
export async function updateNotificationSettings(tx: Writer, actor: Actor, settings: NotificationSettings): Promise<Outcome<number>> {
  for (const { kind, ...setting } of settings) await setNotificationSetting(tx, actor.accountId, kind, setting);
  const hiddenKinds = settings.flatMap(({ kind, centre }) => (centre ? [] : [kind]));
  if (hiddenKinds.length > 0) {
    const isUnreadHidden = and(
      eq(notifications.accountId, actor.accountId),
      isNull(notifications.readAt),
      inArray(notifications.kind, hiddenKinds),
    );
    await tx.update(notifications).set({ readAt: now() }).where(isUnreadHidden);
  }
  return done(settings.length);
}

/**
 * Ends one kind of email, the digest, or all emails, by the token of an unsubscribe link. Needs no session, and cannot turn anything on.
 * Idempotent.
 */
export async function unsubscribe(
  tx: Writer,
  { token, target }: { token: string; target: UnsubscribeTarget },
): Promise<Outcome<void, 'unknown_link'>> {
  const [row] = await tx.select({ accountId: digests.accountId }).from(digests).where(eq(digests.unsubscribeToken, token));
  if (!row) return refused('unknown_link');
  const { accountId } = row;
  if (target === 'digest' || target === 'all') {
    await tx.update(digests).set({ frequency: 'off', nextAt: null }).where(eq(digests.accountId, accountId));
  }
  const kinds = target === 'all' ? notificationKinds.filter(isKindOptional) : target === 'digest' ? [] : [target];
  for (const kind of kinds) {
    const { centre } = await settingOf(tx, accountId, kind);
    await setNotificationSetting(tx, accountId, kind, { mail: 'off', centre });
  }
  return done(undefined);
}

type DigestRow = typeof digests.$inferSelect;

/** Sets the schedule of an account's digest, and from where the next one starts. */
export async function setDigest(tx: Writer, accountId: string, changes: Schedule & Partial<DigestRow>): Promise<void> {
  await tx.update(digests).set(changes).where(eq(digests.accountId, accountId));
}

/** Advances the digests that match a condition to their next time. @returns the unsubscribe token of the first one; null if none is due */
export async function advanceDigest(
  tx: Writer,
  isDue: SQL | undefined,
  changes: Pick<DigestRow, 'nextAt' | 'lastAt' | 'lastWork' | 'lastNews'>,
): Promise<string | null> {
  const [row] = await tx.update(digests).set(changes).where(isDue).returning({ token: digests.unsubscribeToken });
  return row?.token ?? null;
}
