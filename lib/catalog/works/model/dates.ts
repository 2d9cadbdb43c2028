const months = 'January February March April May June July August September October November December'.split(' ');

/** Formats a partial date YYYY[-MM[-DD]]: "2026", "May 2026", "12 May 2026". Other text is returned unchanged. */
export function formatDate(date: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date) ?? [];
  const name = months[Number(month) - 1];
  if (!year || (month && !name)) return date;
  if (!name) return year;
  return day ? `${Number(day)} ${name} ${year}` : `${name} ${year}`;
}
