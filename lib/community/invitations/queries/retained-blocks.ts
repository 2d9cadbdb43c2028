import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { identifierSeals } from '#lib/community/accounts/queries/identifiers.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { encodeList, isInList, placeholderFor } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { retainedBlocks } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { RetainedBlockView } from '../model/invitation.ts';

/** Retained blocks and declines against somebody whose earlier account had one of the same identifiers. */
interface RetainedBoundary {
  blocked: boolean;
  declinedAt: Date | null;
}

/**
 * Returns the retained blocks and declines of some accounts against an erased account with an identifier of `otherId`. Evaluated for each
 * invitation rather than stored when the person returns, so that it applies whenever and however the new account got the identifier.
 */
export async function retainedBoundariesOf(
  reader: Reader,
  accountIds: readonly string[],
  otherId: string,
): Promise<Map<string, RetainedBoundary>> {
  const ownRows = accountIds.length > 0 ? await reader.prepared(activeQuery, { accountIds: encodeList(accountIds), at: now() }) : [];
  const seals = ownRows.length > 0 ? new Set(await identifierSeals(reader, otherId)) : new Set<string>();
  const matches = Map.groupBy(
    ownRows.filter(({ seal }) => seals.has(seal)),
    ({ accountId }) => accountId,
  );
  return new Map([...matches].map(([accountId, rows]) => [accountId, boundaryIn(rows)]));
}

function boundaryIn(rows: readonly { kind: string; since: Date }[]): RetainedBoundary {
  const declineTimes = rows.filter(({ kind }) => kind === 'pause').map(({ since }) => since.getTime());
  return {
    blocked: rows.some(({ kind }) => kind === 'block'),
    declinedAt: declineTimes.length > 0 ? new Date(Math.max(...declineTimes)) : null,
  };
}

const isActive = () => gt(retainedBlocks.until, placeholderFor(retainedBlocks.until, 'at'));

const activeQuery = (reader: Reader) =>
  reader
    .select(columnsOf(retainedBlocks, 'accountId', 'seal', 'kind', 'since'))
    .from(retainedBlocks)
    .where(and(isInList(retainedBlocks.accountId, 'accountIds'), isActive()))
    .prepare();

/** Returns when a report about the person was upheld under an earlier, erased account; null if its cooldown is over. */
export async function retainedReportAt(reader: Reader, accountId: string): Promise<Date | null> {
  // Most instances have none, so that no identifier is read and sealed.
  if ((await reader.prepared(anyReportQuery, { at: now() })).length === 0) return null;
  const rows = await retainedRowsWithSeals(reader, await identifierSeals(reader, accountId));
  const upheldTimes = rows.filter(({ kind, until }) => kind === 'report' && until > now()).map(({ since }) => since.getTime());
  return upheldTimes.length > 0 ? new Date(Math.max(...upheldTimes)) : null;
}

const anyReportQuery = (reader: Reader) =>
  reader
    .select({ id: retainedBlocks.id })
    .from(retainedBlocks)
    .where(and(eq(retainedBlocks.kind, 'report'), isActive()))
    .limit(1)
    .prepare();

/** Returns the retained rows of an account, newest first. They do not identify the person. */
export async function retainedBlocksOf(reader: Reader, { accountId }: Actor): Promise<RetainedBlockView[]> {
  const rows = await reader.prepared(shownQuery, { accountId, at: now() });
  return rows.map((row) => ({ ...row, kind: row.kind === 'pause' ? 'pause' : 'block' }));
}

const shownQuery = (reader: Reader) =>
  reader
    .selectDistinct(columnsOf(retainedBlocks, 'id', 'kind', 'since', 'until'))
    .from(retainedBlocks)
    .where(and(eq(retainedBlocks.accountId, sql.placeholder('accountId')), isActive()))
    .orderBy(desc(retainedBlocks.kind), desc(retainedBlocks.since), retainedBlocks.id)
    .prepare();

/** Returns the retained rows with one of some seals. A row can match by several seals. */
export const retainedRowsWithSeals = async (reader: Reader, seals: readonly string[]): Promise<(typeof retainedBlocks.$inferSelect)[]> =>
  seals.length === 0 ? [] : reader.prepared(sealedQuery, { seals: encodeList(seals) });

const sealedQuery = (reader: Reader) => reader.select().from(retainedBlocks).where(isInList(retainedBlocks.seal, 'seals')).prepare();
