import { plainText } from '#lib/platform/text/rich-text.ts';
import type { PastRecord, PastWork } from './as-of.ts';

/** A field of a work that differs between two days. */
export interface WorkDifference {
  field: 'title' | 'type' | 'date' | 'venue' | 'doi' | 'retracted';
  before: string | null;
  after: string | null;
}

/** The differences of a record between two days. */
export interface RecordDifferences {
  added: PastWork[];
  removed: PastWork[];
  changed: { work: PastWork; fields: WorkDifference[] }[];
  coauthorsAdded: { slug: string; name: string }[];
  coauthorsRemoved: { slug: string; name: string }[];
}

const fieldReaders: Record<WorkDifference['field'], (work: PastWork) => string | null> = {
  title: ({ title }) => title && plainText(title),
  type: ({ type }) => type,
  date: ({ date, year }) => date ?? (year === null ? null : `${year}`),
  venue: ({ venue }) => venue,
  doi: ({ doi }) => doi,
  retracted: ({ retracted }) => (retracted ? 'retracted' : null),
};
const fields = Object.keys(fieldReaders) as WorkDifference['field'][];

function differencesOf(before: PastWork, after: PastWork): WorkDifference[] {
  const differences = fields.map((field) => ({ field, before: fieldReaders[field](before), after: fieldReaders[field](after) }));
  return differences.filter((difference) => difference.before !== difference.after);
}

/** Returns the co-authors of one day who are not among those of the other. */
function coauthorsNotIn({ coauthors }: PastRecord, other: PastRecord): { slug: string; name: string }[] {
  const slugs = new Set(other.coauthors?.map(({ slug }) => slug));
  return (coauthors ?? []).filter(({ slug }) => !slugs.has(slug)).map(({ slug, name }) => ({ slug, name }));
}

/** Returns the differences of a record between two days; `before` is the earlier one. */
export function differencesBetween(before: PastRecord, after: PastRecord): RecordDifferences {
  const worksBefore = new Map(before.works.map((work) => [work.id, work]));
  const idsAfter = new Set(after.works.map(({ id }) => id));
  return {
    added: after.works.filter(({ id }) => !worksBefore.has(id)),
    removed: before.works.filter(({ id }) => !idsAfter.has(id)),
    changed: after.works.flatMap((work) => {
      const workBefore = worksBefore.get(work.id);
      const fieldDifferences = workBefore ? differencesOf(workBefore, work) : [];
      return fieldDifferences.length > 0 ? [{ work, fields: fieldDifferences }] : [];
    }),
    coauthorsAdded: coauthorsNotIn(after, before),
    coauthorsRemoved: coauthorsNotIn(before, after),
  };
}
