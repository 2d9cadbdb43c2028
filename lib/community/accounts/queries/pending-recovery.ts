import { and, eq, gt } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { pendingRecoveryKey, recoveryOpensAt } from '../commands/recovery.ts';

/** Returns when the recovery of an account opens that waits or can be used; null without one. */
export async function pendingRecoveryOf(reader: Reader, accountId: string): Promise<{ opensAt: Date } | null> {
  const isPending = and(eq(signInTokens.identifier, pendingRecoveryKey(accountId)), gt(signInTokens.expires, now()));
  const row = await firstOf(reader, signInTokens, isPending);
  return row ? { opensAt: recoveryOpensAt(row.token) } : null;
}
