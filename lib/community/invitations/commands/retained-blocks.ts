import { and, eq, lte } from 'drizzle-orm';
import { reportCooldownDays } from '#lib/community/limits.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { blocks, retainedBlocks } from '#lib/platform/db/schema/invitations.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { createRetainedBlock, createRetainedCooldown, createRetainedReport, type RetainedRow } from '../model/block-retention.ts';
import { lastUpheldReportAt } from '../queries/cooldown.ts';
import { retainedRowsWithSeals } from '../queries/retained-blocks.ts';

/** An account that is being erased, with the seals of its identifiers. */
interface ErasedIdentity {
  accountId: string;
  seals: readonly string[];
  /** When an invitation between it and each other account was last declined. */
  declines: ReadonlyMap<string, Date>;
}

/**
 * Retains the blocks against an account that is being erased, its running cooldowns after declines, and the cooldown after an upheld
 * report. Rows retained for an earlier account of the same person get the seals of this account too. Without seals nothing could match
 * them, so nothing is stored.
 */
export async function retainBlocks(tx: Writer, { accountId, seals, declines }: ErasedIdentity): Promise<void> {
  if (seals.length === 0) return;
  const at = now();
  const blockRows = await rowsOf(tx, blocks, and(eq(blocks.blockedId, accountId), eq(blocks.kind, 'block')));
  const upheldAt = await lastUpheldReportAt(tx, accountId, addMs(at, -daysMs(reportCooldownDays)));
  const newRows: RetainedRow[] = [
    ...(upheldAt ? [createRetainedReport(upheldAt)] : []),
    ...blockRows.map((block) => createRetainedBlock(block.accountId, block.since, at)),
    ...[...declines].map(([other, declinedAt]) => createRetainedCooldown(other, declinedAt)),
  ];
  const earlierRows = await retainedRowsWithSeals(tx, seals);
  const allRows = [...newRows.map((each) => ({ ...each, id: newId() })), ...new Map(earlierRows.map((each) => [each.id, each])).values()];
  const rows = allRows.filter(({ until }) => until > at).flatMap((each) => seals.map((seal) => ({ ...each, seal })));
  for (const row of rows) await tx.insert(retainedBlocks).values(row).onConflictDoNothing();
}

/** Deletes a retained block, so that the blocked person can write again. */
export async function deleteRetainedBlock(
  tx: Writer,
  { accountId }: Actor,
  { retainedBlockId }: { retainedBlockId: string },
): Promise<Outcome<void, 'unknown_block'>> {
  const isOwn = and(eq(retainedBlocks.id, retainedBlockId), eq(retainedBlocks.accountId, accountId));
  const [deletedRow] = await tx.delete(retainedBlocks).where(isOwn).returning({ id: retainedBlocks.id });
  return deletedRow ? done(undefined) : refused('unknown_block');
}

/** Deletes expired rows. */
export async function deleteExpiredBlocks(tx: Writer): Promise<void> {
  await tx.delete(retainedBlocks).where(lte(retainedBlocks.until, now()));
}
