const maxTextCharacters = 500;
/** Longer texts are cut before they are searched, in characters. */
const maxMessageCharacters = 4_000;
const maxCauses = 4;
const maxFrames = 12;

/** Replaces email addresses, which mail servers repeat in their errors. */
export const redactAddresses = (text: string): string => text.replace(/(?:"[^"\n]*"|[^\s@]+)@[^\s@]+/g, '(an address)');

/** Removes values of a statement: the query builder appends them (`params: …`), and PostgreSQL quotes a value that it cannot parse. */
const withoutValues = (text: string): string =>
  text
    .slice(0, maxMessageCharacters)
    .replace(/\n?params: [\s\S]*/, '')
    .replace(/: "[\s\S]*"$/, ': (a value)');

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

function describeError(error: Error): string {
  const message = withoutValues(error.message);
  const description = error.name === 'Error' && message !== '' ? message : `${error.name}: ${message}`;
  const code = codeOf(error);
  return code === '' || description.includes(code) ? description : `${description} [${code}]`;
}

/**
 * Describes a fault for the log and for /admin: its message, code and causes on one line of at most 500 characters. Contains no email
 * address and no value of a statement.
 */
export function describeFault(error: unknown): string {
  const messages: string[] = [];
  let cause = error;
  for (
    ;
    cause instanceof Error && messages.length < maxCauses;
    cause = cause.cause ?? (cause instanceof AggregateError ? cause.errors[0] : undefined)
  ) {
    const description = describeError(cause);
    if (!messages.some((message) => message.includes(description))) messages.push(description);
  }
  if (messages.length === 0) messages.push(withoutValues(String(error)));
  // The cause of a failed statement says more than the statement, which may be long.
  const maxPartCharacters = Math.floor(maxTextCharacters / messages.length);
  const parts = messages.map((each) => redactAddresses(each).replace(/\s+/g, ' ').trim().slice(0, maxPartCharacters));
  return parts.join(' ← ').slice(0, maxTextCharacters);
}

/** Returns the frames of a fault's stack, without its message. */
export function faultFrames(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  return lines.flatMap((line) => (/^ {4}at /.test(line) ? [line.slice(7)] : [])).slice(0, maxFrames);
}
