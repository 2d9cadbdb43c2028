import type { YearParts } from '../views.ts';
import type { ListedWork } from './entries.ts';
import { type FacetName, facetNames, type WorkSelection } from './selection.ts';

/** Number of works for each value of each filter, with the other filters unchanged. */
export type FacetCounts = Record<FacetName, Map<string, number>>;

const valuesOf: Record<FacetName, (work: ListedWork) => readonly string[]> = {
  type: ({ type }) => [type],
  source: ({ sources }) => sources,
  category: ({ category }) => (category === null ? [] : [category]),
  venue: ({ venues }) => venues,
  publisher: ({ publisher }) => (publisher === null ? [] : [publisher]),
  series: ({ series }) => (series === null ? [] : [series]),
  retracted: ({ retracted }) => [retracted ? 'yes' : 'no'],
  code: ({ code }) => [code],
};

const yearOf = ({ sortDate }: Pick<ListedWork, 'sortDate'>): number => Math.trunc(sortDate / 10_000);

function isInYears(work: ListedWork, { from, to }: WorkSelection): boolean {
  if (from === null && to === null) return true;
  const year = yearOf(work);
  return year > 0 && year >= (from ?? 0) && year <= (to ?? Number.POSITIVE_INFINITY);
}

const passesFilter = (work: ListedWork, name: FacetName, selection: WorkSelection): boolean => {
  const selected = selection[name];
  return selected === null || valuesOf[name](work).includes(selected);
};

/** Returns a predicate for works that pass every filter. */
export function createSelectionFilter(selection: WorkSelection): (work: ListedWork) => boolean {
  const activeFilters = facetNames.filter((name) => selection[name] !== null);
  return (work) => isInYears(work, selection) && activeFilters.every((name) => passesFilter(work, name, selection));
}

/** Counts the values of all filters in one pass: a work counts for a filter if it passes all the others. */
export function facetCounts(works: readonly ListedWork[], selection: WorkSelection): FacetCounts {
  const counts = Object.fromEntries(facetNames.map((name) => [name, new Map<string, number>()])) as FacetCounts;
  const activeFilters = facetNames.filter((name) => selection[name] !== null);
  for (const work of works) {
    if (!isInYears(work, selection)) continue;
    const failedFilters = activeFilters.filter((name) => !passesFilter(work, name, selection));
    if (failedFilters.length > 1) continue;
    for (const name of failedFilters.length === 1 ? failedFilters : facetNames) {
      const valueCounts = counts[name];
      for (const value of valuesOf[name](work)) valueCounts.set(value, (valueCounts.get(value) ?? 0) + 1);
    }
  }
  return counts;
}

/** Counts works by year, oldest first. Undated works are excluded. */
export function countByYear(works: readonly ListedWork[]): { year: number; works: number }[] {
  const counts = new Map<number, number>();
  for (const work of works) {
    const year = yearOf(work);
    if (year > 0) counts.set(year, (counts.get(year) ?? 0) + 1);
  }
  return [...counts].map(([year, count]) => ({ year, works: count })).sort((a, b) => a.year - b.year);
}

const severalSources = 'several';
const otherSources = 'others';
/** Maximum number of parts that can be distinguished in one bar. */
const maxParts = 4;

const partOf = ({ sources }: Pick<ListedWork, 'sources'>): string => (sources.length === 1 ? (sources[0] ?? otherSources) : severalSources);

/**
 * Counts works by year and by source: several sources, or a single one.
 * @param nameOf returns the name of a source
 * @returns names of the parts and their counts by year; null if there is only one part
 */
export function countByYearAndSource(works: readonly ListedWork[], nameOf: (source: string) => string): YearParts | null {
  const totals = Map.groupBy(works, partOf);
  if (totals.size < 2) return null;
  const ranked = [...totals.keys()].sort(
    (a, b) => Number(b === severalSources) - Number(a === severalSources) || worksIn(totals, b) - worksIn(totals, a),
  );
  const keys = ranked.length > maxParts ? [...ranked.slice(0, maxParts - 1), otherSources] : ranked;
  const partIndexOf = (work: ListedWork): number => {
    const at = keys.indexOf(partOf(work));
    return at === -1 ? keys.length - 1 : at;
  };
  const byYear: Record<number, number[]> = {};
  for (const work of works) {
    const counts = byYear[yearOf(work)] ?? keys.map(() => 0);
    counts[partIndexOf(work)] = (counts[partIndexOf(work)] ?? 0) + 1;
    byYear[yearOf(work)] = counts;
  }
  const isPair = new Set(works.flatMap(({ sources }) => sources)).size === 2;
  const names = keys.map((key) =>
    key === severalSources ? (isPair ? 'Both sources' : 'Several sources') : key === otherSources ? 'Other sources' : nameOf(key),
  );
  return { names, byYear };
}

const worksIn = (totals: ReadonlyMap<string, readonly unknown[]>, key: string): number => totals.get(key)?.length ?? 0;
