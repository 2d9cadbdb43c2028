import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import { findWorkWithRecords } from '#lib/catalog/ingest/queries.ts';
import { type CorrectableField, sourceValue } from '#lib/catalog/works/model/corrections.ts';
import { languageName } from '#lib/catalog/works/model/languages.ts';
import type { CaseHandler } from '#lib/governance/cases/case-handlers.ts';
import { appealChoices } from '#lib/governance/cases/model/appeals.ts';
import { type CaseSubmission, factLine } from '#lib/governance/cases/model/evidence.ts';
import { dayOf } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { acceptCorrection, endCorrection, lockCorrection, rejectCorrection } from './commands/decide.ts';
import { correctionFieldLabels, formatCorrectionValue, isReopened, isUndecided } from './model.ts';
import { type CorrectableWorkName, type Correction, correctionById, holdersAmongAuthors, workName } from './queries.ts';

/** Case handler for corrections of works. */
export const correctionCase: CaseHandler = {
  decisions: ['approve', 'reject'],
  choices: {
    correction: [
      { decision: 'approve', label: 'The correction is right', reasons: ['fact_wrong', 'authors_agree'], remedies: ['corrected'] },
      {
        decision: 'reject',
        label: 'The correction does not hold',
        reasons: ['source_agrees', 'put_right', 'cannot_check'],
        remedies: ['suggest_again', 'tell_source', 'nothing_to_do'],
      },
    ],
    contested: [
      { decision: 'approve', label: 'The correction still holds', reasons: ['fact_wrong'], remedies: ['corrected'] },
      {
        decision: 'reject',
        label: 'What the source says now is right',
        reasons: ['source_agrees', 'put_right', 'cannot_check'],
        remedies: ['source_shown'],
      },
    ],
  },
  variantOf: async (reader, id) => ((await correctionById(reader, id))?.state === 'contested' ? 'contested' : 'correction'),
  isAskerSecret: true,
  approvalTakesTwo: async () => true,
  recordsOf,
  lock: lockCorrection,
  evidence: async (reader, id) => ({ submission: await submissionOf(reader, id) }),
  async namesOf(reader, ids) {
    const rows = await reader
      .select({ id: corrections.id, title: works.title })
      .from(corrections)
      .leftJoin(works, eq(works.id, corrections.workId))
      .where(inArray(corrections.id, [...ids]));
    return new Map(rows.map(({ id, title }) => [id, { title: 'Correction of a work', name: title }]));
  },
  askedBy: async (reader, id) => [(await correctionById(reader, id))?.suggesterId ?? null],
  async decide(tx, { review, inFavour, reason, remedy, by }) {
    const correction = await lockCorrection(tx, review.subjectId);
    if (!correction || !isUndecided(correction.state)) throw new Error('The correction of an open review is closed.');
    const notice = { reason, remedy: remedy ?? '', once: review.id };
    if (inFavour) await acceptCorrection(tx, correction, { by: 'reviewers', accountId: by, notice });
    else if (correction.state === 'contested') await endCorrection(tx, correction, 'reverted', by);
    else await rejectCorrection(tx, correction, notice);
  },
  appeal: {
    choices: appealChoices({
      granted: ['nothing_to_do', 'corrected', 'source_shown'],
      found: ['cannot_check', 'put_right'],
      refused: ['suggest_again', 'tell_source', 'nothing_to_do'],
    }),
    isOther: async (reader, accountId, { subjectId }) => {
      const correction = await correctionById(reader, subjectId);
      return correction !== null && (await holdersAmongAuthors(reader, correction.workId)).includes(accountId);
    },
    subjectOfDecision: workNameOf,
    async grant(tx, { review, reason, remedy, by }) {
      const correction = await lockCorrection(tx, review.subjectId);
      if (correction?.state === 'rejected') {
        const notice = { reason, remedy: remedy ?? '', once: review.id };
        await acceptCorrection(tx, correction, { by: 'reviewers', accountId: by, notice });
      } else if (correction?.state === 'accepted') await endCorrection(tx, correction, 'reverted', by);
      else return false;
      return true;
    },
  },
};

/** Returns the records of owners among the authors, who take part as authors and cannot be reviewers. */
async function recordsOf(reader: Reader, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await reader
    .selectDistinct({ id: corrections.id, authorId: authors.id })
    .from(corrections)
    .innerJoin(works, eq(works.id, corrections.workId))
    .innerJoin(authorships, eq(authorships.workKey, works.key))
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(inArray(corrections.id, [...ids]), isNotNull(authors.ownerId), ne(authorships.state, 'not_mine')));
  const rowsById = Map.groupBy(rows, ({ id }) => id);
  return new Map([...rowsById].map(([id, group]) => [id, group.map(({ authorId }) => authorId)]));
}

async function workNameOf(reader: Reader, id: string): Promise<CorrectableWorkName | null> {
  const correction = await correctionById(reader, id);
  return correction && workName(reader, correction.workId);
}

/** Describes a value. A language is named, because its tag alone is not generally known. */
const describeInWords = (field: CorrectableField, value: string | null): string =>
  field === 'language' && value !== null ? languageName(value) : formatCorrectionValue(field, value);

function titleOf(correction: Correction): string {
  if (isReopened(correction)) return 'Fewer than two of the authors who agreed own a profile now';
  return correction.state === 'contested' ? 'The sources say something else since it was corrected' : 'Correction';
}

async function submissionOf(reader: Reader, id: string): Promise<CaseSubmission | null> {
  const correction = await correctionById(reader, id);
  if (!correction) return null;
  const { field, value, sourceValue: earlierValue, evidenceUrl, note, workId, decidedAt } = correction;
  const currentValue = sourceValue(field, (await findWorkWithRecords(reader, workId))?.records ?? []);
  return {
    title: titleOf(correction),
    reason: correctionFieldLabels[field].label,
    facts: [
      ...factLine('it should be', describeInWords(field, value)),
      ...factLine('the sources say', describeInWords(field, currentValue)),
      ...factLine('they said before', currentValue === earlierValue ? null : describeInWords(field, earlierValue)),
      ...factLine('accepted by authors until', isReopened(correction) && decidedAt ? dayOf(decidedAt) : null),
      ...factLine('can be checked at', evidenceUrl),
    ],
    note,
    byAccount: correction.suggesterId !== null,
    at: correction.createdAt,
    about: await workName(reader, workId),
  };
}
