import { z } from 'zod';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { type CorrectionView, correctionEvidenceFields, parseCorrectionEvidence, parseStep } from '#lib/governance/corrections/model.ts';
import { idField, type QueryParameters } from '#lib/platform/form.ts';

/** Fields of an author record that can be corrected. */
export const recordFields = ['name', 'affiliation'] as const;
export type RecordField = (typeof recordFields)[number];

/** Labels and hints of the fields. */
export const recordFieldLabels: Record<RecordField, { name: string; label: string; hint: string }> = {
  name: { name: 'name', label: 'Name', hint: 'As the person writes it, in their own script if they do.' },
  affiliation: { name: 'affiliation', label: 'Affiliation', hint: 'The newest one. Leave it empty if none should be shown.' },
};

const { name, affiliation } = statementsInput.shape;
const values = { name, affiliation };

/** The form of a suggestion. Values follow the same rules as an owner's statements. */
export const recordCorrectionInput = z
  .object({
    authorId: idField,
    field: z.enum(recordFields),
    value: z.string().max(1_000).default(''),
    ...correctionEvidenceFields,
  })
  .transform((input, context) => {
    const fail = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
      return z.NEVER;
    };
    const { authorId, field } = input;
    const parsed = values[field].safeParse(input.value);
    if (!parsed.success) return fail('value', parsed.error.issues[0]?.message ?? 'Enter another value.');
    if (field === 'name' && parsed.data === '') return fail('value', 'Enter the name.');
    const evidence = parseCorrectionEvidence(input);
    if ('error' in evidence) return fail('evidenceUrl', evidence.error);
    return { authorId, field, value: parsed.data, ...evidence };
  });
export type RecordCorrectionInput = z.output<typeof recordCorrectionInput>;

export const ownerDecisionInput = z.object({ correctionId: idField, accepts: z.enum(['yes', 'no']) });
export type OwnerDecision = z.infer<typeof ownerDecisionInput>;

/** Converts a source value to a correction value: null becomes an empty string. */
export const toCorrectionValue = (stated: string | null): string => stated ?? '';

/** Formats a value for a page. */
export const formatRecordCorrectionValue = (value: string | null): string => value || 'nothing';

/** A correction of a record on a page. The value of the sources is also null if the owner hides it. */
export interface RecordCorrectionView extends Omit<CorrectionView, 'field' | 'value' | 'can'> {
  field: RecordField;
  value: string;
  decidedBy: 'owner' | 'reviewers' | null;
  /** What the viewer can do as the owner of the record. */
  can: { decide: boolean; revert: boolean };
}

export const parseRecordCorrectionStep = (query: QueryParameters) =>
  parseStep(query, recordFields, ['sent', 'accepted', 'declined', 'reverted']);
