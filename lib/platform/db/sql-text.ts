/** Thrown where a statement has a form that `planRead` does not know. */
export class UnknownForm extends Error {}

const textLiteral = /'(?:[^']|'')*'/g;

/** Writes placeholders, lists and texts in one form each, without quotes and in lower case. */
export function simplifySql(text: string): string {
  let slot = 0;
  return (
    text
      .replace(textLiteral, "''")
      // A quoted keyword is a column.
      .replace(/"(from|order|group|where|and|or|on|as|select)"/g, '$1__')
      .replaceAll('"', '')
      .toLowerCase()
      .replace(/\?/g, () => `?${slot++}`)
      .replace(/\bis\s+(?:not\s+)?distinct\s+from\b/g, '<>')
      .replace(/\bin\s*\(\s*select\s+value\s+from\s+json_each\s*\(\s*\?(\d+)\s*\)\s*\)/g, '= @$1')
      .replace(/=\s*any\s*\(\s*\?(\d+)\s*\)/g, '= @$1')
      .replace(/\bin\s*\(\s*(\?\d+)\s*\)/g, '= $1')
      .replace(/\bin\s+\$many\b/g, '= ?many')
  );
}

export const endOfGroup = (text: string, begin: number): number => {
  let depth = 0;
  for (let at = begin; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  throw new UnknownForm();
};

/** Replaces everything in parentheses by spaces, so that positions stay the same. */
export function mask(text: string): string {
  let depth = 0;
  return [...text]
    .map((letter) => {
      if (letter === '(') depth += 1;
      const isInside = depth > 0;
      if (letter === ')') depth -= 1;
      return isInside ? ' ' : letter;
    })
    .join('');
}

export function splitAt(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let begin = 0;
  for (const match of mask(text).matchAll(separator)) {
    parts.push(text.slice(begin, match.index));
    begin = match.index + match[0].length;
  }
  return [...parts, text.slice(begin)];
}

export const indexOrEnd = (text: string, pattern: RegExp): number => {
  const at = text.search(pattern);
  return at < 0 ? text.length : at;
};

export function withoutParentheses(text: string): string {
  const trimmed = text.trim();
  const isGroup = trimmed.startsWith('(') && endOfGroup(trimmed, 0) === trimmed.length - 1;
  return isGroup ? withoutParentheses(trimmed.slice(1, -1)) : trimmed;
}

/** Returns true if the text has comments, or texts with a `?`, which cannot be told from a placeholder. */
export const hasUnclearPlaceholders = (text: string): boolean =>
  /--|\/\*/.test(text) || (text.match(textLiteral)?.some((literal) => literal.includes('?')) ?? false);
