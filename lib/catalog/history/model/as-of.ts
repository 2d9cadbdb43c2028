import type { BibliographicFields } from '#lib/catalog/works/model/resolve.ts';
import type { SourceLabel } from '#lib/catalog/works/model/views.ts';

/** An author came to a work, or left it. */
export interface AuthorshipChange {
  at: Date;
  isOn: boolean;
  /** False where a person decided it. */
  bySource: boolean;
}

/**
 * Whether an author was on a work at a moment, as far as that is still shown: a work that a person has taken from the record since (by a
 * split, by the revert of a merge, or with "not mine") is shown of no day.
 * @param changes of this author and work, the oldest first
 */
export function stoodAt(changes: readonly AuthorshipChange[], now: { isOn: boolean; isMerged: boolean }, moment: Date): boolean {
  if (!now.isOn && !now.isMerged && changes.at(-1)?.bySource === false) return false;
  const next = changes.find(({ at }) => at > moment);
  return next ? !next.isOn : now.isOn;
}

/** A work as its page showed it on a day. */
export interface PastWork extends Pick<BibliographicFields, 'title' | 'year' | 'date' | 'venue' | 'doi' | 'retracted'> {
  id: string;
  type: string;
  /** False where nobody describes the work any more. */
  hasPage: boolean;
}

interface PastCoauthor {
  slug: string;
  name: string;
  works: number;
}

/** A record as its page showed it at the end of a day. */
export interface PastRecord {
  /** YYYY-MM-DD */
  day: string;
  /** The newest first. */
  works: PastWork[];
  /** Null where the record showed none, or its owner hides it now. */
  affiliation: { name: string; source: SourceLabel; year: number | null } | null;
  /** Null before the first snapshot. */
  trust: { points: number; level: number; levelName: string; label: string; computedAt: Date } | null;
  /** People whom everybody may see, those with the most shared works first; null where the owner hides co-authors now. */
  coauthors: PastCoauthor[] | null;
  /** The day from which it is recorded which works a record has and which affiliation; null where that is so since the record began. */
  recordedSince: Date | null;
}

const pattern = /^\d{4}-\d{2}-\d{2}$/;

/** The last moment of a day in UTC; null of what is no day. */
export function endOfDay(day: string): Date | null {
  const end = new Date(`${day}T23:59:59.999Z`);
  return pattern.test(day) && !Number.isNaN(end.getTime()) && end.toISOString().startsWith(day) ? end : null;
}
