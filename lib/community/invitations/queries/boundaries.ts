import { and, eq, or, sql } from 'drizzle-orm';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { blocks } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** Returns which of two accounts has blocked the other. */
export async function blocksBetween(reader: Reader, you: string, them: string): Promise<{ byYou: boolean; byThem: boolean }> {
  const { byYou, byThem } = await blocksWith(reader, you, [them]);
  return { byYou: byYou.has(them), byThem: byThem.has(them) };
}

/** Returns which of some accounts an account has blocked, and which have blocked it. */
export async function blocksWith(
  reader: Reader,
  you: string,
  others: readonly string[],
): Promise<{ byYou: ReadonlySet<string>; byThem: ReadonlySet<string> }> {
  const rows = others.length > 0 ? await reader.prepared(selectBlocks, { you, others: encodeList(others) }) : [];
  const byYou = rows.filter(({ by }) => by === you).map(({ of }) => of);
  const byThem = rows.filter(({ of }) => of === you).map(({ by }) => by);
  return { byYou: new Set(byYou), byThem: new Set(byThem) };
}

const selectBlocks = (reader: Reader) => {
  const { accountId, blockedId, kind } = blocks;
  const you = sql.placeholder('you');
  const either = or(and(eq(accountId, you), isInList(blockedId, 'others')), and(eq(blockedId, you), isInList(accountId, 'others')));
  return reader
    .select({ by: accountId, of: blockedId })
    .from(blocks)
    .where(and(either, eq(kind, 'block')))
    .prepare();
};

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
