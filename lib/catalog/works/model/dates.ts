const months = 'January February March April May June July August September October November December'.split(' ');

/** Formats a partial date YYYY[-MM[-DD]]: "2026", "May 2026", "12 May 2026". Other text is returned unchanged. */
export function formatDate(date: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date) ?? [];
  const name = months[Number(month) - 1];
  if (!year || (month && !name)) return date;
  if (!name) return year;
  return day ? `${Number(day)} ${name} ${year}` : `${name} ${year}`;
}

/** The date of a work as precisely as it is known, as YYYY[-MM[-DD]]; null if not even the year is. */
export const knownDate = ({ date, year }: { date: string | null; year: number | null }): string | null =>
  date ?? (year === null ? null : `${year}`);

/** Whether a text is a year, a month or a day that exists, as in corrections. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  if (!year || Number(year) < 1000 || Number(year) > 2100) return false;
  const date = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Whether a stated date is a date, or a more precise one. */
export const isSameDate = (stated: string | null | undefined, date: string): boolean =>
  stated === date || (stated ?? '').startsWith(`${date}-`);
