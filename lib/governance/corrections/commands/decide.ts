import { and, eq, lte, ne, sql } from 'drizzle-orm';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { correctionAgreements, corrections } from '#lib/platform/db/schema/corrections.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { type CorrectionState, isSameValue } from '../model.ts';
import { type Correction, correctionById, isInEffect, isOfSameField, parseCorrection } from '../queries/corrections.ts';
import { subjectQueries } from '../queries/subjects.ts';
import { type DecisionNotice, notifyDeciders, notifyOfChange, notifySuggester } from './notify.ts';
import { subjectCommands } from './subjects.ts';

/** Who decides: reviewers by vote, agreeing owners among the authors of a work, or the owner of a record. */
interface DecisionDetails {
  by: 'reviewers' | 'authors' | 'owner';
  /** The account that acted last; null if several decided together. */
  accountId: string | null;
  notice: DecisionNotice;
}

/** Locks a correction until the transaction ends. Its review must be locked after it. */
export async function lockCorrection(tx: Writer, id: string): Promise<Correction | null> {
  const correction = await correctionById(tx, id);
  if (correction) await subjectCommands[correction.subject].lock(tx, correction.subjectId);
  const [row] = await tx
    .update(corrections)
    .set({ id: sql`${corrections.id}` })
    .where(eq(corrections.id, id))
    .returning();
  return parseCorrection(row);
}

export const updateCorrection = async (
  tx: Writer,
  { id }: Pick<Correction, 'id'>,
  values: Partial<typeof corrections.$inferInsert>,
): Promise<void> => {
  await tx.update(corrections).set(values).where(eq(corrections.id, id));
};

export const closeCorrectionReview = (tx: Writer, { subject, id }: Pick<Correction, 'subject' | 'id'>): Promise<void> =>
  closeReview(tx, subjectCommands[subject].kind, id);

/** Deletes a correction and its review. */
export async function deleteCorrection(tx: Writer, correction: Pick<Correction, 'subject' | 'id'>): Promise<void> {
  await tx.delete(corrections).where(eq(corrections.id, correction.id));
  await closeCorrectionReview(tx, correction);
}

/** Records an action in the audit log. */
export async function logCorrection(tx: Writer, correction: Correction, action: string, accountId: string | null): Promise<void> {
  const { id, subject, subjectId, field, value } = correction;
  const { kind, logsValue } = subjectCommands[subject];
  const facts = { correction: id, field, ...(logsValue && { value }) };
  await writeAuditEntry(tx, { accountId, action: `${kind}.${action}`, subject, subjectId, facts });
}

/** Shows the corrected value, or that of the sources, and marks the correction as compared. */
export async function showCorrection(tx: Writer, correction: Correction, isShown: boolean): Promise<void> {
  const comparedRevision = await subjectCommands[correction.subject].show(tx, correction, isShown);
  await updateCorrection(tx, correction, { comparedRevision });
}

/**
 * Puts a suggested, contested or ended correction into effect. An earlier one of the same field is replaced. If the sources have the same
 * value now, the correction is retired immediately.
 */
export async function acceptCorrection(tx: Writer, correction: Correction, { by, accountId, notice }: DecisionDetails): Promise<void> {
  const { id, subject, subjectId, field, value, suggesterId } = correction;
  const isOther = and(isOfSameField(correction), isInEffect(), ne(corrections.id, id));
  await tx.update(corrections).set({ state: 'replaced' }).where(isOther);
  const sourceValue = await subjectQueries[subject].sourceValue(tx, subjectId, field);
  if (isSameValue(field, sourceValue, value)) return endCorrection(tx, correction, 'retired', accountId);
  await closeCorrectionReview(tx, correction);
  const deciderId = by === 'owner' ? accountId : null;
  await updateCorrection(tx, correction, { state: 'accepted', decidedBy: by, deciderId, decidedAt: now(), sourceValue });
  await showCorrection(tx, correction, true);
  await logCorrection(tx, correction, 'accepted', accountId);
  if (suggesterId !== deciderId) await notifySuggester(tx, correction, { ...notice, by, decision: 'approve' });
  if (by === 'reviewers')
    await notifyOfChange(tx, correction, { change: 'work_corrected', once: `accepted ${notice.once}`, except: [suggesterId, accountId] });
}

/** Rejects a suggestion. */
export async function rejectCorrection(tx: Writer, correction: Correction, { by, accountId, notice }: DecisionDetails): Promise<void> {
  const deciderId = by === 'owner' ? accountId : null;
  await updateCorrection(tx, correction, { state: 'rejected', decidedBy: by, deciderId, decidedAt: now() });
  await closeCorrectionReview(tx, correction);
  await logCorrection(tx, correction, 'rejected', accountId);
  await notifySuggester(tx, correction, { ...notice, by, decision: 'reject' });
}

/** Ends a correction: the page shows the value of the sources. */
export async function endCorrection(
  tx: Writer,
  correction: Correction,
  state: Extract<CorrectionState, 'reverted' | 'retired'>,
  accountId: string | null,
): Promise<void> {
  await updateCorrection(tx, correction, { state, decidedAt: now() });
  await closeCorrectionReview(tx, correction);
  await showCorrection(tx, correction, false);
  await logCorrection(tx, correction, state, accountId);
}

/**
 * Turns an accepted correction into a suggestion for the current deciders: the page shows the value of the sources again. If the same value
 * has been suggested since, that suggestion is used instead.
 * @param isRefreshScheduled whether a refresh of the record follows
 */
export async function reopenCorrection(tx: Writer, correction: Correction, isRefreshScheduled: boolean): Promise<void> {
  const { id, subject, value, state, decidedAt } = correction;
  const isSameSuggestion = and(isOfSameField(correction), eq(corrections.value, value), eq(corrections.state, 'suggested'));
  const isSuggestedAgain = await hasRow(tx, corrections, isSameSuggestion);
  const reopening = { state: isSuggestedAgain ? 'reverted' : 'suggested', decidedAt: now() };
  await updateCorrection(tx, correction, reopening);
  if (!(isRefreshScheduled && subjectCommands[subject].isShownByRefresh)) await showCorrection(tx, correction, false);
  await logCorrection(tx, correction, 'reopened', null);
  if (isSuggestedAgain) return closeCorrectionReview(tx, correction);
  const { correctionId, at } = correctionAgreements;
  // Agreements from before the sources changed do not apply to their new value.
  if (state === 'contested' && decidedAt) await tx.delete(correctionAgreements).where(and(eq(correctionId, id), lte(at, decidedAt)));
  await notifyDeciders(tx, { ...correction, ...reopening }, 'suggested');
}
