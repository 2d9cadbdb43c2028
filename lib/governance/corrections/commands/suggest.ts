import { findWorkWithRecords } from '#lib/catalog/ingest/queries.ts';
import { type CorrectableField, parseAffiliationLines, sourceValue } from '#lib/catalog/works/model/corrections.ts';
import { openReview } from '#lib/governance/cases/commands/open.ts';
import { withinSubmissionLimits } from '#lib/platform/auth/submission-limits.ts';
import type { Sender } from '#lib/platform/auth/transact-as.ts';
import { now } from '#lib/platform/clock.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type CorrectionInput, isSameValue } from '../model.ts';
import { type CorrectableWork, correctableWork, correctionById, ownersAmongAuthors } from '../queries.ts';
import type { correctionRefusals } from '../refusals.ts';
import { storeAgreement } from './agree.ts';
import { notifyOwners } from './notify.ts';

type SuggestErrorCode = Exclude<keyof typeof correctionRefusals, 'unknown_correction'>;

/**
 * Stores a suggested correction of a work for reviewers and for the owners among its authors. An owner's suggestion counts as their
 * agreement. A duplicate of an open suggestion is refused.
 */
export async function suggestCorrection(
  tx: Writer,
  suggester: Sender,
  { workId, field, value, evidenceUrl, note }: CorrectionInput,
): Promise<Outcome<{ correctionId: string; path: string }, SuggestErrorCode>> {
  const { actor } = suggester;
  const work = await correctableWork(tx, workId);
  if (!work) return refused('unknown_corrected_work');
  const refusal = valueRefusal(work, field, value);
  if (refusal) return refused(refusal);
  if (!(await withinSubmissionLimits(tx, 'correction', suggester, workId))) return refused('too_many_corrections');
  const suggesterId = actor?.accountId ?? null;
  const currentValue = sourceValue(field, (await findWorkWithRecords(tx, workId))?.records ?? []);
  const row = { id: newId(), workId, field, value, sourceValue: currentValue, evidenceUrl, note, suggesterId, createdAt: now() };
  const [stored] = await tx.insert(corrections).values(row).onConflictDoNothing().returning({ id: corrections.id });
  if (!stored) return refused('already_suggested');
  await openReview(tx, { kind: 'correction', subjectId: stored.id, authorId: null, parties: actor ? [actor.accountId] : [] });
  const correction = await correctionById(tx, stored.id);
  const owners = await ownersAmongAuthors(tx, workId);
  if (correction && actor && owners.includes(actor.accountId)) await storeAgreement(tx, correction, actor.accountId, owners);
  const otherOwners = owners.filter((owner) => owner !== suggesterId);
  if (correction) await notifyOwners(tx, correction, otherOwners, 'suggested');
  return done({ correctionId: stored.id, path: work.path });
}

function valueRefusal({ shown }: CorrectableWork, field: CorrectableField, value: string): SuggestErrorCode | null {
  const shownValue = shown.get(field);
  if (shownValue === undefined) return 'not_correctable';
  if (shownValue === value || ((field === 'retracted' || field === 'language') && isSameValue(field, shownValue, value)))
    return 'same_value';
  if (field === 'affiliations') {
    const statedNames = parseAffiliationLines(value).map(({ name }) => name);
    return statedNames.join('\n') === shown.get('authors') ? null : 'other_names';
  }
  const countNames = (list: string | null) => list?.split('\n').length ?? 0;
  return field === 'authors' && countNames(shownValue) !== countNames(value) ? 'other_number_of_authors' : null;
}
