import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import { languageName } from '#lib/catalog/bibliography/languages.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import type { CaseHandler } from '#lib/governance/cases/case-handlers.ts';
import { appealChoices, mayAppeal } from '#lib/governance/cases/model/appeals.ts';
import { type CaseSubmission, factLine } from '#lib/governance/cases/model/evidence.ts';
import type { DecisionChoice } from '#lib/governance/cases/model/review-case.ts';
import { dayOf } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { acceptCorrection, endCorrection, lockCorrection, rejectCorrection } from './commands/decide.ts';
import { type CorrectionField, fieldRules, formatCorrectionValue, isReopened, isUndecided } from './model.ts';
import { type Correction, correctionById, isContestedByAuthor } from './queries/corrections.ts';
import { isDecidedByOwner, subjectQueries } from './queries/subjects.ts';
import { holdersAmongAuthors } from './queries/works.ts';

const acceptChoice: DecisionChoice = {
  decision: 'approve',
  label: 'The correction is right',
  effects: ['The corrected value is shown at once, beside what the source says.', mayAppeal],
  reasons: ['fact_wrong', 'authors_agree'],
  remedies: ['corrected'],
};

const rejectChoice: DecisionChoice = {
  decision: 'reject',
  label: 'The correction does not hold',
  effects: ['The value of the source stays.', mayAppeal],
  reasons: ['source_agrees', 'put_right', 'cannot_check'],
  remedies: ['suggest_again', 'tell_source', 'nothing_to_do'],
};

const contestedChoices: DecisionChoice[] = [
  {
    decision: 'approve',
    label: 'The correction still holds',
    effects: ['The corrected value stays, whatever the source says now.', mayAppeal],
    reasons: ['fact_wrong'],
    remedies: ['corrected'],
  },
  {
    decision: 'reject',
    label: 'What the source says now is right',
    effects: ['The correction ends, and the value of the source is shown.', mayAppeal],
    reasons: ['source_agrees', 'put_right', 'cannot_check'],
    remedies: ['source_shown'],
  },
];

/** The part that is the same for works and records. */
const anyCorrectionCase = {
  decisions: ['approve', 'reject'],
  isAskerSecret: true,
  approvalTakesTwo: async () => true,
  lock: lockCorrection,
  evidence: async (reader, id) => ({ submission: await submissionOf(reader, id) }),
  askedBy: async (reader, id) => [(await correctionById(reader, id))?.suggesterId ?? null],
  async decide(tx, { review, inFavour, reason, remedy, by: accountId }) {
    const correction = await lockCorrection(tx, review.subjectId);
    if (!correction || !isUndecided(correction.state)) throw new Error('The correction of an open review is closed.');
    const decision = { by: 'reviewers', accountId, notice: { reason, remedy: remedy ?? '', once: review.id } } as const;
    if (inFavour) await acceptCorrection(tx, correction, decision);
    else if (correction.state === 'contested') await endCorrection(tx, correction, 'reverted', accountId);
    else await rejectCorrection(tx, correction, decision);
  },
  appeal: {
    choices: appealChoices({
      granted: ['nothing_to_do', 'corrected', 'source_shown'],
      found: ['cannot_check', 'put_right'],
      refused: ['suggest_again', 'tell_source', 'nothing_to_do'],
    }),
    async grant(tx, { review, reason, remedy, by: accountId }) {
      const correction = await lockCorrection(tx, review.subjectId);
      if (!correction || (await isDecidedByOwner(tx, correction))) return false;
      const notice = { reason, remedy: remedy ?? '', once: review.id };
      if (correction.state === 'rejected') await acceptCorrection(tx, correction, { by: 'reviewers', accountId, notice });
      else if (correction.state === 'accepted') await endCorrection(tx, correction, 'reverted', accountId);
      else return false;
      return true;
    },
  },
} satisfies Omit<CaseHandler, 'choices'>;

const variantOf =
  (kind: string): CaseHandler['variantOf'] =>
  async (reader, id) =>
    (await correctionById(reader, id))?.state === 'contested' ? 'contested' : kind;

