import { z } from 'zod';

/** More combining marks on one letter than any language uses; they overlap the lines above and below. */
const excessMarks = /(\p{M}{8})\p{M}+/gu;

/** Removes control characters, bidirectional overrides and excess combining marks, which overlap other text. */
const withoutControls = (text: string): string =>
  text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (sign) => (/[\n\r\t]/.test(sign) ? sign : '')).replace(excessMarks, '$1');

/** Returns the text values of a form or query by name, in one pass: a body of 256 kB can have 60,000 names. */
export function valuesByName(form: Iterable<[name: string, value: unknown]>): Map<string, string[]> {
  const valuesOfNames = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue;
    const values = valuesOfNames.get(name);
    if (values) values.push(value);
    else valuesOfNames.set(name, [value]);
  }
  return valuesOfNames;
}

/** Returns the fields of a form by name; a repeated name has a list. */
export function submittedFields(form: Iterable<[name: string, value: unknown]>): Record<string, string | string[]> {
  const typed: Record<string, string | string[]> = {};
  for (const [name, values] of valuesByName(form)) {
    const [first = '', ...more] = values.map(withoutControls);
    // React's internal fields begin with a dollar sign.
    if (!name.startsWith('$') && name !== '__proto__') typed[name] = more.length > 0 ? [first, ...more] : first;
  }
  return typed;
}

/** The query parameters of a URL, as Next passes them to a page. */
export type QueryParameters = Record<string, string | string[] | undefined>;

/** Returns the value of a query parameter; the first if it is repeated. */
export const firstValue = <Value>(input: Value | Value[]): Value | undefined => (Array.isArray(input) ? input[0] : input);

/** Returns the text of a query parameter; '' if it is missing. */
export const firstText = (value: string | string[] | undefined): string => firstValue(value) ?? '';

/** Returns the beginning of the text of a query parameter. Half of a character at the cut is replaced, since URLs cannot contain it. */
export const firstCharacters = (value: string | string[] | undefined, most: number): string =>
  firstText(value).slice(0, most).toWellFormed();

/** The id of a row in a form or URL. */
export const idField = z.string().min(1).max(40);

/** Ticked boxes of one name: a form sends one as a string, several as a list, and none not at all. */
export const checkedValues = <Item extends z.ZodType>(item: Item, most = Number.POSITIVE_INFINITY) =>
  z.preprocess((input) => (input === undefined ? [] : [input].flat()), z.array(item).max(most));

/** Decodes percent-encoding. Returns malformed text unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
