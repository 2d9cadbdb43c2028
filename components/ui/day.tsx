const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A calendar day in a picture, which takes no element; nothing where there is none. */
export const shortDay = (at: Date | undefined): string => (at ? short.format(at) : '');

/** A calendar day, always with its year, for people and machines; `narrow` where a column has no room for a whole month. */
export function Day({ at, narrow = false }: { at: Date; narrow?: boolean }) {
  return <time dateTime={at.toISOString().slice(0, 10)}>{(narrow ? short : long).format(at)}</time>;
}