/** Case handler for corrections of works. */
export const correctionCase: CaseHandler = {
  ...anyCorrectionCase,
  choices: { correction: [acceptChoice, rejectChoice], contested: contestedChoices },
  variantOf: variantOf('correction'),
  recordsOf,
  async namesOf(reader, ids) {
    const rows = await reader
      .select({ id: corrections.id, title: works.title })
      .from(corrections)
      .leftJoin(works, eq(works.id, corrections.subjectId))
      .where(inArray(corrections.id, [...ids]));
    return new Map(rows.map(({ id, title }) => [id, { title: 'Correction of a work', name: title }]));
  },
  appeal: {
    ...anyCorrectionCase.appeal,
    isOther: async (reader, accountId, { subjectId }) => {
      const correction = await correctionById(reader, subjectId);
      return correction !== null && (await holdersAmongAuthors(reader, correction.subjectId)).includes(accountId);
    },
    async subjectOfDecision(reader, id) {
      const correction = await correctionById(reader, id);
      return correction && aboutOf(reader, correction);
    },
  },
};

/** Case handler for corrections of records without an owner. */
export const recordCorrectionCase: CaseHandler = {
  ...anyCorrectionCase,
  choices: { record_correction: [{ ...acceptChoice, reasons: ['fact_wrong'] }, rejectChoice], contested: contestedChoices },
  variantOf: variantOf('record_correction'),
  namesOf: async (_reader, ids) => new Map(ids.map((id) => [id, { title: 'Correction of a profile', name: null }])),
};

/** Returns the records of owners among the authors, who take part as authors and cannot be reviewers. */
async function recordsOf(reader: Reader, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await reader
    .selectDistinct({ id: corrections.id, authorId: authors.id })
    .from(corrections)
    .innerJoin(works, eq(works.id, corrections.subjectId))
    .innerJoin(authorships, eq(authorships.workKey, works.key))
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(inArray(corrections.id, [...ids]), isNotNull(authors.ownerId), ne(authorships.state, 'not_mine')));
  const rowsById = Map.groupBy(rows, ({ id }) => id);
  return new Map([...rowsById].map(([id, group]) => [id, group.map(({ authorId }) => authorId)]));
}

async function aboutOf(reader: Reader, { subject, subjectId }: Correction): Promise<{ name: string; path: string } | null> {
  const about = await subjectQueries[subject].nameOf(reader, subjectId);
  return about && { ...about, name: about.name ?? untitledWork };
}

/** Describes a value. A language is named, because its tag alone is not generally known. */
const describeInWords = (field: CorrectionField, value: string | null): string =>
  field === 'language' && value !== null ? languageName(value) : formatCorrectionValue(field, value);

async function titleOf(reader: Reader, correction: Correction): Promise<string> {
  if (await isContestedByAuthor(reader, correction.id)) return 'An author contests this correction';
  if (correction.state === 'contested') return 'The sources say something else since it was corrected';
  if (!isReopened(correction)) return 'Correction';
  return correction.subject === 'work'
    ? 'Fewer than two of the authors who agreed own a profile now'
    : 'The claim of the owner who accepted it has ended or is in dispute';
}

async function submissionOf(reader: Reader, id: string): Promise<CaseSubmission | null> {
  const correction = await correctionById(reader, id);
  if (!correction) return null;
  const { subject, subjectId, field, value, sourceValue: earlierValue, evidenceUrl, note, decidedAt } = correction;
  const currentValue = await subjectQueries[subject].sourceValue(reader, subjectId, field);
  const acceptedBy = subject === 'work' ? 'accepted by authors until' : 'accepted by its owner until';
  return {
    title: await titleOf(reader, correction),
    reason: fieldRules[field].label,
    facts: [
      ...factLine('it should be', describeInWords(field, value)),
      ...factLine('the sources say', describeInWords(field, currentValue)),
      ...factLine('they said before', currentValue === earlierValue ? null : describeInWords(field, earlierValue)),
      ...factLine(acceptedBy, isReopened(correction) && decidedAt ? dayOf(decidedAt) : null),
      ...factLine('can be checked at', evidenceUrl),
    ],
    note,
    byAccount: correction.suggesterId !== null,
    at: correction.createdAt,
    about: await aboutOf(reader, correction),
  };
}
