import type { SourceLabel } from '#lib/catalog/works/model/views.ts';

/** A change of a record's name, affiliation or trust. */
export interface RecordChange {
  /** Permanent id of the change within its record. */
  id: string;
  field: 'name' | 'affiliation' | 'trust';
  at: Date;
  /** The source of the change; null if it follows from the evidence. */
  source: SourceLabel | null;
  /** Null for no value, or if the value is not public. */
  before: string | null;
  after: string | null;
}

export const recordChangeLabels: Record<RecordChange['field'], string> = { name: 'Name', affiliation: 'Affiliation', trust: 'Trust' };

/** A value that a record showed until a moment, or shows now. */
export interface ShownValue {
  /** Null for the current value. */
  until: Date | null;
  text: string | null;
  source: SourceLabel | null;
}

/** Returns the changes between consecutive values, oldest first. */
export function changesBetweenValues(field: RecordChange['field'], shown: readonly ShownValue[]): RecordChange[] {
  return shown.flatMap(({ until: at, text: before }, index): RecordChange[] => {
    const next = shown[index + 1];
    if (!at || !next || next.text === before) return [];
    return [{ id: `${field}/${at.getTime()}`, field, at, source: next.source, before, after: next.text }];
  });
}

/** Upper bound of the changes shown for a record, and of the rows read for each kind. */
export const maxRecordChanges = 100;

/** Returns the newest changes first, at most `maxRecordChanges`. */
export const newestChanges = (changes: readonly RecordChange[]): RecordChange[] =>
  changes.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)).slice(0, maxRecordChanges);
