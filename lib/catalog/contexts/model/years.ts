/** Works of one year. */
export interface YearCount {
  year: number;
  works: number;
}

/** Years with their works as one stored text, oldest first: "2019:3 2020:8". A page reads it instead of counting. */
export const yearsText = (years: readonly YearCount[]): string => years.map(({ year, works }) => `${year}:${works}`).join(' ');

export const yearsIn = (text: string | undefined): YearCount[] =>
  (text ?? '')
    .split(' ')
    .map((each) => each.split(':').map(Number))
    .flatMap(([year, works]) => (year && works ? [{ year, works }] : []));

/** Every year from the first to the last, those without works too; of a very long life, the years with works alone. */
export function filledYears(years: readonly YearCount[]): YearCount[] {
  const [first, last] = [years[0]?.year, years.at(-1)?.year];
  if (first === undefined || last === undefined) return [];
  if (last - first > 80) return [...years];
  const counts = new Map(years.map(({ year, works }) => [year, works]));
  return Array.from({ length: last - first + 1 }, (_, at) => ({ year: first + at, works: counts.get(first + at) ?? 0 }));
}

/** The year that an address asks for, or null. */
export const yearFrom = (text: string | null | undefined): number | null => (/^[12]\d{3}$/.test(text ?? '') ? Number(text) : null);
