export interface YearCount {
  year: number;
  works: number;
}

/** Formats the works per year as stored text, oldest first: "2019:3 2020:8". Pages read this text instead of counting. */
export const formatYearCounts = (years: readonly YearCount[]): string => years.map(({ year, works }) => `${year}:${works}`).join(' ');

export const parseYearCounts = (text: string | undefined): YearCount[] =>
  (text ?? '')
    .split(' ')
    .map((each) => each.split(':').map(Number))
    .flatMap(([year, works]) => (year && works ? [{ year, works }] : []));

/**
 * Returns every year from the first to the last, including years without works. For a span above 80 years, returns only years with works.
 */
export function fillMissingYears(years: readonly YearCount[]): YearCount[] {
  const [first, last] = [years[0]?.year, years.at(-1)?.year];
  if (first === undefined || last === undefined) return [];
  if (last - first > 80) return [...years];
  const counts = new Map(years.map(({ year, works }) => [year, works]));
  return Array.from({ length: last - first + 1 }, (_, at) => ({ year: first + at, works: counts.get(first + at) ?? 0 }));
}
