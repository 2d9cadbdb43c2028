import type { NodesAndLinks } from './shown-graph.ts';

/** A year with what it adds to the graph. */
export interface YearBar {
  year: number;
  count: number;
}

/** Longest span that is shown year by year. */
const maxYears = 150;

/** Returns how many links begin in each year, from the first to the last; works count in the year in which they appeared. */
export function linksByYear({ links }: Pick<NodesAndLinks, 'links'>): YearBar[] {
  const counts = new Map<number, number>();
  for (const { firstYear } of links) if (firstYear !== null) counts.set(firstYear, (counts.get(firstYear) ?? 0) + 1);
  if (counts.size === 0) return [];
  const last = Math.max(...counts.keys());
  const first = Math.max(Math.min(...counts.keys()), last - maxYears + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => ({ year: first + index, count: counts.get(first + index) ?? 0 }));
}
