const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A calendar day, always with its year, for people and machines. */
export function Day({ at }: { at: Date }) {
  return <time dateTime={at.toISOString().slice(0, 10)}>{format.format(at)}</time>;
}
