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

const readings: Record<WorkDifference['field'], (work: PastWork) => string | null> = {
  title: ({ title }) => title && plainText(title),
  type: ({ type }) => type,
  date: ({ date, year }) => date ?? (year === null ? null : `${year}`),
  venue: ({ venue }) => venue,
  doi: ({ doi }) => doi,
  retracted: ({ retracted }) => (retracted ? 'retracted' : null),
};
const fields = Object.keys(readings) as WorkDifference['field'][];

function differencesOf(before: PastWork, after: PastWork): WorkDifference[] {
  const each = fields.map((field) => ({ field, before: readings[field](before), after: readings[field](after) }));
  return each.filter((difference) => difference.before !== difference.after);
}

/** Returns the co-authors of one day who are not among those of the other. */
function coauthorsBeside({ coauthors }: PastRecord, other: PastRecord): { slug: string; name: string }[] {
  const slugs = new Set(other.coauthors?.map(({ slug }) => slug));
  return (coauthors ?? []).filter(({ slug }) => !slugs.has(slug)).map(({ slug, name }) => ({ slug, name }));
}

/** Returns the differences of a record between two days; `before` is the earlier one. */
export function differencesBetween(before: PastRecord, after: PastRecord): RecordDifferences {
  const were = new Map(before.works.map((work) => [work.id, work]));
  const are = new Set(after.works.map(({ id }) => id));
  return {
    added: after.works.filter(({ id }) => !were.has(id)),
    removed: before.works.filter(({ id }) => !are.has(id)),
    changed: after.works.flatMap((work) => {
      const was = were.get(work.id);
      const different = was ? differencesOf(was, work) : [];
      return different.length > 0 ? [{ work, fields: different }] : [];
    }),
    coauthorsAdded: coauthorsBeside(after, before),
    coauthorsRemoved: coauthorsBeside(before, after),
  };
}
