const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats a day in UTC as text: "7 December 2026". */
export const dayInWords = (at: Date): string => format.format(at);
