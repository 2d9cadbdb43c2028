/** More combining marks on one letter belong to no language, and are drawn over the lines above and below. */
const excessMarks = /(\p{M}{8})\p{M}+/gu;

/** Text without control characters, marks that change its direction, and letters with heaps of marks: these draw over other text. */
const withoutControls = (text: string): string =>
  text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (sign) => (/[\n\r\t]/.test(sign) ? sign : '')).replace(excessMarks, '$1');

/** The texts of a form or a query by name, in one walk: a body of 256 kB has 60,000 names. */
export function valuesByName(form: Iterable<[name: string, value: unknown]>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue;
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return found;
}

/** The fields of a form by name; a name that comes more than once is a list. */
export function typedIn(form: Iterable<[name: string, value: unknown]>): Record<string, string | string[]> {
  const typed: Record<string, string | string[]> = {};
  for (const [name, written] of valuesByName(form)) {
    const [first = '', ...more] = written.map(withoutControls);
    // React's own fields begin with a dollar sign.
    if (!name.startsWith('$') && name !== '__proto__') typed[name] = more.length > 0 ? [first, ...more] : first;
  }
  return typed;
}

/** The value of a parameter of an address: the first where it is given several times. */
export const firstValue = <Value>(given: Value | Value[]): Value | undefined => (Array.isArray(given) ? given[0] : given);

/** A text with its percent-encoding undone; as it is where it is not well-formed. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
