import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { identifierSeals } from '#lib/community/accounts/queries/identifiers.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { retainedBlocks } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { RetainedBlockView } from '../model/invitation.ts';

/** Retained blocks and declines against somebody whose earlier account had one of the same identifiers. */
interface RetainedBoundary {
  blocked: boolean;
  declinedAt: Date | null;
}

/**
 * Returns the retained blocks and declines of an account against an erased account with an identifier of `otherId`. Evaluated for each
 * invitation rather than stored when the person returns, so that it applies whenever and however the new account got the identifier.
 */
export async function retainedBoundaryOf(reader: Reader, accountId: string, otherId: string): Promise<RetainedBoundary> {
  const isActive = and(eq(retainedBlocks.accountId, accountId), gt(retainedBlocks.until, now()));
  const ownRows = await reader
    .select({ seal: retainedBlocks.seal, kind: retainedBlocks.kind, since: retainedBlocks.since })
    .from(retainedBlocks)
    .where(isActive);
  const seals = ownRows.length > 0 ? new Set(await identifierSeals(reader, otherId)) : new Set<string>();
  const matches = ownRows.filter(({ seal }) => seals.has(seal));
  const declineTimes = matches.filter(({ kind }) => kind === 'pause').map(({ since }) => since.getTime());
  return {
    blocked: matches.some(({ kind }) => kind === 'block'),
    declinedAt: declineTimes.length > 0 ? new Date(Math.max(...declineTimes)) : null,
  };
}

/** Returns when a report about the person was upheld under an earlier, erased account; null if its cooldown is over. */
export async function retainedReportAt(reader: Reader, accountId: string): Promise<Date | null> {
  const rows = await retainedRowsWithSeals(reader, await identifierSeals(reader, accountId));
  const upheldTimes = rows.filter(({ kind, until }) => kind === 'report' && until > now()).map(({ since }) => since.getTime());
  return upheldTimes.length > 0 ? new Date(Math.max(...upheldTimes)) : null;
}

/** Returns the retained rows of an account, newest first. They do not identify the person. */
export async function retainedBlocksOf(reader: Reader, { accountId }: Actor): Promise<RetainedBlockView[]> {
  const { id, kind, since, until } = retainedBlocks;
  const rows = await reader
    .selectDistinct({ id, kind, since, until })
    .from(retainedBlocks)
    .where(and(eq(retainedBlocks.accountId, accountId), gt(until, now())))
    .orderBy(desc(kind), desc(since), id);
  return rows.map((row) => ({ ...row, kind: row.kind === 'pause' ? 'pause' : 'block' }));
}

/** Returns the retained rows with one of some seals. A row can match by several seals. */
export const retainedRowsWithSeals = async (reader: Reader, seals: readonly string[]): Promise<(typeof retainedBlocks.$inferSelect)[]> =>
  seals.length === 0
    ? []
    : reader
        .select()
        .from(retainedBlocks)
        .where(inArray(retainedBlocks.seal, [...seals]));
