import { and, eq, or } from 'drizzle-orm';
import { blocks } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** Returns which of two accounts has blocked the other. */
export async function blocksBetween(reader: Reader, you: string, them: string): Promise<{ byYou: boolean; byThem: boolean }> {
  const either = or(and(eq(blocks.accountId, you), eq(blocks.blockedId, them)), and(eq(blocks.accountId, them), eq(blocks.blockedId, you)));
  const blocking = and(either, eq(blocks.kind, 'block'));
  const rows = await reader.select({ by: blocks.accountId }).from(blocks).where(blocking);
  return { byYou: rows.some(({ by }) => by === you), byThem: rows.some(({ by }) => by === them) };
}

/** Returns whether one account has blocked or muted another, or null. */
export async function boundaryOf(reader: Reader, accountId: string, otherId: string): Promise<'block' | 'mute' | null> {
  const isOwn = and(eq(blocks.accountId, accountId), eq(blocks.blockedId, otherId));
  const [row] = await reader.select({ kind: blocks.kind }).from(blocks).where(isOwn).limit(1);
  return row ? (row.kind === 'mute' ? 'mute' : 'block') : null;
}

/** Returns the accounts that an account has blocked, as a subquery. */
export const accountsBlockedBy = (reader: Reader, accountId: string) =>
  reader
    .select({ id: blocks.blockedId })
    .from(blocks)
    .where(and(eq(blocks.accountId, accountId), eq(blocks.kind, 'block')));
