import { and, eq, exists, gt, inArray, isNull } from 'drizzle-orm';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { isEffective } from '#lib/governance/corrections/model.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { recordCorrections } from '#lib/platform/db/schema/corrections.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { toCorrectionValue } from '../model.ts';
import { correctedRecordOf, type RecordCorrection, sourcedValue } from '../queries.ts';
import { applyToRecord, endRecordCorrection, lockRecordCorrection, logRecordCorrection } from './decide.ts';
import { applyOwnerDecision, notifyDeciders } from './owner-decisions.ts';

/**
 * Compares corrections with the current values of the records' sources, and with the ownership of the records. A correction is retired if
 * the sources now have the same value. It is contested if they changed to another value; it then stays visible until it is decided again. A
 * correction accepted by an owner is shown while they own the record. Suggestions go to the owner, or to reviewers if there is none.
 * @returns how many corrections were due, because their records had changed
 */
export async function compareRecordCorrections(tx: Writer, limit: number): Promise<number> {
  const { id, authorId, state, comparedRevision } = recordCorrections;
  await deleteEnded(tx);
  const dueRows = await tx
    .select({ id })
    .from(recordCorrections)
    .innerJoin(authors, eq(authors.id, authorId))
    .where(and(inArray(state, ['suggested', 'accepted', 'contested']), gt(authors.revision, comparedRevision), isNull(authors.mergedInto)))
    .orderBy(id)
    .limit(limit);
  for (const row of dueRows) {
    const correction = await lockRecordCorrection(tx, row.id);
    if (correction) await compareCorrection(tx, correction);
  }
  return dueRows.length;
}

/** Deletes the corrections of created profiles that have ended, because they may contain the name. */
async function deleteEnded(tx: Writer): Promise<void> {
  const isCreatedProfile = and(eq(authors.id, recordCorrections.authorId), eq(authors.name, ''));
  const isEnded = exists(tx.select({ id: authors.id }).from(authors).where(isCreatedProfile));
  const rows = await tx.select({ id: recordCorrections.id }).from(recordCorrections).where(isEnded);
  for (const { id } of rows) {
    await closeReview(tx, 'record_correction', id);
    await tx.delete(recordCorrections).where(eq(recordCorrections.id, id));
  }
}

async function compareCorrection(tx: Writer, correction: RecordCorrection): Promise<void> {
  const { id, field, value, sourceValue } = correction;
  const record = await correctedRecordOf(tx, correction);
  const isCorrection = eq(recordCorrections.id, id);
  await tx.update(recordCorrections).set({ comparedRevision: record.revision }).where(isCorrection);
  const currentValue = await sourcedValue(tx, record, field);
  if (toCorrectionValue(currentValue) === value) return endRecordCorrection(tx, correction, 'retired', null);
  if (await applyOwnerDecision(tx, correction)) return applyToRecord(tx, correction);
  if (isEffective(correction.state) && currentValue !== sourceValue) {
    if (correction.state === 'accepted') {
      await tx.update(recordCorrections).set({ state: 'contested' }).where(isCorrection);
      await logRecordCorrection(tx, correction, 'contested', null);
    }
    return notifyDeciders(tx, { ...correction, state: 'contested' }, `contested ${currentValue}`);
  }
  if (correction.state === 'suggested') return notifyDeciders(tx, correction, 'suggested');
  // The sources have reverted their change.
  await tx.update(recordCorrections).set({ state: 'accepted' }).where(isCorrection);
  await closeReview(tx, 'record_correction', id);
}
