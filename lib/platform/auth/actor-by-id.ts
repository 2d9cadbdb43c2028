import { eq } from 'drizzle-orm';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type Actor, mintActor } from './actor.ts';

/** Returns the actor of an account, for a job that its holder requested while signed in. Null if the account was erased. */
export async function actorById(reader: Reader, accountId: string): Promise<Actor | null> {
  const [row] = await reader.select().from(accounts).where(eq(accounts.id, accountId)).limit(1);
  if (!row) return null;
  const { name, email, emailVerified } = row;
  return mintActor({ accountId, name, email, emailConfirmed: email !== null && emailVerified !== null });
}
