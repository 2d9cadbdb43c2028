import { z } from 'zod';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { type CorrectableField, type CorrectableFieldRules, workFieldRules } from '#lib/catalog/works/model/correctable-fields.ts';
import type { UpstreamNote } from '#lib/catalog/works/model/upstream-notes.ts';
import { firstValue, idField, type QueryParameters } from '#lib/platform/form.ts';
import { formatWhole } from '#lib/platform/limits.ts';
import { safeHref, withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';

/** What a correction is about: a work, or an author record. */
export type Subject = 'work' | 'author';

/** Maximum length of a value in characters, unless its field has another. */
const maxOtherCharacters = 1_000;

/** The form of an owner's statement. Where the sources have no value, a correction has an empty one. */
const statement = (
  form: z.ZodType<string>,
  emptyError?: string,
): Pick<CorrectableFieldRules, 'parse' | 'agrees' | 'isShownIfItAgrees'> => ({
  parse(text) {
    if (text.length > maxOtherCharacters) return { error: `Up to ${formatWhole(maxOtherCharacters)} characters.` };
    const { success, data, error } = form.safeParse(text);
    if (!success) return { error: error.issues[0]?.message ?? 'Enter another value.' };
    return data === '' && emptyError ? { error: emptyError } : data;
  },
  agrees: (stated, value) => (stated ?? '') === value,
  isShownIfItAgrees: true,
});

/** The facts of an author record that can be corrected. A new one is one entry here. */
const recordFieldRules = {
  name: {
    ...{ name: 'name', label: 'Name', hint: 'As the person writes it, in their own script if they do.' },
    ...statement(statementsInput.shape.name, 'Enter the name.'),
  },
  affiliation: {
    ...{ name: 'affiliation', label: 'Affiliation', hint: 'The newest one. Leave it empty if none should be shown.' },
    ...statement(statementsInput.shape.affiliation),
  },
} satisfies Record<string, CorrectableFieldRules>;

export type RecordField = keyof typeof recordFieldRules;
export type CorrectionField = CorrectableField | RecordField;

/** The rules of all fields. Works and records have no field of the same name. */
export const fieldRules: Readonly<Record<CorrectionField, CorrectableFieldRules>> = { ...workFieldRules, ...recordFieldRules };

export const isCorrectionField = (field: string): field is CorrectionField => Object.hasOwn(fieldRules, field);
export const subjectOf = (field: CorrectionField): Subject => (Object.hasOwn(recordFieldRules, field) ? 'author' : 'work');

export type CorrectionState = 'suggested' | 'accepted' | 'rejected' | 'contested' | 'retired' | 'reverted' | 'replaced';

/** The states of corrections that are shown on the page of their work or record. */
export const effectiveStates: CorrectionState[] = ['accepted', 'contested'];
export const isEffective = (state: string): boolean => effectiveStates.some((each) => each === state);

/** Whether a correction in this state awaits a decision. */
export const isUndecided = (state: string): boolean => state === 'suggested' || state === 'contested';

/** Whether it is a suggestion that authors, or the owner of a record, had accepted before: since then they have lost their records. */
export const isReopened = ({ state, decidedBy }: { state: string; decidedBy: string | null }): boolean =>
  state === 'suggested' && decidedBy !== null;

/** Owners among the authors of a work who must agree if no reviewer decides. */
export const minAgreements = 2;

/** Days in which each owner among the authors can contest a correction that two of them agree with. */
export const contestDays = 7;

/** Whether only reviewers, or a source, decide on a field. */
export const isDecidedByReview = (field: CorrectionField): boolean => fieldRules[field].needsReview === true;

/** Whether the value of the sources agrees with a corrected one. */
export const isSameValue = (field: CorrectionField, stated: string | null, value: string): boolean =>
  fieldRules[field].agrees?.(stated, value) ?? stated === value;

/** Whether a value is no correction of the shown one. */
export const isShownValue = (field: CorrectionField, shown: string | null, value: string): boolean =>
  shown === value || (fieldRules[field].isShownIfItAgrees === true && isSameValue(field, shown, value));

/** Returns the state of an accepted correction after the sources have changed. */
export function stateAfterComparison(
  { field, value, sourceValue }: { field: CorrectionField; value: string; sourceValue: string | null },
  stated: string | null,
): 'retired' | 'accepted' | 'contested' {
  if (isSameValue(field, stated, value)) return 'retired';
  const isPart = fieldRules[field].hasParts === true && stated !== null && isSameValue(field, value, stated);
  return stated === sourceValue || isPart ? 'accepted' : 'contested';
}

/** Formats a value for a page. */
export const formatCorrectionValue = (field: CorrectionField, value: string | null): string =>
  (value && (fieldRules[field].format?.(value) ?? value)) || 'nothing';

/** Parses the evidence, or returns an error. */
function parseEvidence(typed?: string, note?: string): { evidenceUrl: string | null; note: string | null } | { error: string } {
  const evidenceUrl = typed ? safeHref(typed) : null;
  if (typed && !evidenceUrl) return { error: 'Enter an address that begins with https://' };
  return evidenceUrl || note ? { evidenceUrl, note: note || null } : { error: 'Give a link or a note that shows it.' };
}

/** The form of a suggestion. Values are normalized to the form in which they are compared with sources. */
export const correctionInput = z
  .object({
    subjectId: idField,
    field: z.enum(Object.keys(fieldRules) as CorrectionField[]),
    value: z.string().max(20_000).overwrite(withoutUnsafeCharacters).default(''),
    retractedOn: z.string().max(100).trim().default(''),
    reason: z.string().max(5_000).overwrite(withoutUnsafeCharacters).default(''),
    evidenceUrl: z.string().trim().max(2_000).optional(),
    note: z.string().overwrite(withoutUnsafeCharacters).trim().max(1_000).optional(),
  })
  .transform((input, context) => {
    const fail = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
      return z.NEVER;
    };
    const { subjectId, field } = input;
    const { parse, isList, maxCharacters = maxOtherCharacters } = fieldRules[field];
    const value = parse(input.value, input);
    if (typeof value !== 'string') return fail(value.at ?? 'value', value.error);
    if (!isList && value.length > maxCharacters) return fail('value', `Up to ${formatWhole(maxCharacters)} characters.`);
    const evidence = parseEvidence(input.evidenceUrl, input.note);
    if ('error' in evidence) return fail('evidenceUrl', evidence.error);
    return { subjectId, field, value, ...evidence };
  });
