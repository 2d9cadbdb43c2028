/** The parts of a name, still in LaTeX. `family` includes particles ("von"), `suffix` is "Jr." or "III". */
interface Parts {
  given: string;
  family: string;
  suffix: string;
  /** True if written "von Last, First". */
  inverted?: boolean;
}

/**
 * Parses a name: "First von Last", "von Last, First", "von Last, Jr, First" (BibTeX's three forms) or "given=First, family=Last"
 * (biblatex's extended form).
 * @returns null if the text contains only biblatex options and no name
 */
export function parseBibtexName(name: string): Parts | null {
  const pieces = piecesOf(name);
  const options = new Map<string, string>();
  const nameTexts = pieces.filter((piece) => {
    const [, key = '', value = ''] = /^"?\s*([a-z][a-z-]*)\s*=\s*([\s\S]*?)"?$/i.exec(piece) ?? [];
    const isOption = namePartKey.test(key) || nameOptionKey.test(key);
    if (isOption) options.set(key.toLowerCase(), value);
    return !isOption;
  });
  if (options.size === 0) return parseByCommas(pieces) ?? { ...parseByWords(name), suffix: '' };
  const optionValue = (key: string): string => options.get(key) ?? '';
  const family = `${optionValue('prefix')} ${optionValue('family')}`.trim();
  if (family !== '' || optionValue('given') !== '') return { given: optionValue('given'), family, suffix: optionValue('suffix') };
  return nameTexts.length > 0 ? parseBibtexName(nameTexts.join(', ')) : null;
}

const namePartKey = /^(given|family|prefix|suffix)$/i;
/** Options that biblatex accepts among the parts of a name, or instead of a name, for a list or a person. */
const nameOptionKey =
  /^((given|family|prefix|suffix)-?i|useprefix|id|hash|xdata|nosortothers|nohashothers|noroman|uniquename|uniquelist|nametemplates|[a-z]+templatename|min[a-z]*names|max[a-z]*names)$/i;

/**
 * Parses "von Last, First" and "von Last, Jr, First". Two commas are accepted only around a single word, because some lists of people use
 * commas by mistake.
 */
function parseByCommas(pieces: readonly string[]): Parts | null {
  const [family = '', second = '', third = ''] = pieces;
  if (pieces.length === 2) return { family, given: second, suffix: '', inverted: true };
  return pieces.length === 3 && !/\s/.test(second) ? { family, suffix: second, given: third } : null;
}

/** Splits a name at commas outside of braces and quotes. A quote opens only at the start of a piece; elsewhere it is an accent (\"u). */
function piecesOf(name: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let depth = 0;
  let quoted = false;
  let isBlank = true;
  for (let at = 0; at < name.length; at += 1) {
    const char = name[at] as string;
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    if (char === '"' && (at === from || name[at - 1] !== '\\')) quoted = !quoted && isBlank;
    if (char === ',' && depth === 0 && !quoted) {
      pieces.push(name.slice(from, at).trim());
      from = at + 1;
      isBlank = true;
    } else if (/\S/.test(char)) isBlank = false;
  }
  return [...pieces, name.slice(from).trim()];
}

/** Parses "First von Last": the family name starts at the first lower-case word, otherwise it is the last word. Braces group words. */
function parseByWords(name: string): { given: string; family: string } {
  const words = name.match(/(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[^\s{}])+/g) ?? [];
  const particle = words.findIndex((word, at) => at > 0 && at < words.length - 1 && /^\p{Ll}/u.test(word));
  const from = particle > 0 ? particle : words.length - 1;
  return { given: words.slice(0, from).join(' '), family: words.slice(from).join(' ') };
}
