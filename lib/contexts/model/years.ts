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
