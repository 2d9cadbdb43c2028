import { and, eq, inArray } from 'drizzle-orm';
import { withinSubmissionLimits } from '#lib/platform/auth/submission-limits.ts';
import type { Sender } from '#lib/platform/auth/transact-as.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type CorrectionInput, type CorrectionStep, subjectOf } from '../model.ts';
import { type Correction, isOfSameField, parseCorrection } from '../queries/corrections.ts';
import { type Correctable, subjectQueries } from '../queries/subjects.ts';
import type { correctionRefusals } from '../refusals.ts';
import { deleteCorrection } from './decide.ts';
import { notifyDeciders } from './notify.ts';
import { acceptAsOwner, type OwnerDecision, type OwnerErrorCode, storeAgreement } from './owners.ts';

type SuggestErrorCode = Exclude<keyof typeof correctionRefusals, 'unknown_correction'> | OwnerErrorCode;
type SuggestOutcome = Outcome<{ correctionId: string; path: string; step: CorrectionStep }, SuggestErrorCode>;

/**
 * Stores a suggested correction for those who decide on it. An owner's suggestion counts as their agreement; that of a record's owner is
 * accepted immediately. A duplicate of an open suggestion is refused, and so is a value that the owner of the record has declined.
 */
export async function suggestCorrection(tx: Writer, suggester: Sender, input: CorrectionInput): Promise<SuggestOutcome> {
  const { field, value } = input;
  const subject = subjectOf(field);
  const { correctable: findCorrectable, unknown, valueRefusal, sourceValue } = subjectQueries[subject];
  const correctable = await findCorrectable(tx, input.subjectId);
  if (!correctable) return refused(unknown);
  const refusal = valueRefusal(correctable, field, value);
  if (refusal) return refused(refusal);
  const { id: subjectId, path, owners } = correctable;
  if (!(await withinSubmissionLimits(tx, 'correction', suggester, subjectId))) return refused('too_many_corrections');
  const suggesterId = suggester.actor?.accountId ?? null;
  if (subject === 'author' && !owners.includes(suggesterId ?? '') && (await isDeclined(tx, { ...input, subjectId }, owners)))
    return refused('declined_by_owner');
  const { evidenceUrl, note } = input;
  const row = { id: newId(), subject, subjectId, field, value, evidenceUrl, note, suggesterId, createdAt: now() };
  const insertedRow = { ...row, sourceValue: await sourceValue(tx, subjectId, field) };
  const [stored] = await tx.insert(corrections).values(insertedRow).onConflictDoNothing().returning();
  const correction = parseCorrection(stored);
  if (!correction) return refused('already_suggested');
  const accepted = await acceptOwnSuggestion(tx, suggester, correctable, correction);
  if (accepted) return accepted.ok ? done({ correctionId: correction.id, ...accepted.value }) : accepted;
  return done({ correctionId: correction.id, path, step: 'sent' });
}

/** Counts the suggestion of an owner as a decision, and asks the others. @returns null unless the owner of a record decides alone */
async function acceptOwnSuggestion(
  tx: Writer,
  { actor }: Sender,
  { subject, owners }: Correctable,
  correction: Correction,
): Promise<Outcome<OwnerDecision, OwnerErrorCode> | null> {
  const isOwner = actor !== null && owners.includes(actor.accountId);
  if (isOwner && subject === 'author') {
    const outcome = await acceptAsOwner(tx, actor, correction);
    if (!outcome.ok) await deleteCorrection(tx, correction);
    return outcome;
  }
  await notifyDeciders(tx, correction, 'suggested', actor?.accountId ?? null);
  if (isOwner) await storeAgreement(tx, correction, actor.accountId);
  return null;
}

function isDeclined(
  tx: Writer,
  suggestion: Pick<Correction, 'subjectId' | 'field' | 'value'>,
  owners: readonly string[],
): Promise<boolean> {
  const isSame = and(isOfSameField(suggestion), eq(corrections.value, suggestion.value));
  return hasRow(tx, corrections, and(isSame, eq(corrections.state, 'rejected'), inArray(corrections.deciderId, [...owners])));
}
