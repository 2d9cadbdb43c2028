/** Text without control characters and marks that turn its direction: nobody types them, and one can make a sentence lie. */
const withoutControls = (text: string): string =>
  text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (sign) => (/[\n\r\t]/.test(sign) ? sign : ''));

/** The fields of a form by name; a name that comes more than once is a list. */
export function typedIn(form: Pick<FormData, 'keys' | 'getAll'>): Record<string, string | string[]> {
  const typed: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).flatMap((value) => (typeof value === 'string' ? withoutControls(value) : []));
    // React's own fields begin with a dollar sign.
    if (!name.startsWith('$') && values[0] !== undefined) typed[name] = values.length > 1 ? values : values[0];
  }
  return typed;
}