export type CorrectionInput = z.output<typeof correctionInput>;

export const correctionIdInput = z.object({ correctionId: idField });
export type CorrectionIdInput = z.infer<typeof correctionIdInput>;

export const correctionDecisionInput = z.object({ correctionId: idField, accepts: z.enum(['yes', 'no']) });
export type CorrectionDecision = z.infer<typeof correctionDecisionInput>;

/** A correction on a page. */
export interface CorrectionView {
  id: string;
  field: CorrectionField;
  /** Null for a list with names, which is shown only on the work's page. */
  value: string | null;
  /** Null also if the owner of the record hides it. */
  sourceValue: string | null;
  evidenceUrl: string | null;
  note: string | null;
  state: CorrectionState;
  decidedBy: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  /** Whether it is a suggestion that authors or an owner had accepted before, who have lost their profiles since, or dispute them. */
  isReopened: boolean;
  /** What the viewer can do. */
  can: { decide: boolean; revert: boolean; contest: boolean };
}

/** The page of corrections of a work or record. */
export interface CorrectionsPage {
  subject: Subject;
  id: string;
  name: string;
  path: string;
  /** The shown value of each correctable field. */
  shown: readonly (readonly [CorrectionField, string | null])[];
  /** False if every source truncates the list of authors of the work. */
  authorsComplete: boolean;
  corrections: CorrectionView[];
  /** Whether the viewer can decide as an owner. */
  isOwner: boolean;
  /** Whether reviewers decide: on works, and on records that nobody owns. */
  isReviewed: boolean;
}

/** The notes to the sources about one corrected value. */
export interface CorrectedValueNotes {
  id: string;
  field: CorrectionField;
  value: string;
  notes: UpstreamNote[];
}

const steps = ['sent', 'agreed', 'accepted', 'declined', 'reverted', 'contested'] as const;
/** A completed step on a corrections page. */
export type CorrectionStep = (typeof steps)[number];

/** Parses the field and the completed step of a corrections page from its query; ignores invalid values. */
export function parseCorrectionStep(query: QueryParameters): { field: string | null; done: CorrectionStep | null } {
  const done = firstValue(query.done);
  return { field: firstValue(query.field) ?? null, done: steps.find((each) => each === done) ?? null };
}
