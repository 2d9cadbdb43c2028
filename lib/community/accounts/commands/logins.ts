import { and, eq } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';

interface Login {
  userId: string;
  provider: string;
  providerAccountId: string;
}

/** Links a login to an account. @returns false where it is linked to an account already */
export async function addLogin(tx: Writer, login: Login): Promise<boolean> {
  const made = await tx
    .insert(logins)
    .values({ ...login, type: 'oauth', linkedAt: now() })
    .onConflictDoNothing()
    .returning({ id: logins.userId });
  return made.length > 0;
}

/** Notes that an account has just come back from a login of its own. @returns false where the login is another's */
export async function renewLogin(tx: Writer, { userId, provider, providerAccountId }: Login): Promise<boolean> {
  const own = and(eq(logins.provider, provider), eq(logins.providerAccountId, providerAccountId), eq(logins.userId, userId));
  return (await tx.update(logins).set({ linkedAt: now() }).where(own).returning({ id: logins.userId })).length > 0;
}

/** Unlinks the logins of an account at a provider. @returns false where there was none */
export async function removeLogin(tx: Writer, { userId, provider }: Omit<Login, 'providerAccountId'>): Promise<boolean> {
  const own = and(eq(logins.userId, userId), eq(logins.provider, provider));
  return (await tx.delete(logins).where(own).returning({ id: logins.userId })).length > 0;
}
