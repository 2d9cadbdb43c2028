/** A person in a drawing. */
export interface Point {
  slug: string;
  x: number;
  y: number;
  radius: number;
  /** Empty if it would overlap another label. */
  label: string;
  /** Position of the label relative to the point. */
  at: { x: number; y: number; anchor: 'start' | 'middle' | 'end' };
}

export interface Drawing {
  width: number;
  height: number;
  fontSize: number;
  points: Map<string, Point>;
}

export interface Line {
  from: string;
  to: string;
  works: number;
  lastYear?: number | null;
}

/** Returns the line width for a number of joint works: thin for one, at most 6. */
export const lineWidthOf = (works: number): number => Math.min(6, Math.round(7.5 + 7.5 * Math.sqrt(works)) / 10);

/**
 * Above this number of lines of one colour, each is more transparent, so that a large team does not become a solid area; `minLineOpacity`
 * is the lower bound.
 */
const fullOpacityLines = 200;
const minLineOpacity = 0.15;

/**
 * Returns the opacity of a line. It is lower for older joint works, relative to the newest in the drawing, and if many lines have the same
 * colour.
 */
export function lineOpacityOf(lastYear: number | null | undefined, newest: number, sameColourLines: number): number {
  const yearsAgo = lastYear ? Math.min(10, Math.max(0, newest - lastYear)) : 10;
  return Math.round((0.85 - yearsAgo * 0.055) * Math.max(minLineOpacity, Math.min(1, fullOpacityLines / sameColourLines)) * 100) / 100;
}

/** Pointer target radius in units of the font size: 12 pixels if the drawing is scaled to two thirds. */
const targetRadiusEm = 1.4;

/** Returns the radius of the pointer target of a point: 24 pixels in diameter (WCAG 2.2, 2.5.8), unless another point is nearer. */
export function targetRadius({ points, fontSize }: Drawing, { slug, x, y, radius }: Point): number {
  const others = [...points.values()].filter((other) => other.slug !== slug);
  const nearest = Math.min(...others.map((other) => Math.hypot(other.x - x, other.y - y)));
  return Math.max(radius, Math.min(fontSize * targetRadiusEm, nearest / 2));
}

/** The longest label, in letters of Latin script. */
export const maxLetters = 18;

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

/** Shortens the name of a topic, venue, institution or work to fit beside its point. */
export const truncatedLabel = (name: string, letters: number): string =>
  prefixWithin(name, letters) === name ? name : `${prefixWithin(name, letters - 1).trimEnd()}…`;

/** Shortens a name to fit beside its point: an initial and the last word. The list beside the drawing has the full name. */
export function shortLabel(name: string, letters = maxLetters): string {
  if (prefixWithin(name, letters) === name) return name;
  const words = name.split(' ');
  const shortName = words.length > 1 ? `${[...name][0]}. ${words.at(-1)}` : name;
  return prefixWithin(shortName, letters) === shortName ? shortName : `${prefixWithin(shortName, letters - 1)}…`;
}
