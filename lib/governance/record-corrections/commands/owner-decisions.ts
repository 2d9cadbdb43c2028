import { and, eq, inArray, ne } from 'drizzle-orm';
import { closeReview, openReview } from '#lib/governance/cases/commands/open.ts';
import { isEffective, isReopened } from '#lib/governance/corrections/model.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { recordCorrections } from '#lib/platform/db/schema/corrections.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { correctedRecordOf, decidingOwnerOf, type RecordCorrection } from '../queries.ts';
import { lockRecordCorrection, logRecordCorrection } from './decide.ts';
import { notifyOwner } from './notify.ts';

/**
 * Updates the corrections of a record that an owner has accepted. Code that changes the ownership must call this in the same transaction,
 * with the record locked; the refresh that it schedules applies the result.
 */
export async function applyOwnerDecisions(tx: Writer, authorId: string): Promise<void> {
  const { id, authorId: authorColumn, decidedBy, state } = recordCorrections;
  const isDecidedByOwner = and(eq(authorColumn, authorId), eq(decidedBy, 'owner'), inArray(state, ['suggested', 'accepted', 'contested']));
  const rows = await tx.select({ id }).from(recordCorrections).where(isDecidedByOwner).orderBy(id);
  for (const row of rows) {
    const correction = await lockRecordCorrection(tx, row.id);
    if (correction) await applyOwnerDecision(tx, correction);
  }
}

/**
 * The same for one correction that the caller has locked. It is in effect while the owner who accepted it owns the record, and a suggestion
 * otherwise. It does not replace a correction of the same field that was accepted since.
 * @returns whether the state has changed
 */
export async function applyOwnerDecision(tx: Writer, correction: RecordCorrection): Promise<boolean> {
  const { id, authorId, field, state, decidedBy, deciderId } = correction;
  if (decidedBy !== 'owner') return false;
  const ownerId = decidingOwnerOf(await correctedRecordOf(tx, { authorId }));
  const isBacked = ownerId !== null && ownerId === deciderId;
  if (isEffective(state) && !isBacked) {
    await reopenRecordCorrection(tx, correction);
    return true;
  }
  if (!isReopened(correction) || !isBacked || (await hasOtherCorrection(tx, correction, { field, states: ['accepted', 'contested'] })))
    return false;
  await tx.update(recordCorrections).set({ state: 'accepted', decidedAt: now() }).where(eq(recordCorrections.id, id));
  await closeReview(tx, 'record_correction', id);
  await logRecordCorrection(tx, correction, 'accepted', deciderId);
  return true;
}

/**
 * Turns an accepted correction into a suggestion for the current deciders. If the same value has been suggested since, that suggestion is
 * used instead.
 */
export async function reopenRecordCorrection(tx: Writer, correction: RecordCorrection): Promise<void> {
  const { id, field, value } = correction;
  const isSuggestedAgain = await hasOtherCorrection(tx, correction, { field, value, states: ['suggested'] });
  const reopenedCorrection = { ...correction, state: isSuggestedAgain ? 'reverted' : 'suggested', decidedAt: now() };
  await tx
    .update(recordCorrections)
    .set({ state: reopenedCorrection.state, decidedAt: reopenedCorrection.decidedAt })
    .where(eq(recordCorrections.id, id));
  await logRecordCorrection(tx, correction, 'reopened', null);
  if (isSuggestedAgain) await closeReview(tx, 'record_correction', id);
  else await notifyDeciders(tx, reopenedCorrection, 'suggested');
}

async function hasOtherCorrection(
  tx: Writer,
  { id, authorId }: RecordCorrection,
  { field, value, states }: { field: string; value?: string; states: string[] },
): Promise<boolean> {
  const { id: idColumn, authorId: authorColumn, field: fieldColumn, value: valueColumn, state } = recordCorrections;
  const isOther = and(
    eq(authorColumn, authorId),
    ne(idColumn, id),
    eq(fieldColumn, field),
    value === undefined ? undefined : eq(valueColumn, value),
    inArray(state, states),
  );
  return hasRow(tx, recordCorrections, isOther);
}

/**
 * Asks the owner, or opens a review if there is none. Nobody is asked twice. The previous decider is a party of the review because they are
 * not impartial.
 */
export async function notifyDeciders(tx: Writer, correction: RecordCorrection, once: string): Promise<void> {
  const { id, authorId, suggesterId, deciderId, decidedAt } = correction;
  const ownerId = decidingOwnerOf(await correctedRecordOf(tx, correction));
  if (ownerId === null) {
    const parties = [suggesterId, deciderId].flatMap((each) => each ?? []);
    await openReview(tx, { kind: 'record_correction', subjectId: id, authorId, parties });
    return;
  }
  await closeReview(tx, 'record_correction', id);
  if (!isReopened(correction)) return notifyOwner(tx, correction, ownerId, once);
  await notifyOwner(tx, { ...correction, state: 'reopened' }, ownerId, `reopened ${decidedAt?.toISOString()}`);
}
