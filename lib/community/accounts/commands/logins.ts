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
 * Links a login to an account, which has one login of each provider. The provider's tokens are not stored: nothing here needs them.
 * @returns `renewed` where the account had this login already, which was used just now
 */
export async function addLogin(tx: Writer, login: Login): Promise<'linked' | 'renewed' | 'another_linked' | 'of_another_account'> {
  const { userId, provider, providerAccountId } = login;
  // The account's row is locked first, so that of two links at once the second sees the first.
  await lockAccountRows(tx, [userId]);
  const own = and(eq(logins.userId, userId), eq(logins.provider, provider));
  const [existing] = await tx.select({ id: logins.providerAccountId }).from(logins).where(own);
  if (existing && existing.id !== providerAccountId) return 'another_linked';
  if (existing) {
    await tx.update(logins).set({ linkedAt: now() }).where(own);
    return 'renewed';
  }
  const made = await tx
    .insert(logins)
    .values({ ...login, type: 'oauth', linkedAt: now() })
    .onConflictDoNothing()
    .returning({ id: logins.userId });
  return made.length > 0 ? 'linked' : 'of_another_account';
}

/** Unlinks the logins of an account at a provider. @returns false where there was none */
export async function removeLogin(tx: Writer, { userId, provider }: Omit<Login, 'providerAccountId'>): Promise<boolean> {
  const own = and(eq(logins.userId, userId), eq(logins.provider, provider));
  return (await tx.delete(logins).where(own).returning({ id: logins.userId })).length > 0;
}
