import { eq } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome } from '#lib/platform/outcome.ts';

/** Sets the display name of the account, which only its holder sees. Others see the names of the records. */
export async function renameAccount(tx: Writer, actor: Actor, { name }: { name: string }): Promise<Outcome> {
  const values = { name: name || null };
  await tx.update(accounts).set(values).where(eq(accounts.id, actor.accountId));
  return done(undefined);
}
