import type { SourceLabel } from '#lib/catalog/works/model/views.ts';

/** A change of what a record shows besides its works. */
export interface RecordChange {
  /** Names the change for ever, within its record. */
  id: string;
  of: 'name' | 'affiliation' | 'trust';
  at: Date;
  /** The source of the change; null where it follows from the evidence. */
  source: SourceLabel | null;
  /** Null for nothing, or where it is not told. */
  before: string | null;
  after: string | null;
}

/** What a record showed until a moment, or shows now. */
export interface Shown {
  /** Null now. */
  until: Date | null;
  text: string | null;
  source: SourceLabel | null;
}

/** The changes between what was shown one after the other, the oldest first. */
export function changesBetween(of: RecordChange['of'], shown: readonly Shown[]): RecordChange[] {
  return shown.flatMap(({ until: at, text: before }, place): RecordChange[] => {
    const next = shown[place + 1];
    if (!at || !next || next.text === before) return [];
    return [{ id: `${of}/${at.getTime()}`, of, at, source: next.source, before, after: next.text }];
  });
}

/** More changes are told of no record, and more rows are read of none. */
export const maxRecordChanges = 100;

/** The newest first. */
export const newestChanges = (changes: readonly RecordChange[]): RecordChange[] =>
  changes.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)).slice(0, maxRecordChanges);
