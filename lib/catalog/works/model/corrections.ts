import { type ImportedWork, importedWork } from '#lib/catalog/sources/model.ts';
import { type CorrectableField, workFieldRules } from './correctable-fields.ts';
import { withoutCorrections } from './corrected-authors.ts';
import { resolveWork } from './resolve.ts';

/** A corrected value with its evidence. The value has the format of `sourceValue`; null after the correction has ended. */
export interface CorrectedValue {
  field: CorrectableField;
  value: string | null;
  evidence: { url: string | null; note: string | null };
}

/** Returns the value of a field that the sources state, without corrections; null if none states any. */
export const sourceValue = (field: CorrectableField, records: readonly ImportedWork[]): string | null =>
  shownValue(field, withoutCorrections(records));

/** Returns the value of a field that the page shows. */
export function shownValue(field: CorrectableField, records: readonly ImportedWork[]): string | null {
  if (records.length === 0) return null;
  const work = resolveWork(records);
  const { read } = workFieldRules[field];
  return read ? read(work, records) : (work[field as 'venue'] ?? null);
}

/** Returns the id of the correction record of a field. Each field has its own record, and therefore its own history. */
export const correctionRecordId = (workId: string, field: CorrectableField): string => `${workId}:${field}`;

/** Creates the source record of a correction, which is stored beside those of the sources. It has a value for one field only. */
export function createCorrectionRecord(
  workId: string,
  { field, value, evidence: { url, note } }: CorrectedValue,
  records: readonly ImportedWork[],
): ImportedWork {
  const { write } = workFieldRules[field];
  return importedWork.parse({
    source: 'correction',
    recordId: correctionRecordId(workId, field),
    title: null,
    type: 'other',
    authorsComplete: false,
    ...(value !== null && {
      ...(write ? write(value, records) : { [field]: value }),
      evidence: { ...(url && { url }), ...(note && { note }) },
    }),
  });
}
