import { and, eq } from 'drizzle-orm';
import { openReview } from '#lib/governance/cases/commands/open.ts';
import type { correctionRefusals } from '#lib/governance/corrections/refusals.ts';
import { withinSubmissionLimits } from '#lib/platform/auth/submission-limits.ts';
import type { Sender } from '#lib/platform/auth/transact-as.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { recordCorrections } from '#lib/platform/db/schema/corrections.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type RecordCorrectionInput, toCorrectionValue } from '../model.ts';
import { correctableRecord, correctedRecordOf, recordCorrectionById, sourcedValue } from '../queries.ts';
import type { recordCorrectionRefusals } from '../refusals.ts';
import { notifyOwner } from './notify.ts';
import { acceptAsOwner, type OwnerErrorCode } from './own.ts';

type SuggestErrorCode =
  | keyof typeof recordCorrectionRefusals
  | keyof Pick<typeof correctionRefusals, 'same_value' | 'already_suggested' | 'too_many_corrections'>;

/**
 * Stores a suggested correction of a record for its owner, or for reviewers if nobody owns it. The owner's own suggestion is accepted
 * immediately. A duplicate of an open suggestion is refused, and so is a value that the owner has declined.
 */
export async function suggestRecordCorrection(
  tx: Writer,
  suggester: Sender,
  { authorId, field, value, evidenceUrl, note }: RecordCorrectionInput,
): Promise<Outcome<{ correctionId: string; path: string; isAccepted: boolean }, SuggestErrorCode | OwnerErrorCode>> {
  const { actor } = suggester;
  const record = await correctableRecord(tx, authorId);
  if (!record) return refused('unknown_corrected_record');
  const shownValue = record.shown.get(field);
  if (shownValue === undefined) return refused('stated_by_owner');
  if (toCorrectionValue(shownValue) === value) return refused('same_value');
  if (!(await withinSubmissionLimits(tx, 'correction', suggester, record.id))) return refused('too_many_corrections');
  const isByOwner = record.ownerId !== null && record.ownerId === actor?.accountId;
  if (!isByOwner && record.ownerId !== null && (await isDeclined(tx, { authorId: record.id, ownerId: record.ownerId, field, value })))
    return refused('declined_by_owner');
  const sourceValue = await sourcedValue(tx, await correctedRecordOf(tx, { authorId: record.id }), field);
  const suggesterId = actor?.accountId ?? null;
  const row = { id: newId(), authorId: record.id, field, value, sourceValue, evidenceUrl, note, suggesterId, createdAt: now() };
  const [stored] = await tx.insert(recordCorrections).values(row).onConflictDoNothing().returning({ id: recordCorrections.id });
  if (!stored) return refused('already_suggested');
  const correction = await recordCorrectionById(tx, stored.id);
  if (!correction) throw new Error('The correction was not kept.');
  const result = { correctionId: stored.id, path: record.path };
  if (isByOwner && actor) {
    const outcome = await acceptAsOwner(tx, actor, correction);
    if (outcome.ok) return done({ ...result, ...outcome.value, isAccepted: true });
    await tx.delete(recordCorrections).where(eq(recordCorrections.id, stored.id));
    return outcome;
  }
  if (record.ownerId !== null) await notifyOwner(tx, correction, record.ownerId, 'suggested');
  else {
    const parties = actor ? [actor.accountId] : [];
    await openReview(tx, { kind: 'record_correction', subjectId: stored.id, authorId: record.id, parties });
  }
  return done({ ...result, isAccepted: false });
}

interface OwnerSuggestion {
  authorId: string;
  ownerId: string;
  field: string;
  value: string;
}

async function isDeclined(tx: Writer, suggestion: OwnerSuggestion): Promise<boolean> {
  const { authorId, deciderId, field, value, state } = recordCorrections;
  const isSameValue = and(eq(authorId, suggestion.authorId), eq(field, suggestion.field), eq(value, suggestion.value));
  const isDeclinedByOwner = and(isSameValue, eq(state, 'rejected'), eq(deciderId, suggestion.ownerId));
  return hasRow(tx, recordCorrections, isDeclinedByOwner);
}
