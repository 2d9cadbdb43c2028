import { inArray } from 'drizzle-orm';
import { recordSlug } from '#lib/catalog/authors/queries/find.ts';
import type { CaseHandler } from '#lib/governance/cases/case-handlers.ts';
import { type CaseSubmission, factLine } from '#lib/governance/cases/model/evidence.ts';
import { correctionCase } from '#lib/governance/corrections/case-handlers.ts';
import { isReopened, isUndecided } from '#lib/governance/corrections/model.ts';
import { dayOf } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { recordCorrections } from '#lib/platform/db/schema/corrections.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { acceptRecordCorrection, endRecordCorrection, lockRecordCorrection, rejectRecordCorrection } from './commands/decide.ts';
import { formatRecordCorrectionValue, recordFieldLabels } from './model.ts';
import { correctedRecordOf, decidingOwnerOf, type RecordCorrection, recordCorrectionById, sourcedValue } from './queries.ts';

const [acceptChoice, rejectChoice] = correctionCase.choices.correction ?? [];
if (!acceptChoice || !rejectChoice) throw new Error('Corrections have no choices.');

/** Case handler for corrections of records without an owner. */
export const recordCorrectionCase: CaseHandler = {
  decisions: ['approve', 'reject'],
  choices: {
    record_correction: [{ ...acceptChoice, reasons: ['fact_wrong'] }, rejectChoice],
    contested: correctionCase.choices.contested ?? [],
  },
  variantOf: async (reader, id) => ((await recordCorrectionById(reader, id))?.state === 'contested' ? 'contested' : 'record_correction'),
  isAskerSecret: true,
  approvalTakesTwo: async () => true,
  lock: lockRecordCorrection,
  evidence: async (reader, id) => ({ submission: await statementOf(reader, id) }),
  async namesOf(reader, ids) {
    const rows = await rowsOf(reader, recordCorrections, inArray(recordCorrections.id, [...ids]));
    return new Map(rows.map((row) => [row.id, { title: 'Correction of a profile', name: null }]));
  },
  askedBy: async (reader, id) => [(await recordCorrectionById(reader, id))?.suggesterId ?? null],
  async decide(tx, { review, inFavour, reason, remedy, by: accountId }) {
    const correction = await lockRecordCorrection(tx, review.subjectId);
    if (!correction || !isUndecided(correction.state)) throw new Error('The correction of an open review is closed.');
    const decision = { by: 'reviewers', accountId, notice: { reason, remedy: remedy ?? '', once: review.id } } as const;
    if (inFavour) await acceptRecordCorrection(tx, correction, decision);
    else if (correction.state === 'contested') await endRecordCorrection(tx, correction, 'reverted', accountId);
    else await rejectRecordCorrection(tx, correction, decision);
  },
  appeal: {
    choices: correctionCase.appeal.choices,
    async grant(tx, { review, reason, remedy, by: accountId }) {
      const correction = await lockRecordCorrection(tx, review.subjectId);
      if (!correction || decidingOwnerOf(await correctedRecordOf(tx, correction)) !== null) return false;
      const notice = { reason, remedy: remedy ?? '', once: review.id };
      if (correction.state === 'rejected') await acceptRecordCorrection(tx, correction, { by: 'reviewers', accountId, notice });
      else if (correction.state === 'accepted') await endRecordCorrection(tx, correction, 'reverted', accountId);
      else return false;
      return true;
    },
  },
};

function titleOf(correction: RecordCorrection): string {
  if (isReopened(correction)) return 'The claim of the owner who accepted it has ended or is in dispute';
  return correction.state === 'contested' ? 'The sources say something else since it was corrected' : 'Correction';
}

async function statementOf(reader: Reader, id: string): Promise<CaseSubmission | null> {
  const correction = await recordCorrectionById(reader, id);
  if (!correction) return null;
  const { authorId, field, value, sourceValue: earlierValue, evidenceUrl, note, decidedAt } = correction;
  const record = await correctedRecordOf(reader, correction);
  const currentValue = await sourcedValue(reader, record, field);
  return {
    title: titleOf(correction),
    reason: recordFieldLabels[field].label,
    facts: [
      ...factLine('it should be', formatRecordCorrectionValue(value)),
      ...factLine('the sources say', formatRecordCorrectionValue(currentValue)),
      ...factLine('they said before', currentValue === earlierValue ? null : formatRecordCorrectionValue(earlierValue)),
      ...factLine('accepted by its owner until', isReopened(correction) && decidedAt ? dayOf(decidedAt) : null),
      ...factLine('can be checked at', evidenceUrl),
    ],
    note,
    byAccount: correction.suggesterId !== null,
    at: correction.createdAt,
    about: { name: record.name, path: `/authors/${await recordSlug(reader, authorId)}` },
  };
}
