import { and, eq } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { lockAccountRows } from './lock.ts';

interface Login {
  userId: string;
  provider: string;
  providerAccountId: string;
}

/**
 * Links a login to an account, which has at most one per provider. Provider tokens are not stored because nothing uses them.
 * @returns `renewed` if the account already has this login; its time of use is updated
 */
export async function addLogin(tx: Writer, login: Login): Promise<'linked' | 'renewed' | 'another_linked' | 'of_another_account'> {
  const { userId, provider, providerAccountId } = login;
  // Locks the account's row first, so that the second of two concurrent links sees the first.
  await lockAccountRows(tx, [userId]);
  const isOwn = and(eq(logins.userId, userId), eq(logins.provider, provider));
  const [existing] = await tx.select({ id: logins.providerAccountId }).from(logins).where(isOwn);
  if (existing && existing.id !== providerAccountId) return 'another_linked';
  if (existing) {
    await tx.update(logins).set({ linkedAt: now() }).where(isOwn);
    return 'renewed';
  }
  const row = { ...login, type: 'oauth', linkedAt: now() };
  const inserted = await tx.insert(logins).values(row).onConflictDoNothing().returning({ id: logins.userId });
  return inserted.length > 0 ? 'linked' : 'of_another_account';
}

/** Unlinks the login of an account at a provider. @returns false if there was none */
export async function removeLogin(tx: Writer, { userId, provider }: Omit<Login, 'providerAccountId'>): Promise<boolean> {
  const isOwn = and(eq(logins.userId, userId), eq(logins.provider, provider));
  return (await tx.delete(logins).where(isOwn).returning({ id: logins.userId })).length > 0;
}
