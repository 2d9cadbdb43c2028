import { and, eq, inArray } from 'drizzle-orm';
import { lockAuthor } from '#lib/catalog/authors/commands/lock.ts';
import { reviseAuthors } from '#lib/catalog/authors/commands/mark-changed.ts';
import { refreshAuthor } from '#lib/catalog/refresh/commands/authors.ts';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import type { CorrectionState } from '#lib/governance/corrections/model.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { recordCorrections } from '#lib/platform/db/schema/corrections.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { toCorrectionValue } from '../model.ts';
import { correctedRecordOf, parseRecordCorrection, type RecordCorrection, recordCorrectionById, sourcedValue } from '../queries.ts';
import { notifySuggester } from './notify.ts';

/** Who decides: reviewers by vote, or the owner of the record. */
interface DecisionDetails {
  by: 'owner' | 'reviewers';
  /** The account that acted last; null if several decided together. */
  accountId: string | null;
  notice: { reason: string; remedy: string; once: string };
}

/**
 * Locks a correction until the transaction ends. The record is locked before it, as in code that changes the ownership, and the review
 * after it.
 */
export async function lockRecordCorrection(tx: Writer, id: string): Promise<RecordCorrection | null> {
  const correction = await recordCorrectionById(tx, id);
  if (correction) await lockAuthor(tx, correction.authorId);
  const [row] = await tx.update(recordCorrections).set({ id }).where(eq(recordCorrections.id, id)).returning();
  return parseRecordCorrection(row);
}

const updateCorrection = (tx: Writer, id: string, values: Partial<typeof recordCorrections.$inferInsert>) =>
  tx.update(recordCorrections).set(values).where(eq(recordCorrections.id, id));

/** Records an action in the audit log. Omits the value, which may be a name that the person withdraws later. */
export const logRecordCorrection = (
  tx: Writer,
  { id, authorId, field }: RecordCorrection,
  action: string,
  accountId: string | null,
): Promise<void> =>
  writeAuditEntry(tx, {
    accountId,
    action: `record_correction.${action}`,
    subject: 'author',
    subjectId: authorId,
    facts: { correction: id, field },
  });

/** Applies the decision to the record immediately, and marks the correction as compared. */
export async function applyToRecord(tx: Writer, { id, authorId }: RecordCorrection): Promise<void> {
  await reviseAuthors(tx, eq(authors.id, authorId));
  await refreshAuthor(tx, authorId);
  await updateCorrection(tx, id, { comparedRevision: (await correctedRecordOf(tx, { authorId })).revision });
}

/**
 * Puts a suggested, contested or ended correction into effect. An earlier one of the same field is replaced. If the sources have the same
 * value now, the correction is retired immediately.
 */
export async function acceptRecordCorrection(
  tx: Writer,
  correction: RecordCorrection,
  { by, accountId, notice }: DecisionDetails,
): Promise<void> {
  const { id, authorId, field, value } = correction;
  const { authorId: authorColumn, field: fieldColumn, state } = recordCorrections;
  const isInEffect = and(eq(authorColumn, authorId), eq(fieldColumn, field), inArray(state, ['accepted', 'contested']));
  const effectiveRows = await tx.select({ id: recordCorrections.id }).from(recordCorrections).where(isInEffect);
  for (const other of effectiveRows) if (other.id !== id) await updateCorrection(tx, other.id, { state: 'replaced' });
  const currentValue = await sourcedValue(tx, await correctedRecordOf(tx, correction), field);
  await closeReview(tx, 'record_correction', id);
  if (toCorrectionValue(currentValue) === value) return endRecordCorrection(tx, correction, 'retired', accountId);
  const deciderId = by === 'owner' ? accountId : null;
  await updateCorrection(tx, id, { state: 'accepted', decidedBy: by, deciderId, decidedAt: now(), sourceValue: currentValue });
  await applyToRecord(tx, correction);
  await logRecordCorrection(tx, correction, 'accepted', accountId);
  if (correction.suggesterId !== deciderId || by === 'reviewers')
    await notifySuggester(tx, correction, { ...notice, by, decision: 'approve' });
}

/** Rejects a suggestion. */
export async function rejectRecordCorrection(
  tx: Writer,
  correction: RecordCorrection,
  { by, accountId, notice }: DecisionDetails,
): Promise<void> {
  await updateCorrection(tx, correction.id, {
    state: 'rejected',
    decidedBy: by,
    deciderId: by === 'owner' ? accountId : null,
    decidedAt: now(),
  });
  await closeReview(tx, 'record_correction', correction.id);
  await logRecordCorrection(tx, correction, 'rejected', accountId);
  await notifySuggester(tx, correction, { ...notice, by, decision: 'reject' });
}

/** Ends a correction: the page shows the value of the sources. */
export async function endRecordCorrection(
  tx: Writer,
  correction: RecordCorrection,
  state: Extract<CorrectionState, 'reverted' | 'retired'>,
  accountId: string | null,
): Promise<void> {
  await updateCorrection(tx, correction.id, { state, decidedAt: now() });
  await closeReview(tx, 'record_correction', correction.id);
  await applyToRecord(tx, correction);
  await logRecordCorrection(tx, correction, state, accountId);
}
