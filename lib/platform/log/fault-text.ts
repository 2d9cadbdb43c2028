const maxLength = 500;
/** Longer texts are cut before they are searched, in characters. */
const maxRead = 4_000;
const maxCauses = 4;
const maxFrames = 12;

/** Replaces email addresses, which mail servers repeat in their errors. */
export const withoutAddresses = (text: string): string => text.replace(/(?:"[^"\n]*"|[^\s@]+)@[^\s@]+/g, '(an address)');

/** Removes values of a statement: the query builder appends them (`params: …`), and PostgreSQL quotes a value that it cannot parse. */
const withoutValues = (text: string): string =>
  text
    .slice(0, maxRead)
    .replace(/\n?params: [\s\S]*/, '')
    .replace(/: "[\s\S]*"$/, ': (a value)');

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

function describeError(error: Error): string {
  const message = withoutValues(error.message);
  const named = error.name === 'Error' && message !== '' ? message : `${error.name}: ${message}`;
  const code = codeOf(error);
  return code === '' || named.includes(code) ? named : `${named} [${code}]`;
}

/**
 * Describes a fault for the log and for /admin: its message, code and causes on one line of at most 500 characters. Contains no email
 * address and no value of a statement.
 */
export function faultText(error: unknown): string {
  const messages: string[] = [];
  let at = error;
  for (; at instanceof Error && messages.length < maxCauses; at = at.cause ?? (at instanceof AggregateError ? at.errors[0] : undefined)) {
    const next = describeError(at);
    if (!messages.some((before) => before.includes(next))) messages.push(next);
  }
  if (messages.length === 0) messages.push(withoutValues(String(error)));
  // The cause of a failed statement says more than the statement, which may be long.
  const most = Math.floor(maxLength / messages.length);
  const parts = messages.map((each) => withoutAddresses(each).replace(/\s+/g, ' ').trim().slice(0, most));
  return parts.join(' ← ').slice(0, maxLength);
}

/** Returns the frames of a fault's stack, without its message. */
export function faultFrames(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  return lines.flatMap((line) => (/^ {4}at /.test(line) ? [line.slice(7)] : [])).slice(0, maxFrames);
}
