/** Returns the relative width of a letter. Characters of other scripts are wider than Latin letters. */
function letterWidthOf(letter: string): number {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(letter)) return 2;
  return /\p{Script=Latin}|[^\p{L}]/u.test(letter) ? 1 : 1.4;
}

/** Returns the longest prefix of a text that fits a width. */
function prefixWithin(text: string, width: number): string {
  let remaining = width;
  let end = 0;
  for (const letter of text) {
    remaining -= letterWidthOf(letter);
    if (remaining < 0) return text.slice(0, end);
    end += letter.length;
  }
  return text;
}

/** Returns the width of a text, in letters of Latin script. */
export const lettersIn = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidthOf(letter), 0);

/** Cuts a text that is too long. */
export const truncatedLabel = (name: string, letters: number): string =>
  prefixWithin(name, letters) === name ? name : `${prefixWithin(name, letters - 1).trimEnd()}…`;

/** Breaks the name of a topic, venue, institution or work into at most two lines that fit beside its point, and cuts what is longer. */
export function labelLines(name: string, letters: number): string[] {
  if (lettersIn(name) <= letters) return [name];
  const words = name.split(' ');
  const breaks = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')] as const);
  const longest = (lines: readonly string[]) => Math.max(...lines.map(lettersIn));
  const fitting = breaks.filter(([first]) => lettersIn(first) <= letters);
  const whole = fitting.filter((lines) => longest(lines) <= letters).sort((a, b) => longest(a) - longest(b))[0];
  const [first, second] = whole ?? fitting.at(-1) ?? [];
  return first && second ? [first, truncatedLabel(second, letters)] : [truncatedLabel(name, letters)];
}

/** Shortens a name to fit beside its point: an initial and the last word. The list beside the drawing has the full name. */
export function shortLabel(name: string, letters: number): string {
  if (prefixWithin(name, letters) === name) return name;
  const words = name.split(' ');
  const shortName = words.length > 1 ? `${[...name][0]}. ${words.at(-1)}` : name;
  return prefixWithin(shortName, letters) === shortName ? shortName : `${prefixWithin(shortName, letters - 1)}…`;
}
