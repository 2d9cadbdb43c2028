import type { ListedWork } from './entries.ts';
import { type FacetName, facetNames, type WorkSelection } from './selection.ts';

/** How many works each value of each filter would leave, the other filters as they are. */
export type FacetCounts = Record<FacetName, Map<string, number>>;

const valuesOf: Record<FacetName, (work: ListedWork) => readonly string[]> = {
  type: ({ type }) => [type],
  source: ({ sources }) => sources,
  category: ({ category }) => (category === null ? [] : [category]),
  venue: ({ venues }) => venues,
  code: ({ code }) => [code],
};

const yearOf = ({ sortDate }: Pick<ListedWork, 'sortDate'>): number => Math.trunc(sortDate / 10_000);

function inYears(work: ListedWork, { from, to }: WorkSelection): boolean {
  if (from === null && to === null) return true;
  const year = yearOf(work);
  return year > 0 && year >= (from ?? 0) && year <= (to ?? Number.POSITIVE_INFINITY);
}

const passes = (work: ListedWork, name: FacetName, selection: WorkSelection): boolean => {
  const wanted = selection[name];
  return wanted === null || valuesOf[name](work).includes(wanted);
};

/** True of a work that every filter lets through. */
export const isSelected =
  (selection: WorkSelection) =>
  (work: ListedWork): boolean =>
    inYears(work, selection) && facetNames.every((name) => passes(work, name, selection));

/** Counts every filter's values in one walk: a work counts for a filter where all the others let it through. */
export function facetCounts(works: readonly ListedWork[], selection: WorkSelection): FacetCounts {
  const counts: FacetCounts = { type: new Map(), source: new Map(), category: new Map(), venue: new Map(), code: new Map() };
  for (const work of works) {
    if (!inYears(work, selection)) continue;
    const stopping = facetNames.filter((name) => !passes(work, name, selection));
    if (stopping.length > 1) continue;
    for (const name of stopping.length === 1 ? stopping : facetNames) {
      const counted = counts[name];
      for (const value of valuesOf[name](work)) counted.set(value, (counted.get(value) ?? 0) + 1);
    }
  }
  return counts;
}

/** Works per year, oldest first; undated ones are left out. */
export function perYear(works: readonly ListedWork[]): { year: number; works: number }[] {
  const counts = new Map<number, number>();
  for (const work of works) {
    const year = yearOf(work);
    if (year > 0) counts.set(year, (counts.get(year) ?? 0) + 1);
  }
  return [...counts].map(([year, count]) => ({ year, works: count })).sort((a, b) => a.year - b.year);
}
