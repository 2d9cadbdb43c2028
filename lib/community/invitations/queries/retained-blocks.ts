import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { identifierSeals } from '#lib/community/accounts/queries/identifiers.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { retainedBlocks } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { RetainedBlockView } from '../model/invitation.ts';

/** What holds for somebody who was here before under one of the same identifiers, and left. */
interface KeptAgainst {
  blocked: boolean;
  declinedAt: Date | null;
}

/**
 * What an account has kept against another that was here before, and left. It is looked up whenever an invitation is, rather than written
 * down when the person comes back: so it holds from whichever moment and by whichever way the other came to its identifiers.
 */
export async function retainedAgainst(reader: Reader, accountId: string, otherId: string): Promise<KeptAgainst> {
  const runs = and(eq(retainedBlocks.accountId, accountId), gt(retainedBlocks.until, now()));
  const own = await reader
    .select({ seal: retainedBlocks.seal, kind: retainedBlocks.kind, since: retainedBlocks.since })
    .from(retainedBlocks)
    .where(runs);
  const seals = own.length > 0 ? new Set(await identifierSeals(reader, otherId)) : new Set<string>();
  const met = own.filter(({ seal }) => seals.has(seal));
  const declines = met.filter(({ kind }) => kind === 'pause').map(({ since }) => since.getTime());
  return { blocked: met.some(({ kind }) => kind === 'block'), declinedAt: declines.length > 0 ? new Date(Math.max(...declines)) : null };
}

/** When a report was upheld about what the person of an account wrote under one that was erased; null where its pause is over. */
export async function retainedReportAt(reader: Reader, accountId: string): Promise<Date | null> {
  const rows = await retainedWith(reader, await identifierSeals(reader, accountId));
  const upheld = rows.filter(({ kind, until }) => kind === 'report' && until > now()).map(({ since }) => since.getTime());
  return upheld.length > 0 ? new Date(Math.max(...upheld)) : null;
}

/** What is kept for an account, the latest first: never whom it is about, which nobody can tell. */
export async function retainedOf(reader: Reader, { accountId }: Actor): Promise<RetainedBlockView[]> {
  const { id, kind, since, until } = retainedBlocks;
  const rows = await reader
    .selectDistinct({ id, kind, since, until })
    .from(retainedBlocks)
    .where(and(eq(retainedBlocks.accountId, accountId), gt(until, now())))
    .orderBy(desc(kind), desc(since), id);
  return rows.map((row) => ({ ...row, kind: row.kind === 'pause' ? 'pause' : 'block' }));
}

/** The blocks and pauses whose subject has one of some seals, which may be in several of them. */
export const retainedWith = async (reader: Reader, seals: readonly string[]): Promise<(typeof retainedBlocks.$inferSelect)[]> =>
  seals.length === 0
    ? []
    : reader
        .select()
        .from(retainedBlocks)
        .where(inArray(retainedBlocks.seal, [...seals]));
