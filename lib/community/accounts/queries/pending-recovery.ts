import { and, eq, gt, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { placeholderFor } from '#lib/platform/db/prepared.ts';
import { signInTokens } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { pendingRecoveryKey, recoveryOpensAt } from '../commands/recovery.ts';

/** Returns when the recovery of an account opens that waits or can be used; null without one. */
export async function pendingRecoveryOf(reader: Reader, accountId: string): Promise<{ opensAt: Date } | null> {
  const [row] = await reader.prepared(pendingQuery, { key: pendingRecoveryKey(accountId), at: now() });
  return row ? { opensAt: recoveryOpensAt(row.token) } : null;
}

const pendingQuery = (reader: Reader) =>
  reader
    .select({ token: signInTokens.token })
    .from(signInTokens)
    .where(and(eq(signInTokens.identifier, sql.placeholder('key')), gt(signInTokens.expires, placeholderFor(signInTokens.expires, 'at'))))
    .limit(1)
    .prepare();
