const longFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Formats a calendar day for an image or SVG, which cannot contain elements; empty if undefined. */
export const shortDay = (at: Date | undefined): string => (at ? shortFormat.format(at) : '');

/** A calendar day with its year, also machine-readable; `narrow` abbreviates the month. */
export function Day({ at, narrow = false }: { at: Date; narrow?: boolean }) {
  return <time dateTime={at.toISOString().slice(0, 10)}>{(narrow ? shortFormat : longFormat).format(at)}</time>;
}
