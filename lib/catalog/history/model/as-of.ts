import type { BibliographicFields } from '#lib/catalog/works/model/resolve.ts';
import type { SourceLabel } from '#lib/catalog/works/model/views.ts';

/** The addition of an author to a work, or the removal. */
export interface AuthorshipChange {
  at: Date;
  isOn: boolean;
  /** False if a person decided it. */
  bySource: boolean;
}

/**
 * Returns whether an author was on a work at a moment, as far as this may still be shown. A work that a person has removed from the record
 * since (by a split, the revert of a merge, or "not mine") is not shown on any day.
 * @param changes of this author and work, oldest first
 */
export function wasAuthorAt(changes: readonly AuthorshipChange[], now: { isOn: boolean; isMerged: boolean }, moment: Date): boolean {
  if (!now.isOn && !now.isMerged && changes.at(-1)?.bySource === false) return false;
  const next = changes.find(({ at }) => at > moment);
  return next ? !next.isOn : now.isOn;
}

/** A work as its page showed it on a day. */
export interface PastWork extends Pick<BibliographicFields, 'title' | 'language' | 'year' | 'date' | 'venue' | 'doi' | 'retracted'> {
  id: string;
  type: string;
  /** False if no source describes the work any more. */
  hasPage: boolean;
}

interface PastCoauthor {
  slug: string;
  name: string;
  works: number;
}

/** A record as its page showed it at the end of a day, UTC. */
export interface PastRecord {
  /** YYYY-MM-DD */
  day: string;
  /** Newest first. */
  works: PastWork[];
  /** Null if the record showed none, or its owner hides it now. */
  affiliation: { name: string; source: SourceLabel; year: number | null } | null;
  /** Null before the first snapshot. */
  trust: { points: number; level: number; levelName: string; label: string; computedAt: Date } | null;
  /** Visible people, those with most shared works first; null if the owner hides co-authors now. */
  coauthors: PastCoauthor[] | null;
  /** The time since which works and affiliation are recorded; null if they have been recorded for as long as the record exists. */
  recordedSince: Date | null;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the last millisecond of a day in UTC; null if the text is not a day. */
export function endOfDay(day: string): Date | null {
  const end = new Date(`${day}T23:59:59.999Z`);
  return dayPattern.test(day) && !Number.isNaN(end.getTime()) && end.toISOString().startsWith(day) ? end : null;
}
